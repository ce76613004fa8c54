"""How fast endings are solved, one thread unless said, by a fresh engine each.

    python benchmarks/endgame.py [set ...] [--data DIR] [--all] [--threads N] [--each]

`10x10` and `12x12` are twenty positions each of random games with 18 and 16 empty squares. The
other sets are read from OBF files in DIR, and their scores compared: FFO #40-44, #45-49 or #40-59,
and hard-20, the first eight or all 276. With `--all` every move is solved. Nodes repeat exactly on
one thread; seconds do not.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from outflank import Engine, Move, Position

COUNT = 20
EMPTIES = {10: 18, 12: 16}
FILES = {
    "ffo-40-44": ("ffo-40-59.obf", slice(5)),
    "ffo-45-49": ("ffo-40-59.obf", slice(5, 10)),
    "ffo-40-59": ("ffo-40-59.obf", slice(None)),
    "hard-20-8": ("hard-20.obf", slice(8)),
    "hard-20": ("hard-20.obf", slice(None)),
}
"""Of each set the file, and which of its lines."""


class Ending(NamedTuple):
    """A position to solve."""

    position: Position
    scores: dict[Move, int]
    """What its moves are worth; none if nobody says."""


class Solved(NamedTuple):
    """What it took."""

    nodes: int
    seconds: float
    cpu: float
    """Seconds of all threads."""
    wrong: int
    """Scores that are not those of the file."""


def read(path: Path, lines: slice) -> list[Ending]:
    """Of an OBF file: squares, side to move; then `move:score;` for every move."""
    found = []
    for line in path.read_text(encoding="ascii").splitlines()[lines]:
        board, _, rest = line.partition(";")
        pairs = re.findall(r"([A-Za-z]\d+|ps):([+-]\d+)", rest)
        found.append(Ending(Position.parse(board), {Move(m): int(s) for m, s in pairs}))
    return found


def drawn(size: int) -> Iterator[Ending]:
    """From games of random moves."""
    for seed in range(COUNT):
        choose = Random(f"{size} {seed}").choice
        position = Position.initial(size)
        while position.empties > EMPTIES[size] or position.is_over:
            moves = position.legal_moves()
            position = position.play(choose(moves)) if moves else Position.initial(size)
        yield Ending(position, {})


def solve(ending: Ending, every: bool, threads: int) -> Solved:
    """By a fresh engine."""
    engine = Engine(threads=threads)
    start, cpu = perf_counter(), process_time()
    found = engine.solve(ending.position, every=every)
    seconds, cpu = perf_counter() - start, process_time() - cpu
    if found.interrupted:
        raise KeyboardInterrupt
    if every:
        wrong = sum(found.moves[move].lower != score for move, score in ending.scores.items())
    else:
        wrong = int(found.score != max(ending.scores.values(), default=found.score))
    return Solved(found.nodes, seconds, cpu, wrong)


def row(name: str, solved: list[Solved]) -> None:
    """One line of the table."""
    nodes, seconds, cpu, wrong = (sum(column) for column in zip(*solved, strict=True))
    times = [one.seconds for one in solved]
    print(
        f"{name:12} {len(solved):4} {nodes:15,} {seconds:9.2f} {cpu:9.2f} {nodes / cpu / 1e6:8.1f}"
        f" {median(times):8.3f} {max(times):8.2f} {wrong:6}",
        flush=True,
    )


def main() -> None:
    """Print a line for each set, or with `--each` for each position too."""
    drawings = {f"{size}x{size}": partial(drawn, size) for size in EMPTIES}
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", nargs="*", metavar="set", help=", ".join([*drawings, *FILES]))
    parser.add_argument("--data", type=Path, help="the folder of the OBF files")
    parser.add_argument("--all", action="store_true", help="solve every move")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="a line for each position")
    given = parser.parse_args()
    sets: dict[str, list[Ending]] = {}
    for name in given.sets or drawings:
        if name in drawings:
            sets[name] = list(drawings[name]())
        elif name not in FILES:
            parser.error(f"no set is called {name}: there are {', '.join([*drawings, *FILES])}")
        elif given.data is None:
            parser.error(f"{name} is read from a file: --data says in which folder")
        else:
            file, lines = FILES[name]
            try:
                sets[name] = read(given.data / file, lines)
            except (OSError, ValueError) as error:
                parser.error(f"{name}: {error}")
    print(
        f"{'':12} {'n':>4} {'nodes':>15} {'s':>9} {'CPU s':>9} {'M/CPU s':>8}"
        f" {'median s':>8} {'worst s':>8} {'wrong':>6}"
    )
    wrong = 0
    for name, endings in sets.items():
        solved = []
        for number, ending in enumerate(endings, 1):
            solved.append(solve(ending, given.all, given.threads))
            wrong += solved[-1].wrong
            if given.each:
                row(f"  {number}", solved[-1:])
        row(name, solved)
    if wrong:
        sys.exit(f"{wrong} scores differ from those of the files")


if __name__ == "__main__":
    main()
