"""The screen with the board, as far as it plays: moves, agents, clocks, looking through a game."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Thread
from time import monotonic
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from ...agents import AgentError
from ...agents.human import why_illegal
from ...database import opening_of
from ...engine import Limit
from ...formats import Node
from ...rules import PASS, IllegalMoveError, Move
from ...rules.outcome import name_of
from .board import Board, Picture
from .graph import Graph
from .keys import bindings
from .panel import Players, Thoughts
from .session import Session
from .sheet import Sheet

_PANEL = 32
"""Columns for what stands beside the board, at least."""
_LEAST = 14
"""Lines that it takes there."""
_BELOW = 11
"""Lines that it takes below the board, where there is no room beside."""

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


class PlayScreen(Screen[None]):
    """Plays a session, and shows it."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [*bindings()]

    class Played(Message):
        """An agent has made its move, or failed."""

        def __init__(self, node: Node, move: Move | None, fault: str = "") -> None:
            super().__init__()
            self.node, self.move, self.fault = node, move, fault

    def __init__(self, session: Session, effort: Effort = USUAL, message: str = "") -> None:
        """`message` is shown first."""
        super().__init__()
        self.session, self.effort, self.message = session, effort, message
        self.hint: Move | None = None

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

    def on_mount(self) -> None:
        """Begins."""
        self.set_interval(0.1, self._tick)
        self.changed(self.message)

    def on_resize(self) -> None:
        """Makes the board as large as there is room."""
        self._fit()

    def changed(self, message: str = "") -> None:
        """Shows another place, or other players, and goes on from there."""
        self.workers.cancel_group(self, "agent")
        self.workers.cancel_group(self, "hint")
        self.message, self.hint = message, None
        self.show()
        self._proceed()

    def say(self, message: str) -> None:
        """Tells something until the next change."""
        self.message = message
        self._show_status()

    @property
    def is_thinking(self) -> bool:
        """Whether an agent is asked for a move."""
        return any(worker.group == "agent" and worker.is_running for worker in self.workers)

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
                return f"Move {place} of {end}." if place else f"The start of {end} moves."
            case "pass":
                return f"{turn} has no move and must pass: Enter, or a click."
            case "agent" if self.session.is_paused:
                return f"{turn} to move, paused: Space goes on."
            case "agent":
                return f"{turn} thinks…"
        return f"{turn} to move."

    def details(self) -> str:
        """More about this place: its variations, and what is said of its move."""
        node = self.session.study.here
        others = node.parent.children if node.parent is not None else [node]
        parts = [node.note.comment]
        if len(others) > 1:
            parts.append(f"Variation {others.index(node) + 1} of {len(others)} (↑ ↓).")
        return " ".join(filter(None, parts))

    def _show_status(self) -> None:
        lines = [self.message, self.state(), self.details()]
        self.query_one("#status", Static).update(Content("\n".join(filter(None, lines))))

    def _fit(self) -> None:
        """Finds room for board and panel, or says how much they need."""
        board = self.query_one(Board)
        size = board.picture.size
        width, height = self.size.width, self.size.height - 1
        least = board.room(size, 1)
        beside = width >= least.width + _PANEL and height >= max(least.height, _LEAST)
        below = not beside and width >= max(least.width, _PANEL) and height >= least.height + _BELOW
        self.query_one("#table").display = beside or below
        self.query_one("#table").set_class(below, "below")
        self.query_one("#table").set_class(below or height < _TALL, "short")
        small = self.query_one("#small", Static)
        small.display = not (beside or below)
        if beside:
            board.fit(width - _PANEL, height)
        elif below:
            board.fit(width, height - _BELOW)
        else:
            needed = f"{least.width + _PANEL}x{max(least.height, _LEAST) + 1}"
            small.update(
                f"A {size}x{size} board needs a terminal of at least {needed} characters; "
                f"this one has {width}x{height + 1}."
            )

    def _tick(self) -> None:
        """Lets the clocks run."""
        late = self.session.tick()
        if late is not None:
            self.changed(f"{name_of(late)}'s time is over.")
        elif self.session.clocks is not None:
            self.query_one(Players).refresh()

    def _proceed(self) -> None:
        """Asks the agent that is to move, or passes for it."""
        session = self.session
        if session.is_paused:
            return
        turn = session.study.position.turn
        if session.expected == "agent":
            self.run_worker(self._ask(), group="agent", exclusive=True)
        elif session.expected == "pass" and session.seats[turn].agent is not None:
            session.play(PASS)
            self.changed(f"{name_of(turn)} has no move and passes.")

    async def _ask(self) -> None:
        node, began = self.session.study.here, monotonic()
        try:
            move = await self.session.choice()
        except (AgentError, IllegalMoveError) as error:
            self.post_message(self.Played(node, None, f"{error}."))
            return
        if not self.session.has_person:
            await asyncio.sleep(max(0.0, self.effort.beat - (monotonic() - began)))
        self.post_message(self.Played(node, move))

    def on_play_screen_played(self, event: Played) -> None:
        """Makes an agent's move, if it is still wanted."""
        if event.node is not self.session.study.here:
            return
        if event.move is None:
            self.session.is_paused = True
            self.changed(event.fault)
        else:
            self.session.play(event.move)
            self.changed()

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """Plays on a square, passes, or says why not."""
        session, move = self.session, event.square
        position = session.study.position
        match session.expected:
            case "end":
                self.say("The game is over.")
            case _ if position.must_pass:
                self.action_pass()
            case "agent":
                self.say(f"It is the turn of {session.name(position.turn)}: Space lets it move.")
            case _ if position.is_legal(move):
                session.play(move)
                self.changed()
            case _:
                self.say(f"{why_illegal(move, position)}.")

    def action_pass(self) -> None:
        """Passes, if that is all that can be done."""
        position = self.session.study.position
        if position.must_pass:
            self.session.play(PASS)
            self.changed(f"{name_of(position.turn)} passes.")
        elif not position.is_over:
            self.say(f"{why_illegal(PASS, position)}.")

    def action_engine_move(self) -> None:
        """Lets the engine move, or hurries it."""
        if self.is_thinking:
            self.session.hurry()
            return
        self.session.is_paused = False
        match self.session.expected:
            case "end":
                self.say("The game is over.")
            case "agent":
                self.changed()
            case "pass":
                self.action_pass()
            case _:
                self.say("The engine thinks…")
                self.run_worker(self._ask(), group="agent", exclusive=True)

    def action_stop(self) -> None:
        """Stops all thinking; agents wait."""
        self.workers.cancel_group(self, "agent")
        self.workers.cancel_group(self, "hint")
        self.session.is_paused = self.session.expected == "agent"
        self.say("")

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

    def action_take_back(self) -> None:
        """Back to the last turn of a person."""
        if self.session.take_back():
            self.session.is_paused = not self.session.has_person
            self.changed()
        else:
            self.say("There is no move of yours to take back.")

    def action_redo(self) -> None:
        """Puts back what was taken back."""
        if self.session.study.has_cuts:
            self.session.study.restore()
            self.changed()
        else:
            self.say("There is nothing to redo.")

    def action_swap(self) -> None:
        """Lets the players change colours."""
        self.session.swap()
        self.changed("The sides are swapped.")

    def action_turn_board(self) -> None:
        """Turns the board round."""
        board = self.query_one(Board)
        board.is_turned = not board.is_turned

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

    def seat(self, session: Session, message: str) -> None:
        """Plays another session from now on."""
        before, self.session = self.session, session

        def close() -> None:
            with suppress(AgentError):
                before.close()

        Thread(target=close, daemon=True).start()
        self.changed(message)
