"""Agents that search: an engine, the limit it keeps to, and what it learns from the game so far."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Literal

from .._core import Color, Move, Position
from ..engine import Analysis, Engine, Limit, Settings, StopEvent
from ..heuristics import Learned, Linear
from ..rules import Game
from .failure import AgentError, blamed
from .ponder import Pondering

Adapt = Callable[[Game, Color], Linear]
"""Weights for the next move, from the game so far and the colour that the agent plays."""

Time = Annotated[float | None, "seconds for a move"]
Depth = Annotated[int | None, "plies to search for a move"]
Nodes = Annotated[int | None, "nodes to search for a move"]
Table = Annotated[
    float | Literal["auto"], "megabytes to remember positions in; auto: by board and limit"
]
"""Options that agents which search have in common."""


class SearchAgent:
    """Searches with an engine as far as its limit allows.

    With a limit of its own it keeps to that, and to the clock if it has no time of its own.
    Otherwise the limit that it is given counts, and if that is empty, `usual`. With `ponder` it
    thinks on after its move, until the next question, `rest` or `close`.
    """

    def __init__(
        self,
        name: str,
        engine: Engine,
        *,
        own: Limit = Limit(),
        usual: Limit = Limit(time=1.0),
        ponder: bool = False,
    ) -> None:
        self.name = name
        self.engine = engine
        self.own = own
        self.usual = usual
        self.analysis: Analysis | None = None
        """What the last search found; None after a move that needed no search."""
        self.stop: StopEvent | None = None
        """Ends searches from another thread while it is set."""
        self.progress: Callable[[Analysis], object] | None = None
        """Is called after every depth."""
        self._pondering = Pondering(engine) if ponder else None

    def limit_for(self, limit: Limit, position: Position) -> Limit:
        """What it keeps to in a position when it is given a limit."""
        if self.own == Limit():
            return self.usual if limit == Limit() else limit
        return self.own if self.own.time is not None else self.own._replace(clock=limit.clock)

    def choose(self, position: Position, limit: Limit) -> Move:
        """The best move found; the only one, if there is no choice, at once."""
        self.rest()
        moves, self.analysis = position.legal_moves(), None
        move = moves[0]
        if len(moves) > 1:
            self.analysis = self.think(position, self.limit_for(limit, position))
            move = self.analysis.move
        if self._pondering is not None and not (self.stop is not None and self.stop.is_set()):
            pv = self.analysis.pv[1:] if self.analysis is not None else ()
            self._pondering.begin(position.play(move), pv)
        return move

    def think(self, position: Position, limit: Limit) -> Analysis:
        """The search for a move."""
        return self.engine.search(position, limit, stop=self.stop, progress=self.progress)

    def prepare(self, size: int) -> None:
        """Load what its searches on boards of that size need, before its clock runs."""
        self.engine.prepare(size)

    def rest(self) -> None:
        """Ends what it thinks on the opponent's time; its engine is then free."""
        if self._pondering is not None:
            self._pondering.end()

    def close(self) -> None:
        """Rests, after its last move."""
        self.rest()


class AdaptiveAgent(SearchAgent):
    """Searches with weights that it chooses anew before every move, from the game so far."""

    def __init__(
        self,
        adapt: Adapt,
        *,
        name: str = "adaptive",
        own: Limit = Limit(),
        usual: Limit = Limit(time=1.0),
        settings: Settings = Settings(),
    ) -> None:
        super().__init__(name, Engine(settings=settings), own=own, usual=usual)
        self.adapt = adapt

    def watch(self, game: Game) -> None:
        """Sees the game so far, before a move is asked for."""
        self.engine.evaluator = self.adapt(game, game.position.turn)


def prepare(agent: object, size: int) -> None:
    """Have an agent load what it needs on boards of that size, before its clock runs.

    Calls its method `prepare(size)`; of an agent without one, prepares the engines among its
    attributes. Raises nothing: its first move meets the same error, and is blamed for it.
    """
    with suppress(AgentError), blamed("it cannot be prepared"):
        own = getattr(agent, "prepare", None)
        if callable(own):
            own(size)
            return
        for part in vars(agent).values():
            if isinstance(part, Engine):
                part.prepare(size)


def check_size(agent: object, spec: str, *sizes: int) -> None:
    """Raises AgentError if an agent, which a text names, has learned other board sizes alone."""
    evaluator = agent.engine.evaluator if isinstance(agent, SearchAgent) else None
    known = evaluator.weights if isinstance(evaluator, Learned) else sizes
    wrong = ", ".join(f"{size}x{size}" for size in sizes if size not in known)
    if wrong:
        own = ", ".join(f"{size}x{size}" for size in known)
        raise AgentError(f"{spec!r} cannot play on {wrong}: its weights are for {own}")
