"""The named features of a position, computed natively."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from .. import _core
from .._core import Position
from ..rules.checks import check_position
from .squares import is_class, positional

FEATURES: dict[str, str] = {
    count + form: meaning if not form else f"{meaning}: {how}"
    for count, meaning in _core.COUNTS.items()
    for form, how in _core.FORMS.items()
}
"""Every feature and what it means, for the side to move.

Each count comes in four forms: its bare name is the difference own - other's, ``_percent`` is
100 (own - other's) / (own + other's) or 0 when both are 0, ``_own`` and ``_other`` are one side's.
"""


class Feature(NamedTuple):
    """What both sides have of one feature."""

    own: float
    """The side to move's."""
    other: float
    """The other side's."""
    difference: float
    """own - other."""
    percent: float
    """100 (own - other) / (own + other), 0 when both are 0."""
    meaning: str
    """What is counted."""


def features(position: Position, squares: Sequence[float] | None = None) -> dict[str, Feature]:
    """The table of all features of a position, by name.

    `squares` are the values for the features that need them (squares, class_values), one a square,
    row by row; the generated positional table if there are none. Parity belongs to the whole
    board: its four values are the same.
    """
    check_position(position)
    if squares is None:
        squares = positional(position.size)
    values = _core.features(position, squares)
    return {
        name: Feature(
            values[f"{name}_own"],
            values[f"{name}_other"],
            values[name],
            values[f"{name}_percent"],
            meaning,
        )
        for name, meaning in _core.COUNTS.items()
    }


def meaning(name: str) -> str:
    """What a feature counts; a name such as b1 means that square and its mirror images."""
    return f"discs on {name} and its mirror images" if is_class(name) else FEATURES[name]


def is_along_search(name: str) -> bool:
    """Whether a feature is counted from the root of a search on: a position alone lacks it."""
    return name.startswith("path_mobility")


def check_name(name: str) -> None:
    """Raises ValueError, naming what is near, unless there is such a feature."""
    if name in FEATURES or is_class(name):
        return
    near = get_close_matches(name, FEATURES, n=1)
    if re.fullmatch(r"[a-p][0-9]{1,2}", name):
        hint = "of mirror images the upper left one on or above the diagonal is named, such as b1"
    elif near:
        hint = f"did you mean {near[0]!r}?"
    else:
        hint = f"there are {', '.join(_core.COUNTS)}"
    raise ValueError(f"no feature is called {name!r}: {hint}")
