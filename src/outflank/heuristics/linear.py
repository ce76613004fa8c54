"""A weighted sum of named features, computed natively."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from .._core import FEATURES, Evaluator, Position, features, linear_evaluator

__all__ = ["FEATURES", "Linear", "features"]


class Linear:
    """An evaluator that adds up named features, each times its weight.

    ``Linear(mobility=10, corners=25, discs=1)`` is ten points for every legal move more than the
    other side, and so on; `FEATURES` names and explains them all. `squares` adds a value for every
    square that the side to move holds and takes it off for every square that the other side holds:
    one value a square, row by row. The result is for the side to move, in `unit` ("points" or
    "discs"). Raises ValueError for an unknown feature or a weight that is no finite number.
    """

    def __init__(
        self, *, squares: Sequence[float] | None = None, unit: str = "points", **weights: float
    ) -> None:
        for name in weights:
            if name not in FEATURES:
                near = get_close_matches(name, FEATURES, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(FEATURES)}"
                raise ValueError(f"no feature is called {name!r}: {hint}")
        if unit not in ("points", "discs"):
            raise ValueError(f"unit {unit!r}: expected 'points' or 'discs'")
        self.unit = unit
        self.weights: Mapping[str, float] = {k: float(v) for k, v in weights.items()}
        self.squares = None if squares is None else tuple(float(v) for v in squares)

    def for_size(self, size: int) -> Evaluator:
        """The native evaluator for a board size; ValueError if `squares` does not fit it."""
        if self.squares is not None and len(self.squares) != size * size:
            raise ValueError(
                f"{len(self.squares)} square values do not fit a {size}x{size} board: "
                f"expected {size * size}"
            )
        row = [*self.weights.values(), 0.0 if self.squares is None else 1.0]
        return linear_evaluator(
            size, list(self.weights), row * (size * size + 1), list(self.squares or ())
        )

    def __call__(self, position: Position) -> float:
        """The value of a position for the side to move."""
        return self.for_size(position.size).evaluate(position)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Linear):
            return NotImplemented
        return (self.unit, self.weights, self.squares) == (other.unit, other.weights, other.squares)

    def __hash__(self) -> int:
        return hash((self.unit, tuple(self.weights.items()), self.squares))

    def __repr__(self) -> str:
        options = [f"{name}={weight:g}" for name, weight in self.weights.items()]
        if self.squares is not None:
            options.append(f"squares={list(self.squares)}")
        if self.unit != "points":
            options.append(f"unit={self.unit!r}")
        return f"Linear({', '.join(options)})"
