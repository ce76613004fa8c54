"""What a method found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .model import Model


class Measure(NamedTuple):
    """Something that a tuning is meant to improve."""

    name: str
    """What it is."""
    before: float
    """With the weights of the agent."""
    after: float
    """With the weights found."""


class Fitted(NamedTuple):
    """What a method found."""

    models: Mapping[int, Model]
    """The weights by board size."""
    before: Mapping[int, Model]
    """The weights of the agent, as near as the same phases come to them."""
    measures: Sequence[Measure]
    """What it was for."""
    notes: str = ""
    """What else there is to tell, as lines."""
