"""Levels: an ordered table, moves by lot that a person might play, and matches that show it."""

from itertools import pairwise
from statistics import fmean

import pytest

from outflank import Engine, Level, Limit, Move, Position, Settings
from outflank.engine import LEVELS, MOST_LEVEL, Line
from outflank.tournament import Plan, run_match


def test_every_level_has_more_of_everything():
    assert [level.number for level in LEVELS] == list(range(1, MOST_LEVEL + 1))
    for lower, higher in pairwise(LEVELS):
        assert lower.exact_from <= higher.exact_from
        assert lower.spread >= higher.spread
        assert lower.careless >= higher.careless
        assert lower.selectivity >= higher.selectivity
        assert lower.depth < (higher.depth or 1000) or lower.spread > higher.spread
        assert higher.nodes is None or (lower.nodes or 0) < higher.nodes


def test_a_level_searches_to_its_depth_and_on_large_boards_so_many_nodes():
    level = Level.of(15)
    for size in (4, 6, 8):
        assert level.limit(Position.initial(size)) == Limit(depth=14)
    for size in (10, 12, 14, 16):
        assert level.limit(Position.initial(size)) == Limit(depth=14, nodes=8_000_000)
    assert Level.of(MOST_LEVEL).limit(Position.initial()) == Limit()
    settings = level.settings(Settings(table=False))
    assert settings == Settings(table=False, exact_from=16, selectivity=73)


@pytest.mark.parametrize("number", [0, 21, -1, 2.5, "5", True])
def test_levels_that_are_none(number):
    with pytest.raises(ValueError, match=r"level .*: expected 1 to 20"):
        Level.of(number)


def lines_of(position, depth=2):
    moves = len(position.legal_moves())
    return Engine().search(position, Limit(depth=depth), multipv=moves).lines


@pytest.fixture(scope="module")
def positions(random_game):
    return [random_game(size, seed, 20).position for size in (6, 8, 10) for seed in range(8)]


def test_the_lot_depends_on_the_seed_and_the_position_alone(positions):
    level = Level.of(1)
    picked, lines = [], {position: lines_of(position) for position in positions}
    for seed in range(20):
        moves = [level.pick(position, lines[position], seed).move for position in positions]
        assert moves == [level.pick(p, lines[p], seed).move for p in positions]
        picked.append(moves)
    assert len(set(map(tuple, picked))) == 20


def test_the_higher_the_level_the_less_a_move_loses(positions):
    losses = []
    for level in LEVELS[:8]:
        lost = []
        for position in positions:
            lines = lines_of(position)
            for seed in range(20):
                line = level.pick(position, lines, seed)
                assert line in lines
                lost.append(lines[0].score - line.score)
        assert max(lost) <= 3 * level.spread
        losses.append(fmean(lost))
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 2
    assert losses[-1] == 0


CORNER = Position.parse("------------------O--------OX------XO--------X--------O--------- X")
"""b2 gives a1 away."""


def test_it_seldom_gives_a_corner_away():
    giving, other = (Line(move, 0.0, (move,), False) for move in map(Move, ("b2", "f5")))
    lines = [giving, other]
    assert CORNER.play("b2").is_legal("a1")
    assert not CORNER.play("f5").is_legal("a1")

    def given(level):
        return fmean(level.pick(CORNER, lines, seed).move == giving.move for seed in range(400))

    often, seldom, never = (LEVELS[0]._replace(careless=c) for c in (1.0, 0.2, 0.0))
    assert 0.4 < given(often) < 0.6
    assert 0.05 < given(seldom) < 0.15
    assert given(never) == 0
    assert never.pick(CORNER, [giving], 1) == giving  # there is no other


@pytest.mark.parametrize(("size", "lower"), [(6, 1), (6, 3), (6, 4), (8, 1), (8, 2)])
def test_two_levels_more_win_a_match(size, lower):
    agents = f"engine:level={lower + 2}", f"engine:level={lower}"
    standing = run_match(Plan(agents, 20, (size,), seed=lower))
    assert sum(record.points(0) for record in standing.records.values()) > 12
