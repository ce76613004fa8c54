"""The clocks of a game, as GTP tells of them, and how long a move may take by them."""

from __future__ import annotations

from dataclasses import dataclass

from .._core import Color, Position
from .clock import share

_LAG = 0.05
"""Seconds a move that are lost on the way."""
_SHARE = 0.9
"""The part of a byo-yomi period that is used."""
_LEAST = 0.01
"""Seconds for a move when there is no time left."""


@dataclass
class Clock:
    """What a side has left."""

    time: float
    """Seconds: in byo-yomi of this period, before it of the main time."""
    stones: int = 0
    """Moves to be made in the period; 0 before byo-yomi."""


class Clocks:
    """Both clocks, kept by what they are said to show and, until they are, by our own moves."""

    def __init__(self, main: float, period: float, stones: int) -> None:
        """Seconds for the game, then seconds for every so many moves (Canadian byo-yomi).

        A period without moves to make in it means no limit at all.
        """
        self._period, self._stones = period, stones
        self._no_limit = stones == 0 and (period > 0 or main == 0)
        start = Clock(main) if main > 0 or stones == 0 else Clock(period, stones)
        self._left = {color: Clock(start.time, start.stones) for color in Color}
        self._told = False

    def tell(self, color: Color, time: float, stones: int) -> None:
        """Sets a clock to what it shows; 0 stones mean the main time."""
        self._left[color] = Clock(time, stones)
        self._told, self._no_limit = True, False

    def budget(self, position: Position) -> float | None:
        """Seconds for the next move of the side to move; None without a limit."""
        if self._no_limit:
            return None
        clock = self._left[position.turn]
        if clock.stones:
            return max(_SHARE * clock.time / clock.stones - _LAG, _LEAST)
        after = self._period / self._stones if self._stones else 0.0
        usable = max(clock.time - _LAG * position.empties / 2, 0.0)
        most = max(clock.time + after - _LAG, _LEAST)
        return min(max(share(usable, position), _SHARE * after - _LAG, _LEAST), most)

    def spend(self, color: Color, seconds: float) -> None:
        """Lets a clock run for a move, unless the other program tells what clocks show."""
        if self._told or self._no_limit:
            return
        clock = self._left[color]
        clock.time -= seconds
        if clock.stones:
            clock.stones -= 1
            if clock.stones == 0:
                self._left[color] = Clock(self._period, self._stones)
        elif clock.time <= 0 and self._stones:
            self._left[color] = Clock(self._period + clock.time, self._stones)
