"""The course of a reviewed game: Black's margin upwards, White's downwards; a click goes there."""

from __future__ import annotations

from math import ceil

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from ...reviews import MARKS, Review
from ...reviews.graph import scale
from .colors import BLACK, GROUND, INK, OF_MARK, WHITE

_MARGIN = 5
"""Columns for the numbers at the side."""
_HERE = "#5a9b7a"
_RANKS = ["", *reversed(MARKS.values())]


class Graph(Widget):
    """The graph of a review; its columns are moves, or several of them where there is no room."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Graph { height: 9; min-width: 20; }"

    review: reactive[Review | None] = reactive(None)
    ply: reactive[int | None] = reactive(None)
    """The place that is looked at, if it is in the game that was reviewed."""

    class Chosen(Message):
        """A place was clicked."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def render_line(self, y: int) -> Strip:
        """One line: half a row of it is a step of the scale."""
        rows = self.size.height - 1
        review = self.review
        if review is None or not review.curve or rows < 2:
            return Strip.blank(self.size.width, self.rich_style)
        columns = self._columns(review)
        if y == rows:
            return Strip([Segment(" " * _MARGIN, self.rich_style), *map(self._mark, columns)])
        _, top = scale(review)
        labels = {0: f"{top:+d}", rows - 1: f"{-top:+d}"}
        label = labels.get(y, "")
        values = dict(review.curve)
        levels = [_level(half, rows) for half in (2 * y, 2 * y + 1)]
        cells = []
        for plies in columns:
            reached = [values[ply] for ply in plies if ply in values]
            height = round(rows * (reached[-1] if reached else 0) / top)
            ground = _HERE if self.ply in plies else GROUND
            inks = [_ink(level, height, ground) for level in levels]
            cells.append(Segment("▀", Style(color=inks[0], bgcolor=inks[1])))
        return Strip([Segment(f"{label:>{_MARGIN - 1}} ", self.rich_style), *cells])

    def on_click(self, event: events.Click) -> None:
        """Goes to the moves of a column."""
        if self.review is not None and self.review.curve:
            columns = self._columns(self.review)
            at = event.x - _MARGIN
            if 0 <= at < len(columns):
                self.post_message(self.Chosen(columns[at][-1]))

    def _columns(self, review: Review) -> list[range]:
        """The plies of every column."""
        first, last = review.curve[0][0], review.curve[-1][0]
        width = max(self.size.width - _MARGIN, 1)
        count = last - first + 1
        squeeze, stretch = ceil(count / width), max(width // count, 1)
        starts = range(first, last + 1, squeeze)
        return [
            range(start, min(start + squeeze, last + 1)) for start in starts for _ in range(stretch)
        ]

    def _mark(self, plies: range) -> Segment:
        assert self.review is not None
        marks = [judged.mark for judged in self.review.judgements if judged.ply in plies]
        worst = max(marks, default="", key=_RANKS.index)
        style = Style(color=INK, bgcolor=OF_MARK[worst], bold=True) if worst else None
        return Segment(worst[:1] or " ", style or self.rich_style)


def _level(half: int, rows: int) -> int:
    """How high half a line is, counted from the top; there is none at zero."""
    return rows - half if half < rows else rows - half - 1


def _ink(level: int, height: int, ground: str) -> str:
    """The colour of half a line where a bar is so high."""
    if level > 0:
        return BLACK if height >= level else ground
    return WHITE if height <= level else ground
