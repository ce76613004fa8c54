"""What a text may mean that does not say all: the size of its boards, and how they are spelled."""

from __future__ import annotations

import re
from itertools import islice
from math import inf
from typing import NamedTuple

from ..rules.text import DIALECTS
from .parse import scan
from .record import Item, Problem
from .table import PLAIN

HEAD = 50_000
"""How many characters or bytes of a text are enough to tell."""
_LOOKED_AT = 20
"""How many games and positions are."""
_USUAL_SIZE = 8
_SIZES = range(4, 17, 2)
_SIZED = (*PLAIN, "csv", "pgn")
"""Formats that may not tell the size of their boards."""
_COLUMN = re.compile(r"\bcolumn ([0-9]+)")
_NEEDS_DIALECT = re.compile(r"\bname the dialect\b")


class Reading(NamedTuple):
    """What `parse` and `read` are to be told of a text."""

    size: int
    dialect: str | None


class _Trial(NamedTuple):
    """How far one comes with a reading; the one that comes farthest is the greatest."""

    items: int
    """How many games and positions are found."""
    reach: float
    """The column of the first mistake that has one."""


def readings(head: str | bytes, size: int = _USUAL_SIZE) -> list[Reading]:
    """How a text is to be read, by its first `HEAD` characters or bytes.

    The size is tried first, then 8, then the others. There are several readings where a board means
    different positions to different programs.
    """
    head = head[:HEAD]
    first = Reading(size, None)
    if scan(head)[0] not in _SIZED:
        return [first]
    found, problems = _look(head, first)
    if not problems:
        return [first]
    if not found and _NEEDS_DIALECT.search(problems[0].reason):
        return _spellings(head, size)
    ways = dict.fromkeys(Reading(n, None) for n in (size, _USUAL_SIZE, *_SIZES))
    trials = {way: _trial(*_look(head, way)) for way in ways}
    return [max(trials, key=trials.__getitem__)]


def _spellings(head: str | bytes, size: int) -> list[Reading]:
    looks = {(way := Reading(size, name)): _look(head, way) for name in DIALECTS}
    trials = {way: _trial(*look) for way, look in looks.items()}
    best = max(trials.values())
    alike = [way for way, trial in trials.items() if trial == best]
    different = [
        way
        for index, way in enumerate(alike)
        if all(looks[way][0] != looks[before][0] for before in alike[:index])
    ]
    return different if best.items else alike[:1]


def _look(head: str | bytes, way: Reading) -> tuple[list[Item], list[Problem]]:
    """The first games and positions, and what cannot be read among them."""
    _, answers = scan(head, size=way.size, dialect=way.dialect)
    found = list(islice(answers, _LOOKED_AT))
    items = [answer for answer in found if not isinstance(answer, Problem)]
    wrong = (answer for answer in found if isinstance(answer, Problem))
    return items, [problem for problem in wrong if not problem.harmless]


def _trial(items: list[Item], problems: list[Problem]) -> _Trial:
    match = _COLUMN.search(problems[0].reason) if problems else None
    return _Trial(len(items), float(match[1]) if match else inf)
