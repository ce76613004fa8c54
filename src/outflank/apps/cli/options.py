"""Options that several commands have: board size and limits."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar, get_args

from cyclopts import Parameter, Token, convert

from ..._core import Position
from ...agents.options import split_options
from ...engine import MOST_LEVEL, Clock, Limit
from .errors import UsageError

Size = Annotated[int, Parameter(help="Squares a side: an even number from 4 to 16.", metavar="N")]
Number = Annotated[
    int,
    Parameter(name="--game", help="Which of the games or positions in a file.", metavar="N"),
]
Time = Annotated[float | None, Parameter(help="Seconds for a move.", metavar="SECONDS")]
Depth = Annotated[int | None, Parameter(help="Plies to search for a move.", metavar="N")]
ClockText = Annotated[
    str | None,
    Parameter(
        name="--clock", help="Minutes for a game, and seconds for each move.", metavar="MIN+SEC"
    ),
]
LevelNumber = Annotated[
    int | None,
    Parameter(name="--level", help=f"How strong the engine plays, 1 to {MOST_LEVEL}.", metavar="N"),
]
Unconfined = Annotated[
    bool,
    Parameter(help="Let code of student: and comp424: do whatever you may."),
]
Nodes = Annotated[int | None, Parameter(help="Nodes to search for a move.", metavar="N")]
Fresh = Annotated[bool, Parameter(help="Begin anew: drop what was kept before.")]


def check_fresh(fresh: bool, out: object) -> None:
    """Raises UsageError if results are to be dropped that are not kept."""
    if fresh and out is None:
        raise UsageError("--fresh drops the games in a file: name it with --out")


def how_to_go_on(out: object, fresh: bool) -> str:
    """How games that were stopped can go on, in a clause."""
    if not out:
        return "with --out FILE it could go on"
    return f"the same command {'without --fresh ' if fresh else ''}goes on from there"


def converted(kind: Any, tokens: Sequence[Token]) -> Any:
    """What was typed as the parser reads it, but that a fraction is no whole number."""
    if kind is int or int in get_args(kind):
        for token in tokens:
            int(token.value)
    return convert(kind, tokens)


def start_position(size: int) -> Position:
    """The start position on a board of that size."""
    try:
        return Position.initial(size)
    except ValueError as error:
        raise UsageError(str(error)) from error


def read_sizes(text: str) -> tuple[int, ...]:
    """Board sizes with commas between."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise UsageError(
            f"bad value {text!r} for --size: expected sizes such as 8 or 6,8"
        ) from None


def read_years(text: str) -> range:
    """One year, or the first and the last with a hyphen between."""
    match = re.fullmatch(r"([0-9]{4})(?:-([0-9]{4}))?", text)
    if not match:
        raise UsageError(f"bad value {text!r} for --year: expected a year or 1990-1999")
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise UsageError(f"bad value {text!r} for --year: the first year is after the last")
    return range(first, last + 1)


def read_words(text: str | None, option: str) -> str | None:
    """Words to look for, if the option is there."""
    if text is not None and not text.strip():
        raise UsageError(f"bad value {text!r} for {option}: expected a name, or a part of one")
    return text


L = TypeVar("L", Limit, Limit | None)


def limit_of(
    time: float | None,
    depth: int | None,
    nodes: int | None,
    default: L,
    clock: str | None = None,
) -> Limit | L:
    """The limit that the options ask for, or the default if they ask for none."""
    if time is None and depth is None and nodes is None and clock is None:
        return default
    if time is not None and clock is not None:
        raise UsageError("--time is for each move and --clock for a game: give one of them")
    try:
        shown = None if clock is None else Clock.parse(clock)
        return Limit(time=time, depth=depth, nodes=nodes, clock=shown)
    except ValueError as error:
        raise UsageError(str(error)) from error


MOST_PLIES = 30
_CONFINED = ("comp424", "student")
"""Agents whose code is confined unless it is said otherwise."""


def tell_of_depth(limit: Limit, empties: int, exact_from: int | None = None) -> None:
    """Says so if searches of positions with so many empty squares will hardly come to an end."""
    plies = min(max(limit.depth or 0, exact_from or 0), empties)
    if plies > MOST_PLIES and limit._replace(depth=None) == Limit():
        print(
            f"outflank: to look more than {MOST_PLIES} moves ahead may take longer than anyone"
            " waits: with --time 10 besides it ends after ten seconds",
            file=sys.stderr,
            flush=True,
        )


def freed(specs: Sequence[str], unconfined: bool) -> tuple[str, ...]:
    """The specs, with those of code in a process of its own unconfined if that is asked for."""
    if not unconfined:
        return tuple(specs)
    if not any(spec.partition(":")[0] in _CONFINED for spec in specs):
        raise UsageError(
            "--unconfined is for agents such as student:FILE.py:NAME and comp424:FILE.py: none "
            "plays here"
        )
    return tuple(map(_freed, specs))


def _freed(spec: str) -> str:
    name, _, rest = spec.partition(":")
    _, options = split_options(rest)
    if name not in _CONFINED or re.search(r"(^|,)\s*unconfined\s*=", options):
        return spec
    return f"{spec}{',' if options else ':'}unconfined=yes"


def at_level(agent: str, level: int | None) -> str:
    """The spec of an agent, of the engine at a level if that is asked for."""
    if level is None:
        return agent
    name, _, options = agent.partition(":")
    if name != "engine":
        raise UsageError(f"--level is for the engine alone: write engine:level={level} instead")
    if re.search(r"(^|,)\s*level\s*=", options):
        raise UsageError(f"the level is given twice: in {agent!r} and by --level {level}")
    return f"{agent},level={level}" if options else f"engine:level={level}"
