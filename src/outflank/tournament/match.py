"""Plays a match: any executor, results kept as they come, the same games whoever plays them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from itertools import islice, takewhile
from math import inf
from pathlib import Path
from time import monotonic

from ..agents import Human, agent_from_spec, check_size, let_go
from .fingerprints import Files
from .game import play
from .plan import Plan, PlanError
from .record import Record
from .results import ResultsFile
from .standing import Standing
from .workers import LostProcess, hired


class MatchError(Exception):
    """A match that had to stop; the message is one sentence."""


def run_match(
    plan: Plan,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    out: Path | None = None,
    fresh: bool = False,
    on_game: Callable[[Standing, Record], object] | None = None,
    on_note: Callable[[str], object] | None = None,
    budget: float = inf,
) -> Standing:
    """Plays what is left of a match and returns how it stands.

    `jobs` processes play; with an executor of your own it is how many games that plays at a time.
    Games are written to `out` as they end, and those found there are not played again, unless
    `fresh` drops them. They must have been played by the same files of the same agents, and by the
    same version of this package. `on_game` hears of every new game, `on_note` in a sentence of
    every line in `out` that holds no game of the match. No game begins after `budget` seconds.
    Ctrl-C ends the match: the standing is then marked `interrupted`.
    Raises PlanError, OpeningError or AgentError before the first game, MatchError later, also if an
    agent's file changes meanwhile.
    """
    plan.check()
    files = Files(plan.agents)
    if jobs < 1:
        raise PlanError(f"jobs {jobs}: expected a whole number above 0")
    for spec in plan.agents:
        agent = agent_from_spec(spec, seed=plan.seed)
        if isinstance(agent, Human):
            raise PlanError(f"{spec!r} cannot play a match: agents play it by themselves")
        let_go(agent)
        check_size(agent, spec, *plan.sizes)
    books = plan.books()
    standing = Standing(plan, books, files)
    with ExitStack() as stack:
        results = None
        if out:
            results = stack.enter_context(ResultsFile(out, plan.header(books, files), fresh=fresh))
            _take_over(standing, results, on_note or str)
        left = (task for task in plan.tasks(books) if task.number not in standing.records)
        end = monotonic() + budget
        left_in_time = takewhile(lambda _: monotonic() < end, left)
        crew = stack.enter_context(hired(play, jobs, executor))
        records = stack.enter_context(closing(crew(left_in_time)))
        try:
            while not standing.is_decided and (record := next(records, None)):
                if changed := files.changed():
                    raise MatchError(
                        f"{', '.join(changed)} changed while games were played: put back what was "
                        "there, or begin anew"
                    )
                if results:
                    results.add(record)
                standing.add(record)
                if on_game:
                    on_game(standing, record)
        except KeyboardInterrupt:
            standing.interrupted = True
        except LostProcess as error:
            numbers = ", ".join(str(task.number) for task in error.tasks)
            raise MatchError(
                f"a process died without a word; it played one of the games {numbers}"
            ) from error
    return standing


def _take_over(standing: Standing, results: ResultsFile, on_note: Callable[[str], object]) -> None:
    """Adds the games of a file to a standing, but for those that no task describes."""
    for note in results.notes:
        on_note(note)
    found = dict(results.records)
    for task in standing.plan.tasks(standing.books) if found else ():
        record = found.get(task.number)
        if record is not None and all(
            getattr(record, name) == getattr(task, name)
            for name in ("size", "opening", "black", "white", "seed")
        ):
            standing.add(found.pop(task.number))
    for number in found:
        on_note(f"game {number} in {results.path} is not one of this match: it does not count")


def replay(plan: Plan, number: int) -> Record:
    """Plays one game of a match again."""
    plan.check()
    if not 0 <= number < plan.total:
        raise PlanError(f"game {number}: expected 0 to {plan.total - 1}")
    return play(next(islice(plan.tasks(plan.books()), number, None)))
