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
    on_game: Callable[[Standing, Record], object] | None = None,
    budget: float = inf,
) -> Standing:
    """Plays what is left of a match and returns how it stands.

    `jobs` processes play; with an executor of your own it is how many games that plays at a time.
    Games are written to `out` as they end, and those found there are not played again. `on_game`
    hears of every new game. No game begins after `budget` seconds. Ctrl-C ends the match: the
    standing is then marked `interrupted`.
    Raises PlanError, OpeningError or AgentError before the first game, MatchError later.
    """
    plan.check()
    if jobs < 1:
        raise PlanError(f"jobs {jobs}: expected a whole number above 0")
    for spec in plan.agents:
        agent = agent_from_spec(spec, seed=plan.seed)
        if isinstance(agent, Human):
            raise PlanError(f"{spec!r} cannot play a match: agents play it by themselves")
        let_go(agent)
        check_size(agent, spec, *plan.sizes)
    books = plan.books()
    standing = Standing(plan, books)
    with ExitStack() as stack:
        results = stack.enter_context(ResultsFile(out, plan.header(books))) if out else None
        if results:
            for number in sorted(results.records):
                standing.add(results.records[number])
        left = (task for task in plan.tasks(books) if task.number not in standing.records)
        end = monotonic() + budget
        left_in_time = takewhile(lambda _: monotonic() < end, left)
        crew = stack.enter_context(hired(play, jobs, executor))
        records = stack.enter_context(closing(crew(left_in_time)))
        try:
            while not standing.is_decided and (record := next(records, None)):
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


def replay(plan: Plan, number: int) -> Record:
    """Plays one game of a match again."""
    plan.check()
    if not 0 <= number < plan.total:
        raise PlanError(f"game {number}: expected 0 to {plan.total - 1}")
    return play(next(islice(plan.tasks(plan.books()), number, None)))
