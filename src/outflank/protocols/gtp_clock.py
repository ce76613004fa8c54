"""The clocks of a game, as GTP tells of them."""

from __future__ import annotations

from .._core import Color
from ..engine import Clock


class Clocks:
    """Both clocks, kept by what they are said to show and, until they are, by our own moves."""

    def __init__(self, main: float, period: float, stones: int) -> None:
        """Seconds for the game, then seconds for every so many moves (Canadian byo-yomi).

        A period without moves to make in it means no limit at all.
        """
        self._period, self._stones = max(period, 0.0), stones
        self._no_limit = stones == 0 and (period > 0 or main == 0)
        start = Clock(max(main, 0.0)) if main > 0 or stones == 0 else self._next_period()
        self._left = dict.fromkeys(Color, start)
        self._told = False

    def tell(self, color: Color, time: float, stones: int) -> None:
        """Sets a clock to what it shows; 0 stones mean the main time."""
        self._left[color] = Clock(max(time, 0.0), moves=stones)
        self._told, self._no_limit = True, False

    def clock(self, color: Color) -> Clock | None:
        """What a side has to think; None without a limit.

        In the main time a move of the byo-yomi counts as an increment, as it can follow each move;
        when there is less than that left, the first period is begun.
        """
        if self._no_limit:
            return None
        left = self._left[color]
        if left.moves or not self._stones:
            return left
        after = self._period / self._stones
        if left.time > after:
            return left._replace(increment=after)
        return self._next_period(left.time)

    def spend(self, color: Color, seconds: float) -> None:
        """Lets a clock run for a move, unless the other program tells what clocks show."""
        if self._told or self._no_limit:
            return
        left = self._left[color]
        if left.moves == 1 or (not left.moves and left.time <= seconds and self._stones):
            more = 0.0 if left.moves else left.time - seconds
            self._left[color] = self._next_period(more)
        else:
            self._left[color] = Clock(max(left.time - seconds, 0.0), moves=max(left.moves - 1, 0))

    def _next_period(self, more: float = 0.0) -> Clock:
        return Clock(max(self._period + more, 0.0), moves=self._stones)
