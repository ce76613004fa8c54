"""Features against their definitions in plain Python, and the evaluators made of them."""

from collections.abc import Callable

import pytest

from outflank import Color, Engine, Game, Limit, Linear, Move, Position, features

SIZES = [4, 6, 8, 10, 12, 14, 16]


def count(position: Position, color: Color) -> dict[str, int]:
    """What one side has, square by square."""
    shape = position.shape
    own = set(position.squares(color))
    other = set(position.squares(color.opponent))
    empty = set(position.squares(None))

    def beside(square: Move, squares: set[Move]) -> bool:
        return any(n in squares for n in shape.neighbours(square))

    open_corners = {c for c in shape.corners if c in empty}
    to_move = position if position.turn == color else position.swapped()
    return {
        "discs": len(own),
        "mobility": to_move.mobility,
        "potential_mobility": sum(beside(square, other) for square in empty),
        "corners": sum(c in own for c in shape.corners),
        "x_squares": sum(x in own and beside(x, open_corners) for x in shape.x_squares),
        "c_squares": sum(c in own and beside(c, open_corners) for c in shape.c_squares),
        "edges": sum(e in own for e in shape.edges),
        "frontier": sum(beside(square, empty) for square in own),
        "stability": len(position.stable(color)),
    }


@pytest.mark.parametrize("size", SIZES)
def test_features_are_differences(size: int, random_game: Callable[..., Game]) -> None:
    for seed in range(6):
        for position in random_game(size, seed).positions[:: max(1, size // 3)]:
            own = count(position, position.turn)
            other = count(position, position.turn.opponent)
            expected = {name: own[name] - other[name] for name in own}
            expected["parity"] = 1 if position.empties % 2 else -1
            assert features(position) == expected


@pytest.mark.parametrize("size", SIZES)
def test_linear_adds_up(size: int, random_game: Callable[..., Game]) -> None:
    weights = {"mobility": 2.5, "corners": 25.0, "discs": -1.0, "stability": 3.0, "parity": 0.5}
    values = [((i * 37) % 11) - 5.0 for i in range(size * size)]
    linear = Linear(squares=values, unit="points", **weights)
    for position in random_game(size, 1).positions[::5]:
        f = features(position)
        expected = sum(weight * f[name] for name, weight in weights.items())
        for square, value in zip(position.shape.squares, values, strict=True):
            holder = position[square]
            if holder is not None:
                expected += value if holder == position.turn else -value
        assert linear(position) == pytest.approx(expected)
        assert Engine(linear).evaluate(position) == linear(position)


def test_linear_is_a_value() -> None:
    linear = Linear(mobility=10, discs=1, unit="discs")
    assert eval(repr(linear)) == linear
    assert hash(eval(repr(linear))) == hash(linear)
    assert linear != Linear(mobility=10, discs=1)
    assert linear != "linear"


def test_unknown_feature_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="no feature is called 'mobilty': did you mean 'mobility'"):
        Linear(mobilty=1)


def test_weights_must_be_finite() -> None:
    with pytest.raises(ValueError, match="finite"):
        Engine(Linear(discs=float("inf"))).evaluate(Position.initial())


def test_square_values_must_fit() -> None:
    with pytest.raises(ValueError, match="36 square values do not fit a 8x8 board: expected 64"):
        Engine(Linear(squares=[1.0] * 36)).search(Position.initial(), Limit(depth=1))


def test_unit() -> None:
    with pytest.raises(ValueError, match="unit 'pawns': expected 'points' or 'discs'"):
        Linear(discs=1, unit="pawns")
    assert Engine(Linear(discs=1)).unit == "points"
    assert Engine().unit == "discs"
