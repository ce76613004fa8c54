"""How long perfect play takes on 6x6: the engine, with its book, against random play.

    python benchmarks/perfect.py --games 1000 [--seconds 1] [--threads 1]

A move is perfect if its value is proved, by the book or by the search within its time. The last
lines are positions where it was not.
"""

from __future__ import annotations

import argparse
from time import perf_counter

from outflank import Color, Limit, Position
from outflank.agents import EngineAgent, RandomAgent
from outflank.rules.text import compact


def main() -> None:
    """Plays the games, with each colour in turn, and prints what came of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    limit, slowest, moves, from_book = Limit(time=options.seconds), 0.0, 0, 0
    unproved: list[str] = []
    for seed in range(options.games):
        engine = EngineAgent(threads=options.threads)
        random, own = RandomAgent(seed), Color.WHITE if seed % 2 else Color.BLACK
        position = Position.initial(6)
        while not position.is_over:
            if position.turn is not own:
                position = position.play(random.choose(position, limit))
                continue
            began = perf_counter()
            move = engine.choose(position, limit)
            slowest = max(slowest, perf_counter() - began)
            if engine.analysis is not None:
                moves += 1
                from_book += engine.analysis.nodes == 0
                if not engine.analysis.exact:
                    unproved.append(f"{compact(position)}  {position.empties} empty")
            position = position.play(move)
    print(f"{options.games} games, {moves} moves with a choice, {from_book} from the book")
    print(f"the slowest took {slowest:.2f} s; {len(unproved)} not proved", *unproved, sep="\n")


if __name__ == "__main__":
    main()
