"""How far an evaluation is off, by phase of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ... import _core
from .data import Data


class Measure(NamedTuple):
    """Errors on some positions, in discs."""

    least: int
    """The fewest discs on the board."""
    most: int
    """The most discs."""
    positions: int
    """How many there are."""
    absolute: float
    """The mean absolute error."""
    square: float
    """The root of the mean square error."""


def measure(evaluator: _core.Evaluator, data: Data, phase_of: Sequence[int]) -> tuple[Measure, ...]:
    """The errors against the labels, in each phase that has positions."""
    raw = _core.evaluations(evaluator, data.examples.tobytes())
    errors = np.frombuffer(raw, np.float32) - data.labels
    phase = np.array(phase_of)[data.discs]
    found = []
    for p in range(max(phase_of) + 1):
        off = errors[phase == p].astype(float)
        discs = np.flatnonzero(np.array(phase_of) == p)
        if len(off):
            both = float(np.abs(off).mean()), float(np.sqrt((off**2).mean()))
            found.append(Measure(int(discs[0]), int(discs[-1]), len(off), *both))
    return tuple(found)


def overall(measures: Sequence[Measure]) -> float:
    """The mean absolute error over all phases."""
    return sum(m.absolute * m.positions for m in measures) / sum(m.positions for m in measures)
