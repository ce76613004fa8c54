"""8x8 boards as two numbers: the discs of the side to move, then those of the other side.

Egaroucid's highest bit is a1, Edax's lowest; the same text means other squares to each.
"""

from __future__ import annotations

import re

from outflank._core import Color, ParseError, Position, Shape

BIT_OF_A1 = {"edax": 0, "egaroucid": 63}
"""By dialect."""
_NUMBERS = re.compile(
    r"\s*0x([0-9a-f]{1,16})[\s,;/]+0x([0-9a-f]{1,16})(?:\s+([xobw*]|black|white))?\s*;?\s*",
    re.IGNORECASE,
)


def is_bitboards(text: str) -> bool:
    """Whether a text is two such numbers, or is meant to be."""
    return text.lstrip()[:2].lower() == "0x"


def read_bitboards(text: str, dialect: str) -> tuple[int, list[Color | None], Color | None]:
    """Return the size, what is on the squares row by row, and the side to move if it is given.

    If it is not, the first number's discs are Black's.
    """
    match = _NUMBERS.fullmatch(text)
    if not match:
        shown = " ".join(text.split())[:40]
        raise ParseError(f"bad bitboards {shown!r}: expected 0x and 16 digits twice, then X or O")
    player, opponent = int(match[1], 16), int(match[2], 16)
    if both := player & opponent:
        square = Shape(8).squares[_index(both.bit_length() - 1, dialect)]
        raise ParseError(f"bad bitboards: both have a disc on {square}")
    turn = None if match[3] is None else Color.WHITE if match[3][0] in "OoWw" else Color.BLACK
    mover = turn or Color.BLACK
    squares: list[Color | None] = [None] * 64
    for bit in range(64):
        if player >> bit & 1:
            squares[_index(bit, dialect)] = mover
        elif opponent >> bit & 1:
            squares[_index(bit, dialect)] = mover.opponent
    return 8, squares, turn


def bitboards(position: Position, dialect: str) -> str:
    """Return an 8x8 position as two numbers and the side to move."""
    if dialect not in BIT_OF_A1:
        raise ValueError(f"unknown dialect {dialect!r} of bitboards: there are edax and egaroucid")
    if position.size != 8:
        raise ValueError(f"bitboards are of 8x8, not of {position.size}x{position.size}")
    numbers = dict.fromkeys(Color, 0)
    for index, square in enumerate(position.shape.squares):
        if color := position[square]:
            numbers[color] |= 1 << _index(index, dialect)
    player, opponent = numbers[position.turn], numbers[position.turn.opponent]
    return f"0x{player:016x} 0x{opponent:016x} {'X' if position.turn is Color.BLACK else 'O'}"


def _index(bit: int, dialect: str) -> int:
    return abs(BIT_OF_A1[dialect] - bit)
