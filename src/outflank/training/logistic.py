"""Weights by logistic regression: what best foretells the results of self-play.

By SciPy's L-BFGS and not scikit-learn's LogisticRegression: draws are half a win, margins are
shares of the discs, and the features are multiplied by the functions of the phase on the way,
instead of in a matrix so many times wider.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize

from ..heuristics import Linear
from .crew import Crew
from .data import Data, data_of, values_of
from .fitted import Fitted, Measure
from .games import Side, self_play
from .loss import POINT, chance, log_loss, scale_of
from .model import Array, Basis, Model, text_of
from .plan import Plan, TuningError

_RIDGE = 1e-5
"""What the square of a weight costs, for a feature scaled to spread 1."""


def logistic(plan: Plan, start: Linear, crew: Crew) -> Fitted:
    """Plays and fits, size by size; the loss is that of games held out from the last fit."""
    found: dict[int, Model] = {}
    before: dict[int, Model] = {}
    measures = []
    for size in plan.sizes:
        names = plan.names(start, size)
        before[size] = model = Model.of(start, (size,), names, Basis(plan.basis))
        side = Side(plan.agent)
        for number in range(1, plan.rounds + 1):
            label = f"{size}x{size}, round {number}"
            games = range((number - 1) * plan.number, number * plan.number)
            tasks = self_play(size, games, side, plan.limit, plan.exact, plan.seed)
            played = crew.games(label, tasks, plan.number)
            crew.tell(f"{label}: fitting {len(names)} features")
            data, positions = data_of(played, names)
            test, target = data.held_out, _target(plan, data)
            if test.all() or not test.any():
                raise TuningError(
                    f"games {plan.number}: on {size}x{size} there are too few positions in them"
                )
            model = fit(data.where(~test), target[~test], model)
            side = Side(plan.agent, text_of({size: model}))
        old = values_of(start, positions)
        scale = scale_of(old[~test], target[~test])
        measures.append(
            Measure(
                f"loss on {size}x{size}",
                log_loss(scale * old[test], target[test]),
                log_loss(POINT * model.values(data.rows, data.filled)[test], target[test]),
            )
        )
        found[size] = model
    return Fitted(found, before, measures)


def fit(data: Data, target: Array, model: Model) -> Model:
    """The weights, in points, with the least loss on some positions; from those of a model."""
    spread = data.rows.std(axis=0) + 1e-6
    rows = data.rows / spread
    basis = model.basis.values(data.filled).astype(np.float32)

    def loss(flat: Array) -> tuple[float, Array]:
        weights = flat.reshape(model.weights.shape)
        logits = np.einsum("ij,ij->i", rows @ weights.astype(np.float32), basis).astype(float)
        error = ((chance(logits) - target) / len(target)).astype(np.float32)
        slope = (rows.T @ (basis * error[:, None])).astype(float) + 2 * _RIDGE * weights
        return log_loss(logits, target) + _RIDGE * float(np.sum(weights**2)), slope.ravel()

    begin = (model.weights * POINT * spread[:, None]).ravel()
    best = minimize(loss, begin, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return model.replaced(best.x.reshape(model.weights.shape) / spread[:, None] / POINT)


def _target(plan: Plan, data: Data) -> Array:
    if plan.label == "result":
        return data.results
    return 0.5 + data.margins / (2 * data.area)
