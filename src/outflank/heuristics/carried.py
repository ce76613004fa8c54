"""Weights of one board size put to use on another, as corners and edges are much alike."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median_low

from .._core import pattern_weights
from .patterns import Pattern, patterns
from .weights_file import PatternWeights

_BYTES = 2
"""Of a weight."""


def carried(weights: PatternWeights, size: int, phase_of: Sequence[int]) -> PatternWeights:
    """What those weights say of another board size, in phases of its own.

    A shape gets the weights of the one that lies in the same place, as seen from the nearest
    corner; a row or a diagonal that lies farther in than any there gets those of the innermost.
    What has no like is worth nothing. Phases are alike when as large a share of the board is full.
    """
    shapes = patterns(size)
    places = _places(weights.size, weights.patterns)
    sources = [_like(shape, size, weights) for shape in shapes]
    blank = [bytes(place.stop - place.start) for place in _places(size, shapes)]
    values = bytearray()
    like = stretched(weights, size)
    for phase in range(max(phase_of) + 1):
        discs = median_low(d for d, p in enumerate(phase_of) if p == phase)
        begin = like[discs] * places[-1].stop
        for source, nothing in zip((*sources, len(places) - 1), blank, strict=True):
            if source is None:
                values += nothing
            else:
                place = places[source]
                values += weights.values[begin + place.start : begin + place.stop]
    made = {**weights.made, "carried_from": weights.size}
    return PatternWeights(size, shapes, tuple(phase_of), bytes(values), made)


def _places(size: int, shapes: Sequence[Pattern]) -> list[slice]:
    """Where the bytes of each shape lie in a phase; at last those of mobility and parity."""
    known = [(shape.copies, shape.readings) for shape in shapes]
    ends = [pattern_weights(size, known[:count]) * _BYTES for count in range(len(known) + 1)]
    terms = ends[0]
    starts = [end - terms for end in ends]
    return [*map(slice, starts, starts[1:]), slice(starts[-1], ends[-1])]


def _like(shape: Pattern, size: int, weights: PatternWeights) -> int | None:
    """The number of the shape whose weights another one gets."""
    kind, _, number = shape.name.partition(" ")
    name = shape.name
    if kind == "row":
        name = f"row {min(int(number), weights.size // 2)}"
    elif kind == "diagonal" and int(number) == size:  # through the corners: like no other
        name = f"diagonal {weights.size}"
    elif kind == "diagonal" and shape.squares < int(number):  # a piece: so far from the corner
        name = f"diagonal {max(weights.size - size + int(number), shape.squares + 1)}"
    for index, theirs in enumerate(weights.patterns):
        if theirs.name == name and theirs.readings == shape.readings:
            return index
    return None


def stretched(weights: PatternWeights, size: int) -> tuple[int, ...]:
    """The phase by discs on a board of another size when as large a share of it is full."""
    theirs, area = weights.size**2, size**2
    like = (2 * round(discs * theirs / area / 2) + discs % 2 for discs in range(area + 1))
    return tuple(weights.phase_of[discs if discs <= theirs else discs - 2] for discs in like)
