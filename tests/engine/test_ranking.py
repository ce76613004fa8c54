"""The best few moves: in order, valued alone, ever deeper, within any limit."""

import threading
from itertools import groupby

import pytest

from outflank import Analysis, Engine, Limit, Linear, Position, Settings
from outflank.agents import agent_from_spec
from outflank.engine import rank
from outflank.engine.engine import StopEvent


class After(StopEvent):
    """Set after it has been asked some times."""

    def __init__(self, times):
        self.times = times

    def is_set(self):
        self.times -= 1
        return self.times < 0


def by_depth(found):
    return {depth: list(group) for depth, group in groupby(found, lambda one: one.depth)}


def test_the_best_moves_come_in_order_and_deeper_and_deeper(random_game):
    engine = Engine(Linear(mobility=3, corners=20), settings=Settings(exact_from=0))
    position = random_game(8, 3, 20).position
    depths = by_depth(rank(engine, position, 3, Limit(depth=4)))
    assert list(depths) == [1, 2, 3, 4]
    for found in depths.values():
        scores = [one.score for one in found]
        assert len({one.move for one in found}) == 3
        assert scores == sorted(scores, reverse=True)
    assert depths[1][0].score == Engine(engine.evaluator).search(position, Limit(depth=1)).score
    worth = {
        move: -engine.search(position.play(move), Limit(depth=3)).score
        for move in position.legal_moves()
    }
    assert [one.score for one in depths[4]] == sorted(worth.values(), reverse=True)[:3]


def test_there_are_no_more_than_there_are_moves():
    depths = by_depth(rank(Engine(), Position.initial(), 99, Limit(depth=2)))
    assert [len(found) for found in depths.values()] == [4, 4]


def test_endings_are_solved_move_by_move(random_game):
    position = random_game(6, 1, 24).position
    found = list(rank(Engine(), position, 99))
    solved = Engine().solve(position, every=True).moves
    assert all(one.exact and one.pv[0] == one.move for one in found)
    assert {one.move: one.score for one in found} == {m: b.lower for m, b in solved.items()}


@pytest.mark.parametrize(
    "spec", ["engine:exact_from=0", "positional:depth=99", "weighted:depth=99"]
)
def test_every_search_comes_to_an_end(spec, random_game):
    agent = agent_from_spec(spec)
    position = random_game(4, 1, 2).position
    found = list(rank(agent.engine, position, 2, Limit(depth=99)))
    assert found[-1].depth >= position.empties


def test_a_pass_is_the_only_move(random_game):
    games = (random_game(6, seed) for seed in range(99))
    must_pass = next(p for game in games for p in game.positions if p.must_pass)
    assert {str(one.move) for one in rank(Engine(), must_pass, 3, Limit(depth=3))} == {"pass"}


@pytest.mark.parametrize(
    "limit", [Limit(time=1e-9), Limit(nodes=1), Limit(time=0.02), Limit(nodes=50)]
)
@pytest.mark.parametrize("size", [4, 8, 16])
def test_something_comes_under_any_limit(limit, size):
    position = Position.initial(size)
    found = list(rank(Engine(), position, 3, limit))
    assert position.is_legal(found[0].move)
    assert limit.nodes is None or found[-1].nodes <= limit.nodes + 1


def test_it_counts_the_nodes_of_the_whole():
    found = list(rank(Engine(), Position.initial(), 2, Limit(depth=3)))
    nodes = [one.nodes for one in found]
    assert nodes == sorted(nodes)
    assert nodes[0] < nodes[-1]


def test_it_can_be_stopped():
    found = list(rank(Engine(), Position.initial(12), 3, Limit(depth=60), stop=After(3)))
    assert found[0].depth >= 1
    event = threading.Event()
    event.set()
    (only,) = rank(Engine(), Position.initial(12), 3, Limit(depth=60), stop=event)
    assert only.depth < 60


class AfterHearing(StopEvent):
    """Set once there is something that was told."""

    def __init__(self, told):
        self.told = told

    def is_set(self):
        return bool(self.told)


@pytest.mark.parametrize(
    "spec",
    ["engine:depth=60,book=none", "phased:depth=60", "mcts:playouts=999999999", "hybrid:time=999"],
)
def test_agents_that_search_can_be_stopped_and_heard(spec):
    position, agent = Position.initial(10), agent_from_spec(spec)
    told: list[Analysis] = []
    agent.stop, agent.progress = AfterHearing(told), told.append
    assert position.is_legal(agent.choose(position, Limit()))
    assert told
    assert all(position.is_legal(one.move) for one in told)
