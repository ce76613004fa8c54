"""What counts of results are worth: score, Elo, likelihood of superiority, all with their errors.

Pure functions on counts. Games are grouped in pairs, one opening played twice with colours swapped,
because the two results depend on each other: the spread of the pairs gives honest errors, that of
the games does not. Formulas follow Michel Van den Bergh, "Comments on Normalized Elo"
(cantate.be/Fishtest/normalized_elo_practical.pdf) and the match runner fastchess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import copysign, erf, inf, log10, sqrt
from typing import NamedTuple

Z95 = 1.959963984540054
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Results(NamedTuple):
    """Games by result, as the first player sees them."""

    wins: int = 0
    """Games won."""
    draws: int = 0
    """Games drawn."""
    losses: int = 0
    """Games lost."""

    @property
    def frequencies(self) -> tuple[int, ...]:
        """The counts, the worst result first."""
        return self.losses, self.draws, self.wins

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(self)

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.wins + self.draws / 2


class Pairs(NamedTuple):
    """Pairs of games by their two results, as the first player sees them."""

    ll: int = 0
    """Both lost."""
    ld: int = 0
    """One lost, one drawn."""
    level: int = 0
    """One won and one lost, or both drawn."""
    wd: int = 0
    """One won, one drawn."""
    ww: int = 0
    """Both won."""

    @property
    def frequencies(self) -> tuple[int, ...]:
        """The counts, the worst result first."""
        return tuple(self)

    @property
    def total(self) -> int:
        """How many pairs there are."""
        return sum(self)

    @classmethod
    def from_points(cls, points: Iterable[float]) -> Pairs:
        """Counts pairs by the points they brought: 0, 0.5, 1, 1.5 or 2."""
        counts = [0] * 5
        for pair in points:
            counts[round(2 * pair)] += 1
        return cls(*counts)


Counts = Results | Pairs
"""What the functions below take: single games, or better pairs."""


class Estimate(NamedTuple):
    """A value with the interval that holds the truth in 95 of 100 matches."""

    value: float
    """The best guess."""
    low: float
    """The lower end."""
    high: float
    """The upper end."""

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2 if self.high != self.low else 0.0


def score_values(outcomes: int) -> tuple[float, ...]:
    """The scores of so many equally spaced outcomes, from 0 to 1."""
    return tuple(i / (outcomes - 1) for i in range(outcomes))


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """The mean score and the variance of one observation; ValueError without observations."""
    total = sum(counts)
    if total <= 0:
        raise ValueError("no games, no mean")
    values = score_values(len(counts))
    mean = sum(n * v for n, v in zip(counts, values, strict=True)) / total
    return mean, sum(n * (v - mean) ** 2 for n, v in zip(counts, values, strict=True)) / total


def score(counts: Counts) -> Estimate:
    """The share of the points, with its 95 % interval.

    When all observations are the same, their spread says nothing. The interval then allows for as
    many others as could have stayed away by chance (Clopper and Pearson's bound for none in n).
    """
    frequencies = counts.frequencies
    total = sum(frequencies)
    mean, variance = mean_and_variance(frequencies)
    if total in frequencies:
        same = 0.025 ** (1 / total)
        return Estimate(mean, mean * same, 1 - (1 - mean) * same)
    error = Z95 * sqrt(variance / total)
    return Estimate(mean, max(0.0, mean - error), min(1.0, mean + error))


def elo_of(share: float) -> float:
    """The difference in Elo that lets one expect this share of the points; infinite at 0 and 1."""
    if share <= 0:
        return -inf
    if share >= 1:
        return inf
    return 400 * log10(share / (1 - share))


def share_of(elo: float) -> float:
    """The share of the points that a difference in Elo lets one expect."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo(counts: Counts) -> Estimate:
    """The difference in Elo, with its 95 % interval."""
    return Estimate(*(elo_of(share) for share in score(counts)))


def superiority(counts: Counts) -> float:
    """The likelihood that the first player is the stronger one; 0.5 when nothing speaks for it.

    When all n observations are the same, it is 1 - 2^-(n + 1), as for n heads of a coin of which
    nothing is known.
    """
    frequencies = counts.frequencies
    total = sum(frequencies)
    mean, variance = mean_and_variance(frequencies)
    if mean == 0.5:
        return 0.5
    if total in frequencies:
        return 0.5 + copysign(0.5 - 0.5 ** (total + 1), mean - 0.5)
    return (1 + erf((mean - 0.5) / sqrt(2 * variance / total))) / 2


class Mean(NamedTuple):
    """A mean with its standard error."""

    value: float
    """The mean."""
    error: float
    """Its standard error; infinite for a single value, which says nothing about the others."""
    values: int
    """How many values there were."""


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of independent values and its standard error; ValueError without values."""
    if not values:
        raise ValueError("no values, no mean")
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return Mean(mean, inf, 1)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Mean(mean, sqrt(variance / count), count)
