"""How shallow searches of an evaluator differ from deep ones, which ProbCut has to know."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any, NamedTuple

_MOST = 100.0


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

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> ErrorModel:
        """The model of five numbers by name; ValueError if they are not these, or absurd."""
        model = cls(**{name: float(number) for name, number in told.items()})
        if not all(abs(number) <= _MOST for number in model):
            raise ValueError(f"errors {tuple(model)}: expected numbers up to {_MOST:g} in size")
        return model

    def deviation(self, empties: int, deep: int, shallow: int) -> float:
        """The standard deviation, in discs, for so many empty squares and plies."""
        log = self.constant + self.empties * empties + self.empties_squared * empties**2
        return exp(log + self.deep * deep + self.shallow * shallow)
