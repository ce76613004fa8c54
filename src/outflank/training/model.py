"""Weights that are learned: a number for each feature and each of some functions of the phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..heuristics import Linear, Phase, class_names, from_toml, to_toml
from ..heuristics.squares import class_squares
from ..heuristics.toml import PROGRESS

Array = NDArray[np.float64]
_DIGITS = 5
"""Of a weight, when it is written."""


class Basis(NamedTuple):
    """Functions of the share of squares filled; a weight is a sum of them, each times a number.

    Named by a number of phases, with weights that run straight from the middle of one to that of
    the next, or by the f in base + f(t) delta.
    """

    name: str
    """A number, or a key of `heuristics.toml.PROGRESS`."""

    @property
    def width(self) -> int:
        """How many functions there are."""
        return 2 if self.name in PROGRESS else int(self.name)

    def values(self, filled: Array) -> Array:
        """The functions, one a column, at shares of squares filled."""
        if self.name in PROGRESS:
            f = np.array([PROGRESS[self.name](float(share)) for share in filled])
            return np.stack([np.ones_like(f), f], axis=1)
        middles = (np.arange(self.width) + 0.5) / self.width
        return np.stack([np.interp(filled, middles, one) for one in np.eye(self.width)], axis=1)

    def phases(self, names: Sequence[str], weights: Array) -> list[Phase]:
        """What `heuristics.steps` takes, for a row of numbers for each feature."""
        columns = [
            {name: _rounded(w) for name, w in zip(names, column, strict=True)}
            for column in weights.T
        ]
        if self.name in PROGRESS:
            base, delta = columns
            return [Phase(1, base, delta)]
        return [Phase((i + 1) / self.width, column) for i, column in enumerate(columns)]


class Model(NamedTuple):
    """Weights that are learned, for one set of features."""

    names: tuple[str, ...]
    """Of the features."""
    basis: Basis
    """How weights depend on the phase."""
    weights: Array
    """A row for each feature, a column for each function of the basis."""

    @classmethod
    def of(cls, linear: Linear, sizes: Sequence[int], names: Sequence[str], basis: Basis) -> Model:
        """The model that is nearest to given weights, on average over board sizes."""
        filled: list[float] = []
        rows: list[list[float]] = []
        for size in sizes:
            for discs in range(4, size * size + 1):
                weights = _by_name(linear, size, discs)
                filled.append(discs / size**2)
                rows.append([weights.get(name, 0.0) for name in names])
        values = basis.values(np.array(filled))
        found = np.linalg.lstsq(values, np.array(rows).reshape(len(filled), -1), rcond=None)[0]
        return cls(tuple(names), basis, np.asarray(found.T))

    def replaced(self, weights: Array) -> Model:
        """The same with other weights."""
        return self._replace(weights=weights.reshape(self.weights.shape))

    def values(self, rows: NDArray[np.float32], filled: Array) -> Array:
        """The values of positions by their features, in the unit of the weights."""
        by_function = rows @ self.weights.astype(np.float32)
        found: Array = np.einsum("ij,ij->i", by_function, self.basis.values(filled))
        return found


def text_of(models: Mapping[int, Model], comment: str = "") -> str:
    """The models of several board sizes, which have one basis, as TOML."""
    basis = next(iter(models.values())).basis
    is_tied = basis.name in PROGRESS
    return to_toml(
        {size: model.basis.phases(model.names, model.weights) for size, model in models.items()},
        interpolated=not is_tied and basis.width > 1,
        progress=basis.name if is_tied else "t",
        comment=comment,
    )


def linear_of(models: Mapping[int, Model]) -> Linear:
    """The evaluator that the text describes."""
    return from_toml(text_of(models))


def _by_name(linear: Linear, size: int, discs: int) -> dict[str, float]:
    """Weights with square values as weights of squares by name."""
    weights = dict(linear.weights(size, discs))
    scale, values = weights.pop("squares", 0.0), linear.square_values(size)
    if scale and values:
        for name in class_names(size):
            held = [values[s.row * size + s.column] for s in class_squares(name, size)]
            weights[name] = weights.get(name, 0.0) + scale * sum(held) / len(held)
    return weights


def _rounded(weight: float) -> float:
    return float(f"{weight:.{_DIGITS}g}")
