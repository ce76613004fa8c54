"""Games that are kept, with what the page needs to go on with them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, NamedTuple, get_args

from ...database import opening_name, opening_of
from ...database.names import Language
from ...database.words import plain
from ...formats import Record, read_json, write_json
from ...formats.results import discs_text
from ...rules import Game, Position
from ...rules.text import compact
from .store import Store

_SHOWN = (
    "id, revision, created, changed, size, black, white, event, date, result, plies, opening,"
    " line, review IS NOT NULL AS reviewed, json_extract(game, '$.on_time') IS NOT NULL AS on_time"
)
_TERM = re.compile(r"[^\s,;:\u2013]+(?:\s+[0-9]{1,3}(?![^\s,;:]))?")
"""What is searched for: a word, and the number behind it, as in level 2."""
_MOVES = re.compile(r"(?:[a-p](?:1[0-6]|[1-9])|--)+")
_SPECIAL = re.compile(r"[*?\[]")
_YEAR = 4
"""Digits."""


class ConflictError(Exception):
    """A game was saved by another page meanwhile."""

    def __init__(self, revision: int) -> None:
        super().__init__(revision)
        self.revision = revision


class Kept(NamedTuple):
    """A game of the library."""

    id: str
    revision: int
    """How often it was saved."""
    created: str
    changed: str
    record: Record
    state: Any
    """What the page keeps with it."""
    review: dict[str, Any] | None


class Library:
    """The games in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, records: Iterable[tuple[Record, Any]]) -> list[str]:
        """Keeps new games, all of them or none, and returns what they go by."""
        rows = [{**_row(*record), "id": token_hex(8)} for record in records]
        with self._store.writing() as connection:
            connection.executemany(_INSERT, rows)
        return [row["id"] for row in rows]

    def get(self, name: str) -> Kept | None:
        """A game; None if it is not there."""
        with self._store.reading() as connection:
            row = connection.execute("SELECT * FROM game WHERE id = ?", (name,)).fetchone()
        if row is None:
            return None
        fields = {name: row[name] for name in ("id", "revision", "created", "changed")}
        review = row["review"] and json.loads(row["review"])
        return Kept(
            **fields, record=_record(row["game"]), state=json.loads(row["state"]), review=review
        )

    def save(self, name: str, revision: int, record: Record, state: Any) -> int | None:
        """Keeps a game anew, and returns its revision; None if it is not there.

        With revision 0 it is a new one. What was saved already, by who did not hear of it, is
        no conflict. A review stays as long as the moves are those that were judged.
        """
        row = {**_row(record, state), "id": name}
        with self._store.writing() as connection:
            before = connection.execute(
                "SELECT revision, created, line, game, state, review FROM game WHERE id = ?",
                (name,),
            ).fetchone()
            if before is None:
                if revision:
                    return None
                connection.execute(_INSERT, row)
                return 1
            if (before["game"], before["state"]) == (row["game"], row["state"]):
                return int(before["revision"])
            if before["revision"] != revision:
                raise ConflictError(before["revision"])
            row |= {"created": before["created"], "revision": revision + 1}
            row["review"] = before["review"] if before["line"] == row["line"] else None
            connection.execute(_REPLACE, row)
            return revision + 1

    def keep_review(self, name: str, line: str, review: dict[str, Any]) -> bool:
        """Keeps a review with its game, unless that has other moves by now or is gone."""
        with self._store.writing() as connection:
            found = connection.execute(
                "UPDATE game SET review = ? WHERE id = ? AND line = ?",
                (json.dumps(review), name, line),
            )
            return found.rowcount > 0

    def delete(self, names: Iterable[str]) -> int:
        """Removes games; tells how many of them were there."""
        with self._store.writing() as connection:
            command = "DELETE FROM game WHERE id = ?"
            return sum(connection.execute(command, (name,)).rowcount for name in names)

    def search(
        self, words: str, size: int | None, first: int, count: int
    ) -> tuple[list[dict[str, Any]], int]:
        """Games that have all the words and that size, the latest first; and how many there are."""
        where, values = _where(words, size)
        with self._store.reading() as connection:
            total = connection.execute(f"SELECT count(*) FROM game{where}", values).fetchone()[0]
            rows = connection.execute(
                f"SELECT {_SHOWN} FROM game{where} ORDER BY changed DESC, id LIMIT ? OFFSET ?",
                (*values, count, first),
            )
            return [_shown(dict(row)) for row in rows], total

    def records(self, words: str, size: int | None) -> Iterator[Record]:
        """The same games themselves, the oldest first."""
        where, values = _where(words, size)
        with self._store.reading() as connection:
            for row in connection.execute(
                f"SELECT game FROM game{where} ORDER BY created, id", values
            ):
                yield _record(row["game"])


def start_text(start: Position) -> str:
    """A start in a line; empty if it is the usual one."""
    return "" if start == Position.initial(start.size) else compact(start)


def line_key(record: Record) -> str:
    """What tells whether two games have the same moves."""
    game = record.game
    return f"{game.start.size} {start_text(game.start)} {game.transcript(passes='--')}"


def openings_of(game: Game) -> dict[str, str | None]:
    """The names of a game's opening, by language."""
    named = {language: opening_of(game, language) for language in get_args(Language)}
    return {language: opening and opening.name for language, opening in named.items()}


def now() -> str:
    """The time, as it is kept."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _row(record: Record, state: Any) -> dict[str, Any]:
    game, tags = record.game, record.game.tags
    opening = opening_of(game)
    named = {opening_name(position, to) for position in game.positions for to in ("en", "ja")}
    size, result = game.start.size, discs_text(game)
    words = [*tags.values(), *filter(None, named), record.comment, f"{size}x{size}", result]
    moment = now()
    return {
        "revision": 1,
        "created": moment,
        "changed": moment,
        "size": size,
        "plies": len(game),
        "black": tags.get("Black", ""),
        "white": tags.get("White", ""),
        "event": tags.get("Event", ""),
        "date": tags.get("Date", ""),
        "result": "" if result == "*" else result,
        "opening": opening.name if opening else None,
        "words": plain(" ".join(words)),
        "line": line_key(record),
        "game": write_json(record),
        "state": json.dumps(state),
        "review": None,
    }


_COLUMNS = (
    "id",
    "revision",
    "created",
    "changed",
    "size",
    "plies",
    "black",
    "white",
    "event",
    "date",
    "result",
    "opening",
    "words",
    "line",
    "game",
    "state",
    "review",
)
_VALUES = f"INTO game ({', '.join(_COLUMNS)}) VALUES (:{', :'.join(_COLUMNS)})"
_INSERT = f"INSERT {_VALUES}"
_REPLACE = f"UPDATE game SET {', '.join(f'{name} = :{name}' for name in _COLUMNS)} WHERE id = :id"


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    size, _, rest = row.pop("line").partition(" ")
    start, _, moves = rest.rpartition(" ")
    game = Game.parse(moves, start=Position.parse(start) if start else None, size=int(size))
    flags = {name: bool(row[name]) for name in ("reviewed", "on_time")}
    return row | flags | {"openings": openings_of(game)}


def _record(text: str) -> Record:
    found = next(read_json([text]))
    assert isinstance(found, Record)
    return found


def _where(words: str, size: int | None) -> tuple[str, tuple[str | int, ...]]:
    clauses, values = list[str](), list[str | int]()
    for found in _TERM.findall(plain(words)):
        term = " ".join(found.split())
        before, after = _around(term) if term[-1].isdigit() else ("*", "*")
        clauses.append("' ' || words || ' ' GLOB ?")
        values.append(before + _SPECIAL.sub(r"[\g<0>]", term) + after)
        if _MOVES.fullmatch(term):
            clauses[-1] = f"({clauses[-1]} OR instr(line, ?) > 0)"
            values.append(term)
    if size is not None:
        clauses.append("size = ?")
        values.append(size)
    return (f" WHERE {' AND '.join(clauses)}" if clauses else ""), tuple(values)


def _around(term: str) -> tuple[str, str]:
    """What may stand around a term that ends with a number: not more of that, nor of a date."""
    alone = term.isdigit() and len(term) < _YEAR
    return ("*[^0-9a-z.-]" if alone else "*[^0-9]"), ("[^0-9a-z.-]*" if alone else "[^0-9]*")
