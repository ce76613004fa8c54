"""How long a search may go on."""

import sys
from typing import NamedTuple

from .._core import Position
from .clock import Clock, Lateness, Pace


class _Fields(NamedTuple):
    time: float | None
    depth: int | None
    nodes: int | None
    clock: Clock | None


class Limit(_Fields):
    """How long a search may go on; whichever bound is met first ends it.

    With a clock the engine decides by that how long it takes, and `time` is only told to who does
    not look at clocks. Raises ValueError for a bound that is not positive. No bound at all means:
    to the end of the game, or until told to stop.
    """

    __slots__ = ()

    def __new__(
        cls,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        clock: Clock | None = None,
    ) -> "Limit":
        """Seconds, plies (a pass is none), calls of a search function, and the mover's clock."""
        number = isinstance(time, int | float) and not isinstance(time, bool)
        if time is not None and not (number and 0 < time <= sys.float_info.max):
            raise ValueError(f"time {time!r}: expected seconds above 0")
        for name, bound in (("depth", depth), ("nodes", nodes)):
            whole = isinstance(bound, int) and not isinstance(bound, bool)
            if bound is not None and not (whole and bound > 0):
                raise ValueError(f"{name} {bound!r}: expected a whole number above 0")
        if not isinstance(clock, Clock | None):
            raise TypeError(f"clock {clock!r}: expected a Clock, such as Clock(300, increment=3)")
        return super().__new__(cls, time, depth, nodes, clock)

    def __repr__(self) -> str:
        given = [f"{k}={v!r}" for k, v in self._asdict().items() if v is not None]
        return f"Limit({', '.join(given)})"

    def __str__(self) -> str:
        """What bounds there are, in words."""
        bounds = {k: v for k, v in self._asdict().items() if v is not None}
        words = [f"{k} {v if k == 'clock' else f'{v:g}'}" for k, v in bounds.items()]
        return ", ".join(words) or "no limit"

    def with_share(self, position: Position, lateness: Lateness | None = None) -> "Limit":
        """The limit with `time` set to the next move's share of the clock, in seconds.

        If `lateness` is given, time is kept for it.
        """
        if self.clock is None:
            return self
        return self._replace(time=Pace(self.clock, position.empties, lateness).usual)
