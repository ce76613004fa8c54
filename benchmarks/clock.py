"""How late a search comes back: after its time, after it was told to stop, by a clock.

    python benchmarks/clock.py [--busy N] [--searches N] [--games N]

With other processes beside it that never rest, by default two for each processor. Milliseconds.
Then what is left on the clocks of games that an engine plays with itself.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from statistics import median, quantiles
from threading import Event, Timer
from time import perf_counter

from outflank import Clock, Color, Engine, Limit, Position
from outflank.engine import Pace

SECONDS = (0.02, 0.1, 0.3)
GAMES = ((8, 1), (8, 2), (12, 1), (12, 2), (16, 1), (16, 2))
"""Board sizes, and seconds for the game."""
BOARDS = {8: (50, 30, 22), 12: (120, 60), 16: (220,)}
"""Empty squares by size: the opening, the midgame, and where the ending is solved."""


@contextmanager
def busy(number: int) -> Iterator[None]:
    """So many processes that never rest."""
    code = "while True: pass"
    others = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(number)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def positions(number: int) -> Iterator[Position]:
    """Positions of all boards in turn."""
    kinds = [(size, empties) for size, several in BOARDS.items() for empties in several]
    for i in range(number):
        size, empties = kinds[i % len(kinds)]
        yield drawn(size, empties, i)


def drawn(size: int, empties: int, seed: int) -> Position:
    """From a game of random moves."""
    choose, position = Random(seed).choice, Position.initial(size)
    while position.empties > empties or position.mobility < 2:
        moves = position.legal_moves()
        position = position.play(choose(moves)) if moves else Position.initial(size)
    return position


def a_loop(engine: Engine, position: Position, seconds: float) -> float:
    """Seconds that a loop is late which does nothing but look at the clock: the machine's part."""
    end = perf_counter() + seconds
    while perf_counter() < end:
        pass
    return perf_counter() - end


def after_its_time(engine: Engine, position: Position, seconds: float) -> float:
    """Seconds that a search takes too long."""
    began = perf_counter()
    engine.search(position, Limit(time=seconds))
    return perf_counter() - began - seconds


def after_a_stop(engine: Engine, position: Position, seconds: float) -> float:
    """Seconds from when it is told to stop."""
    stop, told = Event(), 0.0

    def tell() -> None:
        nonlocal told
        told = perf_counter()
        stop.set()

    timer = Timer(seconds, tell)
    timer.start()
    engine.search(position, Limit(), stop=stop)
    back = perf_counter()
    timer.join()
    return back - told


def by_a_clock(engine: Engine, position: Position, seconds: float) -> float:
    """Seconds over the most that a clock allows for the move."""
    clock = Clock(seconds * 20)
    began = perf_counter()
    engine.search(position, Limit(clock=clock))
    return perf_counter() - began - Pace(clock, position.empties).most


def seconds_left(size: int, seconds: float, seed: int) -> float:
    """What the clock of the slower side shows after a game; less than none if it is lost."""
    position = drawn(size, size**2 - 14, seed)
    engines = {color: Engine() for color in Color}
    left = dict.fromkeys(Color, seconds)
    for engine in engines.values():
        engine.prepare(size)
    while not position.is_over:
        turn, move = position.turn, position.legal_moves()[0]
        if position.mobility > 1:
            began = perf_counter()
            limit = Limit(clock=Clock(max(left[turn], 0)))
            move = engines[turn].search(position, limit).move
            left[turn] -= perf_counter() - began
        position = position.play(move)
    return min(left.values())


def main() -> None:
    """Prints two tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--busy", type=int, default=2 * (os.cpu_count() or 1), metavar="N")
    parser.add_argument("--searches", type=int, default=60, metavar="N")
    parser.add_argument("--games", type=int, default=10, metavar="N")
    asked = parser.parse_args()
    print(f"{asked.searches} searches each, {asked.busy} busy processes beside; milliseconds late")
    print(f"{'':<16} {'seconds':>7} {'threads':>7} {'median':>8} {'99 %':>8} {'most':>8}")
    kinds: tuple[Callable[[Engine, Position, float], float], ...]
    kinds = a_loop, after_its_time, after_a_stop, by_a_clock
    with busy(asked.busy):
        for kind in kinds if asked.searches else ():
            for seconds in SECONDS:
                for threads in (1,) if kind is a_loop else (1, 2):
                    engine = Engine(threads=threads)
                    for position in positions(sum(map(len, BOARDS.values()))):
                        engine.search(position, Limit(time=0.05))
                    late = [
                        1000 * kind(engine, position, seconds)
                        for position in positions(asked.searches)
                    ]
                    print(
                        f"{kind.__name__.replace('_', ' '):<16} {seconds:>7} {threads:>7}"
                        f" {median(late):>8.1f} {quantiles(late, n=100)[98]:>8.1f}"
                        f" {max(late):>8.1f}",
                        flush=True,
                    )
        print(f"{asked.games} games each; milliseconds left, less than 0 where time ran out")
        print(f"{'board':<7} {'seconds':>7} {'lost':>5} {'median':>8} {'least':>8}")
        for size, seconds in GAMES if asked.games else ():
            left = [1000 * seconds_left(size, seconds, seed) for seed in range(asked.games)]
            lost = sum(one < 0 for one in left)
            board = f"{size}x{size}"
            print(
                f"{board:<7} {seconds:>7} {lost:>5} {median(left):>8.0f} {min(left):>8.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
