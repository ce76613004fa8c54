"""The sequential probability ratio test: when a match may stop, because it has shown enough.

The log-likelihood ratio is the generalised one (GSPRT): each hypothesis takes the distribution of
results that fits best among those with its Elo. Formulas are of Michel Van den Bergh, "Comments on
Normalized Elo" (cantate.be/Fishtest/normalized_elo_practical.pdf), propositions 1.1 and 4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Literal, NamedTuple

from .statistics import Counts, Pairs, score_values, share_of

Model = Literal["logistic", "normalized"]
"""What Elo means: the usual one, or the mean in standard deviations of a game's result."""

_NORMAL = 800 / log(10)
"""Normalised Elo for a mean of one standard deviation."""
_UNSEEN = 1e-3
"""What counts for a result that never came, so that no hypothesis becomes impossible."""


class _Fields(NamedTuple):
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: Model


class Sprt(_Fields):
    """A test of the first player being `elo1` better against its being `elo0` better.

    `alpha` is the chance of accepting `elo1` when `elo0` is true, `beta` the reverse.
    """

    __slots__ = ()

    def __new__(
        cls,
        elo0: float,
        elo1: float,
        alpha: float = 0.05,
        beta: float = 0.05,
        model: Model = "logistic",
    ) -> Sprt:
        """ValueError for a test that cannot be made."""
        if not (abs(elo0) <= 1000 and abs(elo1) <= 1000):
            raise ValueError(f"SPRT of {elo0:g} against {elo1:g}: expected Elo from -1000 to 1000")
        if not elo0 < elo1:
            raise ValueError(f"SPRT of {elo0:g} against {elo1:g}: the first must be the smaller")
        if not (alpha > 0 and beta > 0 and alpha + beta < 1):
            raise ValueError(f"SPRT with errors {alpha:g} and {beta:g}: expected a sum below 1")
        if model not in ("logistic", "normalized"):
            raise ValueError(f"SPRT model {model!r}: expected logistic or normalized")
        return super().__new__(cls, elo0, elo1, alpha, beta, model)

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the test accepts `elo0`, above the second `elo1`."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """The log-likelihood ratio: positive when the results speak for `elo1`."""
        if not sum(counts):
            return 0.0
        seen = [float(n) if n else _UNSEEN for n in counts.frequencies]
        total = sum(seen)
        shares = [n / total for n in seen]
        if self.model == "logistic":
            first, second = (_fit_mean(shares, share_of(elo)) for elo in self[:2])
        else:
            # A pair's mean deviates by 1/sqrt(2) of a game's, so a given Elo is more deviations.
            scale = sqrt(2) if isinstance(counts, Pairs) else 1
            first, second = (_fit_ratio(shares, scale * elo / _NORMAL) for elo in self[:2])
        return total * sum(
            share * log(p1 / p0) for share, p0, p1 in zip(shares, first, second, strict=True)
        )

    def decision(self, counts: Counts) -> Literal["elo0", "elo1"] | None:
        """Which of the two is accepted, None while neither is."""
        llr = self.llr(counts)
        lower, upper = self.bounds
        return "elo1" if llr >= upper else "elo0" if llr <= lower else None


def _fit_mean(shares: Sequence[float], mean: float) -> list[float]:
    """The likeliest distribution with that mean, given the shares seen."""
    return _tilted(shares, [value - mean for value in score_values(len(shares))])


def _fit_ratio(shares: Sequence[float], ratio: float) -> list[float]:
    """The likeliest distribution whose mean is `ratio` deviations above one half."""
    values = score_values(len(shares))
    fit = [1 / len(shares)] * len(shares)
    for _ in range(100):
        mean = sum(p * v for p, v in zip(fit, values, strict=True))
        deviation = sqrt(sum(p * (v - mean) ** 2 for p, v in zip(fit, values, strict=True)))
        before, fit = (
            fit,
            _tilted(
                shares,
                [
                    v - 0.5 - ratio * deviation * (1 + ((v - mean) / deviation) ** 2) / 2
                    for v in values
                ],
            ),
        )
        if max(abs(p - q) for p, q in zip(before, fit, strict=True)) < 1e-9:
            break
    return fit


def _tilted(shares: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """The shares, each divided by 1 + theta * offset, with the theta that makes them sum to 1."""

    def slope(theta: float) -> float:
        return sum(s * o / (1 + theta * o) for s, o in zip(shares, offsets, strict=True))

    theta = _root(slope, -1 / max(offsets), -1 / min(offsets))
    return [s / (1 + theta * o) for s, o in zip(shares, offsets, strict=True)]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a function falls through zero between two bounds that it must not be asked at."""
    while True:
        middle = (low + high) / 2
        if not low < middle < high or high - low < 1e-13 * (1 + abs(middle)):
            return middle
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
