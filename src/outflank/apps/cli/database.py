"""`outflank database`: what was played in a position, in many games."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from json import dumps
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from platformdirs import user_data_path

from ...agents.failure import one_line
from ...database import Choices, Database, DatabaseError, Language, Source, opening_name
from ...database.build import found_sources
from ...formats import Problem, Record
from ...rules import Position
from ...rules.outcome import name_of
from ...rules.text import compact
from .bar import Bar
from .database_rows import HEADER, game_fields, line, move_fields, row, told
from .errors import UsageError
from .options import Number, Size, read_words, read_years, start_position
from .output import check_writable, tidily
from .sources import read_position
from .words import counted

_PROBLEMS_SHOWN = 20
_GAMES_A_STEP = 1000

File = Annotated[Path | None, Parameter(help="The database, if not the usual one.", metavar="FILE")]
Player = Annotated[
    str | None, Parameter(help="Only games of a player whose name has these words.", metavar="NAME")
]
Event = Annotated[
    str | None, Parameter(help="Only games of events whose name has these words.", metavar="NAME")
]
Year = Annotated[
    str | None,
    Parameter(help="Only games of this year, or of years such as 1990-1999.", metavar="YEARS"),
]
Json = Annotated[bool, Parameter(help="Print JSON instead.")]


def build(
    *files: Annotated[Path, Parameter(help="Files of games in any format, or folders of them.")],
    out: Annotated[
        Path | None, Parameter(help="Where to, if not the usual place.", metavar="FILE")
    ] = None,
) -> None:
    """Make the database of files of games, anew from all of them.

    They may be WTHOR, GGF, SGF, PGN, JSON or transcripts. WTHOR's names of players and tournaments
    are read from the files beside (.jou, .trn). What cannot be
    read is told and left out. The old database is in use until the new one is there.
    """
    if not files:
        raise UsageError("database build needs files of games, or a folder of them")
    path = _path(out)
    if str(path).strip() == "-":
        raise UsageError("a database cannot go to the output: name a file, --out FILE")
    if out is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    check_writable(path)
    problems = 0

    def show_problem(source: Source, problem: Problem) -> None:
        nonlocal problems
        problems += 1
        if problems <= _PROBLEMS_SHOWN:
            print(f"outflank: {one_line(f'{source.name}: {problem}')}", file=sys.stderr)

    with _sentences(), tidily():
        sources = found_sources(files)
        if any(Path(source.name).resolve() == path.resolve() for source in sources):
            raise UsageError(f"{str(path)!r} is read from: name another file with --out")
        with Bar("reading", "files", len(sources)) as bar:
            made = Database.build(path, _watched(sources, bar), on_problem=show_problem)
        if problems > _PROBLEMS_SHOWN:
            print(f"outflank: and {problems - _PROBLEMS_SHOWN} more", file=sys.stderr)
        with made:
            print(f"{counted(made.count(), 'game')}{_years(made)} in {path}")


def show(
    *position: Annotated[
        str, Parameter(help="Moves such as f5d6c3, a board, a file with either, or -.")
    ],
    player: Player = None,
    event: Event = None,
    year: Year = None,
    language: Annotated[
        Language, Parameter(help="Of the openings' names: en or ja.", metavar="NAME")
    ] = "en",
    number: Number = 1,
    size: Size = 8,
    database: File = None,
    json: Json = False,
) -> None:
    """Show what was played in a position, which may be turned and come about in any way.

    The score counts a win as a point and a draw as half of one; the margin is in discs. Both are
    means over the games whose result is known, for the side to move. Without a position it is the
    start.
    """
    text = " ".join(position).strip()
    seen = read_position(text, size, number) if text else start_position(size)
    choices = _choices(player, event, year)
    with _opened(database) as opened:
        games = opened.count(seen, **choices)
        moves = opened.moves(seen, **choices)
        why = "" if games else _why_none(opened, seen, choices)
    names = [opening_name(seen.play(found.move), language) for found in moves]
    name = opening_name(seen, language)
    if json:
        rows = [move_fields(found, of) for found, of in zip(moves, names, strict=True)]
        document = {"position": compact(seen), "games": games, "opening": name, "moves": rows}
        print(dumps(document, indent=2, ensure_ascii=False))
        return
    print(f"{told(games, 'come')} to this position, {name_of(seen.turn)} to move.")
    if name:
        print(f"Opening: {name}")
    if why:
        print(why)
    if moves:
        print(HEADER)
    for found, of in zip(moves, names, strict=True):
        print(row(found, games, of))
    if left := games - sum(found.games for found in moves):
        print(f"{told(left, 'end')} here.")


def games(
    *,
    moves: Annotated[
        str | None,
        Parameter(help="Only games that come to this position: moves or a board.", metavar="MOVES"),
    ] = None,
    player: Player = None,
    event: Event = None,
    year: Year = None,
    limit: Annotated[int, Parameter(help="The most to list.", metavar="N")] = 20,
    size: Size = 8,
    database: File = None,
    json: Json = False,
) -> None:
    """List games: year, players and result, the event, and the moves.

    With --json there is a line for each.
    """
    if limit < 1:
        raise UsageError(f"limit {limit}: expected a whole number above 0")
    position = None if moves is None else read_position(moves, size)
    choices = _choices(player, event, year)
    with _opened(database) as opened:
        found = list(islice(opened.games(position, **choices), limit))
        total = opened.count(position, **choices)
    for record in found:
        print(dumps(game_fields(record), ensure_ascii=False) if json else line(record))
    if not json:
        print(counted(total, "game") + (f", the first {limit} of them" if total > limit else ""))


def info(*, database: File = None, json: Json = False) -> None:
    """Say where the database is and what it was made of."""
    with _opened(database) as opened:
        path, sources = opened.path, opened.sources()
        count, years = opened.count(), _years(opened)
    if json:
        rows = [source._asdict() for source in sources]
        document = {"file": str(path), "games": count, "sources": rows}
        print(dumps(document, indent=2, ensure_ascii=False))
        return
    print(f"{counted(count, 'game')}{years} in {path}")
    print(f"{'games':>9}  {'problems':>8}  source")
    for source in sources:
        print(f"{source.games:>9,}  {source.problems:>8,}  {source.name}")


def _choices(player: str | None, event: str | None, year: str | None) -> Choices:
    return Choices(
        player=read_words(player, "--player"),
        event=read_words(event, "--event"),
        year=None if year is None else read_years(year),
    )


def _why_none(opened: Database, position: Position, choices: Choices) -> str:
    """Whether it is the choice of games or the position."""
    come = counted(opened.count(position), "game")
    if not any(choices.values()) or come == counted(0, "game"):
        return "Of all the games in the database none does."
    fitting = counted(opened.count(**choices), "game")
    return f"Without --player, --event and --year it is {come}; {fitting} in all fit these."


def _path(named: Path | None) -> Path:
    return user_data_path("outflank") / "games.db" if named is None else named


@contextmanager
def _opened(named: Path | None) -> Iterator[Database]:
    path = _path(named)
    if not path.exists():
        raise UsageError(
            f"there is no database {str(path)!r}: make it with outflank database build"
        )
    with _sentences(), Database(path) as opened:
        yield opened


@contextmanager
def _sentences() -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        raise UsageError(str(error)) from error


def _watched(sources: Iterable[Source], bar: Bar) -> Iterator[Source]:
    """The sources as they are, while a bar shows how many are read."""
    count = 0

    def shown(number: int, source: Source) -> Iterator[Record | Problem]:
        nonlocal count
        for found in source.records:
            if count % _GAMES_A_STEP == 0:
                bar.show(number, counted(count, "game"))
            count += 1
            yield found

    for number, source in enumerate(sources):
        yield Source(source.name, shown(number, source))


def _years(database: Database) -> str:
    years = database.years()
    if not years:
        return ""
    return f" of {years[0]}" if len(years) == 1 else f" of {years[0]} to {years[-1]}"
