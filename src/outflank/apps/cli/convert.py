"""`outflank convert`: games and positions from any format into any other."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ...agents.failure import one_line
from ...formats import Problem
from ...rules.text import DIALECTS
from .bar import Bar
from .errors import UsageError
from .filters import Filter, parse_line, parse_wanted_result
from .options import read_words, read_years
from .output import check_writable, tidily, writing
from .outputs import files_of, output_to, target_of
from .sources import Source
from .tally import Tally

_INCOMPLETE = 1
_MEGABYTE = 1_000_000
_OFTEN = 200
"""How many games are read until the bar moves again."""


def convert(
    *files: Annotated[
        str, Parameter(help="What to read: files, moves, boards or -. Last, what to write.")
    ],
    to: Annotated[
        str | None,
        Parameter(help="The output's format, if its ending does not say.", metavar="NAME"),
    ] = None,
    player: Annotated[
        str | None,
        Parameter(help="Only games of a player whose name has these words.", metavar="NAME"),
    ] = None,
    year: Annotated[
        str | None, Parameter(help="Only games of a year, or 1999-2003.", metavar="YEAR")
    ] = None,
    moves: Annotated[
        str | None, Parameter(help="Only games that begin so, mirrored or not.", metavar="MOVES")
    ] = None,
    result: Annotated[
        str | None,
        Parameter(help="Only games with it: black, white, draw or 64-0.", metavar="RESULT"),
    ] = None,
    size: Annotated[
        int | None, Parameter(help="Only on boards of N squares a side.", metavar="N")
    ] = None,
    number: Annotated[
        int | None,
        Parameter(
            name="--game",
            help="Only the game or position of this number in each file.",
            metavar="N",
        ),
    ] = None,
    dialect: Annotated[
        str | None,
        Parameter(
            help="How the boards that are read are spelled, such as egaroucid.", metavar="NAME"
        ),
    ] = None,
    force: Annotated[bool, Parameter(help="Replace an output that is there.")] = False,
) -> int:
    """Convert games and positions from any format into any other.

    What is read is recognised by what is in it: WTHOR, GGF, SGF, PGN, JSON, OBF, boards or moves.
    The output's ending says what is written: .wtb, .ggf, .sgf, .pgn, .json, .obf, .txt (moves), or
    a picture, .svg or .png; --to also has board. What is lost on the way is reported. The exit
    status is 1 if anything could not be read or written.
    """
    if len(files) < 2:
        raise UsageError("convert needs files to read and one to write, as in: a.ggf b.wtb out.sgf")
    *words, out = (word.strip() if word.startswith(" -") else word for word in files)
    kind = target_of(to, Path(out))
    outputs = files_of(kind, Path(out))
    _check(words, outputs, force)
    if number is not None and number < 1:
        raise UsageError(f"game {number}: expected a whole number above 0")
    if dialect not in (None, *DIALECTS):
        raise UsageError(f"unknown dialect {dialect!r}: there are {', '.join(DIALECTS)}")
    wanted = Filter(
        read_words(player, "--player"),
        None if year is None else read_years(year),
        None if moves is None else parse_line(moves, size or 8),
        None if result is None else parse_wanted_result(result),
        size,
    )
    sources = [Source(word, size or 8, dialect) for word in words]
    tally = Tally()
    total = sum(source.total for source in sources)
    only = sources[0].path if len(sources) == 1 else None
    with (
        tidily(),
        writing(Path(out)),
        closing(output_to(kind, Path(out), only)) as output,
        Bar("converting", "MB", total // _MEGABYTE) as bar,
    ):
        done = 0
        for source in sources:
            for seen, (count, place, answer) in enumerate(source):
                if isinstance(answer, Problem):
                    tally.note(answer, place)
                elif number not in (None, count) or not wanted.accepts(answer):
                    tally.skip(place, wanted.unclear(answer))
                else:
                    tally.write(answer, place, output)
                if seen % _OFTEN == 0:
                    bar.show((done + source.done) // _MEGABYTE, f"{tally.games:,} games")
            done += source.total
        if tally.written:
            for what, count in output.finish().items():
                tally.dropped.add(what, "", count)
    print("\n".join(map(one_line, tally.lines(_listed(outputs)))), file=sys.stderr, flush=True)
    return 0 if tally.written and tally.is_complete else _INCOMPLETE


def _check(words: Sequence[str], outputs: Sequence[Path], force: bool) -> None:
    if words.count("-") > 1:
        raise UsageError("the standard input can be read only once")
    for path in outputs:
        check_writable(path)
        if str(path) != "-" and path.is_file() and not force:
            raise UsageError(f"{str(path)!r} is there already: --force replaces it")


def _listed(outputs: Sequence[Path]) -> str:
    *others, last = map(str, outputs)
    return f"{', '.join(others)} and {last}" if others else last
