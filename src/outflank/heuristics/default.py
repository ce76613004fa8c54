"""The evaluator that the engine uses when it is given none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from .._core import Evaluator, Position
from ..rules.checks import check_position
from .error_model import ErrorModel
from .learned import Learned
from .standard import standard
from .weights_file import from_bytes

_SIZES = range(4, 17, 2)
"""The board sizes there are."""


class Default:
    """What this package has learned, or the standard weights on sizes where it has not."""

    unit = "discs"

    @property
    def errors(self) -> Mapping[int, ErrorModel]:
        """How shallow searches err, by board size, of what is learned."""
        return _Errors()

    def for_size(self, size: int) -> Evaluator:
        """The native evaluator for a board size."""
        found = learned(size)
        return (standard() if found is None else found).for_size(size)

    def __call__(self, position: Position) -> float:
        """The value of a position for the side to move."""
        check_position(position)
        return self.for_size(position.size).evaluate(position)

    def __reduce__(self) -> str:
        """Pickles name the one there is."""
        return "_DEFAULT"

    def __repr__(self) -> str:
        return "<the default evaluation>"


class _Errors(Mapping[int, ErrorModel]):
    """Reads the weights of a size when it is asked for it, not those of all."""

    def __getitem__(self, size: int) -> ErrorModel:
        found = learned(size)
        if found is None:
            raise KeyError(size)
        return found.errors[size]

    def __iter__(self) -> Iterator[int]:
        return (size for size in _SIZES if self.get(size))

    def __len__(self) -> int:
        return sum(1 for _ in self)


_DEFAULT = Default()


def default() -> Default:
    """The learned evaluation where there is one, the standard one elsewhere."""
    return _DEFAULT


@cache
def learned(size: int, purpose: str = "") -> Learned | None:
    """The evaluation for a board size that comes with this package, if there is one."""
    file = _file(size, purpose)
    return Learned(from_bytes(file.read_bytes())) if file.is_file() else None


def is_learned(size: int) -> bool:
    """Whether weights of a board size come with this package."""
    return _file(size).is_file()


def _file(size: int, purpose: str = "") -> Traversable:
    return files("outflank") / "data" / f"{size}x{size}{purpose}.weights"


def adviser(size: int) -> Evaluator:
    """What helps the exact search to order its moves: quick, and right about endings."""
    found = learned(size, ".ordering")
    return (standard() if found is None else found).for_size(size)
