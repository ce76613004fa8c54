"""The screen with the board, as far as it shows a game and looks through it."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from ...agents.failure import one_line
from ...database import opening_of
from ...engine import Limit
from ...rules import PASS, Move
from ...rules.outcome import name_of
from .board import Board, Picture
from .graph import Graph
from .keys import bindings
from .overlays import Overlay, letters, marked
from .panel import Players, Thoughts
from .session import Session
from .sheet import Sheet

_PANEL = 32
"""Columns for what stands beside the board."""
_NARROW = 29
"""The same without its margins: the least."""
_LEAST = 14
"""Lines that it takes there."""
_BELOW = 11
"""Lines that it takes below the board, where there is no room beside."""
_LOW = 7
"""The same with little of the moves: the least."""
_TALL = 30
"""Lines from which on everything has its place."""


class Effort(NamedTuple):
    """How long what people ask for takes."""

    values: Limit = Limit(time=60.0)
    """To value all moves of a position."""
    hint: Limit = Limit(time=1.0)
    review: Limit | None = None
    """For each search of a review; the usual depth if there is none."""
    exact_from: int | None = None
    """Empty squares from which a review solves; the usual number if there is none."""
    beat: float = 0.5
    """Seconds for a move at least, where agents play each other and somebody watches."""


USUAL = Effort()


class TableScreen(Screen[None]):
    """Shows the place in a session's game that is looked at."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [*bindings()]

    def __init__(self, session: Session, effort: Effort = USUAL, message: str = "") -> None:
        """`message` is shown first."""
        super().__init__()
        self.session, self.effort, self.message = session, effort, message
        self.hint: Move | None = None
        self.overlay = Overlay.NONE
        """The marks on the board."""

    def compose(self) -> ComposeResult:
        """The board, what stands beside it, and the keys."""
        yield Static(id="small")
        with Horizontal(id="table"):
            yield Board()
            with Vertical(id="panel"):
                yield Players()
                yield Static(id="status")
                yield Static(id="opening")
                yield Sheet()
                yield Thoughts()
                yield Static(id="accuracy")
                yield Graph()
        yield Footer()

    def on_resize(self) -> None:
        """Makes the board as large as there is room."""
        self._fit()

    def changed(self, message: str = "") -> None:
        """Shows another place, with something to tell."""
        self.message, self.hint = message, None
        self.show()

    def say(self, message: str) -> None:
        """Tells something until the next change."""
        self.message = message
        self._show_status()

    def show(self) -> None:
        """Shows everything as it is."""
        study = self.session.study
        board = self.query_one(Board)
        board.picture = self.picture()
        self._fit()
        players = self.query_one(Players)
        players.session = self.session
        players.refresh()
        self._show_status()
        opening = opening_of(study.game)
        shown = self.query_one("#opening", Static)
        shown.display = opening is not None
        if opening is not None:
            shown.update(Content(f"Opening: {opening.name}"))

    def picture(self) -> Picture:
        """What the board shows."""
        study = self.session.study
        position, node = study.position, study.here
        while node.parent is not None and node.move == PASS:
            node = node.parent
        turned: list[Move] = []
        if node.parent is not None and node.move is not None:
            turned = node.parent.position.flips(node.move)
        return Picture(
            position.size,
            {square: color for square in position.shape.squares if (color := position[square])},
            dots=[] if study.result else [m for m in position.legal_moves() if m != PASS],
            last=node.move,
            turned=turned,
            hint=self.hint,
            marked=marked(self.overlay, position),
            labels=letters(self.overlay, position),
        )

    def state(self) -> str:
        """What the game waits for, in a sentence."""
        study = self.session.study
        turn = name_of(study.position.turn)
        match self.session.expected:
            case "end":
                return f"{study.result}."
            case "past":
                place, end = len(study.here.path), len(study.line)
                start = f"The start of {end} move{'s' * (end != 1)}."
                return f"Looking at move {place} of {end}." if place else start
            case "pass":
                how = "Press Enter, or click anywhere on the board."
                return f"{turn} has no move and must pass. {how}"
            case "agent" if self.session.is_paused:
                return f"{turn} to move, paused: Space goes on."
            case "agent":
                return f"{turn} thinks…"
        return f"{turn} to move."

    def details(self) -> list[str]:
        """More about this place: its variations, and what is said of its move."""
        node = self.session.study.here
        others = node.parent.children if node.parent is not None else [node]
        parts = [self.session.study.comment_on(node)]
        if len(others) > 1:
            parts.append(f"Variation {others.index(node) + 1} of {len(others)} (↑ ↓).")
        return parts

    def _show_status(self) -> None:
        lines = map(one_line, [self.message, self.state(), *self.details()])
        self.query_one("#status", Static).update(Content("\n".join(filter(None, lines))))

    def _fit(self) -> None:
        """Finds room for board and panel, or says how much they need."""
        board = self.query_one(Board)
        size = board.picture.size
        width, height = self.size.width, self.size.height - 1
        least = board.room(size, 1)
        beside = width >= least.width + _NARROW and height >= max(least.height, _LEAST)
        below = not beside and width >= max(least.width, _NARROW) and height >= least.height + _LOW
        panel = _PANEL if width >= least.width + _PANEL else _NARROW
        under = _BELOW if height >= least.height + _BELOW else _LOW
        self.query_one("#table").display = beside or below
        self.query_one("#table").set_class(below, "below")
        self.query_one("#table").set_class(below or height < _TALL, "short")
        self.query_one("#table").set_class(panel == _NARROW, "narrow")
        small = self.query_one("#small", Static)
        small.display = not (beside or below)
        if beside:
            board.fit(width - panel, height)
        elif below:
            board.fit(width, height - under)
        else:
            wide = f"{least.width + _NARROW}x{max(least.height, _LEAST) + 1}"
            high = f"{max(least.width, _NARROW)}x{least.height + _LOW + 1}"
            small.update(
                f"A board of {size}x{size} needs a terminal of at least {wide} or {high} "
                f"characters; this one has {width}x{height + 1}."
            )

    def action_back(self) -> None:
        """One move back."""
        self.session.study.back()
        self.changed()

    def action_forward(self) -> None:
        """One move on."""
        self.session.study.forward()
        self.changed()

    def action_to_start(self) -> None:
        """To the start."""
        self.session.study.to_start()
        self.changed()

    def action_to_end(self) -> None:
        """To the end of this line."""
        self.session.study.to_end()
        self.changed()

    def action_aside(self, step: int) -> None:
        """To another variation."""
        self.session.study.aside(step)
        self.changed()

    def action_go(self, number: int) -> None:
        """To a move of this line, from 1; 0 is the start."""
        study = self.session.study
        places = [study.root, *study.line]
        if 0 <= number < len(places):
            study.go(places[number])
            self.changed()

    def action_turn_board(self) -> None:
        """Turns the board round."""
        self.query_one(Board).symmetry ^= 3

    def action_mirror(self) -> None:
        """Lays the board another way, the next of eight."""
        board = self.query_one(Board)
        board.symmetry = (board.symmetry + 1) % 8

    def action_overlay(self) -> None:
        """Shows the next kind of marks."""
        self.overlay = self.overlay.next
        self.query_one(Board).picture = self.picture()
        self.say(self.overlay.value)

    def action_focus_board(self) -> None:
        """Puts the cursor on the board, or takes it away."""
        board = self.query_one(Board)
        self.set_focus(None if board.has_focus else board)

    def action_dark(self) -> None:
        """Dark or light."""
        is_dark = self.app.current_theme.dark
        self.app.theme = "textual-light" if is_dark else "textual-dark"

    def action_quit(self) -> None:
        """Leaves."""
        self.app.exit()
