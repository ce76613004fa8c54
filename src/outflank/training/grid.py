"""Weights by grid search, or by random search where the grid is too large: as system 3 found its.

Every weight is tried at half, once and twice its size, or at random from a quarter to four times.
Candidates are ranked by win rate, then discs, then mobility, over all board sizes.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from ..heuristics import Linear
from .candidates import Score, judged, score, units
from .crew import Crew
from .fitted import Fitted
from .model import Array, Basis, Model
from .plan import Plan

_FACTORS = 0.5, 1.0, 2.0
_OCTAVES = 2.0
"""How many doublings a random weight may be away from where it began, either way."""
_SHOWN = 5
"""How many of the best candidates are told."""


def grid(plan: Plan, start: Linear, crew: Crew) -> Fitted:
    """Tries one set of weights after the other, from the same openings."""
    names = plan.names(start, plan.sizes[0])
    model = Model.of(start, plan.sizes, names, Basis(plan.basis))
    candidates = _candidates(plan, model, units(plan, crew, model))
    scores: list[Score] = []
    for number, weights in enumerate(candidates, 1):
        label = f"candidate {number} of {len(candidates)}"
        scores.append(score(plan, crew, label, model.replaced(weights), plan.seed))
    order = sorted(range(len(scores)), key=lambda i: scores[i], reverse=True)
    found = model.replaced(candidates[order[0]])
    measure = judged(plan, crew, model, found)
    return Fitted(
        dict.fromkeys(plan.sizes, found),
        dict.fromkeys(plan.sizes, model),
        [measure],
        "\n".join(["best candidates", *(_told(i + 1, scores[i]) for i in order[:_SHOWN])]),
    )


def _candidates(plan: Plan, model: Model, unit: Array) -> list[Array]:
    """The weights as they are, and then the grid, or as many at random as the budget allows."""
    own = model.weights.ravel()
    base = np.where(own == 0, unit, own)
    factors = [_FACTORS if weight else (-1.0, 0.0, 1.0) for weight in own]
    if len(_FACTORS) ** len(own) < plan.budget:
        points = [np.array(point) * base for point in product(*factors)]
        return [own, *(point for point in points if not np.array_equal(point, own))]
    random = np.random.default_rng(plan.seed)
    found = [own]
    for _ in range(plan.budget - 1):
        scaled = base * 2 ** random.uniform(-_OCTAVES, _OCTAVES, len(own))
        signs = random.choice([-1.0, 1.0], len(own))
        found.append(np.where(own == 0, signs * scaled, scaled))
    return found


def _told(number: int, found: Score) -> str:
    return (
        f"  {number:>4}  {100 * found.points:5.1f} %  "
        f"discs {100 * found.discs:+.1f} % of the board  moves {found.mobility:+.2f}"
    )
