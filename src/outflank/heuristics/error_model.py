"""How shallow searches of an evaluator differ from deep ones, which ProbCut has to know."""

from __future__ import annotations

from math import exp
from typing import NamedTuple


class ErrorModel(NamedTuple):
    """How far shallow searches lie from deep ones, with one evaluator on one board size.

    The natural logarithm of the standard deviation, in discs, is the sum of these, each times what
    its name says; ``outflank.training.evaluation.calibration`` fits them. The evaluator has them as
    the attribute `errors`, a model by board size.
    """

    constant: float
    empties: float
    empties_squared: float
    deep: float
    shallow: float

    def deviation(self, empties: int, deep: int, shallow: int) -> float:
        """The standard deviation, in discs, for so many empty squares and plies."""
        log = self.constant + self.empties * empties + self.empties_squared * empties**2
        return exp(log + self.deep * deep + self.shallow * shallow)
