"""The two clocks of a game that people play: one runs, or none."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from ...engine import Clock
from ...rules import Color


class Clocks:
    """What each side has left; whoever runs out is late."""

    def __init__(self, clock: Clock, now: Callable[[], float] = monotonic) -> None:
        """Both sides begin with the same; `now` gives seconds."""
        self._left = dict.fromkeys(Color, clock)
        self._now = now
        self._since = now()
        self.running: Color | None = None
        """Whose clock runs."""

    def left(self, color: Color) -> Clock:
        """What a side has left; the time stops at 0."""
        clock = self._left[color]
        if color is not self.running:
            return clock
        return clock._replace(time=max(clock.time - (self._now() - self._since), 0.0))

    def run(self, color: Color | None) -> None:
        """Lets one side's clock run, or none."""
        if color is not self.running:
            if self.running is not None:
                self._left[self.running] = self.left(self.running)
            self.running, self._since = color, self._now()

    def press(self) -> None:
        """Ends the turn of the side whose clock runs, which gets its increment."""
        if (mover := self.running) is not None:
            self.run(None)
            self._left[mover] = self._left[mover].after(0)

    @property
    def late(self) -> Color | None:
        """The side that has run out of time."""
        mover = self.running
        return mover if mover is not None and self.left(mover).time <= 0 else None


def clock_text(seconds: float) -> str:
    """Minutes and seconds such as 4:07; tenths below ten seconds."""
    if seconds < 10:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
