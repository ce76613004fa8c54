"""Positions as a book holds them: one for all that are turned, of either colour, passes made."""

from __future__ import annotations

from struct import error as StructError  # noqa: N812 (a class named like a function)
from struct import pack, unpack
from typing import NamedTuple

from ..._core import PASS, Move, Position

BOARD_BYTES = (16, 64)
"""How long the board of a position is: up to 8x8, and above."""


class Seat(NamedTuple):
    """Where a position lies in a book."""

    board: bytes
    """The discs of the side to move and of the other side, of the image that is the least."""
    symmetry: int
    """Which image that is."""
    sign: int
    """1; -1 if the side to move must pass, so that the other one is to move in the book."""


class Link(NamedTuple):
    """A move from one position of a book to another."""

    move: Move
    """As it is played in the book's image of the position."""
    board: bytes
    """Where it leads to."""
    sign: int
    """Times a value there gives the move's value here."""
    ends: bool
    """Whether it ends the game; no book has what it leads to."""


def seat_of(position: Position) -> Seat:
    """Where a position lies in a book, if it is there."""
    sign = 1
    if position.must_pass:
        position, sign = position.play(PASS), -1
    images = [_packed(image) for image in position.symmetries()]
    board = min(images)
    return Seat(board, images.index(board), sign)


def position_of(board: bytes, size: int) -> Position:
    """The position that a book holds so, Black to move; ValueError if there is none."""
    position = Position.__new__(Position)
    try:
        words = unpack(f"<{len(board) // 8}Q", board)
    except StructError as error:
        raise ValueError("a board has 16 or 64 bytes") from error
    position.__setstate__((size, 0, [*words, *[0] * (8 - len(words))]))
    return position


def links_of(position: Position) -> list[Link]:
    """The moves of a position, those with the same result once, in the order of boards."""
    found: dict[bytes, Link] = {}
    for move in position.legal_moves():
        after = position.play(move)
        seat = seat_of(after)
        found.setdefault(seat.board, Link(move, seat.board, -seat.sign, after.is_over))
    return [found[board] for board in sorted(found)]


def discs(board: bytes) -> int:
    """How many discs a board has."""
    return int.from_bytes(board).bit_count()


def _packed(position: Position) -> bytes:
    size, _, words = position.__getstate__()
    return pack("<2Q", *words[:2]) if size <= 8 else pack("<8Q", *words)
