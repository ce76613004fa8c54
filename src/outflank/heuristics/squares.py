"""Values of squares, for a board of any size: one a square, row by row."""

from collections.abc import Sequence


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
