"""The search against plain minimax and brute force, and against itself."""

from collections.abc import Callable

import pytest

from outflank import PASS, Color, Engine, Game, IllegalMoveError, Limit, Linear, Position, Settings

SIZES = [4, 6, 8, 10, 12, 14, 16]
EVALUATOR = Linear(mobility=2, corners=10, discs=1, frontier=-0.5, stability=3)

# A proven result counts more than any estimate.
PROVEN = 1e9


def proven(position: Position) -> float:
    outcome = position.outcome
    assert outcome is not None
    margin = outcome.pov(position.turn)
    return margin + (PROVEN if margin > 0 else -PROVEN if margin < 0 else 0)


def minimax(position: Position, depth: int) -> float:
    """Every line to a depth, a pass costing none."""
    moves = position.legal_moves()
    if not moves:
        return proven(position)
    if depth == 0:
        return EVALUATOR(position)
    if moves == [PASS]:
        return -minimax(position.play(PASS), depth)
    return max(-minimax(position.play(move), depth - 1) for move in moves)


def solved(position: Position) -> int:
    """The margin with best play, by trying everything."""
    moves = position.legal_moves()
    if not moves:
        outcome = position.outcome
        assert outcome is not None
        return int(outcome.pov(position.turn))
    return max(-solved(position.play(move)) for move in moves)


@pytest.mark.parametrize("size", SIZES)
def test_equals_minimax(size: int, random_game: Callable[..., Game]) -> None:
    starts = [Position.initial(size)]
    for seed, plies in [(1, 9), (2, size * size // 2), (3, size * size - 14)]:
        starts.append(random_game(size, seed, plies).position)
    for position in starts:
        if position.is_over:
            continue
        for depth in range(1, 5 if position.mobility < 13 else 4):
            found = Engine(EVALUATOR, settings=Settings(exact_from=0)).search(
                position, Limit(depth=depth)
            )
            score = found.score
            if found.proven and score:
                score += PROVEN if score > 0 else -PROVEN
            assert score == pytest.approx(minimax(position, min(depth, position.empties)))


@pytest.mark.parametrize("size", SIZES)
def test_exact_equals_brute_force(size: int, random_game: Callable[..., Game]) -> None:
    for seed in range(12):
        game = random_game(size, seed, size * size - 4 - 8)
        position = game.position
        if position.is_over or position.empties > 9:
            continue
        found = Engine().solve(position)
        assert found.exact
        assert found.score == solved(position)
        end = position
        for move in found.pv:
            end = end.play(move)
        assert end.is_over
        assert end.outcome is not None
        assert end.outcome.pov(position.turn) == found.score


def test_small_board_is_solved() -> None:
    """4x4 is won by White, 3-11 with two squares left: -10 for Black."""
    found = Engine().solve(Position.initial(4))
    assert (found.score, found.exact) == (-10, True)


@pytest.mark.parametrize("size", [6, 8, 10])
def test_symmetric_positions_have_one_score(size: int, random_game: Callable[..., Game]) -> None:
    position = random_game(size, 5, size * size - 15).position
    assert len({Engine().solve(p).score for p in position.symmetries()}) == 1
    position = random_game(size, 5, 8).position
    assert len({Engine().search(p, Limit(depth=4)).score for p in position.symmetries()}) == 1


@pytest.mark.parametrize("size", SIZES)
def test_same_answer_every_time(size: int) -> None:
    position = Position.initial(size).play(Position.initial(size).legal_moves()[0])
    first, second = (Engine().search(position, Limit(depth=6)) for _ in range(2))
    assert first._replace(time=0) == second._replace(time=0)


def test_score_is_for_the_side_to_move() -> None:
    position = Position.parse("XXXX XXXX XXXX XXO- X")
    found = Engine().solve(position)
    assert (found.move.name, found.score, found.turn) == ("d4", 16, Color.BLACK)
    assert (found.pov(Color.BLACK), found.pov(Color.WHITE)) == (16, -16)


def test_a_forced_pass_is_searched_through() -> None:
    position = Game.parse("e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8").position
    assert position.legal_moves() == [PASS]
    found = Engine().search(position, Limit(depth=4))
    after = Engine().search(position.play(PASS), Limit(depth=4))
    assert found.move is PASS
    assert found.pv == (PASS, *after.pv)
    assert found.score == -after.score


def test_a_game_that_is_over_cannot_be_searched() -> None:
    over = Game.parse("f5d6c5f4e3f6g5e6e7").position
    with pytest.raises(ValueError, match="the game is over"):
        Engine().search(over)


def test_only_some_moves() -> None:
    position = Game.parse("f5d6c3").position
    for move in position.legal_moves():
        found = Engine().search(position, Limit(depth=3), moves=[move])
        assert found.move is move
    best = Engine().search(position, Limit(depth=3))
    scores = [
        Engine().search(position, Limit(depth=3), moves=[m]).score for m in position.legal_moves()
    ]
    assert max(scores) == best.score


def test_only_legal_moves() -> None:
    with pytest.raises(IllegalMoveError, match="illegal move a1: only legal moves can be searched"):
        Engine().search(Position.initial(), Limit(depth=1), moves=["a1"])
    with pytest.raises(ValueError, match="no move to search"):
        Engine().search(Position.initial(), Limit(depth=1), moves=[])


def test_a_used_table_changes_nothing_exact(random_game: Callable[..., Game]) -> None:
    engine = Engine(table=0.001)
    for seed in range(6):
        position = random_game(8, seed, 50).position
        if not position.is_over:
            assert engine.solve(position).score == Engine().solve(position).score


def test_a_function_equals_its_linear_twin() -> None:
    def mobility(position: Position) -> float:
        return position.mobility - position.swapped().mobility

    for size in (6, 8, 10):
        position = Position.initial(size)
        slow = Engine(mobility).search(position, Limit(depth=4))
        fast = Engine(Linear(mobility=1)).search(position, Limit(depth=4))
        assert slow._replace(time=0) == fast._replace(time=0)
