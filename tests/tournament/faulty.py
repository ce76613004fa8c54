"""Agents that misbehave, each in its own way, and some that are only slow or loud."""

import os
import sys
import time
from pathlib import Path

from outflank import Limit, Move, Position


class Raises:
    """Fails at its second move."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, position: Position, limit: Limit) -> Move:
        self.asked += 1
        if self.asked == 2:
            raise RuntimeError("out of ideas")
        return position.legal_moves()[0]


class Broken:
    """Can be made until a file is there."""

    def __init__(self, marker: str) -> None:
        if Path(marker).exists():
            raise ValueError("no second time")

    def choose(self, position: Position, limit: Limit) -> Move:
        return position.legal_moves()[0]


def illegal(position: Position) -> Move:
    """Plays where the first discs are."""
    return Move.at(position.size // 2, position.size // 2)


def wrong_type(position: Position) -> int:
    return 42


def no_move(position: Position) -> str:
    return "zz9"


def leaves(position: Position) -> Move:
    """Tries to end the program."""
    sys.exit(3)


def sleeps(position: Position) -> Move:
    time.sleep(30)
    return position.legal_moves()[0]


def sleeps_deeply(position: Position) -> Move:
    """Turns over once when woken."""
    try:
        time.sleep(30)
    except BaseException:
        time.sleep(30)
    return position.legal_moves()[0]


def loud(position: Position) -> Move:
    print("thinking aloud")
    return position.legal_moves()[0]


def dies(position: Position) -> Move:
    """Takes the process with it."""
    os._exit(1)


def slow(position: Position) -> Move:
    """Slow enough for a match to be stopped in the middle."""
    time.sleep(0.002)
    return position.legal_moves()[-1]


def forks(position: Position) -> Move:
    """Plays, and so does its child."""
    os.fork()
    return position.legal_moves()[0]


class Secretive:
    """Plays, but does not say what it found."""

    @property
    def analysis(self) -> object:
        raise RuntimeError("secret")

    def choose(self, position: Position, limit: Limit) -> Move:
        """The first move."""
        return position.legal_moves()[0]


def wanders(position: Position) -> Move:
    """Plays, and leaves the folder."""
    os.chdir("/")
    return position.legal_moves()[0]
