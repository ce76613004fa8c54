"""How well values of positions foretell results: the logistic loss."""

from __future__ import annotations

import numpy as np

from .model import Array

POINT = 0.01
"""Logits that a point is worth: 100 points multiply the odds of winning by e."""


def chance(logits: Array) -> Array:
    """The chances of winning that belong to logits."""
    found: Array = 0.5 * (1 + np.tanh(logits / 2))
    return found


def log_loss(logits: Array, target: Array) -> float:
    """The mean logistic loss, in nats; ln 2 = 0.693 for somebody who knows nothing."""
    return float(np.mean(np.logaddexp(0, logits) - target * logits))


def scale_of(values: Array, target: Array) -> float:
    """What values must be multiplied by to foretell best as logits; never below 0."""
    from scipy.optimize import minimize_scalar

    spread = float(np.std(values)) or 1.0

    def loss(scale: float) -> float:
        return log_loss(values * scale / spread, target)

    return float(minimize_scalar(loss, bounds=(0, 10), method="bounded").x) / spread
