"""Clocks as text."""

from __future__ import annotations

import re

_CLOCK = re.compile(r"(?:(?:(\d+)\.)?(\d+):)?(\d+):(\d+(?:\.\d*)?)|(\d+(?:\.\d*)?)")


def read_clock(text: str) -> float | None:
    """The seconds of a clock such as 15:00, 1:00:00, 1.00:00:00 or 900; None if it is none."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        return None
    days, hours, minutes, seconds, alone = (float(part or 0) for part in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds + alone
