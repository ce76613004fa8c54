"""How fast learned evaluation is, on one core: loading it, from scratch, in a search.

    python benchmarks/evaluation.py [FILE.weights]

The weights are those of 8x8 that come with the package, or the file's. They are loaded by a fresh
process, the file being in memory. From scratch, positions of self-play are judged one by one. Most
nodes of a search without a table or an order of moves are leaves, of whose patterns the search has
most from the board before; so it judges hardly fewer positions a second than it has nodes. The last
search is the usual one. Seconds are CPU time, the best of three; nodes repeat exactly.
"""

import subprocess
import sys
from importlib.resources import files
from time import process_time

from outflank import Engine, Game, Learned, Limit, Position, Settings
from outflank._core import LEVEL, Evaluator, evaluations, self_play
from outflank.apps.cli import bench_positions
from outflank.engine import UNORDERED

LOAD = """
import sys
from time import process_time
from outflank import Learned
start = process_time()
Learned.load(sys.argv[1])
print(process_time() - start)
"""
GAMES = 500
SIDE = (8, 32)
"""Bytes of a side's discs in a packed position, up to 8x8 and beyond; 8 others follow both."""
DEPTHS = {6: (7, 12), 8: (6, 10), 10: (4, 8), 12: (4, 7)}
"""Plies of the two searches."""
FILLED = (0.25, 0.35, 0.45, 0.55)
"""How much of the board is, in the positions that are searched."""


def load_time(path: str) -> float:
    """Of a fresh process."""
    command = [sys.executable, "-c", LOAD, path]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def judged(native: Evaluator, size: int) -> float:
    """Positions a second, from scratch, those of one phase after the other."""
    played = self_play(
        native, native, games=GAMES, seed=1, random=(0, size * size // 2), depth=1, exact_from=0
    )
    width = 2 * SIDE[size > 8] + 8
    packed = [played[i : i + width] for i in range(0, len(played), width)]
    packed.sort(key=lambda one: int.from_bytes(one[:-8]).bit_count())
    played = b"".join(packed)
    start = process_time()
    evaluations(native, played)
    return len(packed) / (process_time() - start)


def searched(engine: Engine, positions: list[Position], depth: int) -> tuple[int, float]:
    """Nodes, and how many a second."""
    start = process_time()
    nodes = sum(engine.search(position, Limit(depth=depth)).nodes for position in positions)
    return nodes, nodes / (process_time() - start)


def main() -> None:
    """Print the figures of this level."""
    path = sys.argv[1] if len(sys.argv) > 1 else str(files("outflank") / "data" / "8x8.weights")
    learned = Learned.load(path)
    print(f"{LEVEL}: loaded in {min(load_time(path) for _ in range(3)) * 1000:.0f} ms")
    for size in learned.weights:
        native = learned.for_size(size)
        game = Game.parse(bench_positions.GAMES[size], size=size)
        positions = [game.positions[int(part * size * size)] for part in FILLED]
        leaves, depth = DEPTHS[size]
        unordered = Settings(ordering=UNORDERED, table=False, exact_from=0, selectivity=100)
        rate = max(judged(native, size) for _ in range(3))
        print(f"{size:2}x{size:<2} from scratch        {rate / 1e6:6.1f} M positions/s")
        usual = Settings(exact_from=0)
        for name, settings, plies in (
            ("mostly leaves", unordered, leaves),
            ("usual", usual, depth),
        ):
            found = [searched(Engine(learned, settings=settings), positions, plies) for _ in "123"]
            nodes, rate = max(found)
            what = f"{name:13} depth {plies:2}"
            print(f"{size:2}x{size:<2} {what} {rate / 1e6:6.1f} M nodes/s {nodes:12,}")


if __name__ == "__main__":
    main()
