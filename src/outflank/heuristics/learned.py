"""Learned evaluations: sums of weights of patterns, computed natively."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from .._core import Evaluator, Position, pattern_evaluator
from ..rules.checks import check_position, check_type
from .error_model import ErrorModel
from .weights_file import PatternWeights, read


class Learned:
    """An evaluator learned from games, in discs for the side to move.

    ``Learned.load("8x8.weights")`` reads what `outflank train` wrote; several files make one
    evaluator for several board sizes.
    """

    unit = "discs"

    def __init__(self, *weights: PatternWeights) -> None:
        """Raises ValueError for weights that fit no board, or two of one size."""
        for one in weights:
            check_type(one, PatternWeights, "weights", "those of Learned.load(file)")
        if not weights:
            raise ValueError("expected weights for at least one board size")
        self.weights: Mapping[int, PatternWeights] = {w.size: w for w in weights}
        """By board size."""
        if len(self.weights) < len(weights):
            raise ValueError("expected weights for each board size once")
        self.errors: Mapping[int, ErrorModel] = {w.size: w.errors for w in weights if w.errors}
        """How shallow searches err, by board size: what a selective search needs."""
        self._native = {size: _native(w) for size, w in self.weights.items()}

    @classmethod
    def load(cls, *paths: str | PathLike[str]) -> Learned:
        """The evaluator in a file, or in a file for each size.

        Raises ValueError, naming the file, for a damaged or foreign one, OSError if there is none.
        """
        found = []
        for path in paths:
            check_type(path, (str, PathLike), "path", "the name of a file")
            try:
                found.append(cls(read(Path(path))).weights)
            except ValueError as error:
                raise ValueError(f"cannot use the weights in {str(path)!r}: {error}") from error
        return cls(*(weights for by_size in found for weights in by_size.values()))

    def for_size(self, size: int) -> Evaluator:
        """The native evaluator for a board size; ValueError if there are no weights for it."""
        if size not in self._native:
            sizes = ", ".join(f"{known}x{known}" for known in self.weights)
            raise ValueError(f"learned weights for {sizes} cannot judge {size}x{size} boards")
        return self._native[size]

    def __call__(self, position: Position) -> float:
        """The value of a position for the side to move."""
        check_position(position)
        return self.for_size(position.size).evaluate(position)

    def __reduce__(self) -> tuple[type[Learned], tuple[PatternWeights, ...]]:
        """What pickles hold: all but the native evaluators, which are made anew."""
        return Learned, tuple(self.weights.values())

    def __repr__(self) -> str:
        sizes = ", ".join(f"{size}x{size}" for size in self.weights)
        return f"<Learned for {sizes}>"


def _native(weights: PatternWeights) -> Evaluator:
    patterns = [(pattern.copies, pattern.readings) for pattern in weights.patterns]
    try:
        return pattern_evaluator(weights.size, patterns, weights.values, weights.phase_of)
    except TypeError as error:
        raise ValueError(f"weights that fit no board: {error}") from error
