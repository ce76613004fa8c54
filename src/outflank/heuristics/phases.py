"""Weights that change as the board fills."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

Weights = Mapping[str, float]
"""A weight for each of some features."""


class Schedule(Protocol):
    """Weights that depend on how full the board is."""

    def __call__(self, filled: float, /) -> Weights:
        """The weights at a share of squares filled, 0 to 1."""
        ...


class Phase(NamedTuple):
    """Weights for a part of the game: base + f(filled) * delta, as the seeds' system 3 wished."""

    until: float
    """The share of squares filled, 0 to 1, at which the phase ends; the last phase ends at 1."""
    base: Weights
    """The weights, or what is fixed of them."""
    delta: Weights | None = None
    """What is added as the board fills, times f of the share filled."""

    def weights(self, progress: float) -> Weights:
        """The weights when f is `progress`."""
        if not self.delta:
            return self.base
        names = dict.fromkeys((*self.base, *self.delta))
        return {n: self.base.get(n, 0) + progress * self.delta.get(n, 0) for n in names}


class Steps(NamedTuple):
    """A schedule of phases; made by `steps`."""

    phases: tuple[Phase, ...]
    """In their order."""
    interpolated: bool
    """Whether weights run straight from the middle of a phase to that of the next."""
    progress: Callable[[float], float]
    """The f of the phases' weights."""

    def __call__(self, filled: float) -> Weights:
        """The weights at a share of squares filled, 0 to 1."""
        f = self.progress(filled)
        if not self.interpolated:
            phase = next((p for p in self.phases if filled < p.until), self.phases[-1])
            return phase.weights(f)
        ends = [phase.until for phase in self.phases]
        middles = [(start + end) / 2 for start, end in pairwise([0.0, *ends])]
        after = next((i for i, middle in enumerate(middles) if filled < middle), len(middles))
        if after in (0, len(middles)):
            return self.phases[min(after, len(middles) - 1)].weights(f)
        low, high = self.phases[after - 1].weights(f), self.phases[after].weights(f)
        share = (filled - middles[after - 1]) / (middles[after] - middles[after - 1])
        names = dict.fromkeys((*low, *high))
        return {n: low.get(n, 0) * (1 - share) + high.get(n, 0) * share for n in names}


class Without(NamedTuple):
    """A schedule that leaves some features out of another one."""

    schedule: Schedule
    """The other one."""
    dropped: frozenset[str]
    """The features left out."""

    def __call__(self, filled: float) -> Weights:
        """The weights at a share of squares filled, 0 to 1."""
        return {n: w for n, w in self.schedule(filled).items() if n not in self.dropped}


def steps(
    phases: Sequence[Phase],
    *,
    interpolated: bool = False,
    progress: Callable[[float], float] = float,
) -> Steps:
    """The weights of the phase that a share of filled squares falls in.

    `progress` is the f of the phases' weights; by default the share filled itself. Interpolated, a
    phase's weights hold in its middle and run straight to the next one's, flat before the first
    middle and after the last. Raises ValueError unless the phases follow one another up to 1.
    """
    ends = [phase.until for phase in phases]
    if not ends or ends[-1] != 1 or any(a >= b for a, b in pairwise([0.0, *ends])):
        raise ValueError(f"phases that end at {ends}: expected rising shares, the last of them 1")
    return Steps(tuple(phases), interpolated, progress)


def constant(weights: Weights) -> Steps:
    """The same weights all the time."""
    return steps([Phase(1, weights)])
