"""Values of squares, for a board of any size: one a square, row by row; and squares by name.

A square of the upper left quarter that lies on or above its diagonal stands, as the name of a
feature, for itself and its mirror images: a1 for the corners, b1 for the squares beside them.
"""

import re
from collections.abc import Mapping, Sequence

from .._core import Move, Position

_NAME = re.compile(r"[a-h][1-8]")


def positional(size: int) -> list[float]:
    """Corners high, their neighbours low, edges falling towards the middle.

    Corner 100, C-square -25, X-square -40; another edge square 15/(i-1) with i the distance in
    squares from the nearer corner; between the X-squares of the second ring -7/(i-1-(i mod 2));
    the rest 1. Whole numbers, rounded towards zero. From the seeds' system 4.
    """

    def value(column: int, row: int) -> float:
        near, far = sorted((min(column, size - 1 - column), min(row, size - 1 - row)))
        match near, far:
            case 0, 0:
                return 100
            case 0, 1:
                return -25
            case 1, 1:
                return -40
            case 0, _:
                return int(15 / (far - 1))
            case 1, _:
                return int(-7 / (far - 1 - far % 2))
            case _:
                return 1

    return [float(value(column, row)) for row in range(size) for column in range(size)]


def mirrored(quadrant: Sequence[Sequence[float]], size: int) -> list[float]:
    """The upper left quarter of a board, mirrored four ways.

    On a smaller board the quarter is cut off towards the middle, on a larger one its last row and
    column go on to the middle. Raises ValueError unless the quarter is a square.
    """
    side = len(quadrant)
    if side == 0 or any(len(row) != side for row in quadrant):
        raise ValueError("a quadrant needs as many rows as columns")

    def place(i: int) -> int:
        return min(i, size - 1 - i, side - 1)

    return [
        float(quadrant[place(row)][place(column)]) for row in range(size) for column in range(size)
    ]


def class_names(size: int) -> list[str]:
    """The squares that stand for all others of a board and their mirror images, row by row."""
    half = range(size // 2)
    return [Move.at(column, row).name for row in half for column in half if column >= row]


def is_class(name: str) -> bool:
    """Whether a name stands for a square and its mirror images on a board that is large enough."""
    return _NAME.fullmatch(name) is not None and Move(name).column >= Move(name).row


def class_squares(name: str, size: int) -> list[Move]:
    """The squares that a name stands for; none on a board that is too small for it."""
    square, last = Move(name), size - 1
    if max(square.column, square.row) >= size // 2:
        return []
    pairs = {(square.column, square.row), (square.row, square.column)}
    return [
        Move.at(x, y)
        for column, row in sorted(pairs)
        for y in (row, last - row)
        for x in (column, last - column)
    ]


def class_shares(name: str, position: Position) -> tuple[dict[Move, float], dict[Move, float]]:
    """The discs of the side to move, and of the other, on the squares that a name stands for."""
    own: dict[Move, float] = {}
    other: dict[Move, float] = {}
    for square in class_squares(name, position.size):
        color = position[square]
        if color is not None:
            (own if color is position.turn else other)[square] = 1.0
    return own, other


def square_table(weights: Mapping[str, float], values: Sequence[float], size: int) -> list[float]:
    """Square values times the weight of `squares`, plus the weights that are named by squares."""
    scale = weights.get("squares", 0)
    table = [scale * value for value in values]
    for name in filter(is_class, weights):
        for square in class_squares(name, size):
            table[square.row * size + square.column] += weights[name]
    return table
