"""The rules again, slow and obvious, in plain Python: the oracle that the fast ones are tested by.

A board is a NamedTuple of text and imports nothing from the core, so that no mistake is shared.
"""

from __future__ import annotations

from typing import NamedTuple

BLACK, WHITE, EMPTY = "X", "O", "-"
PASS = "pass"
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


class Board(NamedTuple):
    """A position: the squares row by row from a1, and the side to move."""

    size: int
    """Squares along one edge."""
    squares: str
    """One of X, O and - for each square."""
    turn: str
    """X or O."""


def initial(size: int = 8) -> Board:
    """Return the usual start: White on the falling diagonal of the centre, Black to move."""
    low, high = size // 2 - 1, size // 2
    start = {(low, low): WHITE, (high, high): WHITE, (high, low): BLACK, (low, high): BLACK}
    squares = (start.get(place(square), EMPTY) for square in names(size))
    return Board(size, "".join(squares), BLACK)


def other(color: str) -> str:
    """Return the opponent of a colour."""
    return WHITE if color == BLACK else BLACK


def name(column: int, row: int) -> str:
    """Return the name of a square, such as f5 for column 5, row 4."""
    return f"{chr(ord('a') + column)}{row + 1}"


def names(size: int) -> list[str]:
    """Return the names of all squares, row by row."""
    return [name(column, row) for row in range(size) for column in range(size)]


def place(square: str) -> tuple[int, int]:
    """Return the column and row of a square's name."""
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def disc(board: Board, square: str) -> str:
    """Return what stands on a square: X, O or -."""
    column, row = place(square)
    return board.squares[row * board.size + column]


def flips(board: Board, square: str) -> list[str]:
    """Return the discs that a disc of the side to move would turn; none if it cannot go there."""
    size, squares, mine = board.size, board.squares, board.turn
    if disc(board, square) != EMPTY:
        return []
    column, row = place(square)
    turned = []
    for step_x, step_y in DIRECTIONS:
        x, y, line = column + step_x, row + step_y, []
        while 0 <= x < size and 0 <= y < size and squares[y * size + x] == other(mine):
            line.append(name(x, y))
            x, y = x + step_x, y + step_y
        if 0 <= x < size and 0 <= y < size and squares[y * size + x] == mine:
            turned += line
    return turned


def placements(board: Board) -> list[str]:
    """Return the squares where the side to move can put a disc."""
    return [square for square in names(board.size) if flips(board, square)]


def passed(board: Board) -> Board:
    """Return the same discs with the other side to move."""
    return board._replace(turn=other(board.turn))


def legal_moves(board: Board) -> list[str]:
    """Return the moves: a pass if that is all there is, nothing when the game is over."""
    return placements(board) or ([PASS] if placements(passed(board)) else [])


def is_over(board: Board) -> bool:
    """Return whether neither side can move."""
    return not legal_moves(board)


def play(board: Board, move: str) -> Board:
    """Return the board after a legal move."""
    if move not in legal_moves(board):
        raise ValueError(f"illegal move {move!r}")
    if move == PASS:
        return passed(board)
    squares = list(board.squares)
    for square in [move, *flips(board, move)]:
        column, row = place(square)
        squares[row * board.size + column] = board.turn
    return Board(board.size, "".join(squares), other(board.turn))


def score(board: Board) -> tuple[int, int]:
    """Return Black's and White's tournament scores: empty squares count for the winner."""
    black, white = board.squares.count(BLACK), board.squares.count(WHITE)
    empties = board.squares.count(EMPTY)
    if black == white:
        return black + empties // 2, white + empties // 2
    return (black + empties, white) if black > white else (black, white + empties)


def perft(board: Board, depth: int, *, free_passes: bool = False) -> int:
    """Count the leaves at a depth; a finished game is one leaf, a pass a ply unless it is free."""
    if depth == 0:
        return 1
    moves = legal_moves(board)
    if not moves:
        return 1
    if moves == [PASS]:
        return perft(passed(board), depth - (not free_passes), free_passes=free_passes)
    return sum(perft(play(board, move), depth - 1, free_passes=free_passes) for move in moves)


def flippable(board: Board) -> set[str]:
    """Return the discs that some sequence of legal moves turns; exhaustive, for few empties."""
    turned: set[str] = set()
    seen = {board}
    stack = [board]
    while stack:
        here = stack.pop()
        for move in legal_moves(here):
            if move != PASS:
                turned.update(flips(here, move))
            following = play(here, move)
            if following not in seen:
                seen.add(following)
                stack.append(following)
    return {square for square in turned if disc(board, square) != EMPTY}
