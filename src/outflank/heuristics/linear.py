"""A weighted sum of named features, computed natively."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from .._core import Evaluator, Move, Position, Shape, linear_evaluator, shares
from ..rules.checks import check_position, check_type, wrong_type
from .feature_table import check_name, features, is_along_search
from .phases import Schedule, Weights, Without, constant
from .squares import class_shares, is_class, square_table

Squares = Sequence[float] | Callable[[int], Sequence[float]] | None
"""Values of the squares row by row, or what makes them for a board size."""


_MOST = 1e30
"""The largest weight: no sum of so many leaves the range of the search's values."""


class Contribution(NamedTuple):
    """What one feature adds to a position's value."""

    feature: str
    """Its name."""
    value: float
    """What the position has of it, for the side to move."""
    weight: float
    """What one of it is worth."""

    @property
    def product(self) -> float:
        """What it adds."""
        return self.value * self.weight

    @property
    def along_search(self) -> bool:
        """Whether it is counted from the root of a search on.

        At a position alone, where the search would begin, such a value says nothing: the path
        mobility is 100 % the mover's in all of them.
        """
        return is_along_search(self.feature)


class Linear:
    """An evaluator that adds up named features, each times its weight.

    ``Linear(mobility=10, corners=25, discs=1)`` is ten points for every legal move more than the
    other side, and so on; `heuristics.FEATURES` names and explains them all. `squares` gives the
    squares values, one a square, row by row, or a function that makes them for a board size; the
    feature ``squares`` is their sum, with weight 1 (for another, scale the values). A weight may
    also be named by a square, which stands for its mirror images too, as in ``Linear(a1=50,
    b2=-20)``; a board that is too small for it has none. The result is for the side to move, in
    `unit` ("points" or "discs"). Raises ValueError for an unknown feature or a weight that is no
    finite number. Weights by phase: `Linear.scheduled`.
    """

    def __init__(self, *, squares: Squares = None, unit: str = "points", **weights: float) -> None:
        for name, weight in weights.items():
            check_name(name)
            if not (isinstance(weight, int | float) and abs(weight) <= _MOST):
                raise ValueError(f"{name}={weight!r}: expected a number of at most 1e30 in size")
        if squares is not None:
            weights.setdefault("squares", 1.0)
        self._fill({8: constant({k: float(v) for k, v in weights.items()})}, squares, unit)
        self._constant: Weights | None = weights

    @classmethod
    def scheduled(
        cls,
        schedules: Schedule | Mapping[int, Schedule],
        *,
        squares: Squares = None,
        unit: str = "points",
    ) -> "Linear":
        """Weights that depend on the share of squares filled, and perhaps on the board size.

        A size that is not among `schedules` uses the nearest one's.
        """
        linear = cls.__new__(cls)
        linear._fill(schedules if isinstance(schedules, Mapping) else {8: schedules}, squares, unit)
        linear._constant = None
        return linear

    def _fill(self, schedules: Mapping[int, Schedule], squares: Squares, unit: str) -> None:
        if unit not in ("points", "discs"):
            raise ValueError(f"unit {unit!r}: expected 'points' or 'discs'")
        if not schedules:
            raise ValueError("expected weights for at least one board size")
        self.unit = unit
        if isinstance(squares, str) or not isinstance(squares, Iterable | Callable | None):
            expected = "values row by row, or a function that makes them"
            raise wrong_type(squares, "squares", expected)
        self.squares = (
            squares if squares is None or callable(squares) else tuple(map(float, squares))
        )
        self._schedules = dict(schedules)
        self._native: dict[int, Evaluator] = {}

    def weights(self, size: int, discs: int) -> Weights:
        """The weights on a board of this size with this many discs."""
        check_type(size, int, "size", "a whole number")
        check_type(discs, int, "discs", "a whole number")
        nearest = min(self._schedules, key=lambda known: (abs(known - size), known))
        return self._schedules[nearest](discs / (size * size))

    def square_values(self, size: int) -> Sequence[float] | None:
        """The values of the squares; ValueError if they do not fit the board."""
        if self.squares is None:
            return None
        values = self.squares(size) if callable(self.squares) else self.squares
        if len(values) != size * size:
            raise ValueError(
                f"{len(values)} square values do not fit a {size}x{size} board: "
                f"expected {size * size}"
            )
        return values

    def for_size(self, size: int) -> Evaluator:
        """The native evaluator for a board size; ValueError if `squares` does not fit it."""
        if size not in self._native:
            Shape(size)  # ValueError for a size that no board has
            rows = [self.weights(size, discs) for discs in range(size * size + 1)]
            for name in dict.fromkeys(name for row in rows for name in row):
                check_name(name)
            values = self.square_values(size)
            tables = [] if values is None else [values]
            if any(is_class(name) for row in rows for name in row):
                rows, tables = _with_square_tables(rows, values or [0.0] * size * size, size)
            names = list(dict.fromkeys(name for row in rows for name in row))
            flat = [float(row.get(name, 0)) for row in rows for name in names]
            table_of = range(len(rows)) if len(tables) > 1 else []
            self._native[size] = linear_evaluator(size, names, flat, tables, table_of)
        return self._native[size]

    def explain(self, position: Position) -> list[Contribution]:
        """What each weighted feature adds to the value of a position, by order of the weights."""
        check_position(position)
        # Without values of its own, the engine gives every square 0.
        values = self.square_values(position.size) or [0.0] * position.size**2
        counted = features(position, values)
        forms = {"_percent": 3, "_own": 0, "_other": 1}

        def value(name: str) -> float:
            if is_class(name):
                own, other = class_shares(name, position)
                return len(own) - len(other)
            for suffix, field in forms.items():
                if name.endswith(suffix):
                    return float(counted[name.removesuffix(suffix)][field])
            return counted[name].difference

        weights = self.weights(position.size, position.discs())
        return [Contribution(name, value(name), weight) for name, weight in weights.items()]

    def overlay(
        self, position: Position, features: Iterable[str] | None = None
    ) -> dict[Move, float]:
        """What each square adds to the value of a position; the sum is the value, parity left out.

        Only of some of the weighted features, if they are named.
        """
        check_position(position)
        if features is not None:
            check_type(features, Iterable, "features", "names of features")
        values = self.square_values(position.size) or ()
        wanted = None if features is None else set(features)
        added: dict[Move, float] = {}
        for name, weight in self.weights(position.size, position.discs()).items():
            if wanted is not None and name not in wanted:
                continue
            if is_class(name):
                own, other = class_shares(name, position)
            else:
                own, other = shares(position, name, values)
            own_factor, other_factor = weight, -weight
            if name.endswith("_percent"):
                total = sum(own.values()) + sum(other.values())
                own_factor, other_factor = (
                    (100 * weight / total, -100 * weight / total) if total else (0, 0)
                )
            elif name.endswith("_own"):
                other_factor = 0
            elif name.endswith("_other"):
                own_factor, other_factor = 0, weight
            for amounts, factor in ((own, own_factor), (other, other_factor)):
                for square, amount in amounts.items():
                    added[square] = added.get(square, 0) + factor * amount
        return added

    @property
    def names(self) -> tuple[str, ...]:
        """The features that have a weight at some time."""
        shares = [i / 256 for i in range(257)]
        rows = (schedule(share) for schedule in self._schedules.values() for share in shares)
        return tuple(dict.fromkeys(name for row in rows for name in row))

    def matching(self, words: Iterable[str]) -> tuple[str, ...]:
        """Its features whose names begin with one of the words.

        Raises ValueError for a word that begins none of them.
        """
        check_type(words, Iterable, "words", "the beginnings of names of features")
        found: list[str] = []
        for word in words:
            names = [name for name in self.names if word and name.startswith(word)]
            if not names:
                raise ValueError(
                    f"no feature begins with {word!r}: there are {', '.join(self.names)}"
                )
            found += names
        return tuple(dict.fromkeys(found))

    def without(self, names: Iterable[str]) -> "Linear":
        """The same without some features."""
        check_type(names, Iterable, "names", "names of features")
        dropped = frozenset(names)
        schedules = {size: Without(s, dropped) for size, s in self._schedules.items()}
        return Linear.scheduled(schedules, squares=self.squares, unit=self.unit)

    def __getstate__(self) -> dict[str, object]:
        """What pickles hold: all but the native evaluators, which are made anew."""
        return {**self.__dict__, "_native": {}}

    def __call__(self, position: Position) -> float:
        """The value of a position for the side to move."""
        check_position(position)
        return self.for_size(position.size).evaluate(position)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Linear) or self._constant is None:
            return self is other
        mine = (self.unit, self._constant, self.squares)
        return mine == (other.unit, other._constant, other.squares)

    def __hash__(self) -> int:
        if self._constant is None:
            return id(self)
        return hash((self.unit, tuple(self._constant.items()), self.squares))

    def __repr__(self) -> str:
        if self._constant is None:
            return f"<Linear by phase, for sizes {', '.join(map(str, self._schedules))}>"
        options = [f"{name}={weight:g}" for name, weight in self._constant.items()]
        if self.squares is not None:
            options.append(f"squares={self.squares!r}")
        if self.unit != "points":
            options.append(f"unit={self.unit!r}")
        return f"Linear({', '.join(options)})"


def _with_square_tables(
    rows: Sequence[Weights], values: Sequence[float], size: int
) -> tuple[list[Weights], list[Sequence[float]]]:
    """The same weights, those named by squares in a table of square values for each row."""
    for name in dict.fromkeys(name for row in rows for name in row):
        if name.startswith(("squares_", "class_values")):
            raise ValueError(f"{name} cannot be weighed beside squares by name, such as a1")
    tables = [square_table(row, values, size) for row in rows]
    rest = [{n: w for n, w in row.items() if not is_class(n)} | {"squares": 1.0} for row in rows]
    return list(rest), list(tables)
