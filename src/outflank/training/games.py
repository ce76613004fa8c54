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

_OPENING = 0.2
"""At most this share of the squares is filled at random before self-play begins."""
_DETOUR = 0.8
"""Before this share of the squares is filled, self-play errs at random once."""
_ASTRAY = 3
"""For at most so many moves. Without such detours weights are a good deal weaker: a search judges
many positions that no good game comes to."""
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
    detour: range = range(0)
    """The plies, passes counted, at which moves are drawn at random."""

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
    start: int
    """How many plies, passes counted, there are up to the last random move."""
    moves: str
    """All moves, passes left out."""
    score: int
    """Black's final score minus White's."""

    def positions(self) -> list[Position]:
        """All positions after the last random move, but for the end."""
        position = Position.initial(self.size)
        found = [position]
        for move in parse_moves(self.moves, position):
            position = position.play(move)
            found.append(position)
        return found[self.start : -1]


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
    random, start = Random(task.seed), len(moves)
    line: list[Move] = []
    while not position.is_over:
        if len(moves) in task.detour and not position.must_pass:
            line, start = [random.choice(position.legal_moves())], len(moves) + 1
        elif not line:
            agent = black if position.turn is Color.BLACK else white
            line = _line(agent, position, task)
            if (stop is not None and stop.is_set()) or _was_interrupted(agent):
                raise KeyboardInterrupt
        moves.append(line.pop(0))
        position = position.play(moves[-1])
        if len(moves) in task.detour:
            line = []
    outcome = position.outcome
    assert outcome is not None
    placed = "".join(move.name for move in moves if not move.is_pass)
    return Played(task.key, task.size, start, placed, outcome.score)


def self_play(
    size: int, numbers: range, side: Side, limit: Limit, exact: int, seed: int
) -> Iterator[Task]:
    """Games of a side against itself, with random openings of many lengths and a later detour."""
    area = size * size
    for number in numbers:
        own = derived_seed(seed, size, number)
        random = Random(own)
        plies = random.randint(0, int(_OPENING * area))
        (opening,) = openings_from_spec(f"random:{plies}", size, 1, own)
        first = random.randint(0, int(_DETOUR * area))
        detour = range(first, first + random.randint(1, _ASTRAY))
        yield Task(size, opening, side, side, limit, own, exact, detour)


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
        solution = agent.engine.solve(position)
        if solution.interrupted:
            raise KeyboardInterrupt
        return list(solution.pv)
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
