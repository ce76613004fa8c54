"""The exact search against trying everything, and against itself."""

from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from outflank import PASS, Engine, Game, Limit, Move, Position, Settings
from outflank.engine import Bounds, Solution

from .endings import Spread, ending, endings, margins

SIZES = [4, 6, 8, 10, 12, 14, 16]
SPREADS: list[Spread] = ["anywhere", "apart", "together"]


def check_line(position: Position, found: Solution) -> Position:
    """The line is legal, begins with the move, and its end is worth the score."""
    assert found.pv[0] is found.move
    end = position
    for move in found.pv:
        end = end.play(move)
    assert end.outcome is not None
    assert end.outcome.pov(position.turn) == found.score
    return end


def check_bounds(found: Solution, truth: dict[Move, int]) -> None:
    """Whatever is proved, of the position or of a move, is true."""
    assert set(found.moves) == set(truth)
    assert found.lower <= max(truth.values()) <= found.upper
    for move, bounds in found.moves.items():
        assert bounds.lower <= truth[move] <= bounds.upper


def check_window(bounds: Bounds, truth: int, alpha: int, beta: int) -> None:
    """As much is proved as was asked for."""
    assert bounds.lower <= truth <= bounds.upper
    if truth <= alpha:
        assert bounds.upper <= alpha
    elif truth >= beta:
        assert bounds.lower >= beta
    else:
        assert bounds.exact


def check(position: Position) -> Position:
    """Solved alone and with every move it has the margins found by trying everything."""
    truth = margins(position)
    best = Engine().solve(position)
    assert best.score == truth[best.move] == max(truth.values())
    check_bounds(best, truth)
    check_line(position, best)
    found = Engine().solve(position, every=True)
    assert found.moves == {move: (margin, margin) for move, margin in truth.items()}
    assert list(found.moves.values()) == sorted(found.moves.values(), reverse=True)
    assert found.score == best.score
    return check_line(position, found)


def unfinished(game: Callable[..., Game], size: int, empties: int, seed: int) -> Position:
    """The position of a random game with so many empty squares; the next game if that ends."""
    while (position := game(size, seed, size * size - 4 - empties).position).is_over:
        seed += 1000
    while position.empties > empties:  # after passes
        position = position.play(position.legal_moves()[0])
        if position.is_over:
            return unfinished(game, size, empties, seed + 1000)
    return position


@pytest.mark.parametrize("size", SIZES)
def test_random_games(size: int, random_game: Callable[..., Game]) -> None:
    for empties in range(1, 11):
        for seed in range(4 if empties < 9 else 1):
            check(unfinished(random_game, size, empties, seed))


@given(
    size=st.sampled_from(SIZES),
    empties=st.integers(1, 7),
    seed=st.integers(0, 2**32),
    share=st.sampled_from([0.05, 0.25, 0.5, 0.75, 0.95]),
    spread=st.sampled_from(SPREADS),
)
def test_discs_by_lot(size: int, empties: int, seed: int, share: float, spread: Spread) -> None:
    position = ending(size, empties, seed, share, spread)
    assume(not position.is_over)
    check(position)


@pytest.mark.parametrize("size", SIZES)
def test_passes_wipe_outs_and_early_ends(size: int) -> None:
    seen = set()
    for seed in range(150):
        spread = SPREADS[seed % 3]
        position = ending(size, 2 + seed % 5, seed, 2 / (size * size), spread)
        if position.is_over:
            continue
        end = check(position)
        colors = {end[square] for square in end.shape.squares} - {None}
        seen |= {"pass"} if PASS in position.legal_moves() else set()
        seen |= {"wipe-out"} if len(colors) == 1 else set()
        seen |= {"early end"} if end.empties and len(colors) == 2 else set()
    assert seen == {"pass", "wipe-out", "early end"}


def test_a_wipe_out_in_the_opening() -> None:
    position = Game.parse("f5d6c5f4e3f6g5e6").position
    found = Engine().solve(position, moves=["e7"])
    assert (found.score, found.pv, found.moves) == (64, (Move("e7"),), {Move("e7"): (64, 64)})


@pytest.mark.parametrize("size", SIZES)
def test_agrees_with_the_search_of_the_midgame(size: int, random_game: Callable[..., Game]) -> None:
    position = unfinished(random_game, size, 11 if size > 10 else 13, 2)
    other = Engine(settings=Settings(exact_from=0)).search(position, Limit(depth=position.empties))
    assert other.exact
    found = Engine().solve(position)
    assert found.score == other.score
    check_line(position, found)


@pytest.mark.parametrize("size", SIZES)
def test_symmetric_positions_have_one_value(size: int, random_game: Callable[..., Game]) -> None:
    position = unfinished(random_game, size, 12, 3)
    expected = Engine().solve(position, every=True).moves
    for number in range(8):
        found = Engine().solve(position.symmetry(number), every=True)
        turned = {position.shape.transform(m, number): b for m, b in expected.items()}
        assert found.moves == turned


@pytest.mark.parametrize("size", SIZES)
def test_every_move_as_if_it_were_the_only_one(size: int, random_game: Callable[..., Game]) -> None:
    position = unfinished(random_game, size, 12, 4)
    for move, bounds in Engine().solve(position, every=True).moves.items():
        alone = Engine().solve(position, moves=[move])
        assert alone.moves == {move: bounds}
        assert (alone.move, alone.score) == (move, bounds.lower)
        check_line(position, alone)
        assert Engine().solve(position.play(move)).score == -bounds.lower


def test_some_moves(random_game: Callable[..., Game]) -> None:
    position = unfinished(random_game, 8, 9, 1)
    truth = margins(position)
    legal = position.legal_moves()
    for first in range(len(legal)):
        chosen = legal[first : first + 3][::-1]
        for every in (False, True):
            found = Engine().solve(position, moves=chosen, every=every)
            check_bounds(found, {move: truth[move] for move in chosen})
            assert found.score == truth[found.move]
            check_line(position, found)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("every", [False, True])
def test_windows(size: int, every: bool, random_game: Callable[..., Game]) -> None:
    area = size * size
    positions = [unfinished(random_game, size, empties, empties) for empties in (1, 3, 6, 8)]
    for position in [*positions, *endings(size, 5, 3, 7)]:
        truth = margins(position)
        best = max(truth.values())
        near = [best + step for step in (-9, -3, -2, -1, 0, 1, 2, 3, 9)]
        edges = sorted({-area, -1, 0, 1, area, *(edge for edge in near if abs(edge) <= area)})
        for alpha in edges:
            for beta in (edge for edge in edges if edge > alpha):
                found = Engine().solve(position, window=(alpha, beta), every=every)
                check_bounds(found, truth)
                check_window(Bounds(found.lower, found.upper), best, alpha, beta)
                if every:
                    for move, bounds in found.moves.items():
                        check_window(bounds, truth[move], alpha, beta)
                if alpha < best < beta:
                    check_line(position, found)


@pytest.mark.parametrize("size", [6, 8, 10])
def test_windows_of_long_endings(size: int, random_game: Callable[..., Game]) -> None:
    position = unfinished(random_game, size, 13, 5)
    truth = {m: b.lower for m, b in Engine().solve(position, every=True).moves.items()}
    best = max(truth.values())
    for alpha, beta in [(-1, 1), (-3, -1), (-2, 2), (-10, 0), (best, best + 2), (-20, 30)]:
        found = Engine().solve(position, window=(alpha, beta), every=True)
        check_bounds(found, truth)
        check_window(Bounds(found.lower, found.upper), best, alpha, beta)
        for move, bounds in found.moves.items():
            check_window(bounds, truth[move], alpha, beta)


@pytest.mark.parametrize("size", SIZES)
def test_win_loss_draw(size: int, random_game: Callable[..., Game]) -> None:
    drawn = next(p for p in endings(size, 4, 200, 3) if Engine().solve(p).score == 0)
    games = [unfinished(random_game, size, empties, 6) for empties in (4, 7, 10, 12, 13)]
    for position in [drawn, *games, *endings(size, 6, 10, 3)]:
        truth = {m: b.lower for m, b in Engine().solve(position, every=True).moves.items()}
        found = Engine().solve(position, mode="wld", every=True)
        best = max(truth.values())
        assert found.result == ("win" if best > 0 else "loss" if best < 0 else "draw")
        check_bounds(found, truth)
        for move, bounds in found.moves.items():
            check_window(bounds, truth[move], -1, 1)


@pytest.mark.parametrize("size", [6, 8, 10])
def test_tables_of_any_size(size: int, random_game: Callable[..., Game]) -> None:
    for empties in (9, 12, 14):
        position = unfinished(random_game, size, empties, 8)
        expected = Engine().solve(position, every=True)
        for megabytes in (2**-6, 1, 1024):
            engine = Engine(table=megabytes)
            for _ in range(2):
                found = engine.solve(position, every=True)
                assert found.moves == expected.moves
                check_line(position, found)


def test_an_engine_used_again(random_game: Callable[..., Game]) -> None:
    """For other positions, windows and sizes, and for searches with an estimate in between."""
    engine = Engine(table=0.05)
    for seed in range(3):
        for size in (8, 6, 12, 10, 4):
            position = unfinished(random_game, size, 9 + seed, seed)
            expected = Engine().solve(position, every=True)
            engine.search(position, Limit(depth=4))
            engine.solve(position, mode="wld")
            found = engine.solve(position, every=True)
            assert found.moves == expected.moves
            check_line(position, found)
            searched = engine.search(position, Limit(depth=99))
            assert (searched.exact, searched.score) == (True, expected.score)


@pytest.mark.parametrize("size", SIZES)
def test_same_proof_every_time(size: int, random_game: Callable[..., Game]) -> None:
    position = unfinished(random_game, size, 12, 9)
    first, second = (Engine().solve(position, every=True) for _ in range(2))
    assert first._replace(time=0) == second._replace(time=0)


def test_every_asks_for_nothing_where_the_player_must_pass() -> None:
    position = Position.parse("-OOO-XXXX-X---XXX--XXOX---XOOO-XXOOO X")
    assert position.must_pass
    every, one = (Engine(table=1).solve(position, every=every) for every in (True, False))
    assert every._replace(time=0) == one._replace(time=0)
