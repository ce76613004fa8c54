"""Games for training: who plays with which weights, from where, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from random import Random
from threading import get_ident
from typing import NamedTuple

from ..agents import Agent, EngineAgent, SearchAgent, agent_from_spec, ask
from ..engine import Limit, StopEvent
from ..heuristics import from_toml
from ..rules import Color, Move, Position
from ..rules.transcript import parse_moves
from ..tournament.openings import Opening, openings_from_spec
from ..tournament.plan import derived_seed

_RANDOM_SHARE = 0.6
"""At most this share of the squares is filled at random before self-play begins."""
_OPENINGS = "random:8"
_TABLE = 2
"""Megabytes that an agent remembers positions in, unless its spec says more."""


class Side(NamedTuple):
    """Who plays."""

    spec: str
    """An agent, in text."""
    weights: str = ""
    """What it weighs positions with, as TOML; its own weights if empty."""


class Task(NamedTuple):
    """A game to be played."""

    size: int
    """Squares a side."""
    opening: Opening
    """The moves that are played first."""
    black: Side
    """Who plays Black."""
    white: Side
    """Who plays White."""
    limit: Limit
    """For each move."""
    seed: int
    """For whatever is random in the players."""
    exact: int = 0
    """Empty squares from which play is perfect, whoever plays."""

    @property
    def key(self) -> str:
        """A fingerprint: the same task is the same game."""
        return blake2b(repr(self).encode(), digest_size=8).hexdigest()


class Played(NamedTuple):
    """A game that was played."""

    key: str
    """Its task's."""
    size: int
    """Squares a side."""
    opening: int
    """How many of the moves are the opening's, passes counted."""
    moves: str
    """All moves, passes left out."""
    score: int
    """Black's final score minus White's."""

    def positions(self) -> list[Position]:
        """All positions in which a side had something to choose or to pass, after the opening."""
        position = Position.initial(self.size)
        found = [position]
        for move in parse_moves(self.moves, position):
            position = position.play(move)
            found.append(position)
        return found[self.opening : -1]


def play(task: Task, stop: StopEvent | None = None) -> Played:
    """Plays a game; AgentError or IllegalMoveError if a player fails.

    Raises KeyboardInterrupt on Ctrl-C, even one that an engine took for the end of its search.
    """
    black = _agent(task.black, derived_seed(task.seed, 0))
    white = black if task.white == task.black else _agent(task.white, derived_seed(task.seed, 1))
    position = Position.initial(task.size)
    moves = list(task.opening)
    for move in moves:
        position = position.play(move)
    line: list[Move] = []
    while not position.is_over:
        if not line:
            agent = black if position.turn is Color.BLACK else white
            line = _line(agent, position, task)
            if (stop is not None and stop.is_set()) or _was_interrupted(agent):
                raise KeyboardInterrupt
        moves.append(line.pop(0))
        position = position.play(moves[-1])
    outcome = position.outcome
    assert outcome is not None
    placed = "".join(move.name for move in moves if not move.is_pass)
    return Played(task.key, task.size, len(task.opening), placed, outcome.score)


def self_play(
    size: int, numbers: range, side: Side, limit: Limit, exact: int, seed: int
) -> Iterator[Task]:
    """Games of a side against itself, each after a random opening of another length."""
    most = int(_RANDOM_SHARE * size * size)
    for number in numbers:
        own = derived_seed(seed, size, number)
        plies = Random(own).randint(0, most)
        (opening,) = openings_from_spec(f"random:{plies}", size, 1, own)
        yield Task(size, opening, side, side, limit, own, exact)


def pairs(
    size: int, games: int, sides: tuple[Side, Side], limit: Limit, seed: int
) -> Iterator[Task]:
    """Games between two sides, two with each opening: the first side is Black in the former."""
    for number, opening in enumerate(openings_from_spec(_OPENINGS, size, games // 2, seed)):
        for order, (black, white) in enumerate((sides, sides[::-1])):
            own = derived_seed(seed, size, number, order)
            yield Task(size, opening, black, white, limit, own)


def _line(agent: Agent, position: Position, task: Task) -> list[Move]:
    """The next move, or all that are left where play is perfect."""
    if position.must_pass:
        return position.legal_moves()
    if isinstance(agent, SearchAgent) and position.empties <= task.exact:
        agent.analysis = agent.engine.solve(position)
        return list(agent.analysis.pv)
    return [ask(agent, position, task.limit)]


def _was_interrupted(agent: Agent) -> bool:
    return bool(getattr(getattr(agent, "analysis", None), "interrupted", False))


def _agent(side: Side, seed: int) -> Agent:
    agent = _kept(side, get_ident())
    if agent is None:
        return agent_from_spec(side.spec, seed=seed, table=_TABLE)
    agent.engine.clear()
    agent.analysis = None
    return agent


@lru_cache(maxsize=16)
def _kept(side: Side, thread: int) -> SearchAgent | None:
    """An agent that can play many games, made once for each thread; None for other agents."""
    agent = agent_from_spec(side.spec, table=_TABLE)
    if type(agent) not in (SearchAgent, EngineAgent):
        return None
    assert isinstance(agent, SearchAgent)
    if side.weights:
        agent.engine.evaluator = from_toml(side.weights)
    return agent
