"""A ladder of opponents for somebody's agent: which there are, and how it fares against them."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from ..agents.imports import missing_modules
from ..engine import Limit
from .grade_games import Decision, GradeFault, decisions, faults
from .plan import Plan
from .record import Record
from .standing import Standing
from .summary import Comparison, Summary, summarize

LADDER = (
    "random",
    "greedy",
    "first",
    "greedy-corners",
    "gpt-greedy-corners",
    "weighted:depth=1",
    "phased:depth=3",
    "six-factor:depth=3",
    "three-phase:depth=4",
    "engine:depth=4",
    "engine:depth=8",
)
"""The opponents, the weakest first; each plays the same on every machine, and soon."""
SIZES = (6, 8, 10, 12)
"""The boards that the course plays on."""

SURE = 0.95
"""The likelihood from which on one side counts as the stronger one."""


class Rung(NamedTuple):
    """How the agent fared against one opponent."""

    opponent: str
    """Its spec."""
    total: Comparison
    """All sizes together."""
    sizes: dict[int, Comparison]
    """Each size by itself."""

    @property
    def is_beaten(self) -> bool:
        """Whether the agent is the stronger one, with a likelihood of SURE or more."""
        return self.total.superiority >= SURE

    @property
    def is_open(self) -> bool:
        """Whether the games do not tell who is the stronger one."""
        return 1 - SURE < self.total.superiority < SURE


class Grade(NamedTuple):
    """An agent's games against the ladder."""

    standing: Standing
    """The games."""
    summary: Summary
    """What they come to."""
    rungs: tuple[Rung, ...]
    """The opponents that it has met, the weakest first."""
    decisions: tuple[Decision, ...]
    """Its moves, game by game."""
    faults: tuple[GradeFault, ...]
    """What it did wrong, game by game."""
    missing: tuple[str, ...] = ()
    """Modules that its file imports and that are not installed here."""

    @property
    def next_rung(self) -> Rung | None:
        """The weakest opponent that is not beaten."""
        return next((rung for rung in self.rungs if not rung.is_beaten), None)

    def opponent(self, record: Record) -> str:
        """Whom a game was against."""
        return self.standing.plan.agents[max(record.black, record.white)]


def grade_plan(
    spec: str, sizes: tuple[int, ...] = SIZES, games: int = 2, time: float = 2.0, seed: int = 1
) -> Plan:
    """The match of an agent against the ladder: so many games against each opponent on each size.

    The time is for each of its moves. ValueError for a time that is not above 0.
    """
    agents = (spec, *LADDER)
    return Plan(agents, games, sizes, "random:4", Limit(time=time), seed, gauntlet=True)


def grade(standing: Standing) -> Grade:
    """How the first agent of a gauntlet fared."""
    summary, sizes = summarize(standing), defaultdict[int, dict[int, Comparison]](dict)
    for comparison in summary.by_size:
        assert comparison.size is not None
        if comparison.results.games:
            sizes[comparison.second][comparison.size] = comparison
    rungs = tuple(
        Rung(standing.plan.agents[total.second], total, sizes[total.second])
        for total in summary.comparisons
        if total.results.games
    )
    records = standing.counted
    return Grade(
        standing,
        summary,
        rungs,
        tuple(decision for record in records for decision in decisions(record)),
        tuple(fault for record in records for fault in faults(record)),
        missing_of(standing.plan.agents[0]),
    )


def missing_of(spec: str) -> tuple[str, ...]:
    """The modules that the file of a `comp424:` or `student:` spec imports and that are missing."""
    kind, _, rest = spec.partition(":")
    file, extension, _ = rest.partition(".py")
    if kind not in ("comp424", "student") or not extension:
        return ()
    return tuple(missing_modules(Path(f"{file}.py")))


def seconds_left(standing: Standing, jobs: int = 1) -> float | None:
    """How long the games that are left may take, judged by those played; None before the first."""
    taken, left = defaultdict[int, list[float]](list), dict[int, int]()
    for record in standing.records.values():
        taken[record.size].append(sum(ply.time for ply in record.plies))
    if not taken:
        return None
    plan = standing.plan
    # a board that was not played on yet takes as long by the square as those that were.
    by_square = fmean(fmean(times) / size**2 for size, times in taken.items())
    for size in plan.sizes:
        left[size] = plan.games * len(plan.pairings) - len(taken.get(size, ()))
    return sum(
        games * (fmean(taken[size]) if size in taken else by_square * size**2)
        for size, games in left.items()
    ) / min(jobs, max(1, sum(left.values())))
