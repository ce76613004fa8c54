"""The file of a book: SQLite, a row for each position, every change whole or not at all."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from weakref import finalize

from ...part import write_atomically
from .seats import BOARD_BYTES

_APPLICATION = 0x4F464C42
"""What tells the file from SQLite files of other programs."""
_VERSION = 1
"""Of the table."""

HUNDREDTHS = 100
"""Values are kept in hundredths of a disc."""
_LARGEST = 256 * HUNDREDTHS
_NO_MOVE = -1

_TABLES = f"""
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_VERSION};
CREATE TABLE position (
    board BLOB PRIMARY KEY,
    value INTEGER NOT NULL,  -- of the best move, for the side to move
    exact INTEGER NOT NULL,  -- whether the value is proved
    move INTEGER NOT NULL,   -- the best of the moves that lead out of the book, or -1
    leaf INTEGER NOT NULL,   -- what that is worth
    depth INTEGER NOT NULL   -- to how many plies it was searched; to all empty squares: proved
) WITHOUT ROWID;
CREATE TABLE board (size INTEGER NOT NULL);
"""


class BookError(ValueError):
    """A book that cannot be read, written or grown; the message is a sentence."""


class Row(NamedTuple):
    """What is stored of a position, besides its board."""

    value: int
    exact: int
    move: int
    """The square's number, row by row."""
    leaf: int
    depth: int


class Store:
    """The file. Raises BookError for whatever is wrong with it."""

    def __init__(self, path: Path, *, write: bool = False) -> None:
        self.path, self._writes = path, write
        if not path.is_file():
            raise BookError(f"there is no book {str(path)!r}")
        with self._told():
            mode = "mode=rw" if write else _reading(path.resolve())
            self._connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?{mode}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
        finalize(self, self._connection.close)  # for who forgets to
        try:
            with self._told():
                marks = [
                    self._number(f"PRAGMA {name}") for name in ("application_id", "user_version")
                ]
                if marks != [_APPLICATION, _VERSION]:
                    raise BookError(f"{str(path)!r} is no book of this version of Outflank")
                self.size = self._number("SELECT size FROM board")
                if self.size not in range(4, 17, 2):
                    raise ValueError(f"a board of size {self.size}")
                if write and (found := self._text("PRAGMA quick_check(1)")) != "ok":
                    raise ValueError(found)
                if write:  # no waiting for the disc after every change, and readers go on
                    self._connection.execute("PRAGMA journal_mode = WAL")
                    self._connection.execute("PRAGMA synchronous = NORMAL")
                self._seen = self._number("PRAGMA data_version")
        except BaseException:
            self.close()
            raise

    @staticmethod
    def create(path: Path, size: int) -> None:
        """Makes an empty book, if nothing is there; raises BookError if it cannot be written."""
        if path.exists():
            return
        try:
            with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
                connection.executescript(_TABLES)
                connection.execute("INSERT INTO board VALUES (?)", (size,))
                write_atomically(path, connection.serialize())
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or error
            raise BookError(f"cannot write {str(path)!r}: {reason}") from error

    def close(self) -> None:
        """Lets go of the file."""
        if self._writes:
            with suppress(
                sqlite3.Error, ValueError
            ):  # where somebody reads it keeps its journal beside it
                self._connection.execute("PRAGMA busy_timeout = 0")
                self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()

    def count(self) -> int:
        """How many positions there are."""
        with self._told():
            return self._number("SELECT count(*) FROM position")

    def row(self, board: bytes) -> Row | None:
        """What is stored of a position; None if it is not there."""
        query = "SELECT value, exact, move, leaf, depth FROM position WHERE board = ?"
        with self._told():
            found = self._connection.execute(query, (board,)).fetchone()
            return None if found is None else self._checked(board, found)

    def rows(self) -> Iterator[tuple[bytes, Row]]:
        """All positions, in the order of their boards."""
        with self._told():
            query = "SELECT board, value, exact, move, leaf, depth FROM position ORDER BY board"
            for board, *fields in self._connection.execute(query):
                yield board, self._checked(board, fields)

    def write(self, rows: Iterable[tuple[bytes, Row]]) -> None:
        """Puts positions in, all or none; BookError if another program has changed the file."""
        with self._told("write"):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                if self._number("PRAGMA data_version") != self._seen:
                    raise BookError(
                        f"another program writes the book {str(self.path)!r}: let it end first"
                    )
                self._connection.executemany(
                    "INSERT OR REPLACE INTO position VALUES (?, ?, ?, ?, ?, ?)",
                    ((board, *row) for board, row in rows),
                )
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def shrink(self) -> None:
        """Gives back the room in the file that is not used."""
        with self._told("write"):
            self._connection.execute("VACUUM")

    def _checked(self, board: object, fields: Iterable[object]) -> Row:
        numbers = [field for field in fields if isinstance(field, int)]
        if len(numbers) == 5 and isinstance(board, bytes):
            row = Row(*numbers)
            if (
                len(board) == BOARD_BYTES[self.size > 8]
                and max(abs(row.value), abs(row.leaf)) <= _LARGEST
                and _NO_MOVE <= row.move < self.size**2
                and 0 <= row.depth <= self.size**2
            ):
                return row
        raise ValueError("a row that is none of a position")

    def _number(self, query: str) -> int:
        return int(self._connection.execute(query).fetchone()[0])

    def _text(self, query: str) -> str:
        return str(self._connection.execute(query).fetchone()[0])

    @contextmanager
    def _told(self, verb: str = "read") -> Iterator[None]:
        """Says in a sentence what is wrong with the file."""
        try:
            yield
        except BookError:
            raise
        except (sqlite3.Error, OSError, ValueError, TypeError) as error:
            raise BookError(f"cannot {verb} the book {str(self.path)!r}: {error}") from error


def _reading(path: Path) -> str:
    """How SQLite is to open a file for reading, also one whose writer was killed.

    Such a file wants a journal beside it. Where none can be made and none is, it is whole without.
    """
    if os.access(path.parent, os.W_OK):
        return "mode=ro"
    with path.open("rb") as file:
        was_killed = file.read(20)[18:] == b"\2\2"
    journal, index = (path.with_name(f"{path.name}-{name}") for name in ("wal", "shm"))
    if was_killed and journal.exists() and not index.exists():
        raise ValueError(
            f"its last positions are in {journal.name!r}: copy both to where you may write"
        )
    return "mode=ro&immutable=1" if was_killed and not journal.exists() else "mode=ro"
