"""A ladder of opponents for somebody's agent: which there are, and how it fares against them."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import NamedTuple

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
        """Whether the agent has more than half of the points."""
        results = self.total.results
        return 2 * results.points > results.games


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
    )


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
