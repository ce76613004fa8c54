"""A board on which discs are put by hand."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from ...rules import Color, Move, Position
from ...rules.outcome import name_of
from .board import Board, Picture

_NEXT = {None: Color.BLACK, Color.BLACK: Color.WHITE, Color.WHITE: None}


class Editor(Screen[Position | None]):
    """Puts discs on squares; the answer is the position, or None if it is left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,d", "done", "Done", key_display="d", priority=True),
        Binding("space", "press", priority=True, show=False),
        Binding("b", "put('black')", "Black"),
        Binding("w", "put('white')", "White"),
        Binding("x,delete,backspace", "put('')", "Empty", key_display="x"),
        Binding("t", "turn", "Turn"),
        Binding("c", "clear", "Clear"),
        Binding("i", "initial", "Start"),
        Binding("plus", "size(2)", show=False),
        Binding("minus", "size(-2)", show=False),
        Binding("escape", "leave", "Leave", key_display="Esc", priority=True),
    ]

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._take(position)

    def _take(self, position: Position) -> None:
        self._side = position.size
        self._turn = position.turn
        self._discs = {square: color for color in Color for square in position.squares(color)}

    def compose(self) -> ComposeResult:
        """The board, and what to do."""
        with Vertical(id="editor"):
            with Center():
                yield Board()
            yield Static(id="edited")
        yield Footer()

    def on_mount(self) -> None:
        """Shows the board, with the cursor on it."""
        self._show()
        self.query_one(Board).focus()

    def on_resize(self) -> None:
        """Makes the squares as large as there is room."""
        self._fit()

    def _fit(self) -> None:
        self.query_one(Board).fit(self.size.width, self.size.height - 5)

    def _show(self) -> None:
        board = self.query_one(Board)
        board.picture = Picture(self._side, dict(self._discs))
        self._fit()
        counts = [list(self._discs.values()).count(color) for color in Color]
        self.query_one("#edited", Static).update(
            Content(
                f"{name_of(self._turn)} to move, {counts[0]} black and {counts[1]} white discs.\n"
                "A click or Space changes a square, + and - the size."
            )
        )

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """Empty, black, white, empty."""
        self._put(event.square, _NEXT[self._discs.get(event.square)])

    def action_press(self) -> None:
        """The same under the cursor."""
        self.query_one(Board).action_press()

    def action_put(self, color: str) -> None:
        """Puts a disc under the cursor, or none."""
        self._put(self.query_one(Board).cursor, Color[color.upper()] if color else None)

    def _put(self, square: Move, color: Color | None) -> None:
        if color is None:
            self._discs.pop(square, None)
        else:
            self._discs[square] = color
        self._show()

    def action_turn(self) -> None:
        """Lets the other side move."""
        self._turn = self._turn.opponent
        self._show()

    def action_clear(self) -> None:
        """Takes all discs away."""
        self._discs.clear()
        self._show()

    def action_initial(self) -> None:
        """Puts the usual discs there."""
        self._take(Position.initial(self._side))
        self._show()

    def action_size(self, step: int) -> None:
        """Makes the board larger or smaller, with the usual discs."""
        if 4 <= self._side + step <= 16:
            self._take(Position.initial(self._side + step))
            self._show()

    def action_done(self) -> None:
        """Answers."""
        squares = [[at for at, held in self._discs.items() if held is color] for color in Color]
        self.dismiss(Position.from_squares(self._side, squares[0], squares[1], self._turn))

    def action_leave(self) -> None:
        """Leaves all as it was."""
        self.dismiss(None)
