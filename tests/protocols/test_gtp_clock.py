"""The clocks that GTP tells of, as the engine takes them."""

import pytest

from outflank import Clock, Color
from outflank.engine import Pace
from outflank.protocols.gtp_clock import Clocks


def test_without_a_limit_there_is_no_clock():
    assert Clocks(0, 0, 0).clock(Color.BLACK) is None
    assert Clocks(600, 30, 0).clock(Color.BLACK) is None


@pytest.mark.parametrize("main", [1, 10, 600])
@pytest.mark.parametrize(("period", "stones"), [(0, 0), (30, 10), (5, 1)])
def test_no_game_takes_more_than_there_is(main, period, stones):
    clocks, spent = Clocks(main, period, stones), dict.fromkeys(Color, 0.0)
    for empties in range(60, 0, -1):
        color = list(Color)[empties % 2]
        clock = clocks.clock(color)
        seconds = Pace(clock, empties).usual
        assert seconds <= max(clock.time, 0.001)
        clocks.spend(color, seconds)
        spent[color] += seconds
    more = 30 * period / stones if stones else 0
    assert all(0.4 * (main + more) < seconds < main + more + 0.1 for seconds in spent.values())


def test_a_period_begins_again_after_its_moves():
    clocks, left = Clocks(0, 10, 3), []
    for _ in range(4):
        left.append(clocks.clock(Color.BLACK))
        clocks.spend(Color.BLACK, 2.5)
    assert left == [Clock(10, moves=3), Clock(7.5, moves=2), Clock(5, moves=1), Clock(10, moves=3)]


def test_a_period_begins_when_the_main_time_is_over():
    clocks = Clocks(30, 20, 4)
    assert clocks.clock(Color.BLACK) == Clock(30, increment=5)
    clocks.spend(Color.BLACK, 26)
    assert clocks.clock(Color.BLACK) == Clock(24, moves=4)  # it may take what is left and a period
    clocks.spend(Color.BLACK, 6)
    assert clocks.clock(Color.BLACK) == Clock(18, moves=4)
    clocks.spend(Color.BLACK, 6)
    assert clocks.clock(Color.BLACK) == Clock(12, moves=3)
    assert clocks.clock(Color.WHITE) == Clock(30, increment=5)  # another one


def test_a_clock_shows_what_it_is_told_to():
    clocks = Clocks(600, 0, 0)
    clocks.tell(Color.BLACK, 32, 0)
    clocks.spend(Color.BLACK, 20)  # which the program that told it has counted itself
    assert clocks.clock(Color.BLACK) == Clock(32)
    clocks.tell(Color.BLACK, 8, 2)
    assert clocks.clock(Color.BLACK) == Clock(8, moves=2)


@pytest.mark.parametrize("left", [(0, 0), (-5, 0), (0, 3), (0.01, 1)])
def test_without_time_left_a_move_is_made_at_once(left):
    clocks = Clocks(600, 0, 0)
    clocks.tell(Color.BLACK, *left)
    assert 0 < Pace(clocks.clock(Color.BLACK), 60).most <= 0.02
