"""Thinking by the clock, with a clock that is only imagined: whole games, and single decisions."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Clock, Limit, Position
from outflank.engine import Lateness, Pace

LATE = 0.02
"""Seconds after its end at which a search may come back."""


def think(pace, choose, *, growth=2.5, steady=False):
    """Seconds that a search takes which is watched as the engine is, on an imagined clock."""
    seconds, depth_takes, move, score = 1e-5, 1e-5, 0, 0.0
    if not steady:
        pace.compare(choose.uniform(0, 8), 0.0)
    while True:
        done = seconds + depth_takes
        over = next((at for at in (pace.target,) if at <= done), None)
        if over is not None:
            return over
        seconds, depth_takes = done, depth_takes * growth
        if not steady:
            move, score = choose.choice([move, move, 1, 2]), score + choose.gauss(0, 1.5)
        pace.note(move, score, seconds)
        if pace.is_over(seconds):
            return seconds


def game(clock, size, seed, *, lag=0.0, late=0.0):
    """The least that a clock shows in a game of one side, whose opponent has to pass now and then;
    and what it shows at the end."""
    choose, left, least = Random(seed), clock, clock.time
    empties = size**2 - 4 - choose.randrange(2)
    while empties > 0:
        pace = Pace(left, empties)
        taken = think(pace, choose, growth=choose.uniform(1.5, 5)) + choose.uniform(0, late) + lag
        assert pace.usual <= pace.most
        least = min(least, left.time - taken)
        left = left.after(taken)
        empties -= choose.choice([2, 2, 2, 2, 1])
    return least, left.time


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
@pytest.mark.parametrize(
    ("clock", "lag"),
    [(Clock(1), 0), (Clock(5), 0.005), (Clock(60), 0.03), (Clock(60, 1), 0.05), (Clock(300), 0.03),
     (Clock(0.5, 0.1), 0.01), (Clock(300, 3), 0.3), (Clock(7200, 30), 1.0)],
    ids=str,
)  # fmt: skip
def test_no_game_is_lost_on_time(size, clock, lag):
    for seed in range(5):
        least, _ = game(clock, size, seed, lag=lag, late=min(LATE, clock.time / 2000))
        assert least > 0


def busy_game(clock, size, seed, *, late, measures=True):
    """What a clock shows at the end where searches come late, by an imagined machine's load."""
    choose, left, lateness = Random(seed), clock, Lateness()
    for empties in range(size**2 - 4 - seed % 2, 0, -2):
        pace = Pace(left, empties, lateness if measures else None)
        taken = pace.usual + choose.expovariate(1 / late)
        if choose.random() < 0.02:
            taken += 4 * late
        lateness.note(pace.usual, taken)
        left = left._replace(time=left.time - taken)
        if left.time < 0:
            return left.time
    return left.time


@pytest.mark.parametrize(
    ("seconds", "size"), [(2, 8), (2, 12), (2, 16), (10, 12), (10, 16)], ids=str
)
def test_measured_lateness_keeps_a_clock_from_running_out(seconds, size):
    late = seconds / (size**2 - 4)  # half of the time, in all
    assert all(busy_game(Clock(seconds), size, seed, late=late) > 0 for seed in range(40))


def test_a_clock_would_run_out_if_lateness_were_not_measured():
    late = 10 / 140
    left = [busy_game(Clock(10), 12, seed, late=late, measures=False) for seed in range(40)]
    assert any(seconds < 0 for seconds in left)


def test_the_reserve_grows_with_lateness_and_with_the_moves_to_come():
    def reserve(empties, *late):
        lateness, clock = Lateness(), Clock(60)
        for seconds in late:
            lateness.note(1.0, 1.0 + seconds)
        thought = Pace(clock, empties).usual, Pace(clock, empties, lateness).usual
        return 1 - thought[1] / thought[0]

    assert reserve(60) == reserve(60, 0, 0) == 0
    assert 0 < reserve(60, 0.01) < reserve(60, 0.1) < reserve(252, 0.1) < reserve(252, 0.1, 0.1)
    assert reserve(60, 0.1, *[0] * 50) < 0.1 * reserve(60, 0.1)  # it is forgotten again
    assert reserve(60, -0.5) == 0  # a search that ended early says nothing


@pytest.mark.parametrize("size", [6, 8, 12])
@pytest.mark.parametrize("clock", [Clock(10), Clock(300), Clock(60, 2)], ids=str)
def test_most_of_the_time_is_used(size, clock):
    whole = clock.time + clock.increment * (size**2 - 4) / 2
    assert all(game(clock, size, seed)[1] < 0.5 * whole for seed in range(5))


@given(
    st.floats(0, 1e5), st.floats(0, 1e3), st.integers(0, 50), st.integers(1, 252), st.integers(0)
)
def test_no_move_takes_what_is_not_there(time, increment, moves, empties, seed):
    pace = Pace(Clock(time, increment, moves), empties)
    assert 0 < pace.glance < pace.usual <= pace.most <= max(time, 0.001)
    assert think(pace, Random(seed)) <= pace.most


def test_time_for_some_moves_lasts_for_them():
    left = Clock(10, moves=5)
    for _ in range(5):
        taken = think(Pace(left, 40), Random(1), growth=9.0)
        assert 0.5 < taken < 4
        left = Clock(left.time - taken - 0.05, moves=left.moves - 1)


def test_the_last_move_of_a_period_takes_all_of_it():
    assert Pace(Clock(10, moves=1), 40).usual > 8


def usual(**found):
    """How long a search takes by what it finds, in parts of its usual time."""
    pace = Pace(Clock(300), 40)
    if "gap" in found:
        pace.compare(found["gap"], 0.0)
    scores = found.get("scores", [0.0] * 6)
    for i, (move, score) in enumerate(zip(found.get("moves", "aaaaaa"), scores, strict=True)):
        pace.note(move, score, 0.001 * i)
    return pace.target / pace.usual


def test_an_unclear_choice_takes_longer():
    assert usual() == 1
    assert usual(gap=0.2) > 1 == usual(gap=2) > usual(gap=6)
    assert usual(moves="aaaaab") > usual(moves="aaaabb") > 1
    assert usual(moves="aababa") > usual(moves="aaaaab")
    assert usual(scores=[0, 0, 0, 0, 0, -3]) > 1 == usual(scores=[0, 0, 0, 0, 0, 3])
    assert usual(gap=6, moves="aaabbb") > usual(gap=6)  # it was not so clear


def test_no_depth_is_begun_that_would_not_end():
    pace = Pace(Clock(300), 40)
    pace.note("a", 0.0, 0.3 * pace.usual)
    assert not pace.is_over(0.3 * pace.usual)
    pace.note("a", 0.0, 0.8 * pace.usual)
    assert pace.is_over(0.8 * pace.usual)


def test_moves_that_are_solved_at_once_need_no_time():
    clock = Clock(10)
    assert Pace(clock, 24).usual > 1.5 * Pace(clock, 60).usual


@pytest.mark.parametrize(
    ("text", "clock"),
    [("5+3", Clock(300, 3)), ("5", Clock(300)), ("0.5+0", Clock(30)), (".5+.1", Clock(30, 0.1)),
     ("1:30+2", Clock(90, 2)), (" 15+10 ", Clock(900, 10)), ("0+3", Clock(3, 3))],
)  # fmt: skip
def test_clocks_as_text(text, clock):
    assert Clock.parse(text) == clock
    assert Clock.parse(str(clock)) == clock


@pytest.mark.parametrize("text", ["", "x", "5+", "+3", "5+3+1", "1:99", "-5", "5 3", "inf"])
def test_what_is_no_clock(text):
    with pytest.raises(ValueError, match=r"bad clock .*: expected minutes, and seconds for each"):
        Clock.parse(text)


@pytest.mark.parametrize("text", ["0", "0+0", "0:00"])
def test_a_clock_without_time(text):
    with pytest.raises(ValueError, match=r"bad clock .*: it has no time, expected minutes"):
        Clock.parse(text)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [((-1,), "time -1: expected seconds, 0 or more"), ((1, -1), "increment -1: expected seconds"),
     ((float("inf"),), "time inf: "), ((1, 0, -2), "moves -2: expected a whole number"),
     (("5+3",), r"time '5\+3': "), ((10**400,), "time 10+: expected seconds"),
     ((True,), "time True: expected seconds"), ((1, 0, True), "moves True: expected a whole")],
)  # fmt: skip
def test_clocks_that_cannot_be(arguments, message):
    with pytest.raises(ValueError, match=message):
        Clock(*arguments)


def test_a_limit_tells_others_their_share():
    limit = Limit(depth=5, clock=Clock(60, 1))
    shared = limit.with_share(Position.initial())
    assert shared.clock == limit.clock
    assert shared.time == Pace(limit.clock, 60).usual
    assert Limit(time=2).with_share(Position.initial()) == Limit(time=2)
    assert str(limit) == "depth 5, clock 1+1"
    with pytest.raises(TypeError, match="clock 60: expected a Clock"):
        Limit(clock=60)
