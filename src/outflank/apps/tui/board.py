"""The board: draws what it is given, and tells which square is meant. It knows no rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from ...rules import Color, Move
from ...rules.text import LETTERS
from .colors import BEST, BEST_GROUND, BLACK, WHITE
from .discs import MOST_LINES, disc, middle, width_of

_GROUNDS = ("#2d7352", "#286849")
_LAST, _TURNED, _CURSOR, _HINT = "#b49a3c", "#4e9470", "#3c6fb4", "#8a5fb0"
_DISCS = {Color.BLACK: BLACK, Color.WHITE: WHITE}
_MARK = {Color.BLACK: "#ffd75f", Color.WHITE: "#a03c00"}
"""What marks the disc that was played last."""
_RING = {Color.BLACK: "#9aa5a0", Color.WHITE: "#78827d"}
"""What marks a disc that it turned."""
_DOT = "#a9d8bf"
_MARGIN = 3
"""Columns for the numbers of the rows."""


@dataclass(frozen=True)
class Label:
    """A short text on a square."""

    text: str
    short: str
    """At most three characters, for the smallest squares."""
    color: str
    underline: bool = False
    is_best: bool = False


@dataclass(frozen=True)
class Picture:
    """What a board shows."""

    size: int
    discs: Mapping[Move, Color]
    dots: Collection[Move] = ()
    """Squares that can be played."""
    last: Move | None = None
    """The disc that was played last."""
    turned: Collection[Move] = ()
    """The discs that it turned."""
    hint: Move | None = None
    marked: Collection[Move] = ()
    """Discs with a mark of their own."""
    labels: Mapping[Move, Label] = field(default_factory=dict)


class Board(Widget, can_focus=True):
    """A board that fits the room that it has; the mouse or the cursor choose a square."""

    FOCUS_ON_CLICK = False
    ALLOW_SELECT = False
    DEFAULT_CSS = "Board { width: auto; height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("home", "move(-99, 0)", show=False),
        Binding("end", "move(99, 0)", show=False),
        Binding("enter", "press", show=False),
        Binding("escape", "leave", show=False),
    ]

    picture: reactive[Picture] = reactive(Picture(8, {}))
    lines: reactive[int] = reactive(1, layout=True)
    """How high a square is."""
    symmetry: reactive[int] = reactive(0)
    """How it lies, from 0 to 7: 1 left for right, 2 upside down, 4 rows for columns."""
    cursor: reactive[Move] = reactive(Move("a1"))

    class Pressed(Message):
        """A square was clicked, or chosen with the cursor."""

        def __init__(self, square: Move) -> None:
            super().__init__()
            self.square = square

    class Pointed(Message):
        """The mouse or the cursor is over a square, or over none."""

        def __init__(self, square: Move | None) -> None:
            super().__init__()
            self.square = square

    @staticmethod
    def room(size: int, lines: int) -> Size:
        """Columns and lines that a board takes."""
        return Size(_MARGIN + size * width_of(lines), 1 + size * lines)

    def fit(self, width: int, height: int) -> None:
        """Makes the squares as large as the room allows."""
        sizes = range(MOST_LINES, 0, -1)
        rooms = {lines: self.room(self.picture.size, lines) for lines in sizes}
        fitting = (n for n, room in rooms.items() if room.width <= width and room.height <= height)
        self.lines = next(fitting, 1)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The columns that it takes."""
        return self.room(self.picture.size, self.lines).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that it takes."""
        return self.room(self.picture.size, self.lines).height

    def validate_cursor(self, cursor: Move) -> Move:
        """Keeps the cursor on the board."""
        most = self.picture.size - 1
        return Move.at(min(cursor.column, most), min(cursor.row, most))

    def watch_picture(self, before: Picture, picture: Picture) -> None:
        """Makes room for another size, and keeps the cursor on the board."""
        if picture.size != before.size:
            self.refresh(layout=True)
            self.cursor = self.validate_cursor(self.cursor)

    def render_line(self, y: int) -> Strip:
        """One line of the board."""
        size = self.picture.size
        if y == 0:
            width = width_of(self.lines)
            names = (self._edge_name(self._seen(at, 0), is_row=False) for at in range(size))
            text = " " * _MARGIN + "".join(name.center(width) for name in names)
            return Strip([Segment(text, self.rich_style)])
        row, line = divmod(y - 1, self.lines)
        if row >= size:
            return Strip.blank(self.size.width, self.rich_style)
        squares = [self._seen(column, row) for column in range(size)]
        name = self._edge_name(squares[0], is_row=True) if line == middle(self.lines) else ""
        cells = (segment for square in squares for segment in self._cell(square, line))
        return Strip([Segment(f"{name:>2} ", self.rich_style), *cells])

    def _edge_name(self, square: Move, *, is_row: bool) -> str:
        """What stands beside the row, or above the column, in which a square is seen."""
        has_number = is_row != bool(self.symmetry & 4)
        return str(square.row + 1) if has_number else LETTERS[square.column]

    def _reflected(self, column: int, row: int) -> tuple[int, int]:
        most = self.picture.size - 1
        return (
            most - column if self.symmetry & 1 else column,
            most - row if self.symmetry & 2 else row,
        )

    def _seen(self, column: int, row: int) -> Move:
        """The square that is seen in a column and row."""
        column, row = self._reflected(column, row)
        return Move.at(row, column) if self.symmetry & 4 else Move.at(column, row)

    def _shown_at(self, square: Move) -> tuple[int, int]:
        """The column and row in which a square is seen."""
        at = (square.column, square.row)
        return self._reflected(*(at[::-1] if self.symmetry & 4 else at))

    def _ground(self, square: Move) -> str:
        if self.has_focus and square == self.cursor:
            return _CURSOR
        marks = {self.picture.hint: _HINT, self.picture.last: _LAST}
        if square in marks:
            return marks[square]
        if square in self.picture.turned:
            return _TURNED
        return _GROUNDS[(square.column + square.row) % 2]

    def _cell(self, square: Move, line: int) -> list[Segment]:
        ground = self._ground(square)
        width = width_of(self.lines)
        color = self.picture.discs.get(square)
        is_middle = line == middle(self.lines)
        if color is not None:
            return self._disc(square, color, ground, line)
        if is_middle and (label := self.picture.labels.get(square)):
            text = label.short if self.lines == 1 else label.text
            style = Style(color=label.color, bgcolor=ground, bold=True)
            if label.is_best:
                style = Style(color=BEST, bgcolor=BEST_GROUND, bold=True)
            left = (width - len(text) + 1) // 2
            around = [Segment(" " * n, style) for n in (left, width - len(text) - left)]
            inner = Segment(text, style + Style(underline=label.underline))
            return [around[0], inner, around[1]]
        text = "·" if self.lines == 1 else "•"
        shown = text if is_middle and square in self.picture.dots else ""
        return [Segment(shown.center(width), Style(color=_DOT, bgcolor=ground, bold=True))]

    def _disc(self, square: Move, color: Color, ground: str, line: int) -> list[Segment]:
        text = disc(self.lines)[line]
        style = Style(color=_DISCS[color], bgcolor=ground)
        at = len(text) // 2
        is_marked = square in self.picture.marked
        if self.lines == 1 and is_marked:
            return [Segment(text.replace("●", "◆"), style)]
        if self.lines == 1 or line != middle(self.lines):
            return [Segment(text, style)]
        mark, ink = " ", _DISCS[color]
        if is_marked:
            mark, ink = "◆", _MARK[color]
        elif square == self.picture.last:
            mark, ink = "●", _MARK[color]
        elif square in self.picture.turned:
            mark, ink = "○", _RING[color]
        inner = Style(color=ink, bgcolor=_DISCS[color])
        return [Segment(text[:at], style), Segment(mark, inner), Segment(text[at + 1 :], style)]

    def square_at(self, x: int, y: int) -> Move | None:
        """The square in a column and line of the screen's characters, if there is one."""
        column, row = (x - _MARGIN) // width_of(self.lines), (y - 1) // self.lines
        size = self.picture.size
        return self._seen(column, row) if 0 <= column < size and 0 <= row < size else None

    def place_of(self, square: Move) -> tuple[int, int]:
        """The column and line of a square's middle."""
        column, row = self._shown_at(square)
        x = _MARGIN + column * width_of(self.lines) + width_of(self.lines) // 2
        return x, 1 + row * self.lines + middle(self.lines)

    def on_click(self, event: events.Click) -> None:
        """Presses the square under the mouse."""
        if event.button == 1 and (square := self.square_at(event.x, event.y)):
            self.cursor = square
            self.post_message(self.Pressed(square))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Points at the square under the mouse."""
        self.post_message(self.Pointed(self.square_at(event.x, event.y)))

    def on_leave(self) -> None:
        """Points at nothing."""
        self.post_message(self.Pointed(None))

    def action_move(self, columns: int, rows: int) -> None:
        """Moves the cursor, as it is seen."""
        most = self.picture.size - 1
        column, row = self._shown_at(self.cursor)
        self.cursor = self._seen(min(max(column + columns, 0), most), min(max(row + rows, 0), most))
        self.post_message(self.Pointed(self.cursor))

    def action_press(self) -> None:
        """Presses the square under the cursor."""
        self.post_message(self.Pressed(self.cursor))

    def action_leave(self) -> None:
        """Leaves the cursor, so that arrow keys are the screen's again."""
        self.screen.set_focus(None)
