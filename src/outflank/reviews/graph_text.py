"""The course of a game as lines of text: Black's margin with best play after every move."""

from __future__ import annotations

from math import ceil

from .graph import scale
from .judgement import MARKS
from .reviewing import Review

_ROWS = 5
"""Lines on each side of zero."""
_MARGIN = 7
_EVERY = 10
"""Columns between two numbers below."""


def graph_text(review: Review, *, width: int = 79, blocks: bool = True) -> str:
    """The graph, with the marks of moves written downwards below it; empty without any value.

    Without `blocks` it is ASCII. A game too long for the width has several moves in a column, of
    which it shows the last value and the worst mark. Raises ValueError for a width below 20.
    """
    if not width >= 20:
        raise ValueError(f"bad width {width}: expected 20 or more")
    curve = review.curve
    if not curve:
        return ""
    first = curve[0][0]
    squeeze = ceil((curve[-1][0] - first + 1) / (width - _MARGIN))
    values = {(ply - first) // squeeze: value for ply, value in curve}
    columns = range(max(values) + 1)
    for column in columns:  # passes leave the margin as it is
        values.setdefault(column, values.get(column - 1, 0.0))
    _, top = scale(review)
    halves = [round(2 * _ROWS * values[column] / top) for column in columns]
    marks = dict.fromkeys(columns, "")
    ranks = ["", *reversed(MARKS.values())]
    for judged in review.judgements:
        column = min((judged.ply - first) // squeeze, columns[-1])
        marks[column] = max(marks[column], judged.mark, key=ranks.index)
    lines = [_row(halves, row, top, blocks) for row in range(_ROWS, -_ROWS - 1, -1)]
    for part in range(2):
        below = "".join(marks[column].ljust(2)[part] for column in columns)
        lines += [" " * _MARGIN + below] if below.strip() else []
    numbers = "".join(f"{first + column * squeeze:<{_EVERY}}" for column in columns[::_EVERY])
    lines.append(" " * _MARGIN + numbers)
    return "\n".join(line.rstrip() for line in lines)


def _row(halves: list[int], row: int, top: int, blocks: bool) -> str:
    """One line; `row` counts from zero upwards."""
    full, upper, lower, level, wall = "█▀▄─│" if blocks else "###-|"
    label = f"{top * row // _ROWS:+d}" if abs(row) == _ROWS else "0" if row == 0 else ""
    half = lower if row > 0 else upper

    def cell(height: int) -> str:
        if row == 0:
            return level
        reach = height if row > 0 else -height
        return full if reach >= 2 * abs(row) else half if reach == 2 * abs(row) - 1 else " "

    return f"{label:>{_MARGIN - 2}} {wall}{''.join(map(cell, halves))}"
