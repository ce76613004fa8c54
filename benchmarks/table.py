"""How large a transposition table has to be, and what the engine's own choice saves.

    python benchmarks/table.py [growth] [capacity] [games]

`growth`: nodes to a depth and to the end, from which the k and b of engine/capacity.py are.
`capacity`: nodes with small tables, as multiples of those with 128 MB. `games`: seconds for 1,000
games at depth 2 with fresh agents, by table. Nodes repeat exactly; seconds do not.
"""

import math
import sys
from collections.abc import Iterable
from random import Random
from statistics import fmean, linear_regression, stdev
from time import perf_counter

from outflank import Engine, Limit, Position, Settings, agent_from_spec, play_game
from outflank.engine import Ordering

GROWTH = {4: range(2, 7), 6: range(4, 11), 8: range(4, 11), 10: range(3, 8), 12: range(3, 8)}
GROWTH |= {14: range(2, 7), 16: range(2, 7)}
CAPACITY = {6: (10, 13), 8: (9, 11, 13), 10: (7, 9), 12: (7, 9)}
EMPTIES = range(10, 19, 2)
LARGE = 128
"""Megabytes that are enough for all of these."""


def drawn(size: int, seed: int, empties: int) -> Position:
    """From a game of random moves and some of a weak engine."""
    while True:
        random = Random(f"{size} {seed} {empties}")
        engine = Engine(settings=Settings(ordering=Ordering(), exact_from=0), table=0.1)
        position = Position.initial(size)
        while position.empties > empties and not position.is_over:
            if random.random() < 0.4:
                move = random.choice(position.legal_moves())
            else:
                move = engine.search(position, Limit(depth=1)).move
            position = position.play(move)
        if position.mobility > 1:
            return position
        seed += 1000


def nodes(position: Position, depth: int | None, megabytes: float) -> int:
    """To a depth, or to the end, by a fresh engine."""
    engine = Engine(table=megabytes, settings=Settings(exact_from=0))
    if depth is None:
        return engine.solve(position).nodes
    return engine.search(position, Limit(depth=depth)).nodes


def fitted(name: str, points: Iterable[tuple[int, int]]) -> None:
    """Fit nodes = k b^depth to pairs of a depth and nodes, and print it."""
    depths, logs = zip(*((depth, math.log(count)) for depth, count in points), strict=True)
    slope, intercept = linear_regression(depths, logs)
    off = stdev(log - intercept - slope * d for d, log in zip(depths, logs, strict=True))
    print(
        f"{name:12} nodes = {math.exp(intercept):6.2f} x {math.exp(slope):.2f}^depth,"
        f" within a factor of {math.exp(2 * off):.1f}",
        flush=True,
    )


def growth() -> None:
    """The k and b of every size, from the opening to the middle of the game, and of endings."""
    for size, depths in GROWTH.items():
        starts = [
            drawn(size, seed, size * size - 4 - seed * size * size // 20) for seed in range(1, 11)
        ]
        starts = [start for start in starts if start.empties > max(depths)]
        fitted(f"{size}x{size}", ((d, nodes(p, d, LARGE)) for p in starts for d in depths))
    for size in (6, 8, 10, 12):
        ends = [drawn(size, seed, empties) for empties in EMPTIES for seed in range(6)]
        fitted(f"{size}x{size} exact", ((p.empties, nodes(p, None, LARGE)) for p in ends))


def capacity() -> None:
    """Nodes by table size, in positions that it holds."""
    sizes = range(8, 21, 2)
    print(f"{'':17} {'nodes':>9} " + " ".join(f"{f'2^{k}':>6}" for k in sizes))
    for size, depths in CAPACITY.items():
        starts = [drawn(size, seed, size * size * (9 - seed) // 10) for seed in range(4)]
        for depth in depths:
            row(f"{size}x{size} depth {depth}", starts, depth, sizes)
    for size in CAPACITY:
        row(f"{size}x{size} exact 16", [drawn(size, seed, 16) for seed in range(4)], None, sizes)


def row(name: str, starts: list[Position], depth: int | None, sizes: Iterable[int]) -> None:
    """One line of `capacity`."""
    enough = [nodes(p, depth, LARGE) for p in starts]
    ratios = []
    for k in sizes:
        few = (nodes(p, depth, 2**k * 16 / 2**20) for p in starts)
        logs = [math.log(a / b) for a, b in zip(few, enough, strict=True)]
        ratios.append(f"{math.exp(fmean(logs)):6.3f}")
    print(f"{name:17} {round(fmean(enough)):9,} " + " ".join(ratios), flush=True)


def games() -> None:
    """Seconds for 1,000 short games, fresh agents in each, by table."""
    for table in ("16", "auto", "16", "auto"):
        spec = f"three-phase:depth=2,table={table}"
        start = perf_counter()
        for _ in range(1000):
            play_game(agent_from_spec(spec), agent_from_spec(spec))
        print(
            f"1,000 games at depth 2, table={table:4} {perf_counter() - start:6.1f} s", flush=True
        )


def main() -> None:
    """Run the parts that are named, or all."""
    parts = {part.__name__: part for part in (growth, capacity, games)}
    names = sys.argv[1:] or list(parts)
    if unknown := set(names) - set(parts):
        sys.exit(f"no part is called {', '.join(sorted(unknown))}: there are {', '.join(parts)}")
    for name in names:
        parts[name]()


if __name__ == "__main__":
    main()
