"""Sets of squares that a learned evaluation looks at, the same on every board size.

A shape is given by its squares' distances from a corner and the two edges that meet there; a board
has it at every corner and along every edge, and all copies share their weights. So do the two
readings of a copy that is its own mirror image. At 8x8 they are those of Edax (engine of
R. Delorme), besides some of our own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from .._core import Move

Cells = tuple[tuple[int, int], ...]
"""Columns and rows, from 0 at a corner."""

_LONGEST = 8
"""Lines are looked at in pieces of so many squares from their end."""


class Pattern(NamedTuple):
    """A shape on a board."""

    name: str
    copies: tuple[tuple[Move, ...], ...]
    """Where it lies; the squares of all copies are in the same order."""
    readings: tuple[tuple[int, ...], ...]
    """The orders in which a copy may as well be read, the first is that of its squares."""

    @property
    def squares(self) -> int:
        """How many squares it has."""
        return len(self.copies[0])


@cache
def patterns(size: int) -> tuple[Pattern, ...]:
    """The shapes of a board size from 6 to 16, none for 4."""
    return tuple(_pattern(name, cells, size) for name, cells in _shapes(size).items())


def _shapes(size: int) -> dict[str, Cells]:
    if size < 6:
        return {}
    found = {
        "corner 3x3": tuple(product(range(3), range(3))),
        "angle": (*((0, y) for y in range(4, -1, -1)), (1, 1), *_line(1, 0, 4)),
        "corner 5x2": _line(0, 0, 5) + _line(0, 1, 5),
        "triangle": _line(0, 0, 4) + _line(0, 1, 3) + _line(0, 2, 2) + _line(0, 3, 1),
    }
    if size <= _LONGEST:
        found["edge"] = ((1, 1), *_line(0, 0, size), (size - 2, 1))
    else:
        found["edge"] = ((1, 1), *_line(0, 0, _LONGEST))
    if size == 8:
        block = ((0, 0), (2, 0), (3, 0), (2, 1), (3, 1), (4, 1), (5, 1), (4, 0), (5, 0), (7, 0))
        found["block"] = block
    for row in range(1, size // 2):
        found[f"row {row + 1}"] = _line(0, row, min(size, _LONGEST))
    for length in range(size, 3, -1):
        shift = size - length
        found[f"diagonal {length}"] = tuple((i + shift, i) for i in range(min(length, _LONGEST)))
    return found


def _line(column: int, row: int, length: int) -> Cells:
    return tuple((column + i, row) for i in range(length))


def _pattern(name: str, cells: Cells, size: int) -> Pattern:
    copies: dict[frozenset[tuple[int, int]], Cells] = {}
    readings: set[tuple[int, ...]] = set()
    for image in _images(cells, size):
        first = copies.setdefault(frozenset(image), image)
        # Where the same squares come back in another order, this one is as good as that.
        readings.add(tuple(first.index(cell) for cell in image))
    orders = sorted(readings, key=lambda order: (order != tuple(range(len(cells))), order))
    placed = tuple(tuple(Move.at(x, y) for x, y in copy) for copy in copies.values())
    return Pattern(name, placed, tuple(orders))


def _images(cells: Cells, size: int) -> list[Cells]:
    last = size - 1
    turned = [cells]
    for _ in range(3):
        turned.append(tuple((last - y, x) for x, y in turned[-1]))
    return turned + [tuple((y, x) for x, y in image) for image in turned]


def entries_of(squares: int) -> int:
    """How many configurations so many squares have."""
    return int(3**squares)


def configuration(discs: Sequence[int]) -> int:
    """The number of a configuration: of each square 0 empty, 1 own, 2 the opponent's."""
    return int(sum(disc * 3**place for place, disc in enumerate(discs)))
