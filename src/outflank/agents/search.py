"""Agents that search: an engine, the limit it keeps to, and what it learns from the game so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from .._core import Color, Move, Position
from ..engine import Analysis, Engine, Limit, Settings, StopEvent
from ..heuristics import Linear
from ..rules import Game

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

    With a limit of its own it keeps to that. Otherwise the limit that it is given counts, and if
    that is empty, `usual`.
    """

    def __init__(
        self,
        name: str,
        engine: Engine,
        *,
        own: Limit = Limit(),
        usual: Limit = Limit(time=1.0),
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

    def limit_for(self, limit: Limit) -> Limit:
        """What it keeps to when it is given a limit."""
        return next((bounds for bounds in (self.own, limit) if bounds != Limit()), self.usual)

    def choose(self, position: Position, limit: Limit) -> Move:
        """The best move found; the only one, if there is no choice, at once."""
        moves = position.legal_moves()
        if len(moves) == 1:
            self.analysis = None
            return moves[0]
        self.analysis = self.engine.search(
            position, self.limit_for(limit), stop=self.stop, progress=self.progress
        )
        return self.analysis.move


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
