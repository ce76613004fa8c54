"""Evaluators made of features: constant weights, weights by phase, square values."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from outflank import Color, Engine, Game, Limit, Linear, Position, features
from outflank.heuristics import (
    Phase,
    class_names,
    from_toml,
    load_preset,
    mirrored,
    positional,
    steps,
)

SIZES = [4, 6, 8, 10, 12, 14, 16]


@pytest.mark.parametrize("size", SIZES)
def test_linear_adds_up(size: int, random_game: Callable[..., Game]) -> None:
    weights = {"mobility": 2.5, "corners_percent": 25.0, "discs_own": -1.0, "parity": 0.5}
    values = [((i * 37) % 11) - 5.0 for i in range(size * size)]
    linear = Linear(squares=values, unit="points", **weights)
    for position in random_game(size, 1).positions[::5]:
        table = features(position, values)
        expected = (
            2.5 * table["mobility"].difference
            + 25 * table["corners"].percent
            - table["discs"].own
            + 0.5 * table["parity"].difference
            + table["squares"].difference
        )
        assert linear(position) == pytest.approx(expected, abs=1e-4)
        assert Engine(linear).evaluate(position) == linear(position)
        assert sum(c.product for c in linear.explain(position)) == pytest.approx(expected)


def test_linear_is_a_value() -> None:
    linear = Linear(mobility=10, discs=1, unit="discs")
    assert eval(repr(linear)) == linear
    assert hash(eval(repr(linear))) == hash(linear)
    assert linear != Linear(mobility=10, discs=1)
    assert linear != "linear"


def test_unknown_feature_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="no feature is called 'mobilty': did you mean 'mobility'"):
        Linear(mobilty=1)
    with pytest.raises(ValueError, match="no feature is called 'zzz': there are discs, mobility"):
        Linear(zzz=1)


def test_weights_must_be_finite() -> None:
    with pytest.raises(ValueError, match="discs=inf: expected a number of at most 1e30"):
        Engine(Linear(discs=float("inf"))).evaluate(Position.initial())


def test_square_values_must_fit() -> None:
    with pytest.raises(ValueError, match="36 square values do not fit a 8x8 board: expected 64"):
        Engine(Linear(squares=[1.0] * 36)).search(Position.initial(), Limit(depth=1))


def test_without_square_values_every_square_is_worth_nothing() -> None:
    position = Position.initial().play("f5")
    linear = Linear(squares_own=1, discs=1)
    assert [c.product for c in linear.explain(position)] == [0, -3]
    assert linear(position) == -3


def test_linear_pickles() -> None:
    position = Position.initial().play("f5")
    constant = Linear(mobility=2, squares=[1.0] * 64)
    constant(position)
    scheduled = from_toml(
        'progress = "t^2"\nquadrant = [[9, 1], [1, 0]]\n[size.8.a]\nsquares = 2\n'
        "[size.8.a.delta]\ndiscs = 100"
    )
    for linear in (constant, scheduled, scheduled.without(["discs"]), load_preset("six-factor")):
        copied = pickle.loads(pickle.dumps(linear))
        assert copied(position) == linear(position)
    assert pickle.loads(pickle.dumps(constant)) == constant


def test_unit() -> None:
    with pytest.raises(ValueError, match="unit 'pawns': expected 'points' or 'discs'"):
        Linear(discs=1, unit="pawns")
    assert Engine(Linear(discs=1)).unit == "points"
    assert Engine().unit == "discs"


def test_a_step_holds_up_to_its_end() -> None:
    schedule = steps(
        [Phase(1 / 3, {"discs": 1}), Phase(2 / 3, {"discs": 2}), Phase(1, {"discs": 3})]
    )
    linear = Linear.scheduled(schedule)
    assert [linear.weights(6, discs)["discs"] for discs in (11, 12, 23, 24, 36)] == [1, 2, 2, 3, 3]


def test_interpolated_weights_run_from_middle_to_middle() -> None:
    phases = [Phase(0.5, {"discs": 0}), Phase(1, {"discs": 8, "corners": 4})]
    schedule = steps(phases, interpolated=True)
    assert schedule(0.1) == {"discs": 0}
    assert schedule(0.5) == {"discs": 4, "corners": 2}
    assert schedule(0.625) == {"discs": 6, "corners": 3}
    assert schedule(0.9) == {"discs": 8, "corners": 4}


def test_base_and_delta() -> None:
    phase = Phase(1, {"discs": 1, "corners": 5}, {"discs": 10, "mobility": -2})
    assert steps([phase])(0.5) == {"discs": 6, "corners": 5, "mobility": -1}
    squared = steps([phase], progress=lambda t: t * t)
    assert squared(0.5) == {"discs": 3.5, "corners": 5, "mobility": -0.5}


@pytest.mark.parametrize("ends", [[], [0.5], [0.5, 0.5, 1], [0.6, 0.4, 1], [1, 1]])
def test_phases_must_follow_one_another(ends: list[float]) -> None:
    with pytest.raises(ValueError, match="expected rising shares, the last of them 1"):
        steps([Phase(end, {"discs": 1}) for end in ends])


def test_the_nearest_size_stands_in() -> None:
    linear = Linear.scheduled(
        {6: steps([Phase(1, {"discs": 6})]), 12: steps([Phase(1, {"discs": 12})])}
    )
    assert [linear.weights(size, 9)["discs"] for size in SIZES] == [6, 6, 6, 12, 12, 12, 12]


def test_without_a_feature() -> None:
    linear = Linear(discs=1, corners=10)
    position = Position.initial(4).play("b1")
    assert linear.without(["corners"])(position) == Linear(discs=1)(position)
    assert linear.without(["corners"]).names == ("discs",)


def test_positional_values_of_the_seeds() -> None:
    rows = [positional(8)[i : i + 8] for i in range(0, 64, 8)]
    assert rows[0] == [100, -25, 15, 7, 7, 15, -25, 100]
    assert rows[1] == [-25, -40, -7, -7, -7, -7, -40, -25]
    assert rows[2] == [15, -7, 1, 1, 1, 1, -7, 15]
    for size in SIZES:
        values = positional(size)
        rows = [values[i : i + size] for i in range(0, size * size, size)]
        assert rows == [list(column) for column in zip(*rows, strict=True)] == rows[::-1]
    assert positional(10)[:5] == [100, -25, 15, 7, 5]
    assert positional(12)[13:18] == [-40, -7, -7, -2, -2]


def test_mirrored_quadrants() -> None:
    quadrant = [[9, 1], [1, 0]]
    assert mirrored(quadrant, 4) == [9, 1, 1, 9, 1, 0, 0, 1, 1, 0, 0, 1, 9, 1, 1, 9]
    assert mirrored(quadrant, 6)[:6] == [9, 1, 1, 1, 1, 9]
    assert mirrored([[9, 1, 2], [1, 0, 3], [2, 3, 4]], 4) == mirrored(quadrant, 4)
    with pytest.raises(ValueError, match="as many rows as columns"):
        mirrored([[1, 2]], 8)


@pytest.mark.parametrize("size", SIZES)
def test_the_overlay_adds_up_to_the_value(size: int, random_game: Callable[..., Game]) -> None:
    for name in ("phased", "six-factor", "three-factor", "positional", "weighted", "three-phase"):
        linear = load_preset(name)
        for position in random_game(size, 4).positions[:: size // 2]:
            overlay = linear.overlay(position)
            assert sum(overlay.values()) == pytest.approx(linear(position), rel=1e-5, abs=1e-3)
            assert all(square in position.shape for square in overlay)


def test_the_overlay_of_one_feature() -> None:
    position = Position.initial().play("f5")
    linear = Linear(mobility=2, discs=1)
    assert linear.overlay(position, ["discs"]) == {
        **dict.fromkeys(position.squares(Color.WHITE), 1.0),
        **dict.fromkeys(position.squares(Color.BLACK), -1.0),
    }
    moves = linear.overlay(position, ["mobility"])
    assert sum(moves.values()) == 2 * (position.mobility - position.swapped().mobility)


@pytest.mark.parametrize("size", SIZES)
def test_weights_named_by_squares(size: int, random_game: Callable[..., Game]) -> None:
    half = range(size // 2)
    worth = {(x, y): 10.0 * x + 3 * y - 7 for y in half for x in half if x >= y}

    def value(column: int, row: int) -> float:
        near, far = sorted((min(column, size - 1 - column), min(row, size - 1 - row)))
        return worth[far, near]

    table = [value(column, row) for row in range(size) for column in range(size)]
    names: dict[str, Any] = dict(zip(class_names(size), worth.values(), strict=True))
    named, plain = Linear(mobility=2, **names), Linear(mobility=2, squares=table)
    both = Linear(mobility=2, squares=[1.0] * size**2, **names)
    discs = Linear(discs=1)
    for position in random_game(size, 3).positions[::4]:
        assert named(position) == plain(position)
        assert both(position) == plain(position) + discs(position)
        assert sum(c.product for c in named.explain(position)) == pytest.approx(named(position))
        assert named.overlay(position) == pytest.approx(plain.overlay(position))


def test_squares_by_name_follow_the_phase() -> None:
    position = Position.initial(6).play("c2")
    linear = from_toml('[size.6.early]\nuntil = "5/36"\nc1 = 1\n[size.6.later]\nc2 = 4')
    assert linear(position) == -4
    assert linear(Position.initial(6)) == 0


def test_squares_by_name_that_a_board_does_not_have() -> None:
    position = Position.initial(4).play("b1")
    assert Linear(b1=2, c2=5)(position) == -2


def test_squares_are_named_in_one_way() -> None:
    with pytest.raises(
        ValueError, match="no feature is called 'a2': of mirror images the upper left"
    ):
        Linear(a2=1)
    linear = Linear(a1=1, squares_own=1, squares=[1.0] * 64)
    with pytest.raises(ValueError, match="squares_own cannot be weighed beside squares by name"):
        linear(Position.initial())
