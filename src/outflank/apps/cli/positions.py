"""Positions from whatever names them: boards, moves, files of either, the standard input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ...formats import Entry, Problem, Record
from ...rules.text import is_board
from .sources import Source

_SIDES = ("X", "O", "B", "W", "BLACK", "WHITE")


class Asked(NamedTuple):
    """A position, what is said of it, and where it was found."""

    place: str
    """Such as `endings.obf, line 3`; empty for what was typed."""
    entry: Entry


class Unreadable(NamedTuple):
    """What stands in the place of a position and is none, or what is odd about one."""

    place: str
    reason: str
    harmless: bool = False

    def __str__(self) -> str:
        """Return a sentence such as `endings.obf, line 3: bad score 'x'`."""
        return f"{self.place}: {self.reason}" if self.place else self.reason


def read_positions(words: Sequence[str], size: int) -> Iterator[Asked | Unreadable]:
    """The positions that words name, each as soon as it is read.

    A word is a file, `-`, a board, a line of OBF, or moves on a board of that size. Of games the
    last position counts. Mistakes in the words themselves raise before the first position comes.
    """
    sources = [Source(word, size, live=True) for word in _with_sides(words)]
    return chain.from_iterable(map(_asked, sources))


def _with_sides(words: Iterable[str]) -> list[str]:
    """Joins a board and the side to move, if they came as two words."""
    joined: list[str] = []
    for word in (word.strip() for word in words):
        if word.upper() in _SIDES and joined and is_board(joined[-1]):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


def _asked(source: Source) -> Iterator[Asked | Unreadable]:
    for _, place, answer in source:
        if isinstance(answer, Problem):
            yield Unreadable(place, answer.reason, answer.harmless)
        elif isinstance(answer, Record):
            yield Asked(place, Entry(answer.game.position, {}, None))
        else:
            yield Asked(place, answer)
