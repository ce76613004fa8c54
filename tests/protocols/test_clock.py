"""Clocks as text, and the share of a move in what is left."""

import pytest

from outflank import Position
from outflank.protocols.clock import read_clock, share


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("15:00", 900), ("1:00:00", 3600), ("2.01:00:00", 176400), ("900", 900), ("00:30", 30),
     (" 0:05.5 ", 5.5), ("", None), ("x", None), ("1:2:3:4", None), ("-5", None), ("15:", None)],
)  # fmt: skip
def test_clocks(text, seconds):
    assert read_clock(text) == seconds


@pytest.mark.parametrize("size", [4, 8, 16])
def test_time_lasts_for_the_whole_game(size, random_game):
    left = 100.0
    positions = random_game(size, 2).positions[:-1]
    for position in positions:
        seconds = share(left, position)
        assert 0 < seconds <= left / 2
        left -= seconds * (position.turn == positions[0].turn)
    assert left > 0


def test_without_time_there_is_a_moment():
    for seconds in (0, -5, 1e-9):
        assert 0 < share(seconds, Position.initial()) < 0.1
