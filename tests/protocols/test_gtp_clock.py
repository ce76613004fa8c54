"""Time on the clock is divided over the moves left, and never more than there is."""

import pytest

from outflank import Color, Position
from outflank.protocols.gtp_clock import Clocks

START = Position.initial()


def test_without_a_limit_there_is_no_budget():
    assert Clocks(0, 0, 0).budget(START) is None
    assert Clocks(600, 30, 0).budget(START) is None


def test_the_main_time_is_divided_over_the_moves_left(random_game):
    clocks = Clocks(600, 0, 0)
    late = random_game(8, 1, 40).position
    assert 10 < clocks.budget(START) < 30 < clocks.budget(late) < 200


@pytest.mark.parametrize("size", [4, 8, 16])
@pytest.mark.parametrize("main", [1, 10, 600])
def test_no_game_takes_more_than_the_main_time(random_game, size, main):
    clocks, spent = Clocks(main, 0, 0), dict.fromkeys(Color, 0.0)
    for position in random_game(size, 3).positions[:-1]:
        budget = clocks.budget(position)
        spent[position.turn] += budget
        clocks.spend(position.turn, budget)
    assert all(0.4 * main < seconds < main + 0.02 * size**2 for seconds in spent.values())


def test_a_period_is_divided_over_its_moves_and_begins_again():
    clocks, budgets = Clocks(0, 10, 5), []
    for _ in range(12):
        budgets.append(clocks.budget(START))
        clocks.spend(Color.BLACK, 1.9)
    assert budgets[0] == budgets[5] == budgets[10] == pytest.approx(0.9 * 10 / 5 - 0.05)
    assert all(budget + 4 * 1.9 < 10.1 for budget in budgets[:5])


def test_a_period_begins_when_the_main_time_is_over():
    clocks = Clocks(3, 20, 4)
    assert 3 < clocks.budget(START) < 5  # no less than a move of the period gets
    clocks.spend(Color.BLACK, 4)
    assert clocks.budget(START) == pytest.approx(0.9 * 19 / 4 - 0.05)
    assert clocks.budget(START.play("f5")) > 3  # White's clock is another


def test_a_clock_shows_what_it_is_told_to():
    clocks = Clocks(600, 0, 0)
    clocks.tell(Color.BLACK, 32, 0)
    assert clocks.budget(START) < 1.1
    clocks.spend(Color.BLACK, 20)  # which the program that told it has counted itself
    assert clocks.budget(START) > 0.9
    clocks.tell(Color.BLACK, 8, 2)
    assert clocks.budget(START) == pytest.approx(0.9 * 4 - 0.05)


@pytest.mark.parametrize("left", [(0, 0), (-5, 0), (0, 3), (0.01, 1)])
def test_without_time_left_a_move_is_made_at_once(left):
    clocks = Clocks(600, 0, 0)
    clocks.tell(Color.BLACK, *left)
    assert 0 < clocks.budget(START) <= 0.02
