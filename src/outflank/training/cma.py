"""Weights by CMA-ES, on the score of matches: an evolution of candidates around the best so far.

The library is `cma`, by the author of the method (N. Hansen, "The CMA Evolution Strategy: a
tutorial", arXiv 1604.00772).
"""

from __future__ import annotations

import warnings

import numpy as np

from ..heuristics import Linear
from .candidates import Score, judged, score, units
from .crew import Crew
from .fitted import Fitted
from .model import Basis, Model
from .plan import Plan

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that it cannot plot without matplotlib
    import cma as library

_STEP = 0.3
"""The first spread of candidates, in the units of their weights."""


def cma(plan: Plan, start: Linear, crew: Crew) -> Fitted:
    """Evolves one set of weights for all sizes; candidates of a generation share their openings."""
    first = plan.sizes[0]
    names = plan.names(start, first)
    model = Model.of(start, plan.sizes, names, Basis(plan.basis))
    scale = units(plan, crew, model)
    random = np.random.default_rng(plan.seed)
    options = {"seed": np.nan, "randn": lambda *shape: random.standard_normal(shape), "verbose": -9}
    evolution = library.CMAEvolutionStrategy(model.weights.ravel() / scale, _STEP, options)
    size = evolution.popsize
    generations = max(plan.budget // size, 1)
    for generation in range(1, generations + 1):
        candidates = evolution.ask()
        scores: list[Score] = []
        for number, candidate in enumerate(candidates, 1):
            label = f"generation {generation} of {generations}, candidate {number} of {size}"
            tried = model.replaced(np.asarray(candidate) * scale)
            scores.append(score(plan, crew, label, tried, plan.seed + generation))
        # Discs decide little more than between equals: a board full of them is 5 % of the points.
        evolution.tell(candidates, [-s.points - 0.05 * s.discs for s in scores])
    found = model.replaced(np.asarray(evolution.result.xfavorite) * scale)
    return Fitted(
        dict.fromkeys(plan.sizes, found),
        dict.fromkeys(plan.sizes, model),
        [judged(plan, crew, model, found)],
        f"{generations} generations of {size} candidates",
    )
