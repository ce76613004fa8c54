"""The moves of a line, two in a row: a click goes there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from ...formats import Node
from ...reviews import Judgement
from ...rules import Color
from .colors import INK, OF_MARK

_CELL = 11
"""Columns of a move with its mark and its loss."""
_COMMENTED = '"'
"""Stands behind a move of which something is said."""


class Sheet(VerticalScroll, can_focus=False):
    """The score sheet; what a review says of a move stands beside it."""

    DEFAULT_CSS = """
    Sheet { height: 1fr; min-height: 3; scrollbar-size-vertical: 1; }
    Sheet Static { width: auto; link-style: none; link-color: $foreground; }
    """

    _row = 0
    """Where the place that is looked at stands."""

    def compose(self) -> ComposeResult:
        """Nothing but a text."""
        yield Static()

    def show(self, line: Sequence[Node], here: Node, judged: Mapping[Node, Judgement]) -> None:
        """Shows a line and the place in it."""
        cells = [_cell(number, node, here, judged.get(node)) for number, node in enumerate(line, 1)]
        first = 1
        if line and line[0].parent and line[0].parent.position.turn is Color.WHITE:
            cells.insert(0, Content(" " * _CELL))
            first = 0
        rows = [
            Content.assemble(f"{max(first + at, 1):>3} ", Content(" ").join(cells[at : at + 2]))
            for at in range(0, len(cells), 2)
        ]
        self.query_one(Static).update(Content("\n").join(rows) if rows else "No moves yet.")
        self._row = (len(here.path) - first) // 2
        self.call_after_refresh(self._reveal)

    def on_resize(self) -> None:
        """Keeps the place in sight."""
        self.call_after_refresh(self._reveal)

    def _reveal(self) -> None:
        self.scroll_to(y=self._row - self.size.height // 2, animate=False, immediate=True)


def _cell(number: int, node: Node, here: Node, judged: Judgement | None) -> Content:
    mark = judged.mark if judged else ""
    loss = f"-{judged.loss:.1f}" if judged and judged.mark else ""
    move = node.move
    name = "--" if move is None or move.is_pass else move.name
    sign = _COMMENTED if node.note.comment else ""
    has_others = node.parent is not None and len(node.parent.children) > 1
    go = Style.from_meta({"@click": f"screen.go({number})"})
    style = go + Style(underline=has_others, reverse=node is here, bold=node is here)
    return Content.assemble(
        (name, style),
        (f"{sign:<{4 - len(name)}}", go),
        (f"{mark:<2}", _of_mark(mark)),
        f"{loss:>5}",
    )


def _of_mark(mark: str) -> Style:
    return Style.parse(f"bold {INK} on {OF_MARK[mark]}") if mark else Style()
