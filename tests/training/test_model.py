"""Models: weights by feature and phase, what they say of positions, and how they are written."""

from collections.abc import Callable

import numpy as np
import pytest

from outflank import Game, Linear
from outflank.heuristics import class_names, features, from_toml, load_preset, positional
from outflank.training.data import rows_of
from outflank.training.model import Basis, Model, linear_of, text_of

BASES = ["1", "3", "t", "t^2", "sqrt(t)"]
NAMES = ("mobility", "b2", "corners_percent", "a1", "parity")


@pytest.mark.parametrize("name", ["1", "2", "5"])
def test_phases_share_every_moment_among_them(name: str) -> None:
    values = Basis(name).values(np.linspace(0, 1, 50))
    assert values.shape == (50, int(name))
    assert values.sum(axis=1) == pytest.approx(1)
    assert values.min() >= 0


@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize("size", [6, 10])
def test_the_text_weighs_as_the_model_does(
    name: str, size: int, random_game: Callable[..., Game]
) -> None:
    basis = Basis(name)
    numbers = np.random.default_rng(1).uniform(-20, 20, (len(NAMES), basis.width)).round(2)
    model = Model(NAMES, basis, numbers)
    linear = from_toml(text_of({size: model}, "a comment"))
    positions = random_game(size, 2).positions
    filled = 1 - np.array([position.empties for position in positions]) / size**2
    said = model.values(rows_of(positions, NAMES, size), filled)
    assert [linear(position) for position in positions] == pytest.approx(said, rel=1e-4, abs=1e-3)


@pytest.mark.parametrize("name", BASES)
def test_constant_weights_are_kept_by_all_phases(name: str) -> None:
    start = load_preset("three-factor")
    names = ("discs_percent", "mobility_percent", "corners", "edges")
    linear = linear_of({8: Model.of(start, (8,), names, Basis(name))})
    for discs in (4, 20, 40, 64):
        kept = linear.weights(8, discs)
        assert kept == pytest.approx({**start.weights(8, discs), "edges": 0}, abs=1e-6)


def test_square_values_become_weights_of_squares(random_game: Callable[..., Game]) -> None:
    start = Linear(mobility=2, squares=positional)
    names = ("mobility", *class_names(8))
    linear = linear_of({8: Model.of(start, (8,), names, Basis("2"))})
    for position in random_game(8, 4).positions:
        assert linear(position) == pytest.approx(start(position), abs=1e-3)


def test_weights_by_phase_are_met_on_average() -> None:
    start = load_preset("three-phase")
    model = Model.of(start, (8,), ("mobility", "corners"), Basis("1"))
    shown = [start.weights(8, discs) for discs in range(4, 65)]
    assert model.weights[:, 0] == pytest.approx(
        [np.mean([weights.get(name, 0) for weights in shown]) for name in ("mobility", "corners")]
    )


def test_rows_follow_the_order_of_the_names(random_game: Callable[..., Game]) -> None:
    positions = random_game(8, 3).positions
    for row, position in zip(rows_of(positions, NAMES, 8), positions, strict=True):
        table = features(position)
        assert row[0] == table["mobility"].difference
        assert row[2] == pytest.approx(table["corners"].percent)
        assert row[3] == table["corners"].difference
        assert row[4] == table["parity"].own
        assert row[1] == Linear(b2=1)(position)
