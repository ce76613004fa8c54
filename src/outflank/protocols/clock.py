"""How long a move may take when there is time for a whole game."""

from __future__ import annotations

import re

from .._core import Position

_CLOCK = re.compile(r"(?:(?:(\d+)\.)?(\d+):)?(\d+):(\d+(?:\.\d*)?)|(\d+(?:\.\d*)?)")
_LEAST = 0.01
"""Seconds for a move when there is no time left."""
_SPARE = 2
"""Moves that time is kept for beyond those to be expected."""


def read_clock(text: str) -> float | None:
    """The seconds of a clock such as 15:00, 1:00:00, 1.00:00:00 or 900; None if it is none."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        return None
    days, hours, minutes, seconds, alone = (float(part or 0) for part in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds + alone


def share(seconds: float, position: Position) -> float:
    """The part for the next move of what is left to a side for the rest of the game."""
    moves = (position.empties + 1) // 2
    return max(seconds / (moves + _SPARE), _LEAST)
