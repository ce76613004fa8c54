"""A game at the board: who plays, whose turn it is, what the clocks say. It knows no screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import SystemRandom
from threading import Event
from typing import Any, Literal

from ...agents import Agent, AgentError, Human, agent_from_spec, ask, check_size, let_go, prepare
from ...agents.failure import one_line
from ...engine import Limit
from ...formats import Node, Record, Study
from ...rules import PASS, Color, Move
from ...rules.outcome import name_of
from .clocks import Clocks
from .thinker import Thinker

PERSON = "human"
"""The spec of whoever sits in front of the screen."""


def agent_name(spec: str) -> str:
    """What to call an agent: Engine, level 5, or its spec."""
    found = re.fullmatch(r"engine:level=(\d+)", spec)
    return f"Engine, level {found[1]}" if found else spec


Expected = Literal["person", "agent", "pass", "past", "end"]
"""What a game waits for: a move of a person or of an agent, or a forced pass; nothing where it
goes on already, or is over."""


@dataclass
class Seat:
    """Who plays a colour."""

    spec: str
    agent: Agent | None
    """None for a person."""
    thinker: Thinker = field(default_factory=Thinker)
    stop: Event = field(default_factory=Event)
    """Ends the agent's search."""

    @classmethod
    def of(cls, spec: str, seed: int, size: int) -> Seat:
        """The seat of an agent that a text names, or of a person. Raises AgentError."""
        agent = agent_from_spec(spec, seed=seed)
        check_size(agent, spec, size)
        prepare(agent, size)
        return cls(spec, None if isinstance(agent, Human) else agent)

    def close(self) -> None:
        """Lets the agent go."""
        self.stop.set()
        if self.agent is not None:
            let_go(self.agent)


class Session:
    """A game, the two who play it, and their clocks."""

    def __init__(
        self,
        study: Study,
        players: Mapping[Color, str],
        limit: Limit = Limit(),
        seed: int | None = None,
    ) -> None:
        """`players` are specs of agents, or PERSON. Raises AgentError for a bad one."""
        drawn = SystemRandom().randrange(2**32) if seed is None else seed
        self.study, self.limit = study, limit
        self.seats: dict[Color, Seat] = {}
        size = study.position.size
        for number, (color, spec) in enumerate(players.items()):
            try:
                self.seats[color] = Seat.of(spec, drawn + number, size)
            except AgentError:
                self.close()
                raise
        self.clocks = None if limit.clock is None else Clocks(limit.clock)
        self._adviser: Seat | None = None
        """Who moves for people where no agent plays."""
        self.is_paused = False
        """Whether agents are to wait until they are told to move."""

    def close(self) -> None:
        """Lets the agents go."""
        for seat in self.seats.values():
            seat.close()

    @property
    def expected(self) -> Expected:
        """What the game waits for."""
        if self.study.result is not None:
            return "end"
        if self.study.here.children:
            return "past"
        position = self.study.position
        if position.must_pass:
            return "pass"
        return "person" if self.seats[position.turn].agent is None else "agent"

    @property
    def has_person(self) -> bool:
        """Whether a person plays."""
        return any(seat.agent is None for seat in self.seats.values())

    def name(self, color: Color) -> str:
        """What to call who plays a colour; a game that was loaded may name the player."""
        if given := self.study.tags.get(name_of(color)):
            return one_line(given)
        seat, other = self.seats[color], self.seats[color.opponent]
        if seat.agent is not None:
            return agent_name(seat.spec)
        return "You" if other.agent is not None else "Person"

    def record(self) -> Record:
        """The game with its variations, and with the names of agents."""
        record = self.study.record()
        seats = self.seats.items()
        agents = {name_of(color): seat.spec for color, seat in seats if seat.agent is not None}
        return replace(record, game=record.game.with_tags({**agents, **record.game.tags}))

    def tick(self) -> Color | None:
        """Lets the right clock run; whoever is late loses, and is returned."""
        if self.clocks is None:
            return None
        waits = self.expected in ("person", "agent") and not self.is_paused
        self.clocks.run(self.study.position.turn if waits else None)
        late = self.clocks.late
        if late is not None:
            self.clocks.run(None)
            self.study.resign(late, on_time=True)
        return late

    def play(self, move: Move | str) -> None:
        """Makes a move. Raises IllegalMoveError."""
        self.study.play(move)
        if self.clocks is not None and not Move(move).is_pass:
            self.clocks.press()

    async def choice(self, progress: Callable[[Any], object] | None = None) -> Move:
        """What the agent plays that is to move, or for a person the other one's agent, or ours.

        Raises AgentError or IllegalMoveError if it fails.
        """
        position, game = self.study.position, self.study.game
        if position.must_pass:
            return PASS
        seat = self.seats[position.turn]
        if seat.agent is None:
            seat = self.seats[position.turn.opponent]
        if seat.agent is None:
            self._adviser = seat = self._adviser or Seat.of("engine", 0, position.size)
        agent, spec = seat.agent, seat.spec
        assert agent is not None
        clock = None if self.clocks is None else self.clocks.left(position.turn)
        limit = self.limit._replace(clock=clock).with_share(position)

        def question(stop: Event) -> Move:
            seat.stop = stop
            for name, value in (("stop", stop), ("progress", progress)):
                if hasattr(agent, name):
                    setattr(agent, name, value)
            try:
                return ask(agent, position, limit, spec, lambda: game)
            except KeyboardInterrupt as error:  # the agent's own: ours comes to the main thread
                raise AgentError(f"{spec} failed: KeyboardInterrupt") from error

        return await seat.thinker.ask(question)

    def hurry(self) -> None:
        """Makes an agent that searches move with what it has found."""
        for seat in filter(None, (*self.seats.values(), self._adviser)):
            seat.stop.set()

    def swap(self) -> None:
        """Lets the players change colours."""
        self.seats = {color: self.seats[color.opponent] for color in Color}

    def take_back(self) -> bool:
        """Takes a resignation back, or moves to where a person had the choice; False if none had.

        Where nobody is a person it is one move. In the middle of a game it only goes there.
        """
        study = self.study
        if study.resigned is not None:
            study.withdraw()
            return True
        at_end = not study.here.children
        node: Node | None = study.here
        while node is not None and (before := node.parent) is not None:
            if self._is_choice(node):
                study.go(before)
                if at_end:
                    study.cut(node)
                return True
            node = before
        return False

    def _is_choice(self, node: Node) -> bool:
        """Whether a place is where a person's move led, or any where nobody is a person."""
        if node.parent is None or node.parent.position.must_pass:
            return False
        return not self.has_person or self.seats[node.parent.position.turn].agent is None
