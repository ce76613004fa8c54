"""How fast the rules are: leaves of perft, playouts, random games from Python, import.

Run by `make bench`. The portable level is plain shift-and-mask code, the yardstick for the others.
Figures are for one core and move with the machine's load; compare them within one run. Where
valgrind is installed, instructions are counted too: those repeat exactly.
"""

import os
import re
import shutil
import subprocess
import sys
from random import Random
from time import perf_counter

from outflank import Limit, MonteCarlo, Position
from outflank._core import LEVEL, cpu
from outflank.engine import playouts

DEPTHS = {6: 11, 8: 11, 10: 10, 12: 9}
PLAYOUTS = 50_000
GAMES = {6: 6000, 8: 6000, 10: 3000, 12: 2000}
NOTHING = "import outflank; outflank.Position.initial(8).perft(0)"
COUNTED = NOTHING.replace("perft(0)", "perft(7)")
IMPORT = "import outflank; outflank.Engine, outflank.Position"


def leaves_per_second(size: int, depth: int) -> float:
    """Of perft from the start position, the best of three."""
    best = float("inf")
    leaves = 0
    for _ in range(3):
        start = perf_counter()
        leaves = Position.initial(size).perft(depth)
        best = min(best, perf_counter() - start)
    return leaves / best


def playouts_per_second(size: int) -> float:
    """Games by lot from the start position, natively."""
    start = perf_counter()
    playouts(Position.initial(size), PLAYOUTS, seed=1)
    return PLAYOUTS / (perf_counter() - start)


def iterations_per_second(size: int) -> float:
    """Of Monte Carlo tree search from the start position, for a second."""
    found = MonteCarlo(seed=1).search(Position.initial(size), Limit(time=1))
    return found.nodes / found.time


def random_games_per_second(size: int, games: int) -> float:
    """Through the public API, as a user would write it."""
    random = Random(1).random
    start = perf_counter()
    for _ in range(games):
        position = Position.initial(size)
        while moves := position.legal_moves():
            position = position.play(moves[int(random() * len(moves))])
    return games / (perf_counter() - start)


def instructions(code: str) -> int:
    """Executed by a Python that runs the code, counted by callgrind."""
    command = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        sys.executable,
        "-c",
        code,
    ]
    environment = {**os.environ, cpu.VARIABLE: "portable", "PYTHONHASHSEED": "0"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    assert found is not None
    return int(found[1])


def main() -> None:
    """Print the figures of this level, then of the portable one in a process of its own."""
    for size, depth in DEPTHS.items():
        rate = leaves_per_second(size, depth)
        print(f"{LEVEL:9} perft {size:2}x{size:<2} depth {depth:2} {rate / 1e6:8.0f} M leaves/s")
    if LEVEL == "portable":
        return
    sys.stdout.flush()
    environment = {**os.environ, cpu.VARIABLE: "portable"}
    subprocess.run([sys.executable, __file__], env=environment, check=True)
    for size in GAMES:
        tree = f"{iterations_per_second(size):8.0f} in the tree"
        print(f"playouts     {size:2}x{size:<2} {playouts_per_second(size):8.0f} games/s {tree}")
    for size, games in GAMES.items():
        print(
            f"random games {size:2}x{size:<2} {random_games_per_second(size, games):8.0f} games/s"
        )
    start = perf_counter()
    subprocess.run([sys.executable, "-c", IMPORT], check=True)
    with_import = perf_counter() - start
    print(f"python, engine imported {with_import * 1000:8.0f} ms")
    if shutil.which("valgrind"):
        count = instructions(COUNTED) - instructions(NOTHING)
        print(f"portable  perft  8x8  depth  7 {count / 1e6:8.0f} M instructions")


if __name__ == "__main__":
    main()
