"""How a search behaves, where agents differ in it."""

from functools import lru_cache
from typing import NamedTuple

from .. import _core
from ..heuristics import ErrorModel
from .learned import MOST_WORTH, LearnedOrdering, learned_ordering


class Ordering(NamedTuple):
    """What a move is worth for being searched early; among equals board order decides.

    Order changes how many nodes a search needs, not what it finds, but for which of equally good
    moves is chosen.
    """

    corner: int = 18
    """For a corner."""
    edge: int = 2
    """For another edge square (one beside an empty corner has its own weight)."""
    x_square: int = -12
    """Diagonally beside an empty corner."""
    c_square: int = -5
    """On the edge beside an empty corner."""
    reply: int = -8
    """For each reply of the opponent; those in corners count twice."""
    potential: int = -2
    """For each empty square beside a disc of the player, where replies may appear."""
    killer: int = 4
    """For a move that refuted another one at the same ply."""


UNORDERED = Ordering(*[0] * len(Ordering._fields))
"""Board order."""


SELECTIVITIES: tuple[int, ...] = _core.SELECTIVITIES
"""The levels of confidence that a search can have, in per cent."""


class Settings(NamedTuple):
    """How a search behaves, where agents differ in it."""

    ordering: Ordering | LearnedOrdering | None = None
    """Which moves are searched first; a learned order is for the midgame. None: with the engine's
    own evaluator the order learned from searches, else weights."""
    table: bool = True
    """Remember positions."""
    exact_from: int = 12
    """Empty squares from which on positions are solved at any depth."""
    selectivity: int = 73
    """The confidence, in per cent, with which moves may be left out because a shallower search
    makes them unlikely to matter: one of SELECTIVITIES; at 100 nothing is. It needs an evaluator in
    discs that has its `errors`, and without them is 100."""


_WINDOW = 3.0
"""Half of the window around a guess of the value, in discs."""


@lru_cache
def native_settings(
    settings: Settings, own: bool, discs: bool, errors: ErrorModel | None, lines: int
) -> _core.Settings:
    """The same for a native search with the engine's own or another evaluator; not to be changed.

    ValueError for a weight that is no whole number of at most a million in size.
    """
    native = _core.Settings()
    native.lines = lines
    native.window = _WINDOW if discs else 0.0
    if errors is not None and discs:
        native.calibrate(*errors)
    if settings.ordering is None:
        settings = settings._replace(ordering=learned_ordering() if own else Ordering())
    for name, value in settings._asdict().items():
        if isinstance(value, LearnedOrdering):
            native.learn(value.worth, value.killer)
        elif name == "ordering":
            for weight, worth in value._asdict().items():
                if not (isinstance(worth, int) and abs(worth) <= MOST_WORTH):
                    raise ValueError(
                        f"{weight} {worth!r}: expected a whole number up to {MOST_WORTH}"
                    )
                setattr(native, f"order_{weight}", worth)
        else:
            setattr(native, name, min(value, MOST_WORTH) if name == "exact_from" else value)
    return native
