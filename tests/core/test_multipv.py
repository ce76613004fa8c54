"""The best few moves in one search: the same as the best, then the best without it, and so on."""

from collections.abc import Callable

import pytest

from outflank import PASS, Engine, Game, Limit, Position, Settings
from outflank.engine import Analysis

from .calibrated import Calibrated
from .endings import known_endings

MIDGAME = Settings(exact_from=0, selectivity=100)


def one_by_one(position: Position, limit: Limit, settings: Settings, number: int) -> list[float]:
    """The scores of the best moves, by a search for each."""
    moves, scores = position.legal_moves(), []
    for _ in range(min(number, len(moves))):
        found = Engine(settings=settings).search(position, limit, moves=moves)
        moves.remove(found.move)
        scores.append(found.score)
    return scores


def check(position: Position, found: Analysis) -> None:
    best = found.lines[0]
    assert (best.move, best.score, best.pv) == (found.move, found.score, found.pv)
    assert len({line.move for line in found.lines}) == len(found.lines)
    scores = [line.score for line in found.lines]
    assert scores == sorted(scores, reverse=True)
    for line in found.lines:
        assert line.pv[0] == line.move
        at = position
        for move in line.pv:
            at = at.play(move)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
@pytest.mark.parametrize("number", [1, 2, 5, 1000])
def test_agrees_with_single_searches(
    size: int, number: int, random_game: Callable[..., Game]
) -> None:
    for seed in range(3):
        position = random_game(size, seed, size * size // 3).position
        for depth in (1, 4):
            limit = Limit(depth=depth)
            found = Engine(settings=MIDGAME).search(position, limit, multipv=number)
            assert len(found.lines) == min(number, position.mobility)
            assert [line.score for line in found.lines] == one_by_one(
                position, limit, MIDGAME, number
            )
            check(position, found)


def test_exact_values() -> None:
    for name in ("ffo-16", "ffo-19"):
        position, truth = known_endings()[name]
        for evaluation in (None, Calibrated()):
            found = Engine(evaluation).search(position, Limit(), multipv=3)
            assert found.exact
            assert [line.score for line in found.lines] == sorted(truth.values())[:-4:-1]
            assert all(truth[line.move] == line.score and line.proven for line in found.lines)
            check(position, found)


def test_an_unfinished_depth_is_left_out() -> None:
    position = Game.parse("f5d6c3d3c4f4f6").position
    whole = Engine().search(position, Limit(depth=6), multipv=4)
    for extra in (1, 500, 3000):
        cut = Engine().search(position, Limit(nodes=whole.nodes + extra), multipv=4)
        assert cut.depth == 6
        assert cut.lines == whole.lines


def test_a_pass_is_one_line() -> None:
    position = Game.parse("e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8").position
    found = Engine().search(position, Limit(depth=4), multipv=3)
    assert [line.move for line in found.lines] == [PASS]
    check(position, found)


@pytest.mark.parametrize("number", [0, -1, 1.5, None])
def test_bad_numbers(number: int) -> None:
    with pytest.raises(ValueError, match=f"multipv {number!r}: expected a whole number above 0"):
        Engine().search(Position.initial(), Limit(depth=1), multipv=number)
