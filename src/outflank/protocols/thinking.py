"""What an agent thinks of moves, in terms that protocols have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .._core import Move
from ..agents import AdaptiveAgent, Agent, HybridAgent, MonteCarloAgent, SearchAgent
from ..engine import Analysis, Limit, MonteCarloAnalysis, StopEvent, rank
from ..rules import Game


class Thought(NamedTuple):
    """What is thought of a move."""

    pv: tuple[Move, ...]
    """Best play of both sides, the move first."""
    value: float
    """For the side to move, in `unit`."""
    unit: str
    """"discs"; "points" of an evaluator; or "percent", from -100 for a loss to 100 for a win."""
    depth: int
    """Plies searched, or of playouts the moves of `pv`."""
    exact: bool
    """`value` is the margin with best play."""
    proven: bool
    """Who wins with best play, if anybody, is what `value` says."""
    nodes: int
    """Nodes or playouts so far."""
    time: float
    """Seconds so far."""


def thoughts(analysis: Analysis | MonteCarloAnalysis, number: int = 1) -> list[Thought]:
    """What a search thinks of the best moves, that many at most, the best first."""
    if isinstance(analysis, Analysis):
        a = analysis
        return [Thought(a.pv, a.score, a.unit, a.depth, a.exact, a.proven, a.nodes, a.time)]
    found = []
    for tally in analysis.moves[:number]:
        share = tally.mean if tally.result is None else tally.result
        pv = analysis.pv if tally.move == analysis.move else (tally.move,)
        value, proven = 200 * share - 100, tally.result is not None
        found.append(
            Thought(pv, value, "percent", len(pv), False, proven, analysis.nodes, analysis.time)
        )
    return found


def hint(
    agent: Agent,
    game: Game,
    number: int,
    limit: Limit,
    stop: StopEvent,
    tell: Callable[[Thought], object],
) -> bool:
    """Tells what an agent thinks of its best moves after a game, ever better until the limit.

    Returns False, at once, for an agent that does not value moves. Raises KeyboardInterrupt when
    its search is interrupted, ValueError when the game is over.
    """

    def tell_all(analysis: MonteCarloAnalysis) -> None:
        for thought in thoughts(analysis, number):
            tell(thought)

    match agent:
        case MonteCarloAgent():
            found = agent.search.search(
                game.position,
                agent.limit_for(limit, game.position),
                stop=stop,
                progress=tell_all,
            )
            if found.interrupted:
                raise KeyboardInterrupt
            tell_all(found)
        case SearchAgent() | HybridAgent():
            if isinstance(agent, AdaptiveAgent):
                agent.watch(game)
            if isinstance(agent, SearchAgent):
                agent.rest()
            bounds = agent.limit_for(limit, game.position)
            for analysis in rank(agent.engine, game.position, number, bounds, stop=stop):
                tell(thoughts(analysis)[0])
        case _:
            return False
    return True
