"""The module `helpers` of the COMP424-Fall2024 framework, written from a description of it.

A board is a square array with 0 for an empty square and 1 and 2 for the players' discs; a square is
its row and its column, from 0.
"""

from __future__ import annotations

import random
from typing import Any

Square = tuple[int, int]

_DIRECTIONS = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]


def get_directions() -> list[Square]:
    """The eight steps to a neighbour."""
    return list(_DIRECTIONS)


def count_capture_dir(chess_board: Any, move_pos: Square, player: int, direction: Square) -> int:
    """How many discs a move turns in one direction."""
    size = len(chess_board)
    (row, column), (down, right) = move_pos, direction
    turned = 0
    while True:
        row, column = row + down, column + right
        if not (0 <= row < size and 0 <= column < size) or not chess_board[row][column]:
            return 0
        if chess_board[row][column] == player:
            return turned
        turned += 1


def count_capture(chess_board: Any, move_pos: Square, player: int) -> int:
    """How many discs a move turns; 0 if it is illegal, IndexError if it is off the board."""
    row, column = move_pos
    if chess_board[row][column]:
        return 0
    return sum(count_capture_dir(chess_board, move_pos, player, step) for step in _DIRECTIONS)


def flip_discs(chess_board: Any, move_pos: Square, player: int, direction: Square) -> None:
    """Turns the discs that a move captures in one direction."""
    (row, column), (down, right) = move_pos, direction
    for n in range(1, count_capture_dir(chess_board, move_pos, player, direction) + 1):
        chess_board[row + n * down][column + n * right] = player


def execute_move(chess_board: Any, move_pos: Square, player: int) -> None:
    """Plays a move on the board itself, without asking whether it is legal."""
    row, column = move_pos
    chess_board[row][column] = player
    for direction in _DIRECTIONS:
        flip_discs(chess_board, move_pos, player, direction)


def get_valid_moves(chess_board: Any, player: int) -> list[Square]:
    """All legal moves, row by row."""
    rows = chess_board.tolist() if hasattr(chess_board, "tolist") else chess_board
    size = range(len(rows))
    return [(r, c) for r in size for c in size if count_capture(rows, (r, c), player)]


def random_move(chess_board: Any, player: int) -> Square | None:
    """A legal move by lot, or None if there is none."""
    moves = get_valid_moves(chess_board, player)
    return random.choice(moves) if moves else None


def check_endgame(chess_board: Any, player: int, opponent: int) -> tuple[bool, int, int]:
    """Whether nobody can move any more, and the discs of player 1 and of player 2."""
    rows = chess_board.tolist() if hasattr(chess_board, "tolist") else chess_board
    over = not get_valid_moves(rows, player) and not get_valid_moves(rows, opponent)
    first, second = (sum(row.count(number) for row in rows) for number in (1, 2))
    return over, first, second
