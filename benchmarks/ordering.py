"""What the learned order of moves saves in nodes and seconds against the hand-set one.

    python benchmarks/ordering.py [TABLE.json] [--positions 40]

Positions are of games by a weak engine, drawn with a seed that training does not use. Each is
searched to a fixed depth with several evaluators by fresh engines that differ in the order alone;
the values must agree. The intervals are of geometric means over positions, 95 %. Seconds are the
best of three interleaved runs of each, summed.
"""

import argparse
import math
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from outflank import Engine, Limit, Linear, Position, Settings
from outflank.apps.cli import bench_positions
from outflank.engine import LearnedOrdering, Ordering, learned_ordering, parse_ordering
from outflank.heuristics import load_preset, standard

DEPTHS = {6: 9, 8: 8, 10: 6, 12: 6}
EVALUATORS = {
    "standard": standard(),
    "three-factor": load_preset("three-factor"),
    "phased": load_preset("phased"),
}


def drawn(size: int, seed: int, empties: int) -> Position | None:
    """A position with a choice of moves, from a game of a weak engine, some moves by lot."""
    random = Random(f"{size} {seed}")
    engine = Engine(settings=Settings(ordering=Ordering(), exact_from=0), table=0.1)
    position = Position.initial(size)
    while position.empties > empties and not position.is_over:
        if random.random() < 0.4:
            move = random.choice(position.legal_moves())
        else:
            move = engine.search(position, Limit(depth=1)).move
        position = position.play(move)
    return position if position.mobility > 1 else None


def midgames(size: int, count: int) -> list[Position]:
    """Between a tenth and three quarters filled, and farther from the end than the search sees."""
    least = max(size * size // 4, DEPTHS[size] + 3)
    most = size * size * 9 // 10
    drawings = (drawn(size, seed, least + seed * 7 % (most - least)) for seed in range(9 * count))
    return [position for position in drawings if position is not None][:count]


def compare(
    name: str,
    cases: list[tuple[Position, int]],
    evaluator: Linear,
    learned: LearnedOrdering,
) -> None:
    """Search each position to its depth in both orders, and print the ratios."""
    orders: tuple[Ordering | LearnedOrdering, ...] = (Ordering(), learned)
    logs, seconds = [], [0.0, 0.0]
    for position, depth in cases:
        nodes, values, best = [0, 0], [0.0, 0.0], [math.inf, math.inf]
        for _ in range(3):
            for i, ordering in enumerate(orders):
                settings = Settings(ordering=ordering, exact_from=0)
                found = Engine(evaluator, settings=settings).search(position, Limit(depth=depth))
                nodes[i], values[i] = found.nodes, found.score
                best[i] = min(best[i], found.time)
        assert values[0] == values[1], position
        logs.append(math.log(nodes[1] / nodes[0]))
        seconds = [sum(pair) for pair in zip(seconds, best, strict=True)]
    mean, half = fmean(logs), 1.96 * stdev(logs) / math.sqrt(len(logs))
    print(
        f"{name:24} {len(logs):4} {math.exp(mean):8.3f}"
        f"  {math.exp(mean - half):.3f} to {math.exp(mean + half):.3f}"
        f" {seconds[1] / seconds[0]:8.2f}",
        flush=True,
    )


def main() -> None:
    """Print a line for each set of positions."""
    parser = argparse.ArgumentParser()
    parser.add_argument("table", type=Path, nargs="?")
    parser.add_argument("--positions", type=int, default=40)
    given = parser.parse_args()
    try:
        learned = parse_ordering(given.table.read_text()) if given.table else learned_ordering()
    except (OSError, ValueError) as error:
        parser.error(f"{given.table}: {error}")
    print(f"{'':24} {'n':>4} {'nodes':>8}  {'95 %':>14} {'seconds':>8}")
    bench = [(p.position, p.depth) for p in bench_positions.positions() if p.depth is not None]
    compare("bench positions", bench, EVALUATORS["standard"], learned)
    for size, depth in DEPTHS.items():
        positions = midgames(size, given.positions)
        for name, evaluator in EVALUATORS.items():
            cases = [(position, depth) for position in positions]
            compare(f"{size}x{size} depth {depth} {name}", cases, evaluator, learned)


if __name__ == "__main__":
    main()
