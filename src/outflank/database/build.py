"""A database made from sources: the whole file or nothing, and the old one until it is there."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from ..formats import Entry, Problem, Record, read
from ..formats.dates import unclear_year, year_of
from ..formats.ggf_writer import SUFFIXES
from ..formats.results import result_of, told_by_tag
from ..part import Part
from ..rules import Color, Game, Position
from .store import GAMES_A_PAGE, INDEXES, NUMBERS, TABLES, UNKNOWN, WON, Page, is_store, write_page

_GAMES = (".wtb", ".ggf", ".sgf", ".pgn", ".json", ".jsonl")
"""How files end that are taken from a folder."""
_MOST_WAITING = 100_000
"""Games in open pages, of which there may be as many as ways to start."""


class DatabaseError(ValueError):
    """A database that cannot be built or read; the message is a sentence."""


class Source(NamedTuple):
    """Games to put into a database."""

    name: str
    """Such as the file's, to show where games come from."""
    records: Iterable[Record | Problem]


def found_sources(named: Iterable[str | Path | Source]) -> list[Source]:
    """Sources as they are, and the files that are named or of games in a folder, each file once.

    Raises DatabaseError for a name of which there is no such thing.
    """
    found: dict[object, Source] = {}
    for item in named:
        if isinstance(item, Source):
            found[object()] = item
            continue
        path = Path(item)
        files = [path]
        if path.is_dir():
            files = sorted(p for p in path.iterdir() if p.suffix.lower() in _GAMES and p.is_file())
            if not files:
                raise DatabaseError(
                    f"there is no file of games ({', '.join(_GAMES)}) in {str(path)!r}"
                )
        for file in files:
            found[file.resolve()] = _source(file)
    return list(found.values())


def build(
    path: Path, sources: Iterable[Source], on_problem: Callable[[Source, Problem], object]
) -> None:
    """See Database.build."""
    try:
        if path.exists() and not (path.is_file() and (path.stat().st_size == 0 or is_store(path))):
            raise DatabaseError(f"cannot replace {str(path)!r}: it is no database of Outflank")
    except OSError as error:
        raise DatabaseError(f"cannot write {str(path)!r}: {error.strerror}") from error
    with closing(Part(path)) as part:
        try:
            part.finish()
        except OSError as error:
            raise DatabaseError(f"cannot write {str(path)!r}: {error.strerror}") from error
        try:
            _fill(part.path, sources, on_problem)
        except sqlite3.Error as error:
            raise DatabaseError(f"cannot write {str(path)!r}: {error}") from error
        part.commit()


def _fill(
    path: Path, sources: Iterable[Source], on_problem: Callable[[Source, Problem], object]
) -> None:
    # Nobody else writes there; on a file server SQLite's locks would clash with that of the Part.
    address = f"{path.absolute().as_uri()}?nolock=1"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        # What is half written is thrown away, so nothing must be there to take it back.
        connection.executescript(f"PRAGMA journal_mode = OFF; {TABLES}")
        connection.execute("BEGIN")
        builder = _Builder(connection)
        for source in sources:
            builder.add(source, on_problem)
        if not builder.finish():
            raise DatabaseError("there are no games in the sources, so nothing was built")
        connection.execute("COMMIT")
        connection.executescript(INDEXES)


class _Builder:
    """Fills the tables, a page of games at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._players = _Ids()
        self._events = _Ids()
        self._sources = 0
        self._pages: dict[Position, _OpenPage] = {}
        self._waiting = 0
        """Games in open pages."""
        self._written = 0

    def add(self, source: Source, on_problem: Callable[[Source, Problem], object]) -> None:
        """Take in the games of a source."""
        self._sources += 1
        games = problems = unclear = 0
        odd: Problem | None = None
        for found in source.records:
            if isinstance(found, Problem):
                problems += 1
                on_problem(source, found)
            else:
                games += 1
                self._take(found.game)
                if reason := unclear_year(found.game.tags.get("Date", "")):
                    unclear += 1
                    odd = odd or Problem(found.line, reason, games, harmless=True)
        if odd is not None:
            others = f" ({unclear:,} times)" if unclear > 1 else ""
            on_problem(source, odd._replace(reason=f"{odd.reason}{others}"))
        self._connection.execute(
            "INSERT INTO source VALUES (?, ?, ?, ?)",
            (self._sources, _text(source.name), games, problems),
        )

    def finish(self) -> int:
        """Write what is left, and return how many games there are."""
        for start in list(self._pages):
            self._close(start)
        for table, ids in (("player", self._players), ("event", self._events)):
            rows = ((number, name) for name, number in ids.items())
            self._connection.executemany(f"INSERT INTO {table} VALUES (?, ?)", rows)
        return self._written

    def _take(self, game: Game) -> None:
        page = self._pages.setdefault(game.start, _OpenPage())
        page.add(game, self._row(game))
        self._waiting += 1
        if len(page.rows) == GAMES_A_PAGE:
            self._close(game.start)
        elif self._waiting == _MOST_WAITING:
            for start in list(self._pages):
                self._close(start)

    def _row(self, game: Game) -> tuple[int | str | None, ...]:
        tags = game.tags
        date = tags.get("Date")
        return (
            self._sources,
            self._players.number(tags.get("Black")),
            self._players.number(tags.get("White")),
            self._events.number(tags.get("Event")),
            _text(date),
            year_of(date or ""),
            _text(_result(game)),
        )

    def _close(self, start: Position) -> None:
        page = self._pages.pop(start)
        first = self._written + 1
        self._connection.executemany(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            ((first + index, *row) for index, row in enumerate(page.rows)),
        )
        lengths = bytes(page.lengths)
        write_page(self._connection, Page(first, start, bytes(page.squares), lengths, page.margins))
        self._written += len(page.rows)
        self._waiting -= len(page.rows)


class _OpenPage:
    """A page that has room for more games."""

    def __init__(self) -> None:
        self.rows: list[tuple[int | str | None, ...]] = []
        self.squares = bytearray()
        self.lengths = bytearray()
        self.margins = array("h")

    def add(self, game: Game, row: tuple[int | str | None, ...]) -> None:
        """Put a game in, and its row of the table of games."""
        squares = [NUMBERS[move] for move in game.moves if not move.is_pass]
        self.rows.append(row)
        self.squares += bytes(squares)
        self.lengths.append(len(squares))
        self.margins.append(_margin(game))


class _Ids(dict[str, int]):
    """Numbers for names, from 1."""

    def number(self, name: str | None) -> int | None:
        """The name's, which it gets now if it is new; None for none."""
        name = _text(name)
        return self.setdefault(name, len(self) + 1) if name else None


def _text(text: str | None) -> str | None:
    """What can be stored of it: halves of surrogate pairs cannot."""
    return text and text.encode(errors="replace").decode()


def _result(game: Game) -> str | None:
    """The result as a tag states it, in which how the game ended must be; None if there is none."""
    text = game.tags.get("Result")
    if text and told_by_tag(game):
        return text
    outcome = game.result
    if outcome is not None and outcome.resigned is None:
        return text or f"{outcome.black}-{outcome.white}"
    margin, ending = _margin(game), result_of(game).ending
    return f"{margin:+}:{SUFFIXES[ending]}" if ending else text


def _margin(game: Game) -> int:
    result = result_of(game)
    if result.margin is not None:
        return round(result.margin)
    if result.winner is None:
        return UNKNOWN
    margin = game.start.shape.area if result.ending else WON
    return margin if result.winner is Color.BLACK else -margin


def _source(file: Path) -> Source:
    if not file.is_file():
        raise DatabaseError(f"there is no file {str(file)!r}")
    return Source(str(file), _records(file))


def _records(file: Path) -> Iterator[Record | Problem]:
    for number, item in enumerate(read(file), 1):
        if isinstance(item, Entry):
            yield Problem(0, "a position is no game", number)
        else:
            yield item
