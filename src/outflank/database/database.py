"""A database of games: what was played in a position, by whom, and how it ended."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypedDict, Unpack

from ..formats import Problem, Record
from ..formats.results import Result, parse_result
from ..rules import Game, Move, Position
from .build import DatabaseError, Source, build, found_sources
from .continuations import Continuation, continuations
from .store import (
    APPLICATION,
    ELSEWHERE,
    ENDS,
    VERSION,
    Page,
    open_store,
    read_pages,
)
from .words import has_words

_Conditions = dict[str, tuple[str | int, ...]]
"""What must hold of a game, in SQL, and the values in it."""


class Contents(NamedTuple):
    """What a database holds of a source."""

    name: str
    games: int
    problems: int
    """What was wrong in it; games that cannot be read are left out."""


class Choices(TypedDict, total=False):
    """Which games are meant: those that fit all of these."""

    player: str | None
    """Black's or White's name has these words, in any order, accents and capitals aside."""
    event: str | None
    """So has the event's."""
    year: int | range | None


class Database:
    """A file made by `build`, which others may read or build anew at the same time.

    Positions are found however they came about and however they are turned. Errors of every method
    raise DatabaseError.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise DatabaseError(f"there is no database {str(path)!r}")
        with self._told():
            self._connection = open_store(self.path)
        try:
            with self._told():
                self._connection.create_function("includes", 2, has_words, deterministic=True)
                marks = [
                    self._number(f"PRAGMA {name}") for name in ("application_id", "user_version")
                ]
            if marks != [APPLICATION, VERSION]:
                raise DatabaseError(
                    f"{str(path)!r} is no database of this version of Outflank: build it anew"
                )
        except BaseException:
            self.close()
            raise

    @classmethod
    def build(
        cls,
        path: str | Path,
        sources: Iterable[str | Path | Source],
        *,
        on_problem: Callable[[Source, Problem], object] = lambda source, problem: None,
    ) -> Database:
        """Make a database of WTHOR files, folders of them, and any other records, and open it.

        What is wrong in a source goes to `on_problem`, and the rest of it is taken. Until all is
        done the file is what it was; one that is no database of Outflank is refused. Games that two
        sources have are there twice.
        """
        build(Path(path), found_sources(sources), on_problem)
        return cls(path)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Database:
        """Return the database itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the file."""
        self.close()

    def sources(self) -> list[Contents]:
        """What the database was made of."""
        with self._told():
            rows = self._connection.execute("SELECT name, games, problems FROM source ORDER BY id")
            return list(map(Contents._make, rows))

    def years(self) -> range:
        """From the year of the oldest game to that of the newest; empty if none is known."""
        with self._told():
            rows = self._connection.execute("SELECT min(year), max(year) FROM game")
            first, last = rows.fetchone()
        return range(first, last + 1) if first is not None else range(0)

    def count(self, position: Position | None = None, **choices: Unpack[Choices]) -> int:
        """How many games there are, that come to a position if there is one."""
        conditions = _conditions(**choices)
        _check(position)
        with self._told():
            chosen = self._chosen(conditions)
            if position is not None:
                visits = self._visits(position, chosen)
                return sum(len(codes) - codes.count(ELSEWHERE) for _, codes in visits)
            return self._number("SELECT count(*) FROM game") if chosen is None else len(chosen)

    def moves(self, position: Position, **choices: Unpack[Choices]) -> list[Continuation]:
        """What was played in a position, most games first; games that end there do not count."""
        conditions = _conditions(**choices)
        _check(position)
        tally: Counter[tuple[int, int]] = Counter()
        with self._told():
            for page, codes in self._visits(position, self._chosen(conditions)):
                tally.update(zip(codes, page.margins, strict=True))
        return continuations(position, tally)

    def games(
        self, position: Position | None = None, **choices: Unpack[Choices]
    ) -> Iterator[Record]:
        """The games that there are, in the order of the sources, each as it is asked for."""
        conditions = _conditions(**choices)
        _check(position)
        with self._told():
            chosen = self._chosen(conditions)
            for page, codes in self._visits(position, chosen):
                for index, (code, moves) in enumerate(zip(codes, page.moves(), strict=True)):
                    if code != ELSEWHERE:
                        yield self._record(page.first + index, page.start, moves)

    def _visits(
        self, position: Position | None, chosen: set[int] | None
    ) -> Iterator[tuple[Page, list[int]]]:
        """Pages, and how each of their games goes on; ELSEWHERE for those that are not meant."""
        size = None if position is None else position.size
        for page in read_pages(self._connection, size):
            if position is None:
                codes = [ENDS] * len(page.lengths)
            else:
                codes = page.visits(position).tolist()
            if chosen is not None:
                numbered = enumerate(codes, page.first)
                codes = [code if number in chosen else ELSEWHERE for number, code in numbered]
            yield page, codes

    def _chosen(self, conditions: _Conditions) -> set[int] | None:
        """The numbers of the games that fit; None for all games."""
        if not conditions:
            return None
        query = f"SELECT id FROM game WHERE {' AND '.join(conditions)}"
        values = [value for values in conditions.values() for value in values]
        return {number for (number,) in self._connection.execute(query, values)}

    def _record(self, number: int, start: Position, moves: list[Move]) -> Record:
        row = self._connection.execute(
            "SELECT black.name, white.name, event.name, date, result FROM game"
            " LEFT JOIN player AS black ON black.id = black"
            " LEFT JOIN player AS white ON white.id = white"
            " LEFT JOIN event ON event.id = event WHERE game.id = ?",
            (number,),
        ).fetchone()
        names = ("Black", "White", "Event", "Date", "Result")
        tags = {name: value for name, value in zip(names, row, strict=True) if value is not None}
        stated = parse_result(tags.get("Result", "")) or Result()
        return Record(Game(start, moves, tags, *stated.lost))

    def _number(self, query: str) -> int:
        return int(self._connection.execute(query).fetchone()[0])

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Says in a sentence what is wrong with the file."""
        try:
            yield
        except DatabaseError:
            raise
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise DatabaseError(f"cannot read the database {str(self.path)!r}: {error}") from error


def _check(position: object) -> None:
    if not (position is None or isinstance(position, Position)):
        raise TypeError(f"{position!r}: expected a Position, as in Game.parse('f5d6').position")


def _conditions(
    player: str | None = None, event: str | None = None, year: int | range | None = None
) -> _Conditions:
    conditions: _Conditions = {}
    if player is not None:
        named = "(SELECT id FROM player WHERE includes(name, ?))"
        conditions[f"(black IN {named} OR white IN {named})"] = player, player
    if event is not None:
        conditions["event IN (SELECT id FROM event WHERE includes(name, ?))"] = (event,)
    if year is not None:
        years = range(year, year + 1) if isinstance(year, int) else year
        conditions["year >= ? AND year < ?"] = years.start, years.stop
    return conditions
