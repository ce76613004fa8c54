"""Boards and squares in SGF: the size, the position before the first move, moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from ..rules import PASS, Color, Move, ParseError, Position
from .sgf_nodes import Node
from .trees import COLORS, BrokenError, Property

_DISCS: dict[str, Color | None] = {"AB": Color.BLACK, "AW": Color.WHITE, "AE": None}
SETUP = (*_DISCS, "PL")
"""The properties of positions."""
_TURNS = {
    **dict.fromkeys(("b", "black", "1"), Color.BLACK),
    **dict.fromkeys(("w", "white", "2"), Color.WHITE),
}
_MOST_PLACED = 10_000
_PASSES = ("", "tt", "pass", "--")
_SIZE = re.compile(r"([0-9]{1,3})(?::\1)?")
_LETTERS = re.compile(r"[a-p]{2}")


def size_of(root: Node) -> int:
    """The board's size. Raises BrokenError for other games and boards."""
    size = 8
    for prop in root.properties:
        text = prop.values[0].strip()
        if prop.name == "GM" and text != "2":
            raise BrokenError(
                prop.line, f"GM[{text[:20]}] is another game: expected GM[2], Othello"
            )
        if prop.name == "SZ":
            match = _SIZE.fullmatch(text)
            size = int(match[1]) if match else 0
            if size not in range(4, 17, 2):
                reason = "sizes are even, from 4 to 16"
                raise BrokenError(prop.line, f"unsupported board SZ[{text[:20]}]: {reason}")
    return size


def start_of(root: Node, size: int) -> Position:
    """The position before the first move; takes the setup out of the nodes."""
    usual = Position.initial(size)
    disc_on: dict[Move, Color | None] = {
        square: color for color in Color for square in usual.squares(color)
    }
    turn = None
    node, placed = root, 0
    while True:
        for prop in node.properties:
            if prop.name == "PL":
                turn = _turn(prop)
            elif prop.name in _DISCS:
                for square in chain.from_iterable(
                    _area(value, prop, usual) for value in prop.values
                ):
                    disc_on[square] = _DISCS[prop.name]
                    placed += 1
                    if placed > _MOST_PLACED:
                        raise BrokenError(prop.line, f"setup of more than {_MOST_PLACED} squares")
        node.properties = [p for p in node.properties if p.name not in SETUP]
        if node.has_move or not node.children:
            break
        node = node.children[0]
    first = next((COLORS[p.name] for p in node.properties if p.name in COLORS), Color.BLACK)
    black, white = (
        [square for square, color in disc_on.items() if color is side] for side in Color
    )
    return Position.from_squares(size, black, white, turn or first)


def _turn(prop: Property) -> Color:
    text = prop.values[0].strip()
    if text.lower() not in _TURNS:
        raise BrokenError(prop.line, f"bad side to move PL[{text[:20]}]: expected B or W")
    return _TURNS[text.lower()]


def _area(text: str, prop: Property, board: Position) -> Iterator[Move]:
    """The square, or those of a rectangle such as aa:cb."""
    first, _, last = text.strip().partition(":")
    try:
        corners = _square(first), _square(last or first)
        if any(corner not in board.shape for corner in corners):
            raise ParseError(f"no square of the {board.size}x{board.size} board")
    except ValueError as error:
        raise BrokenError(prop.line, f"bad square {prop.name}[{text[:20]}]: {error}") from error
    for row in range(corners[0].row, corners[1].row + 1):
        for column in range(corners[0].column, corners[1].column + 1):
            yield Move.at(column, row)


def _square(text: str) -> Move:
    lower = text[:20].lower()
    if _LETTERS.fullmatch(lower):
        return Move.at(*(ord(letter) - ord("a") for letter in lower))
    return Move(lower)


def move_of(text: str, position: Position, color: Color) -> Move:
    """A move; pa is a pass, but on the largest board it may be a square as well."""
    if text.lower() in _PASSES:
        return PASS
    if text.lower() == "pa":
        passes = position.must_pass and position.turn is color
        if position.size < 16 or passes or position.is_over:
            return PASS
    return _square(text)
