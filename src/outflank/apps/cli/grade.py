"""`outflank grade`: an agent of yours against a ladder of ours, and a report to learn from."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated

from cyclopts import Parameter

from ...agents.imports import absent
from ...agents.registry import find
from ...tournament import (
    MatchError,
    OpeningError,
    Plan,
    PlanError,
    Record,
    Standing,
    run_match,
    to_transcripts,
)
from ...tournament.grade import LADDER, SIZES, Grade, grade_plan, missing_of, seconds_left
from ...tournament.grade import grade as grade_of
from ...tournament.grade_against import Against, Earlier, compare, read_earlier
from ...tournament.grade_export import grade_to_json
from ...tournament.grade_graph import time_png, time_svg
from ...tournament.grade_mistakes import Review, find_mistakes
from ...tournament.grade_report import sections
from .errors import UsageError
from .options import Fresh, Unconfined, check_fresh, freed, how_to_go_on, read_sizes
from .output import (
    LiveLine,
    check_graph,
    check_results,
    note,
    quietly,
    results_path,
    tidily,
    write_result,
    write_together,
    writing,
)
from .terminal import bold

_PICTURES = {".svg": lambda graded: f"{time_svg(graded)}\n".encode(), ".png": time_png}


def grade(
    file: Annotated[
        str,
        Parameter(help="FILE.py of the COMP424 course, FILE.py:NAME, or any agent's spec."),
    ],
    /,
    *,
    size: Annotated[str, Parameter(help="Board sizes, with commas between.", metavar="N,...")] = (
        ",".join(map(str, SIZES))
    ),
    games: Annotated[
        int, Parameter(help="Games for each opponent and size, an even number.", metavar="N")
    ] = 2,
    time: Annotated[
        float, Parameter(help="Seconds for each of its moves.", metavar="SECONDS")
    ] = 2.0,
    minutes: Annotated[float, Parameter(help="Begin no game after so many.", metavar="N")] = 30.0,
    seed: Annotated[int, Parameter(help="For everything random.", metavar="N")] = 1,
    jobs: Annotated[int, Parameter(help="Games to play at a time.", metavar="N")] = 1,
    out: Annotated[
        str | None,
        Parameter(help="Keep the games here; the same command then goes on.", metavar="FILE"),
    ] = None,
    fresh: Fresh = False,
    json: Annotated[
        Path | None,
        Parameter(help="Write it all as JSON instead; --json=- for here.", metavar="FILE"),
    ] = None,
    games_out: Annotated[
        Path | None, Parameter(help="Write the games, for outflank analyze.", metavar="FILE")
    ] = None,
    against: Annotated[
        Path | None,
        Parameter(help="Compare with the games that an earlier --out kept.", metavar="FILE"),
    ] = None,
    graph: Annotated[
        Path | None,
        Parameter(help="Draw the seconds by move number, .svg or .png.", metavar="FILE"),
    ] = None,
    unconfined: Unconfined = False,
) -> None:
    """Play an agent against a ladder of opponents, and print a report to learn from.

    A FILE.py of the COMP424 course plays as it stands, in a process of its own; so does the class
    or function NAME in FILE.py:NAME. The opponents go from random to the engine; games begin after
    4 random moves. The report shows the points by opponent and size, the time that moves took, all
    faults, and the worst mistakes with the better move. Ctrl-C ends the games and reports on those
    played.
    """
    if not minutes > 0:
        raise UsageError(f"minutes {minutes:g}: expected a number above 0")
    check_fresh(fresh, out)
    if graph is not None:
        check_graph(graph, _PICTURES)
    named = (("--json", json), ("--games-out", games_out), ("--graph", graph))
    asked = {name: path for name, path in named if path}
    kept = None if out is None else results_path(out)
    check_results(asked, kept)
    try:
        earlier = None if against is None else _earlier(against, kept)
        (spec,) = freed([spec_of(file)], unconfined)
        plan = grade_plan(spec, read_sizes(size), games, time, seed)
        for module in missing_of(plan.agents[0]):
            print(f"outflank: {file} {absent(module)}", file=sys.stderr)
        standing = _play(plan, jobs, kept, fresh, 60 * minutes)
    except (PlanError, OpeningError, ValueError) as error:
        raise UsageError(str(error)) from error
    graded, review = grade_of(standing), _review(standing.counted)
    compared = earlier and _compared(graded, review, earlier)
    if json is None and str(games_out) != "-":
        print(f"{bold(file)}\n{_title(plan, standing)}\n")
        print(
            "\n\n".join(
                f"{bold(title.upper())}\n{text}"
                for title, text in sections(graded, review, compared)
            )
        )
    if json is not None:
        write_result(json, grade_to_json(graded, review, compared))
    if games_out is not None:
        write_result(games_out, to_transcripts(standing))
    if graph is not None:
        _draw(graph, graded)
    _tell_what_is_left(standing, minutes, how_to_go_on(out, fresh))


def spec_of(file: str) -> str:
    """The spec of an agent that is named as the command takes it."""
    if ".py" not in file or find(file.partition(":")[0]) is not None:
        return file
    _, colon, rest = file.partition(".py:")
    is_course_file = not colon or "=" in rest.partition(":")[0]
    return f"comp424:{file}" if is_course_file else f"student:{file}"


def _play(plan: Plan, jobs: int, out: Path | None, fresh: bool, budget: float) -> Standing:
    line, end = LiveLine(), monotonic() + budget

    def show(standing: Standing, record: Record) -> None:
        line.show(lambda: _progress(standing, jobs, end - monotonic()))

    line.tell(
        f"{plan.total} games against {len(LADDER)} opponents, in at most {budget / 60:g} minutes; "
        "Ctrl-C reports on those played."
    )
    try:
        return quietly(
            lambda: run_match(
                plan,
                jobs=jobs,
                out=out,
                fresh=fresh,
                on_game=show,
                on_note=note,
                budget=budget,
            )
        )
    except MatchError as error:
        raise UsageError(f"the games stopped: {error}; {how_to_go_on(out, fresh)}") from error
    finally:
        line.clear()


def _progress(standing: Standing, jobs: int, most: float) -> str:
    """How far the games are, and how long they may yet take."""
    wins, draws, losses = map(sum, zip(*standing.results.values(), strict=True))
    left = seconds_left(standing, jobs) or 0.0
    return (
        f"{len(standing.records)}/{standing.plan.total} games  +{wins} ={draws} -{losses}  "
        f"about {duration(min(left, max(most, 0.0)))} left"
    )


def duration(seconds: float) -> str:
    """A time as one says it: `40 s`, `12 min`, `2.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _review(records: Sequence[Record]) -> Review:
    with _looking() as show:
        return find_mistakes(records, show)


@contextmanager
def _looking(which: str = "") -> Iterator[Callable[[int, int], object]]:
    """What says how many games the engine has looked at."""
    line = LiveLine()
    try:
        yield lambda done, of: line.show(lambda: f"looking at {which}game {done + 1} of {of}")
    finally:
        line.clear()


def _earlier(path: Path, kept: Path | None) -> Earlier:
    if kept is not None and path.resolve() == kept.resolve():
        raise UsageError(
            f"--against {path}: these are the games of this grade, not of an earlier one"
        )
    return read_earlier(path)


def _compared(graded: Grade, review: Review, earlier: Earlier) -> Against | None:
    """The comparison with an earlier grade; None, and a line that says why, if there is none."""
    try:
        with _looking("earlier ") as show:
            return compare(graded, review, earlier, show)
    except PlanError as error:
        print(f"outflank: {error}", file=sys.stderr)
        return None


def _draw(path: Path, graded: Grade) -> None:
    """Draw the time of the moves into a file, if there was a move."""
    if not graded.decisions:
        print(f"outflank: no move was played, so {path} is not drawn", file=sys.stderr)
        return
    with tidily(), writing(path):
        write_together([(path, _PICTURES[path.suffix.lower()](graded))])


def _title(plan: Plan, standing: Standing) -> str:
    sizes = ", ".join(f"{size}x{size}" for size in plan.sizes)
    done, of = len(standing.records), plan.total
    count = f"{done}" if done == of else f"{done} of {of}"
    return f"{count} games on {sizes}, {plan.limit.time:g} s a move, seed {plan.seed}"


def _tell_what_is_left(standing: Standing, minutes: float, how: str) -> None:
    """Says how to go on after Ctrl-C or the end of the time, if there is anything left."""
    done, of = len(standing.records), standing.plan.total
    if done == of:
        return
    why = "stopped" if standing.interrupted else f"{minutes:g} minutes were over"
    sys.stdout.flush()
    print(f"outflank: {why} after {done} of {of} games: {how}", file=sys.stderr)
    if standing.interrupted:
        raise KeyboardInterrupt
