"""Weights that change as the board fills."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

Weights = Mapping[str, float]
"""A weight for each of some features."""

Schedule = Callable[[float], Weights]
"""The weights at a share of squares filled, 0 to 1."""


class Phase(NamedTuple):
    """Weights for a part of the game: base + f(filled) * delta, as the seeds' system 3 wished."""

    until: float
    """The share of squares filled, 0 to 1, at which the phase ends; the last phase ends at 1."""
    base: Weights
    """The weights, or what is fixed of them."""
    delta: Weights = MappingProxyType({})
    """What is added as the board fills, times f of the share filled."""

    def weights(self, progress: float) -> Weights:
        """The weights when f is `progress`."""
        if not self.delta:
            return self.base
        names = dict.fromkeys((*self.base, *self.delta))
        return {n: self.base.get(n, 0) + progress * self.delta.get(n, 0) for n in names}


def steps(
    phases: Sequence[Phase],
    *,
    interpolated: bool = False,
    progress: Callable[[float], float] = float,
) -> Schedule:
    """The weights of the phase that a share of filled squares falls in.

    `progress` is the f of the phases' weights; by default the share filled itself. Interpolated, a
    phase's weights hold in its middle and run straight to the next one's, flat before the first
    middle and after the last. Raises ValueError unless the phases follow one another up to 1.
    """
    ends = [phase.until for phase in phases]
    if not ends or ends[-1] != 1 or any(a >= b for a, b in pairwise([0.0, *ends])):
        raise ValueError(f"phases that end at {ends}: expected rising shares, the last of them 1")
    middles = [(start + end) / 2 for start, end in pairwise([0.0, *ends])]

    def stepped(filled: float) -> Weights:
        phase = next((p for p in phases if filled < p.until), phases[-1])
        return phase.weights(progress(filled))

    def between(filled: float) -> Weights:
        at = [phase.weights(progress(filled)) for phase in phases]
        after = next((i for i, middle in enumerate(middles) if filled < middle), len(phases))
        if after in (0, len(phases)):
            return at[min(after, len(phases) - 1)]
        low, high = at[after - 1], at[after]
        share = (filled - middles[after - 1]) / (middles[after] - middles[after - 1])
        names = dict.fromkeys((*low, *high))
        return {n: low.get(n, 0) * (1 - share) + high.get(n, 0) * share for n in names}

    return between if interpolated else stepped


def constant(weights: Weights) -> Schedule:
    """The same weights all the time."""
    return lambda filled: weights
