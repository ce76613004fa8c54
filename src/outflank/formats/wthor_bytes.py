"""WTHOR as it lies in the file: headers, rows of games, tables of names.

A database is a file of games (`.wtb`) for each year, one of players (`.jou`) and one of tournaments
(`.trn`) for all of them. Each begins with the same header of 16 bytes. Numbers are little-endian.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from struct import Struct
from typing import BinaryIO, NamedTuple

from ..rules import Move, ParseError
from .record import Problem

PLAYER_WIDTH = 20
"""Bytes of a player's name, with a zero byte at its end as in every file of the federation."""
TOURNAMENT_WIDTH = 26
"""Bytes of a tournament's name, likewise."""

THEORETICAL_AT = 7
"""Where in a row the theoretical score is."""

_HEADER = Struct("<4BIHH4B")
_SIZES = {0: 8, 8: 8, 10: 10}
"""By the header's byte: the board."""
_USUAL_EMPTIES = 22
"""What the byte 0 means for the theoretical score."""
_ROWS_AT_ONCE = 4096


class WthorHeader(NamedTuple):
    """The first 16 bytes of each file."""

    century: int = 20
    """The day when the file was made begins with these two digits of its year."""
    year_of_century: int = 0
    month: int = 0
    day: int = 0
    games: int = 0
    """How many there are; 0 in files of names."""
    names: int = 0
    """How many there are; 0 in files of games."""
    year: int = 0
    """When the games were played; 0 in files of names."""
    board: int = 8
    """The size as it is written, 0 for 8; means nothing in files of names."""
    solitaires: int = 0
    """1 where the games are solitaires, problems made for one player."""
    depth: int = 0
    """The empty squares of the theoretical score as they are written, 0 for 22."""
    reserved: int = 0

    @classmethod
    def parse(cls, data: bytes) -> WthorHeader:
        """The header that data begin with. Raises ParseError if there are too few."""
        if len(data) < _HEADER.size:
            raise ParseError(f"{len(data)} bytes are no WTHOR file: it begins with {_HEADER.size}")
        return cls._make(_HEADER.unpack_from(data))

    def pack(self) -> bytes:
        """The 16 bytes."""
        return _HEADER.pack(*self)

    @property
    def size(self) -> int:
        """Squares a side. Raises ParseError for a byte that is no size."""
        if self.board not in _SIZES:
            raise ParseError(f"bad board size {self.board} in the header: expected 0, 8 or 10")
        return _SIZES[self.board]

    @property
    def has_day(self) -> bool:
        """Whether the day when the file was made is possible; its month and day may be 0."""
        return (
            self.century in (19, 20, 21)
            and self.year_of_century < 100
            and self.month <= 12
            and self.day <= 31
        )

    @property
    def empties(self) -> int:
        """How many squares were empty where the theoretical score was worked out."""
        return self.depth or _USUAL_EMPTIES


class WthorGame(NamedTuple):
    """A game as its row holds it."""

    tournament: int
    black: int
    white: int
    score: int
    """Black's, with the empty squares for the winner; means nothing in an unfinished game."""
    theoretical: int
    """Black's score with best play from some empty squares on."""
    squares: bytes
    """10 * row + column of each move, both from 1; passes are left out, zeros fill the row."""

    def pack(self) -> bytes:
        """The row."""
        return _row(len(self.squares)).pack(*self)


class WthorReader:
    """Reads a file of games, row by row."""

    def __init__(self, file: BinaryIO) -> None:
        """Read the header. Raises ParseError for one that cannot be."""
        self._file = file
        self.header = WthorHeader.parse(file.read(_HEADER.size))
        self._row = _row(most_squares(self.header.size))

    def games(self) -> Iterator[WthorGame | Problem]:
        """The rows that are left, each whole, and then what is wrong with their number."""
        rest, count = b"", 0
        while data := self._file.read(self._row.size * _ROWS_AT_ONCE):
            data = rest + data
            end = len(data) - len(data) % self._row.size
            yield from map(WthorGame._make, self._row.iter_unpack(data[:end]))
            count += end // self._row.size
            rest = data[end:]
        if rest:
            reason = f"it ends after {len(rest)} of its {self._row.size} bytes"
            yield Problem(0, reason, count + 1)
        if count != self.header.games:
            amounts = _amounts(self.header.games, count, "games")
            yield Problem(0, amounts, harmless=True)


def most_squares(size: int) -> int:
    """How many moves a row has room for: one a square that is empty at the start."""
    return size * size - 4


def read_names(data: bytes, width: int) -> tuple[list[str], str | None]:
    """The names in a file of names, by number, and what is wrong with the file if something is."""
    try:
        header = WthorHeader.parse(data)
    except ParseError as error:
        return [], str(error)
    names = [
        data[at : at + width].partition(b"\0")[0].decode("latin-1")
        for at in range(_HEADER.size, len(data) - width + 1, width)
    ]
    amounts = _amounts(header.names, len(names), "names")
    return names, None if len(names) == header.names else amounts


def write_names(names: Iterable[str], width: int, header: WthorHeader) -> bytes:
    """The file of these names, which must fit; the header says when it was made."""
    rows = [name.encode("latin-1").ljust(width, b"\0") for name in names]
    made = header[:4]
    return b"".join([WthorHeader(*made, names=len(rows), board=0).pack(), *rows])


@cache
def moves_by_byte() -> tuple[Move | None, ...]:
    """By the byte in a row: the square, on whatever board, or None."""
    places = ((byte - 11) % 10 for byte in range(256)), ((byte - 11) // 10 for byte in range(256))
    return tuple(
        Move.at(column, row) if 0 <= row < 10 else None for column, row in zip(*places, strict=True)
    )


@cache
def _row(squares: int) -> Struct:
    return Struct(f"<HHHBB{squares}s")


def _amounts(said: int, found: int, what: str) -> str:
    return f"the header says {said} {what}, but the file holds {found}"
