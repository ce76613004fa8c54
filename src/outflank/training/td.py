"""Weights by temporal differences: during self-play with the weights that are being learned.

After every few games each position's chance of winning moves towards its TD(lambda) return, what
the positions after it and in the end the result say (Sutton, "Learning to predict by the methods of
temporal differences", Machine Learning 3, 1988). Games of one batch are played with the same
weights, so that any number of processes gives the same result.
"""

from __future__ import annotations

import numpy as np

from ..heuristics import Linear
from .crew import Crew
from .data import Data, data_of, values_of
from .fitted import Fitted, Measure
from .games import Side, self_play
from .loss import POINT, chance, log_loss, scale_of
from .model import Array, Basis, Model, text_of
from .plan import Plan

_BATCH = 20
"""Games between two changes of the weights."""
_LAMBDA = 0.8
"""How much a return trusts the positions far ahead."""
_RATE = 0.05
"""The first step of a weight, for a feature scaled to spread 1; steps shrink to none."""
_DECAY = 0.9, 0.99
"""How slowly the running means of slopes and of their squares forget."""


def td(plan: Plan, start: Linear, crew: Crew) -> Fitted:
    """Learns size by size; the loss is that of a tenth more games, played by the agent."""
    found: dict[int, Model] = {}
    before: dict[int, Model] = {}
    measures = []
    for size in plan.sizes:
        names = plan.names(start, size)
        own = Model.of(start, (size,), names, Basis(plan.basis))
        label = f"{size}x{size}, to judge by"
        numbers = range(plan.number, plan.number + max(plan.number // 10, 10))
        side = Side(plan.agent)
        judges = self_play(size, numbers, side, plan.limit, plan.exact, plan.seed)
        data, positions = data_of(crew.games(label, judges, len(numbers)), names)
        target = data.results
        old = values_of(start, positions)
        scale = scale_of(old, target)
        before[size] = own
        model = own.replaced(own.weights * scale / POINT)
        model = _learned(plan, crew, size, model, data.rows.std(axis=0) + 1e-6)
        new = POINT * model.values(data.rows, data.filled)
        measures.append(
            Measure(f"loss on {size}x{size}", log_loss(scale * old, target), log_loss(new, target))
        )
        found[size] = model
    return Fitted(found, before, measures)


def _learned(plan: Plan, crew: Crew, size: int, model: Model, spread: Array) -> Model:
    """The model after all games."""
    label = f"{size}x{size}, learning"
    weights = model.weights * POINT * spread[:, None]
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    batches = range(0, plan.number, _BATCH)
    for step, first in enumerate(batches, 1):
        side = Side(plan.agent, text_of({size: model}))
        numbers = range(first, min(first + _BATCH, plan.number))
        tasks = self_play(size, numbers, side, plan.limit, plan.exact, plan.seed)
        played = crew.games(f"{label}, batch {step} of {len(batches)}", tasks, len(numbers))
        data, _ = data_of(played, model.names)
        slope = _slope(data, model, spread)
        # Adam: Kingma and Ba, "Adam: a method for stochastic optimization", 2015.
        mean = _DECAY[0] * mean + (1 - _DECAY[0]) * slope
        square = _DECAY[1] * square + (1 - _DECAY[1]) * slope**2
        size_of_step = _RATE * (1 - (step - 1) / len(batches))
        steady = np.sqrt(square / (1 - _DECAY[1] ** step)) + 1e-8
        weights = weights + size_of_step * mean / (1 - _DECAY[0] ** step) / steady
        model = model.replaced(weights / spread[:, None] / POINT)
    return model


def _slope(data: Data, model: Model, spread: Array) -> Array:
    """Where scaled weights must go for the chances to come nearer to their returns."""
    chances = chance(POINT * model.values(data.rows, data.filled))
    error = returns(data, chances) - chances
    basis = model.basis.values(data.filled)
    slope: Array = (data.rows / spread).T @ (basis * error[:, None]) / max(len(error), 1)
    return slope


def returns(data: Data, chances: Array) -> Array:
    """The TD(lambda) returns of positions, which stand game by game in the order of play."""
    found = np.empty_like(chances)
    following = 0.0
    for i in range(len(chances) - 1, -1, -1):
        is_last = i + 1 == len(chances) or data.games[i + 1] != data.games[i]
        if is_last:
            following = (np.sign(data.margins[i]) + 1) / 2
        else:
            # The next position is the other side's.
            following = 1 - ((1 - _LAMBDA) * chances[i + 1] + _LAMBDA * following)
        found[i] = following
    return found
