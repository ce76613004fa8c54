"""The tag Date, which every format writes in its own way."""

from __future__ import annotations

import re
from datetime import UTC, datetime

_YEAR = re.compile(r"\s*([0-9]{4})(?![0-9])")
_EPOCH = re.compile(r"\s*([0-9]{9,10})\s*")
"""Seconds since 1970, as old games of GGS have them."""
_SHORT = re.compile(r"([7-9][0-9])(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])")
"""Such as 960402, as the archive of IOS has them."""


def year_of(date: str) -> int | None:
    """The year of a date such as 2001, 2001-02-03, 2003.12.15_12:33:18.MST or 947375357."""
    if match := _YEAR.match(date):
        return int(match[1])
    if match := _SHORT.fullmatch(date):
        return 1900 + int(match[1])
    if match := _EPOCH.fullmatch(date):
        return datetime.fromtimestamp(int(match[1]), UTC).year
    return None
