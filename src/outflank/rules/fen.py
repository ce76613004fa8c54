"""Boards as FEN, which several programs write in spellings that contradict each other.

All write p and P for discs, digits for empty squares and rows with slashes between.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from outflank._core import Color, ParseError, Position
from outflank.rules.places import bad_side, place_of


class _Fen(NamedTuple):
    black: str
    """The letter of a black disc; the other case of it is a white one."""
    black_turn: str
    """The side field when Black is to move."""
    bottom_row_first: bool
    """Whether the text starts with the board's last row."""
    tail: str
    """What comes after the side field."""


FENS = {
    "fen": _Fen("p", "b", bottom_row_first=True, tail=" - - 0 1"),
    "flipello": _Fen("P", "w", bottom_row_first=False, tail=" 0 1"),
    "xboard": _Fen("P", "w", bottom_row_first=True, tail=" - - 0 1"),
}
"""By dialect: Edax's own, that of Fairy-Stockfish and PlayStrategy, and Edax's for xboard."""
_SIZES = range(4, 17, 2)


def read_fen(text: str, dialect: str) -> tuple[int, list[Color | None], Color | None]:
    """Return the size, what is on the squares row by row, and the side to move if it is given."""
    fen = FENS[dialect]
    color_of = {fen.black: Color.BLACK, fen.black.swapcase(): Color.WHITE}
    fields = text.split()
    if not fields:
        raise ParseError(f"bad board {text[:20]!r}: empty")
    start = len(text) - len(text.lstrip())
    cells, bracket, _ = fields[0].partition("[")
    if bracket and dialect != "flipello":
        index = start + len(cells)
        raise ParseError(f"bad disc '[' at {place_of(text, index)}: a hand needs 'flipello'")
    rows: list[list[Color | None]] = [[]]
    for match in re.finditer(r"[0-9]{1,2}|.", cells, re.DOTALL):
        symbol = match[0]
        if symbol == "/":
            rows.append([])
        elif symbol in color_of:
            rows[-1].append(color_of[symbol])
        elif symbol.isascii() and symbol.isdigit():
            rows[-1] += [None] * int(symbol)
        else:
            place = place_of(text, start + match.start())
            raise ParseError(f"bad disc {symbol!r} at {place}: use p, P, digits and /")
    size = len(rows)
    if size not in _SIZES:
        raise ParseError(f"bad board {cells[:40]!r}: {size} rows, sizes are even, from 4 to 16")
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise ParseError(f"bad board {cells[:40]!r}: row {number} has {len(row)} squares")
    if fen.bottom_row_first:
        rows.reverse()
    side = fields[1] if len(fields) > 1 else None
    if side not in (None, "b", "w"):
        raise ParseError(bad_side(text, text.index(fields[1], start + len(fields[0]))))
    turn = None
    if side is not None:
        turn = Color.BLACK if side == fen.black_turn else Color.WHITE
    return size, [disc for row in rows for disc in row], turn


def fen(position: Position, dialect: str = "fen") -> str:
    """Return the position as FEN; `flipello` is written without what the players hold."""
    if dialect not in FENS:
        raise ValueError(f"unknown dialect {dialect!r} of FEN: there are {', '.join(FENS)}")
    kind, size = FENS[dialect], position.size
    letters = {Color.BLACK: kind.black, Color.WHITE: kind.black.swapcase(), None: " "}
    squares = "".join(letters[position[square]] for square in position.shape.squares)
    rows = [squares[at : at + size] for at in range(0, len(squares), size)]
    if kind.bottom_row_first:
        rows.reverse()
    cells = re.sub(" +", lambda run: str(len(run[0])), "/".join(rows))
    black_moves = position.turn is Color.BLACK
    side = kind.black_turn if black_moves else {"b": "w", "w": "b"}[kind.black_turn]
    return f"{cells} {side}{kind.tail}"
