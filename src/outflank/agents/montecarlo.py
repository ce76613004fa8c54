"""Agents that judge moves by games played to their end by lot, alone or beside a search."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Annotated

from .._core import Move, Position
from ..engine import Analysis, Engine, Limit, MonteCarlo, MonteCarloAnalysis, Settings, StopEvent
from .search import Table, Time

PlayoutCount = Annotated[int | None, "games to play by lot for a move"]
Guided = Annotated[bool, "take corners and shun the squares beside empty ones in playouts"]
Exploration = Annotated[float, "how much seldom tried moves count against good ones"]
Memory = Annotated[float, "megabytes for the tree"]
Seed = Annotated[int | Random | None, "a number that makes it play the same again"]


class MonteCarloAgent:
    """Plays what Monte Carlo tree search likes best.

    With a limit of its own it keeps to that; otherwise the limit that it is given counts, a bound
    on nodes as one on playouts, and if that gives neither time nor nodes, one second.
    """

    name = "mcts"

    def __init__(
        self,
        playouts: PlayoutCount = None,
        time: Time = None,
        exploration: Exploration = 0.5,
        guided: Guided = True,
        memory: Memory = 64,
        seed: Seed = None,
    ) -> None:
        if playouts is not None and playouts <= 0:
            raise ValueError(f"playouts {playouts}: expected a whole number above 0")
        self.own = Limit(time=time, nodes=playouts)
        self.search = MonteCarlo(
            exploration=exploration, guided=guided, memory=memory, flat=self._flat, seed=seed
        )
        self.analysis: MonteCarloAnalysis | None = None
        """What the last search found; None after a move that needed no search."""
        self.stop: StopEvent | None = None
        """Ends searches from another thread while it is set."""
        self.progress: Callable[[MonteCarloAnalysis], object] | None = None
        """Is called whenever the playouts have doubled."""

    _flat = False

    def limit_for(self, limit: Limit, position: Position) -> Limit:
        """What it keeps to in a position when it is given a limit."""
        bounds = (self.own, limit._replace(depth=None), Limit(time=1.0))
        return next(bound for bound in bounds if bound != Limit())

    def choose(self, position: Position, limit: Limit) -> Move:
        """The best move found; the only one, if there is no choice, at once."""
        moves = position.legal_moves()
        if len(moves) == 1:
            self.analysis = None
            return moves[0]
        self.analysis = self.search.search(
            position, self.limit_for(limit, position), stop=self.stop, progress=self.progress
        )
        return self.analysis.move


class FlatMonteCarlo(MonteCarloAgent):
    """Gives every move the same number of playouts, and plays the one that wins most of them."""

    name = "flat-mc"

    def __init__(
        self,
        playouts: PlayoutCount = None,
        time: Time = None,
        guided: Guided = False,
        seed: Seed = None,
    ) -> None:
        super().__init__(playouts, time, guided=guided, memory=1, seed=seed)

    _flat = True


class HybridAgent:
    """Searches where the tree is narrow, plays by lot where it is wide, solves the ending.

    The width of the tree is the mean number of legal moves of both sides.
    """

    name = "hybrid"

    def __init__(
        self,
        time: Time = None,
        nodes: Annotated[int | None, "nodes, or playouts, for a move"] = None,
        width: Annotated[float, "mean mobility of both sides from which it plays by lot"] = 30,
        exact_from: Annotated[
            int, "empty squares from which it plays perfectly"
        ] = Settings().exact_from,
        table: Table = 16,
        memory: Memory = 64,
        seed: Seed = None,
    ) -> None:
        if not width >= 0:
            raise ValueError(f"width {width}: expected a number of moves, 0 or more")
        self.own = Limit(time=time, nodes=nodes)
        self.width = width
        self.exact_from = exact_from
        self.engine = Engine(table=table, settings=Settings(exact_from=exact_from))
        self.montecarlo = MonteCarlo(memory=memory, seed=seed)
        self.analysis: Analysis | MonteCarloAnalysis | None = None
        """What the last search found; None after a move that needed no search."""
        self.stop: StopEvent | None = None
        """Ends searches from another thread while it is set."""
        self.progress: Callable[[Analysis | MonteCarloAnalysis], object] | None = None
        """Is called after every depth, or whenever the playouts have doubled."""

    def limit_for(self, limit: Limit, position: Position) -> Limit:
        """What it keeps to in a position when it is given a limit."""
        return next(bound for bound in (self.own, limit, Limit(time=1.0)) if bound != Limit())

    def choose(self, position: Position, limit: Limit) -> Move:
        """The move of whichever search suits the position."""
        moves = position.legal_moves()
        if len(moves) == 1:
            self.analysis = None
            return moves[0]
        given = self.limit_for(limit, position)
        if self.is_wide(position) and given._replace(depth=None) != Limit():
            self.analysis = self.montecarlo.search(
                position, given._replace(depth=None), stop=self.stop, progress=self.progress
            )
        else:
            self.analysis = self.engine.search(
                position, given, stop=self.stop, progress=self.progress
            )
        return self.analysis.move

    def is_wide(self, position: Position) -> bool:
        """Whether a position is one to play by lot."""
        mean = (position.mobility + position.swapped().mobility) / 2
        return position.empties > self.exact_from and mean >= self.width
