"""The helpers of the course agree with the rules."""

import pytest

from outflank import PASS, Color
from outflank.agents.students import helpers


def rows(position):
    """A board as lists, and the numbers of who is to move and of the other."""
    numbers = {Color.BLACK: 1, Color.WHITE: 2, None: 0}
    board = [[0] * position.size for _ in range(position.size)]
    for square in position.shape.squares:
        board[square.row][square.column] = numbers[position[square]]
    player = numbers[position.turn]
    return board, player, 3 - player


@pytest.mark.parametrize("size", [6, 8, 12])
def test_moves_captures_and_ends(size, random_game):
    for seed in range(3):
        for position in random_game(size, seed).positions:
            board, player, opponent = rows(position)
            legal = [move for move in sorted(position.legal_moves()) if move != PASS]
            assert helpers.get_valid_moves(board, player) == [(m.row, m.column) for m in legal]
            for square in position.shape.squares:
                turned = len(position.flips(square)) if square in legal else 0
                assert helpers.count_capture(board, (square.row, square.column), player) == turned
            discs = position.discs(Color.BLACK), position.discs(Color.WHITE)
            for two in ((player, opponent), (opponent, player)):
                assert helpers.check_endgame(board, *two) == (position.is_over, *discs)
            drawn = helpers.random_move(board, player)
            assert drawn in helpers.get_valid_moves(board, player) if legal else drawn is None
            for move in legal:
                after, *_ = rows(position)
                assert helpers.execute_move(after, (move.row, move.column), player) is None
                assert after == rows(position.play(move))[0]


def test_execute_move_checks_nothing():
    board = [[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]
    helpers.execute_move(board, (0, 0), 1)
    helpers.execute_move(board, (1, 2), 2)
    assert board == [[1, 0, 0, 0], [0, 2, 2, 0], [0, 1, 2, 0], [0, 0, 0, 0]]
    with pytest.raises(IndexError):
        helpers.execute_move(board, (4, 0), 1)


def test_directions():
    board = [[0, 2, 1, 0], [2, 2, 0, 0], [1, 0, 2, 0], [0, 0, 0, 0]]
    turned = {d: helpers.count_capture_dir(board, (0, 0), 1, d) for d in helpers.get_directions()}
    assert {d for d, n in turned.items() if n} == {(0, 1), (1, 0)}
    assert len(turned) == 8
    helpers.flip_discs(board, (0, 0), 1, (1, 0))
    helpers.flip_discs(board, (0, 0), 1, (1, 1))
    assert board == [[0, 2, 1, 0], [1, 2, 0, 0], [1, 0, 2, 0], [0, 0, 0, 0]]
