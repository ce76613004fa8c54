"""The selective search that shows an exact one the way: it costs or saves nodes, nothing else."""

import pytest

from outflank import PASS, Engine, Limit, Position, Settings
from outflank.engine import Bounds
from outflank.heuristics import standard

from .endings import known_endings
from .test_endgame import check_bounds, check_line, check_window

KNOWN = known_endings()


@pytest.mark.parametrize("name", ["ffo-19", "ffo-22"])
def test_whatever_is_asked(name: str) -> None:
    position, truth = KNOWN[name]
    best = max(truth.values())
    found = Engine().solve(position)
    assert found.score == best == truth[found.move]
    check_bounds(found, truth)
    check_line(position, found)
    for alpha, beta in (
        (best - 9, best - 5),
        (best - 1, best + 1),
        (best + 5, best + 9),
        (-64, -63),
    ):
        proved = Engine().solve(position, window=(alpha, beta))
        check_window(Bounds(proved.lower, proved.upper), best, alpha, beta)
        check_bounds(proved, truth)
    worst = sorted(truth, key=truth.__getitem__)[:2]
    few = Engine().solve(position, moves=worst)
    assert few.score == max(truth[move] for move in worst)
    check_line(position, few)


def test_a_narrow_question_needs_none() -> None:
    """It is soon answered: a look ahead would take as long as for the margin."""
    position, _ = KNOWN["ffo-22"]
    assert Engine().solve(position, window=(63, 64)).nodes < Engine().solve(position).nodes / 10


@pytest.mark.parametrize("threads", [1, 2])
def test_every_move(threads: int) -> None:
    position, truth = KNOWN["ffo-19"]
    found = Engine(threads=threads).solve(position, every=True)
    assert found.moves == {move: (margin, margin) for move, margin in truth.items()}


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("XXXX----XXX--O--XOXOO---XXOXO---XXXXOOOOOOOOOO-OOOOOOOO-OO--OO-X O", -40),
        ("XXXXXX--X-XXXX--XXXXXXX-X-XXXXOO--XXXOOO--X-OOOO---OOOOO---OOOOO X", -32),
    ],
)
def test_a_player_who_must_pass(text: str, score: int) -> None:
    position = Position.parse(text)
    found = Engine().solve(position)
    assert found.move is PASS
    assert found.score == score == -Engine().solve(position.play(PASS)).score
    check_line(position, found)


def test_the_engines_own_evaluator_and_settings_do_not_count() -> None:
    position, _ = KNOWN["ffo-19"]
    expected = Engine(table=4).solve(position)
    for engine in (
        Engine(standard(), table=4),
        Engine(lambda _: 0, table=4),
        Engine(table=4, settings=Settings(selectivity=100, exact_from=0)),
    ):
        assert engine.solve(position)._replace(time=0) == expected._replace(time=0)


def test_nothing_of_it_is_left_for_a_search_with_another_evaluator() -> None:
    position, _ = KNOWN["ffo-22"]
    limit = Limit(depth=8)
    used, fresh = Engine(standard(), table=64), Engine(standard(), table=64)
    used.solve(position, limit=Limit(nodes=100_000))
    found, expected = (engine.search(position, limit) for engine in (used, fresh))
    assert found._replace(time=0) == expected._replace(time=0)


@pytest.mark.parametrize("nodes", [1, 10, 1000, 30_000])
def test_stopped_in_it(nodes: int) -> None:
    position, truth = KNOWN["ffo-22"]
    found = Engine().solve(position, limit=Limit(nodes=nodes))
    assert found.nodes <= nodes
    assert not found.interrupted
    assert found.pv == (found.move,)
    check_bounds(found, truth)
