"""`outflank bench`: times the engine on fixed positions and counts its nodes."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ...engine import Engine, Limit
from .bench_positions import positions
from .errors import UsageError


def bench(
    *,
    depth: Annotated[
        int | None,
        Parameter(help="Plies to search, instead of each position's own.", metavar="N"),
    ] = None,
) -> None:
    """Time the engine on fixed positions.

    They are of several sizes, each is searched by a fresh engine. The total of nodes is the
    engine's signature: the same on every machine until the search or the evaluation changes.
    """
    if depth is not None and depth < 1:
        raise UsageError(f"depth {depth}: expected a whole number above 0")
    nodes, seconds = 0, 0.0
    print(f"{'size':>5} {'empty':>5} {'depth':>6} {'best':>5} {'value':>7} {'nodes':>12} {'s':>7}")
    for position, usual in positions():
        engine = Engine()
        found = (
            engine.solve(position)
            if usual is None
            else engine.search(position, Limit(depth=depth or usual))
        )
        if found.interrupted:
            raise KeyboardInterrupt
        nodes, seconds = nodes + found.nodes, seconds + found.time
        depth_text = "exact" if usual is None else str(depth or usual)
        print(
            f"{position.size:>5} {position.empties:>5} {depth_text:>6} {found.move!s:>5}"
            f" {found.score:>+7.1f} {found.nodes:>12,} {found.time:>7.3f}",
            flush=True,
        )
    print(f"nodes: {nodes}")
    print(f"nodes per second: {nodes / seconds if seconds else 0:.0f}")
