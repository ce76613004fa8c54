"""The best few moves of a position, each with its own value."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from .._core import Position
from .analysis import Analysis
from .engine import Engine, StopEvent
from .limit import Limit

_LEAD = 8
"""Within so many plies of the end of the game, going there is cheaper than going step by step."""


def rank(
    engine: Engine,
    position: Position,
    number: int,
    limit: Limit = Limit(time=1.0),
    *,
    stop: StopEvent | None = None,
) -> Iterator[Analysis]:
    """Finds the best moves, that many, the best first; then again and again one ply deeper.

    Each is the best of those that are left without the ones before it, searched to the depth that
    it tells; at least one comes, however short the limit. It ends at the limit, when `stop` is set,
    or when all are searched to the end of the game. `nodes` and `time` are those of the whole so
    far. Raises KeyboardInterrupt when a search is interrupted, ValueError when the game is over.
    """
    engine.prepare(position.size)
    began, nodes, found = perf_counter(), 0, False
    limit = limit.with_share(position)
    for depth in _depths(position.empties, limit.depth):
        moves = position.legal_moves()
        all_exact = True
        for _ in range(min(number, len(moves))):
            left = _left(limit, depth, perf_counter() - began, nodes)
            if found and (left is None or (stop is not None and stop.is_set())):
                return
            analysis = engine.search(position, left or Limit(nodes=1), moves=moves, stop=stop)
            if analysis.interrupted:
                raise KeyboardInterrupt
            nodes += analysis.nodes
            cut_short = not analysis.exact and analysis.depth < depth
            if found and cut_short:
                return
            found = True
            yield analysis._replace(nodes=nodes, time=perf_counter() - began)
            if cut_short:
                return
            moves.remove(analysis.move)
            all_exact &= analysis.exact
        if all_exact:
            return


def _depths(empties: int, most: int | None) -> Iterator[int]:
    """The depths to search to, one after the other; passes may be plies."""
    most = min(most or 2 * empties, 2 * empties)
    to_the_end = most >= empties
    yield from (d for d in range(1, most + 1) if d >= empties or d <= empties - _LEAD * to_the_end)


def _left(limit: Limit, depth: int, seconds: float, nodes: int) -> Limit | None:
    """What is left of a limit, for a search to that depth; None if nothing is."""
    try:
        return Limit(
            time=None if limit.time is None else limit.time - seconds,
            depth=depth,
            nodes=None if limit.nodes is None else limit.nodes - nodes,
        )
    except ValueError:
        return None
