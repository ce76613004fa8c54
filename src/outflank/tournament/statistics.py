"""What counts of results are worth: score, Elo, likelihood of superiority, all with their errors.

Pure functions on counts. Games are grouped in pairs, one opening played twice with colours swapped,
because the two results depend on each other: the spread of the pairs gives honest errors, that of
the games does not. Formulas follow Michel Van den Bergh, "Comments on Normalized Elo"
(cantate.be/Fishtest/normalized_elo_practical.pdf) and the match runner fastchess.

The spread of few pairs, or of pairs that are all alike, says next to nothing. There the intervals
are the exact ones of the binomial distribution: Clopper and Pearson, "The use of confidence or
fiducial limits illustrated in the case of the binomial", Biometrika 26 (1934). A pair that happened
twice, move by move, is one observation: functions take how many `distinct` ones there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, comb, copysign, erf, floor, inf, log10, sqrt
from typing import NamedTuple

Z95 = 1.959963984540054
"""Standard deviations on either side that hold 95 % of a normal distribution."""

_ENOUGH = 10
"""With fewer observations than these, their spread is not trusted."""
FEWEST = 3
"""A mean of fewer values gets no interval: that of two is wider than any board."""
_TAIL = 0.025
"""What a 95 % interval leaves out on either side."""


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


def score(counts: Counts, distinct: int | None = None) -> Estimate:
    """The share of the points, with its 95 % interval.

    When all observations are the same, their spread says nothing. The interval then allows for as
    many others as could have stayed away by chance (Clopper and Pearson's bound for none in n).
    Fewer than ten are taken for games won or lost, the widest spread that a share can have.
    """
    frequencies = counts.frequencies
    mean, variance = mean_and_variance(frequencies)
    number = sum(frequencies) if distinct is None else distinct
    if variance == 0:
        same = _TAIL ** (1 / number)
        return Estimate(mean, mean * same, 1 - (1 - mean) * same)
    if number < _ENOUGH:
        return Estimate(mean, *_binomial_interval(mean * number, number))
    error = Z95 * sqrt(variance / number)
    return Estimate(mean, max(0.0, mean - error), min(1.0, mean + error))


def _binomial_interval(points: float, number: int) -> tuple[float, float]:
    """Clopper and Pearson's interval; it reaches out to whole points where they are none."""
    low, high = floor(points), ceil(points)
    return (
        _root(lambda p: _at_most(low - 1, number, p) - (1 - _TAIL)) if low else 0.0,
        _root(lambda p: _at_most(high, number, p) - _TAIL) if high < number else 1.0,
    )


def _at_most(points: int, number: int, p: float) -> float:
    """The chance of at most so many successes in that number of trials."""
    return sum(comb(number, i) * p**i * (1 - p) ** (number - i) for i in range(points + 1))


def _root(falling: Callable[[float], float]) -> float:
    """Where a function falls through zero between 0 and 1."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return low


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


def elo(counts: Counts, distinct: int | None = None) -> Estimate:
    """The difference in Elo, with its 95 % interval."""
    return Estimate(*(elo_of(share) for share in score(counts, distinct)))


def superiority(counts: Counts, distinct: int | None = None) -> float:
    """The likelihood that the first player is the stronger one; 0.5 when nothing speaks for it.

    When all n observations are the same, it is 1 - 2^-(n + 1), as for n heads of a coin of which
    nothing is known (Laplace). Fewer than ten are taken for tosses of that coin too.
    """
    frequencies = counts.frequencies
    mean, variance = mean_and_variance(frequencies)
    number = sum(frequencies) if distinct is None else distinct
    if mean == 0.5:
        return 0.5
    if variance == 0:
        return 0.5 + copysign(0.5 - 0.5 ** (number + 1), mean - 0.5)
    if number < _ENOUGH:
        points = mean * number
        low, part = floor(points), points % 1
        # A uniform prior and k of n heads: the coin is better than fair as often as n + 1 tosses of
        # a fair one give at most k heads. Between whole points, in proportion.
        return (1 - part) * _at_most(low, number + 1, 0.5) + part * _at_most(
            low + 1, number + 1, 0.5
        )
    return (1 + erf((mean - 0.5) / sqrt(2 * variance / number))) / 2


class Mean(NamedTuple):
    """A mean with its standard error."""

    value: float
    """The mean."""
    error: float
    """Its standard error; infinite where the values do not tell: one, or all the same."""
    values: int
    """How many values there were."""
    distinct: int
    """How many of them are observations of their own."""

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval, by Student's t; infinite if there is none."""
        return inf if self.distinct < FEWEST else student95(self.distinct - 1) * self.error


def mean_of(values: Sequence[float], distinct: int | None = None) -> Mean:
    """The mean of independent values and its standard error; ValueError without values."""
    if not values:
        raise ValueError("no values, no mean")
    count = len(values)
    number = count if distinct is None else distinct
    mean = sum(values) / count
    if number < 2 or min(values) == max(values):
        return Mean(mean, inf, count, number)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Mean(mean, sqrt(variance / number), count, number)


def student95(freedom: int) -> float:
    """How many standard errors hold 95 % on either side, by degrees of freedom from 2 on.

    From the normal value by the series of Abramowitz and Stegun, "Handbook of Mathematical
    Functions", 26.7.5, which is off by 0.7 % at 3 and less above.
    """
    if freedom == 2:
        return 4.3027
    z, n = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
