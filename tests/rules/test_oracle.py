"""The core against the slow rules: random games, symmetries, stability and counts at every size."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Game, Move, Position
from outflank.rules import reference
from outflank.rules.reference import Board
from outflank.rules.text import compact

SIZES = range(4, 17, 2)
GAMES = {4: 120, 6: 60, 8: 40, 10: 12, 12: 6, 14: 4, 16: 3}
PERFT_DEPTH = {4: 7, 6: 5, 8: 5, 10: 4, 12: 4, 14: 3, 16: 3}


def board_of(position: Position) -> Board:
    """Return the oracle's view of a position."""
    cells, turn = compact(position).split()
    return Board(position.size, cells, turn)


def position_of(board: Board) -> Position:
    """Return the core's view of an oracle's board."""
    return Position.parse(f"{board.squares} {board.turn}")


def random_board(size: int, seed: int, discs: float) -> Board:
    """Scatter discs, whether a game leads there or not."""
    random = Random(seed)
    weights = [discs / 2, discs / 2, 1 - discs]
    return Board(size, "".join(random.choices("XO-", weights, k=size * size)), random.choice("XO"))


def assert_same(position: Position, board: Board) -> None:
    """Compare everything that the rules say about a position."""
    assert board_of(position) == board
    moves = reference.legal_moves(board)
    assert [move.name for move in position.legal_moves()] == moves
    assert position.must_pass == (moves == [reference.PASS])
    assert position.is_over == (not moves)
    assert position.mobility == len(reference.placements(board))
    assert position.discs(Color.BLACK) == board.squares.count("X")
    assert position.discs(Color.WHITE) == board.squares.count("O")
    assert position.discs() + position.empties == position.shape.area
    outcome = position.outcome
    assert (outcome is None) == bool(moves)
    if outcome is not None:
        assert (outcome.black, outcome.white) == reference.score(board)


@pytest.mark.parametrize("size", SIZES)
def test_random_games(size: int) -> None:
    random = Random(size)
    for _ in range(GAMES[size]):
        position, board = Position.initial(size), reference.initial(size)
        while True:
            assert_same(position, board)
            moves = position.legal_moves()
            if not moves:
                break
            move = random.choice(moves)
            flips = position.flips(move)
            turned = [] if move.is_pass else reference.flips(board, move.name)
            assert sorted(square.name for square in flips) == sorted(turned)
            after = position.play(move)
            assert after.discs() == position.discs() + (not move.is_pass)
            assert move.is_pass or len(flips) >= 1
            position, board = after, reference.play(board, move.name)


@given(
    st.sampled_from(SIZES),
    st.integers(0, 2**32),
    st.sampled_from([0.2, 0.5, 0.8, 0.95, 1.0]),
)
def test_scattered_discs(size: int, seed: int, discs: float) -> None:
    board = random_board(size, seed, discs)
    position = position_of(board)
    assert_same(position, board)
    for square in position.shape.squares:
        flips = reference.flips(board, square.name)
        assert position.is_legal(square) == bool(flips)
        if flips:
            assert sorted(move.name for move in position.flips(square)) == sorted(flips)
            assert board_of(position.play(square)) == reference.play(board, square.name)


@given(
    st.sampled_from(SIZES), st.integers(0, 2**32), st.sampled_from([0.3, 0.7]), st.integers(0, 7)
)
def test_symmetries_commute(size: int, seed: int, discs: float, k: int) -> None:
    position = position_of(random_board(size, seed, discs))
    shape, image = position.shape, position.symmetry(k)
    for square in shape.squares:
        assert image[shape.transform(square, k)] == position[square]
    moved = sorted(shape.transform(move, k) for move in position.legal_moves())
    assert moved == image.legal_moves()
    for move in position.legal_moves():
        assert position.play(move).symmetry(k) == image.play(shape.transform(move, k))
    assert image.canonical() == position.canonical()
    for color in Color:
        stable = {shape.transform(square, k) for square in position.stable(color)}
        assert stable == set(image.stable(color))


@pytest.mark.parametrize("size", SIZES)
def test_symmetry_bits(size: int, random_game: Callable[..., Game]) -> None:
    position = random_game(size, seed=3, plies=size * 3).position
    last = size - 1
    for k in range(8):
        for square in position.shape.squares:
            column = last - square.column if k & 1 else square.column
            row = last - square.row if k & 2 else square.row
            image = Move.at(row, column) if k & 4 else Move.at(column, row)
            assert position.shape.transform(square, k) is image
            assert position.symmetry(k)[image] == position[square]


@pytest.mark.parametrize("size", SIZES)
def test_perft(size: int) -> None:
    position, board = Position.initial(size), reference.initial(size)
    for depth in range(PERFT_DEPTH[size] + 1):
        assert position.perft(depth) == reference.perft(board, depth)


@given(st.sampled_from([4, 6, 8, 10]), st.integers(0, 2**32), st.booleans())
def test_perft_of_scattered_discs(size: int, seed: int, free_passes: bool) -> None:
    board = random_board(size, seed, 0.85)
    for depth in range(4):
        expected = reference.perft(board, depth, free_passes=free_passes)
        assert position_of(board).perft(depth, free_passes=free_passes) == expected


def assert_stable_discs_never_turn(position: Position) -> None:
    """Play every continuation, whoever begins, and see that no stable disc is turned."""
    for begin in (position, position.swapped()):
        turned = reference.flippable(board_of(begin))
        for color in Color:
            stable = position.stable(color)
            assert stable == begin.stable(color)
            assert set(stable) <= set(position.squares(color))
            assert not {square.name for square in stable} & turned, position


@pytest.mark.parametrize(("size", "games", "empties"), [(4, 120, 7), (6, 60, 5), (8, 12, 4)])
def test_stable_discs_of_late_positions(
    size: int, games: int, empties: int, random_game: Callable[..., Game]
) -> None:
    for seed in range(games):
        for position in random_game(size, seed).positions:
            if position.empties == empties:
                assert_stable_discs_never_turn(position)


@given(st.sampled_from([4, 6, 8, 10, 12]), st.integers(0, 2**32), st.integers(0, 4))
def test_stable_discs_of_scattered_positions(size: int, seed: int, empties: int) -> None:
    random = Random(seed)
    squares = random.choices("XO", [random.random(), 1], k=size * size)
    for index in random.sample(range(size * size), empties):
        squares[index] = "-"
    assert_stable_discs_never_turn(position_of(Board(size, "".join(squares), "X")))


@pytest.mark.parametrize("size", SIZES)
def test_stable_discs_stay_through_random_games(size: int) -> None:
    random = Random(size)
    for _ in range(10):
        position = Position.initial(size)
        stable: dict[Color, set[Move]] = {color: set() for color in Color}
        while moves := position.legal_moves():
            for color in Color:
                now = set(position.stable(color))
                assert stable[color] <= set(position.squares(color))
                stable[color] |= now
            position = position.play(random.choice(moves))
