"""The screen with the board, as far as it plays: moves of people and agents, clocks, passes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Thread
from time import monotonic

from textual import work
from textual.message import Message

from ...agents import AgentError
from ...agents.human import why_illegal
from ...formats import Node
from ...rules import PASS, IllegalMoveError, Move
from ...rules.outcome import name_of
from .board import Board
from .panel import Players
from .session import Session
from .table_screen import TableScreen


class PlayScreen(TableScreen):
    """Plays a session."""

    class Played(Message):
        """An agent has made its move, or failed."""

        def __init__(self, node: Node, move: Move | None, fault: str = "") -> None:
            super().__init__()
            self.node, self.move, self.fault = node, move, fault

    def on_mount(self) -> None:
        """Begins."""
        self.set_interval(0.1, self._tick)
        self.changed(self.message)

    def changed(self, message: str = "") -> None:
        """Shows another place, or other players, and goes on from there."""
        self.workers.cancel_group(self, "agent")
        self.workers.cancel_group(self, "hint")
        super().changed(message)
        self._proceed()

    @property
    def is_thinking(self) -> bool:
        """Whether an agent is asked for a move."""
        asked = (worker for worker in self.workers if worker.group == "agent")
        return any(not (worker.is_finished or worker.is_cancelled) for worker in asked)

    def _tick(self) -> None:
        """Lets the clocks run."""
        late = self.session.tick()
        if late is not None:
            self.changed(f"{name_of(late)} is out of time.")
        elif self.session.clocks is not None:
            self.query_one(Players).refresh()

    def _proceed(self) -> None:
        """Asks the agent that is to move, or passes for it."""
        session = self.session
        if session.is_paused:
            return
        turn = session.study.position.turn
        if session.expected == "agent":
            self._ask()
        elif session.expected == "pass" and session.seats[turn].agent is not None:
            session.play(PASS)
            self.changed(f"{name_of(turn)} has no move and passes.")

    @work(exclusive=True, group="agent")
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
                turn = name_of(position.turn)
                self.say(f"It is {turn}'s turn, which an agent plays: Space lets it move.")
            case _ if position.is_legal(move):
                session.is_paused = False
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
                self._ask()

    def action_stop(self) -> None:
        """Stops all thinking; agents wait."""
        self.workers.cancel_group(self, "agent")
        self.workers.cancel_group(self, "hint")
        self.session.is_paused = self.session.expected == "agent"
        self.say("")

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

    def seat(self, session: Session, message: str) -> None:
        """Plays another session from now on."""
        before, self.session = self.session, session

        def close() -> None:
            with suppress(AgentError):
                before.close()

        Thread(target=close, daemon=True).start()
        self.changed(message)
