"""The library's file: SQLite, where what is written stays written whatever happens to us."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from platformdirs import user_data_path

_APPLICATION = 0x4F46424C
"""What tells the files from others' (OFBL)."""
_VERSION = 1
_PATIENCE = 10.0
"""Seconds to wait for another process that writes."""

_TABLES = """
CREATE TABLE game (
    id TEXT PRIMARY KEY, revision INTEGER NOT NULL, created TEXT NOT NULL, changed TEXT NOT NULL,
    size INTEGER NOT NULL, plies INTEGER NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,
    event TEXT NOT NULL, date TEXT NOT NULL, result TEXT NOT NULL, opening TEXT,
    words TEXT NOT NULL, line TEXT NOT NULL, game TEXT NOT NULL, state TEXT NOT NULL, review TEXT
);
CREATE INDEX game_changed ON game (changed);
CREATE TABLE puzzle (
    id INTEGER PRIMARY KEY, position TEXT NOT NULL UNIQUE, size INTEGER NOT NULL,
    empties INTEGER NOT NULL, game TEXT REFERENCES game ON DELETE SET NULL, fields TEXT NOT NULL,
    tried INTEGER NOT NULL DEFAULT 0, solved INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE match (
    id TEXT PRIMARY KEY, created TEXT NOT NULL, plan TEXT NOT NULL, state TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE match_game (
    match TEXT NOT NULL REFERENCES match ON DELETE CASCADE, number INTEGER NOT NULL,
    record TEXT NOT NULL, PRIMARY KEY (match, number)
) WITHOUT ROWID;
"""


def default_library() -> Path:
    """Where games are kept."""
    return user_data_path("outflank") / "library.db"


class StoreError(Exception):
    """A file that cannot be used; the message is one sentence."""


class Store:
    """Opens the file for each thing that is done, so that threads need no locks."""

    def __init__(self, path: Path) -> None:
        """Makes the file if it is not there. Raises StoreError."""
        self.path = path
        if path.exists() and not path.is_file():
            raise StoreError(f"cannot keep games in {str(path)!r}: it is no file")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._connect()) as connection:
                self._prepare(connection)
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or error
            raise StoreError(f"cannot keep games in {str(path)!r}: {reason}") from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection to ask; all questions see the same moment."""
        with closing(self._connect()) as connection:
            connection.execute("BEGIN")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection to write; all is done at the end, or nothing of it if that raises."""
        with closing(self._connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        names = ("application_id", "user_version")
        marks = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
        if marks == [0, 0] and not connection.execute("SELECT * FROM sqlite_master").fetchone():
            for statement in filter(str.strip, _TABLES.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {_VERSION}")
        elif marks != [_APPLICATION, _VERSION]:
            connection.execute("ROLLBACK")
            raise StoreError(
                f"{str(self.path)!r} is no library of this version of Outflank: name another"
            )
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")  # not before it is known to be ours
