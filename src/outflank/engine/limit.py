"""How long a search may go on."""

import math
from typing import NamedTuple


class _Fields(NamedTuple):
    time: float | None
    depth: int | None
    nodes: int | None


class Limit(_Fields):
    """How long a search may go on; whichever bound is met first ends it.

    Raises ValueError for a bound that is not positive. No bound at all means: to the end of the
    game, or until told to stop.
    """

    __slots__ = ()

    def __new__(
        cls, time: float | None = None, depth: int | None = None, nodes: int | None = None
    ) -> "Limit":
        """Seconds, plies (a pass is none), and calls of a search function."""
        if time is not None and not (isinstance(time, int | float) and 0 < time < math.inf):
            raise ValueError(f"time {time!r}: expected seconds above 0")
        for name, bound in (("depth", depth), ("nodes", nodes)):
            if bound is not None and not (isinstance(bound, int) and bound > 0):
                raise ValueError(f"{name} {bound!r}: expected a whole number above 0")
        return super().__new__(cls, time, depth, nodes)

    def __repr__(self) -> str:
        given = [f"{k}={v!r}" for k, v in self._asdict().items() if v is not None]
        return f"Limit({', '.join(given)})"
