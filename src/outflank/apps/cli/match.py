"""`outflank match`: agents against each other, with statistics that one can trust."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ...engine import Limit
from ...tournament import (
    MatchError,
    OpeningError,
    Plan,
    PlanError,
    Record,
    Sprt,
    Standing,
    game_line,
    report,
    run_match,
    running_line,
    to_csv,
    to_json,
    to_transcripts,
)
from ...tournament import replay as play_again
from .errors import UsageError
from .options import (
    ClockText,
    Depth,
    Fresh,
    Nodes,
    Time,
    Unconfined,
    check_fresh,
    freed,
    how_to_go_on,
    limit_of,
    read_sizes,
    tell_of_depth,
)
from .output import LiveLine, check_results, note, quietly, results_path, write_result

_DEFAULT = Limit(time=0.1)
_COURSE = Limit(time=2.0)
"""The rule of the COMP424 course, for matches of its agents."""


def match(
    *agents: Annotated[
        str, Parameter(help="Two agents, or more for a round robin; see 'outflank agents'.")
    ],
    games: Annotated[
        int, Parameter(help="Games for each pairing and size, an even number.", metavar="N")
    ] = 100,
    size: Annotated[
        str, Parameter(help="Board sizes, with commas between.", metavar="N,...")
    ] = "8",
    openings: Annotated[
        str, Parameter(help="start, random:PLIES, balanced:PLIES or xot:FILE.", metavar="KIND")
    ] = "random:8",
    time: Time = None,
    clock: ClockText = None,
    depth: Depth = None,
    nodes: Nodes = None,
    seed: Annotated[int, Parameter(help="For everything random.", metavar="N")] = 1,
    jobs: Annotated[int, Parameter(help="Games to play at a time.", metavar="N")] = 1,
    sprt: Annotated[
        str | None,
        Parameter(help="Stop when one of two Elo differences is accepted.", metavar="ELO0,ELO1"),
    ] = None,
    out: Annotated[
        str | None,
        Parameter(help="Keep the games here; the same command then goes on.", metavar="FILE"),
    ] = None,
    fresh: Fresh = False,
    json: Annotated[
        Path | None, Parameter(help="Write the results as JSON.", metavar="FILE")
    ] = None,
    csv: Annotated[
        Path | None, Parameter(help="Write a row a game as CSV.", metavar="FILE")
    ] = None,
    games_out: Annotated[
        Path | None, Parameter(help="Write the games, for outflank analyze.", metavar="FILE")
    ] = None,
    replay: Annotated[
        int | None, Parameter(help="Play this game of the match again, and only it.", metavar="N")
    ] = None,
    unconfined: Unconfined = False,
) -> None:
    """Let agents play a match, each against each.

    Every opening is played twice, with colours swapped. Without a limit, a move gets 0.1 seconds,
    from presets too whose usual limit is another; 2 seconds where an agent of the COMP424 course
    plays. A limit in an agent's spec, as in engine:depth=6, wins over the match's. Moves that take
    longer are counted and reported; one that takes over 0.5 seconds longer loses the game. With a
    clock such as 1+0.5 each side has that for a game. --out refuses to go on if a file of an agent,
    or this program, has changed since.
    """
    check_fresh(fresh, out)
    try:
        plan = Plan(
            freed(agents, unconfined),
            games,
            read_sizes(size),
            openings,
            limit_of(time, depth, nodes, _usual(agents), clock),
            seed,
            None if sprt is None else _sprt(sprt),
        )
        tell_of_depth(plan.limit, max(plan.sizes) ** 2)
        if replay is not None:
            record = quietly(lambda: play_again(plan, replay))
            print(f"{record.moves}\n{game_line(plan, record)}")
            return
        files = {
            "--json": (to_json, json),
            "--csv": (to_csv, csv),
            "--games-out": (to_transcripts, games_out),
        }
        asked = {name: (write, path) for name, (write, path) in files.items() if path is not None}
        kept = None if out is None else results_path(out)
        check_results({name: path for name, (_, path) in asked.items()}, kept)
        _run(plan, jobs, kept, fresh, list(asked.values()))
    except (PlanError, OpeningError) as error:
        raise UsageError(str(error)) from error


def _usual(agents: tuple[str, ...]) -> Limit:
    return _COURSE if any(spec.startswith("comp424:") for spec in agents) else _DEFAULT


def _sprt(text: str) -> Sprt:
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise UsageError(f"bad value {text!r} for --sprt: expected ELO0,ELO1 as in 0,10") from None
    try:
        return Sprt(elo0, elo1)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _run(
    plan: Plan,
    jobs: int,
    out: Path | None,
    fresh: bool,
    asked: Sequence[tuple[Callable[[Standing], str], Path]],
) -> None:
    stopped = how_to_go_on(out, fresh)
    line = LiveLine()

    def show(standing: Standing, record: Record) -> None:
        if record.fault:
            line.tell(game_line(plan, record))
        line.show(lambda: running_line(standing))

    try:
        standing = quietly(
            lambda: run_match(plan, jobs=jobs, out=out, fresh=fresh, on_game=show, on_note=note)
        )
    except MatchError as error:
        raise UsageError(f"the match stopped: {error}; {stopped}") from error
    finally:
        line.clear()
    if all(str(path) != "-" for _, path in asked):
        print(report(standing))
    for write, path in asked:
        write_result(path, write(standing))
    if standing.interrupted:
        sys.stdout.flush()
        done = f"{len(standing.records)} of {plan.total} games"
        print(f"outflank: stopped after {done}: {stopped}", file=sys.stderr)
        raise KeyboardInterrupt
