"""Searches by the clock: the pace ends them. The clock that they look at is an imagined one."""

from itertools import count
from threading import Event

import pytest

import outflank.engine.engine
import outflank.engine.timed
from outflank import Clock, Engine, Game, Limit, Position
from outflank.engine import Pace

HOUR = Limit(clock=Clock(3600))
MIDDLE = Game.parse("f5d6c3d3c4f4f6f3e6e7").position


@pytest.fixture
def hurrying(monkeypatch):
    """Lets ten seconds pass at each look at the clock."""
    ticks = count(step=10)
    monkeypatch.setattr(outflank.engine.timed, "perf_counter", lambda: next(ticks))


@pytest.mark.parametrize("size", [6, 8, 12])
def test_the_pace_ends_a_search(hurrying, size):
    told = []
    found = Engine().search(Position.initial(size), HOUR, progress=told.append)
    assert found.move in Position.initial(size).legal_moves()
    assert not found.interrupted
    assert found.depth == max((analysis.depth for analysis in told), default=found.depth)
    assert found.time >= 10
    assert found.nodes >= max((analysis.nodes for analysis in told), default=0)


def test_depth_and_nodes_end_it_too():
    plain = Engine().search(MIDDLE, Limit(depth=5))
    found = Engine().search(MIDDLE, HOUR._replace(depth=5))
    assert (found.move, found.score, found.depth) == (plain.move, plain.score, 5)
    assert len(found.lines) == 1
    assert Engine().search(MIDDLE, HOUR._replace(nodes=3000)).nodes <= 3000
    assert Engine().search(MIDDLE, HOUR._replace(nodes=100)).nodes <= 100


def test_a_number_of_lines_can_be_asked_for():
    found = Engine().search(MIDDLE, HOUR._replace(depth=3), multipv=4)
    assert found.lines == Engine().search(MIDDLE, Limit(depth=3), multipv=4).lines


def test_a_single_move_is_only_given_a_value():
    found = Engine().search(MIDDLE, HOUR, moves=[MIDDLE.legal_moves()[0]])
    assert found.depth == 1


@pytest.mark.parametrize("limit", [HOUR, Limit(depth=3)])
def test_moves_may_come_twice_and_from_anywhere(hurrying, limit):
    moves = MIDDLE.legal_moves()[:2]
    assert Engine().search(MIDDLE, limit, moves=[moves[0]] * 2).move == moves[0]
    assert Engine().search(MIDDLE, limit, moves=iter(moves)).move in moves


def test_an_ending_is_solved(random_game):
    ending = random_game(8, 3, 48).position
    told = []
    found = Engine().search(ending, HOUR, progress=told.append)
    assert found.exact
    assert told[-1].exact
    assert found.score == Engine().solve(ending).score


def test_it_can_be_stopped():
    stop = Event()
    stop.set()
    assert Engine(table=1).search(MIDDLE, HOUR, stop=stop).depth < 20
    stop.clear()
    found = Engine(table=1).search(MIDDLE, HOUR, stop=stop, progress=lambda _: stop.set())
    assert 1 <= found.depth < 40


def test_what_knows_no_clock_says_so():
    with pytest.raises(ValueError, match="expected seconds or nodes, not plies or a clock"):
        Engine(table=1).solve(MIDDLE, limit=HOUR)


@pytest.fixture
def searches(monkeypatch):
    """The limits and stop events of native searches."""
    asked, native = [], outflank._core.search

    def noted(*arguments, **options):
        asked.append((options["time"], options["stop"]))
        return native(*arguments, **{**options, "time": None, "depth": 1, "stop": None})

    monkeypatch.setattr(outflank._core, "search", noted)
    return asked


@pytest.fixture
def standing(monkeypatch):
    """A clock that stands still, or stands where it is set."""
    now = [0.0]
    for module in (outflank.engine.timed, outflank.engine.engine.time):
        monkeypatch.setattr(module, "perf_counter", lambda: now[0])
    return now


@pytest.mark.parametrize("size", [8, 12, 16])
def test_a_brief_move_is_one_search_of_its_time(size, searches, standing):
    clock, start = Clock(1), Position.initial(size)
    Engine().search(start, Limit(clock=clock))
    assert searches == [(Pace(clock, start.empties).usual, None)]


def test_a_search_keeps_time_for_those_before_it_that_were_late(searches, standing):
    engine, clock, start = Engine(), Clock(10), Position.initial(16)

    def late(_):
        standing[0] += 0.5

    for _ in range(3):
        engine.search(start, Limit(clock=clock), progress=late)
    first, second, third = (time for time, _ in searches)
    assert first > second > third
    assert Engine().search(start, Limit(clock=clock))
    assert searches[-1][0] == first  # another engine has seen nothing


def test_a_fallen_move_gets_more_time():
    pace = Pace(Clock(60), 40)
    usual = pace.usual
    assert pace.is_over(usual)
    assert pace.is_over(usual, fall=1.0)
    assert not pace.is_over(usual, fall=3.0)
    assert pace.is_over(pace.most, fall=3.0)
    assert pace.is_over(3 * usual, fall=100.0)
