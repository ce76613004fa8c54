"""The tag Date, which every program writes in its own way; of it only the year is read."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from unicodedata import normalize

_DIGITS = {ord(kanji): str(digit) for digit, kanji in enumerate("〇一二三四五六七八九")}
_ERAS = {
    "明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018,
    "民國": 1911, "民国": 1911,
    "m": 1867, "t": 1911, "s": 1925, "h": 1988, "r": 2018,
}  # fmt: skip
"""The year before the first of an era; by letter those of Japan."""
_ERA = re.compile(r"(明治|大正|昭和|平成|令和|民國|民国)\s*(元|[0-9]?十[0-9]?|[0-9]{1,3})\s*年?")
_ERA_LETTER = re.compile(r"([mtshr])\.?\s*([0-9]{1,2})\s*[./年-].*")
_YEAR = re.compile(r"(?<![0-9])([0-9]{4})(?![0-9])")
_YEARS = range(1850, 2200)
"""Numbers that count as years within a text; four digits at its start always do."""
_LONGEST = 10
"""The most years that a date spans; a number farther from the first is the time of day."""
_EPOCH = re.compile(r"([0-9]{9,10})(?:[0-9]{3})?")
"""Seconds or milliseconds since 1970, as in old games of GGS."""
_COMPACT = re.compile(r"(?:([12][0-9]{3})|([7-9][0-9]))(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])")
"""20190504, or 960402 as in the archive of IOS."""
_UNKNOWN = re.compile(r"[\s?.*/-]*|unknown|none|n/a")


def year_of(date: str) -> int | None:
    """The year of a date, of several years the first; None if it cannot be told for certain.

    The order of day and month does not matter: 2001-02-03, 3.2.2001, Feb 3, 2001, 2001年2月3日,
    平成13年2月3日, 2003.12.15_12:33:18.MST and 947375357 are understood, 03/02/01 is not.
    """
    years = years_of(date)
    return years[0] if years else None


def years_of(date: str) -> range:
    """The years that a date is in, such as 1999-2001; empty if they cannot be told."""
    text = normalize("NFKC", date).translate(_DIGITS).strip().lower()
    if match := _ERA.search(text):
        return _one(_ERAS[match[1]] + _number(match[2]))
    if match := _COMPACT.fullmatch(text):
        return _one(int(match[1] or f"19{match[2]}"))
    if match := _EPOCH.fullmatch(text):
        return _one(datetime.fromtimestamp(int(match[1]), UTC).year)
    if match := _ERA_LETTER.fullmatch(text):
        return _one(_ERAS[match[1]] + int(match[2]))
    found = [int(match[1]) for match in _YEAR.finditer(text) if match.start() == 0]
    found += [int(year) for year in _YEAR.findall(text)[len(found) :] if int(year) in _YEARS]
    if not found:
        return range(0)
    last = found[-1] if found[0] < found[-1] <= found[0] + _LONGEST else found[0]
    return range(found[0], last + 1)


def unclear_year(date: str) -> str | None:
    """That no year can be told from a date, if there is a date that says more than `????.??.??`."""
    if years_of(date) or _UNKNOWN.fullmatch(date.strip().lower()):
        return None
    return f"the year of the date {date[:30]!r} is not understood: expected such as 2019-05-04"


def _one(year: int) -> range:
    return range(year, year + 1)


def _number(text: str) -> int:
    """The number of a year in an era: 元, 5, or 31, written as 3十1 too."""
    if text == "元":
        return 1
    tens, ten, ones = text.rpartition("十")
    return int(tens or 1) * 10 + int(ones or 0) if ten else int(text)
