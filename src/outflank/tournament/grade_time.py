"""How long an agent thought: by board size, by part of the game, by move number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from statistics import median
from typing import NamedTuple, TypeVar

from .grade_games import Decision
from .grade_mistakes import THIRDS, part_of

STEP = 10
"""Move numbers that share a row of a table."""

K = TypeVar("K", bound=Hashable)


class Times(NamedTuple):
    """The median and the most seconds of some moves."""

    moves: int
    """Number of moves."""
    median: float
    """Median seconds of a move."""
    slowest: float
    """Seconds of the slowest move."""


def by_size(decisions: Iterable[Decision]) -> dict[int, Times]:
    """Times by board size in squares a side, the smallest first."""
    return dict(sorted(_grouped(decisions, lambda d: d.record.size).items()))


def by_part(decisions: Iterable[Decision]) -> dict[str, Times]:
    """Times by part of the game; parts without moves are left out."""
    groups = _grouped(decisions, lambda d: part_of(d.position))
    return {part: groups[part] for part in THIRDS if part in groups}


def by_number(decisions: Iterable[Decision], step: int = 1) -> dict[int, dict[int, Times]]:
    """Times by board size, then by the first of each `step` move numbers, in ascending order."""
    groups = _grouped(
        decisions, lambda d: (d.record.size, (d.number - 1) // step * step + 1)
    )  # fmt: skip
    found = defaultdict[int, dict[int, Times]](dict)
    for (size, number), times in sorted(groups.items()):
        found[size][number] = times
    return dict(found)


def _grouped(decisions: Iterable[Decision], key: Callable[[Decision], K]) -> dict[K, Times]:
    groups = defaultdict[K, list[float]](list)
    for decision in decisions:
        groups[key(decision)].append(decision.ply.time)
    return {name: Times(len(t), median(t), max(t)) for name, t in groups.items()}
