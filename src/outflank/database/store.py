"""The file of a database: SQLite, with tables about games and pages of their moves.

Where games come to a position is found by going through the moves of all, which the core does at
20,000,000 games a second and more. For that the moves of thousands of games lie together in pages.
"""

from __future__ import annotations

import sqlite3
import sys
from array import array
from collections.abc import Iterator
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

from .._core import visits
from ..rules import PASS, Move, Position, Shape
from ..rules.text import compact

APPLICATION = 0x4F464C4B
"""What tells the file from SQLite files of other programs."""
_APPLICATION_AT = 68
"""Where it is in the file, as four bytes, the highest first."""
VERSION = 1
"""Of the tables; a file with another one is built anew."""

TABLES = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  games INTEGER NOT NULL,
  problems INTEGER NOT NULL
);
CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES source,
  black INTEGER REFERENCES player,
  white INTEGER REFERENCES player,
  event INTEGER REFERENCES event,
  date TEXT,
  year INTEGER,
  result TEXT
);
CREATE TABLE page (
  first INTEGER PRIMARY KEY REFERENCES game,
  size INTEGER NOT NULL,
  start TEXT NOT NULL,
  squares BLOB NOT NULL,
  lengths BLOB NOT NULL,
  margins BLOB NOT NULL
);
"""
INDEXES = """
CREATE INDEX game_black ON game (black);
CREATE INDEX game_white ON game (white);
CREATE INDEX game_year ON game (year);
"""

GAMES_A_PAGE = 4096
ENDS, ELSEWHERE = 257, 65535
"""How a game goes on: not at all, and somewhere where the position is not."""
UNKNOWN, WON = -32768, 10_000
"""Margins of a game whose result is not known, and of one that Black won by an unknown margin; -WON
is the same for White."""

MOVES = (*Shape(16).squares, PASS)
"""Moves by the numbers that stand for them."""
NUMBERS = {move: number for number, move in enumerate(MOVES)}


class Page(NamedTuple):
    """Games that begin with the same position, one after the other."""

    first: int
    """The number of the first."""
    start: Position
    squares: bytes
    """What each disc is played on, as a number of a move; passes are left out."""
    lengths: bytes
    """How many discs are played in each game."""
    margins: array[int]
    """How many discs Black has more at the end of each game."""

    def visits(self, position: Position) -> memoryview:
        """By game, what it goes on with where it comes to a position: numbers of moves."""
        found = visits(position, self.start, self.squares, self.lengths)
        return memoryview(found).cast("H")

    def moves(self) -> Iterator[list[Move]]:
        """Of each game, without passes."""
        ends = accumulate(self.lengths, initial=0)
        for begin, end in pairwise(ends):
            yield [MOVES[number] for number in self.squares[begin:end]]


def write_page(connection: sqlite3.Connection, page: Page) -> None:
    """Put a page into the file."""
    margins = array("h", page.margins)
    if sys.byteorder == "big":
        margins.byteswap()
    connection.execute(
        "INSERT INTO page VALUES (?, ?, ?, ?, ?, ?)",
        (
            page.first,
            page.start.size,
            compact(page.start),
            page.squares,
            page.lengths,
            margins.tobytes(),
        ),
    )


def read_pages(connection: sqlite3.Connection, size: int | None = None) -> Iterator[Page]:
    """The pages of the file in order, all or those of a board size."""
    rows = connection.execute(
        "SELECT first, start, squares, lengths, margins FROM page"
        " WHERE size = ifnull(?, size) ORDER BY first",
        (size,),
    )
    for first, start, squares, lengths, stored in rows:
        margins = array("h", stored)
        if sys.byteorder == "big":
            margins.byteswap()
        yield Page(first, Position.parse(start), squares, lengths, margins)


def open_store(path: Path) -> sqlite3.Connection:
    """A connection that only reads. Raises sqlite3.Error for what is no database."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True, check_same_thread=False)


def is_store(path: Path) -> bool:
    """Whether a file is a database of Outflank, of any version. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(_APPLICATION_AT + 4)
    return head.startswith(b"SQLite format 3\0") and head[_APPLICATION_AT:] == APPLICATION.to_bytes(
        4
    )
