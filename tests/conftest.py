"""What all tests share: a fixed hypothesis profile, and random games from a seed."""

import os
import signal
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import settings

from outflank import Game, Move, Position

# Where a shell began the tests in the background, they would hand down an ignored Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("outflank", derandomize=True, deadline=None, database=None)
settings.register_profile("quick", settings.get_profile("outflank"), max_examples=10)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "outflank"))


def _random_game(size: int, seed: int, plies: int | None = None) -> Game:
    choose = Random(seed).choice
    position = Position.initial(size)
    moves: list[Move] = []
    while legal := position.legal_moves():
        if plies is not None and len(moves) >= plies:
            break
        moves.append(choose(legal))
        position = position.play(moves[-1])
    return Game(Position.initial(size), moves)


@pytest.fixture(scope="session")
def random_game() -> Callable[..., Game]:
    """Plays random legal moves, to the end or some plies: `random_game(size, seed, plies=None)`."""
    return _random_game
