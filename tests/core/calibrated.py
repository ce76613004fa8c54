"""The standard evaluation as one that knows how its values err."""

from __future__ import annotations

from outflank import Position
from outflank._core import Evaluator
from outflank.engine import ErrorModel
from outflank.heuristics import standard

ERRORS = {
    6: ErrorModel(0.846, 0.0876, -0.00321, 0.115, -0.193),
    8: ErrorModel(2.01, -0.0231, -0.000185, 0.112, -0.222),
    10: ErrorModel(2.14, -0.0352, 0.000112, 0.130, -0.231),
}
"""What ``calibrate(standard(), size)`` makes of a few hundred positions."""


class Calibrated:
    """Searched selectively on 6x6, 8x8 and 10x10."""

    unit = "discs"
    errors = ERRORS

    def __call__(self, position: Position) -> float:
        """The standard value."""
        return standard()(position)

    def for_size(self, size: int) -> Evaluator:
        """The same, natively."""
        return standard().for_size(size)
