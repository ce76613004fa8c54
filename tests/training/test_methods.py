"""The methods find what is known, and lower their loss from end to end."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from outflank import Engine, Limit, Linear
from outflank.heuristics import load_preset
from outflank.training import Plan, TuningError, report, tune
from outflank.training.data import Data, data_of, values_of
from outflank.training.games import Side, play, self_play
from outflank.training.logistic import fit
from outflank.training.loss import POINT, chance, log_loss, scale_of
from outflank.training.model import Basis, Model
from outflank.training.td import returns

SMALL = Plan("three-factor", sizes=(6,), limit=Limit(depth=1), games=100, exact=6)


def sample(names: tuple[str, ...], games: int = 150) -> Data:
    tasks = self_play(6, range(games), Side("three-factor"), Limit(depth=1), 0, 1)
    return data_of([play(task) for task in tasks], names)[0]


def test_loss() -> None:
    assert log_loss(np.zeros(4), np.array([0, 0.5, 1, 1])) == pytest.approx(np.log(2))
    assert chance(np.array([0.0, np.log(3), -800])) == pytest.approx([0.5, 0.75, 0])
    values = np.random.default_rng(1).normal(size=20_000) * 30
    wins = np.random.default_rng(2).random(20_000) < chance(0.04 * values)
    assert scale_of(values, wins.astype(float)) == pytest.approx(0.04, rel=0.05)
    assert scale_of(values, 1 - wins.astype(float)) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("basis", ["2", "t"])
def test_logistic_finds_the_weights_that_made_the_results(basis: str) -> None:
    names = ("mobility", "corners", "b2")
    data = sample(names)
    truth = np.array([[5.0, 20.0], [100.0, 60.0], [-40.0, 30.0]])
    model = Model(names, Basis(basis), truth)
    chances = chance(POINT * model.values(data.rows, data.filled))
    found = fit(data, chances, model.replaced(np.zeros_like(truth)))
    assert found.weights == pytest.approx(truth, rel=0.1, abs=3)


def test_returns_look_ahead_as_sutton_defines_them() -> None:
    chances = np.array([0.6, 0.3, 0.8, 0.5, 0.9])
    games = np.array([0, 0, 0, 1, 1])
    margins = np.array([-2.0, 2.0, -2.0, 0.0, 0.0])
    data = Data(np.zeros((5, 1), np.float32), np.zeros(5), margins, 36, games)
    end = 0.0  # the side to move at the third position lost
    third = end
    second = 1 - (0.2 * 0.8 + 0.8 * third)
    first = 1 - (0.2 * 0.3 + 0.8 * second)
    fourth = 1 - (0.2 * 0.9 + 0.8 * 0.5)
    assert returns(data, chances) == pytest.approx([first, second, third, fourth, 0.5])


def test_values_are_those_of_the_engine() -> None:
    linear = load_preset("phased")
    tasks = self_play(6, range(3), Side("phased"), Limit(depth=1), 0, 1)
    _, positions = data_of([play(task) for task in tasks], ("discs",))
    engine = Engine(linear)
    assert list(values_of(linear, positions)) == [engine.evaluate(p) for p in positions]


@pytest.mark.parametrize(
    "plan",
    [
        SMALL._replace(rounds=2, games=200, phases="2", squares=True, features=("+frontier",)),
        SMALL._replace(label="margin", phases="sqrt(t)"),
        SMALL._replace(method="td", games=400, phases="2"),
    ],
    ids=["logistic", "margin", "td"],
)
def test_learning_lowers_the_loss(plan: Plan) -> None:
    tuned = tune(plan)
    (loss,) = tuned.fitted.measures
    assert loss.name == "loss on 6x6"
    assert loss.after < loss.before - 0.01
    assert tune(plan).text == tuned.text
    assert set(tuned.linear.names) == set(plan.names(load_preset("three-factor"), 6))
    assert f"loss on 6x6  {loss.before:.4f}  {loss.after:.4f}" in report(tuned)


@pytest.fixture
def afraid(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An agent that avoids corners."""
    path = tmp_path_factory.mktemp("afraid") / "afraid.toml"
    path.write_text("[size.6.all]\nmobility = 1\ncorners = -10\n")
    return f"engine:evaluation={path},exact_from=0"


def test_cma_turns_a_wrong_weight_round(afraid: str) -> None:
    plan = SMALL._replace(agent=afraid, method="cma", games=10, budget=36, match=20)
    tuned = tune(plan)
    (measure,) = tuned.fitted.measures
    assert measure.before == pytest.approx(0.5, abs=0.2)
    assert measure.after > measure.before + 0.1
    weights = tuned.linear.weights(6, 20)
    assert weights["corners"] / abs(weights["mobility"]) > -10
    assert tuned.duels[6].score.value > 0.5
    assert "candidates" in report(tuned)


def test_grid_finds_a_weight_that_was_missing() -> None:
    plan = SMALL._replace(
        agent="three-factor:without=corners", method="grid", features=("+corners",), games=40
    )
    tuned = tune(plan)
    assert tuned.linear.weights(6, 20)["corners"] > 0
    (measure,) = tuned.fitted.measures
    assert measure.after > measure.before
    assert "best candidates" in tuned.fitted.notes


def test_a_grid_that_is_too_large_is_searched_at_random() -> None:
    plan = SMALL._replace(method="grid", games=2, budget=5, sizes=(4, 6))
    heard: list[str] = []
    tuned = tune(plan, on_progress=heard.append)
    assert any(text.startswith("candidate 5 of 5, 6x6") for text in heard)
    assert not any(text.startswith("candidate 6") for text in heard)
    assert list(tuned.fitted.models) == [4, 6]
    assert tuned.linear.weights(4, 9) == tuned.linear.weights(6, 20)


MISTAKES: dict[str, dict[str, Any]] = {
    "method 'magic': expected logistic, td, cma, grid": {"method": "magic"},
    "label 'luck': expected result, margin": {"label": "luck"},
    "board size 7: expected an even number from 4 to 16": {"sizes": (7,)},
    "sizes 6, 6: expected different board sizes": {"sizes": (6, 6)},
    "games -1: expected 0 or more": {"games": -1},
    "games 5: logistic needs 10 or more": {"games": 5},
    "rounds 0: expected 1 or more": {"rounds": 0},
    "match 3: expected an even number, for every opening is played twice": {"match": 3},
    "games 5: expected an even number, for every opening is played twice": {
        "games": 5,
        "method": "cma",
    },
    "phases 'x': expected 1 to 100, or one of t, t^2, sqrt(t)": {"phases": "x"},
    "phases '0': expected 1 to 100, or one of t, t^2, sqrt(t)": {"phases": "0"},
    "phases '101': expected 1 to 100, or one of t, t^2, sqrt(t)": {"phases": "101"},
    "nothing gets a weight on a 4x4 board: name other features": {
        "features": ("d1",),
        "sizes": (8, 4),
    },
    "games 10: on 4x4 there are too few positions in them": {
        "games": 10,
        "sizes": (4,),
        "seed": 4,
        "exact": 10,
    },
    "a tuning needs a limit in plies or nodes, so that games repeat": {"limit": Limit(time=1)},
    "cma finds one set for all sizes: squares need one size": {
        "method": "cma",
        "sizes": (6, 8),
        "squares": True,
    },
    "greedy has no weights to tune: expected an agent that searches with some": {"agent": "greedy"},
    "three-factor:time=1 has a limit on time: give it one in depth or nodes": {
        "agent": "three-factor:time=1"
    },
    "no feature is called 'mobilty': did you mean 'mobility'?": {"features": ("+mobilty",)},
    "path_mobility_percent depends on the search and cannot be tuned: leave it out": {
        "agent": "six-factor"
    },
    "class_values cannot be tuned: squares can, by their names": {"features": ("class_values",)},
}


@pytest.mark.parametrize("sentence", MISTAKES)
def test_mistakes(sentence: str) -> None:
    with pytest.raises(TuningError) as caught:
        tune(SMALL._replace(**MISTAKES[sentence]))
    assert str(caught.value) == sentence


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.training.tuning.find_spec", lambda name: None)
    with pytest.raises(TuningError, match="tuning by logistic needs numpy: pip install 'outflank"):
        tune(SMALL)


def test_what_gets_a_weight() -> None:
    start = Linear(mobility=1, b1=2)
    plan = Plan("engine")
    assert plan.names(start, 8) == ("mobility", "b1")
    assert plan._replace(features=("+edges",)).names(start, 8) == ("mobility", "edges", "b1")
    assert plan._replace(features=("edges",)).names(start, 8) == ("edges",)
    assert plan._replace(squares=True).names(start, 4) == ("mobility", "a1", "b1", "b2")
    assert plan.names(Linear(squares=[1.0] * 16), 4) == ("a1", "b1", "b2")
    everything = plan._replace(features=("all", "edges_own")).names(start, 8)
    assert everything[-1] == "edges_own"
    assert {"discs", "region_parity", "edge_anchors"} < set(everything)
    assert not {"path_mobility", "squares", "class_values", "mobility_own"} & set(everything)


def test_a_batch_without_positions_teaches_nothing() -> None:
    """The last game of these errs at its last move."""
    plan = Plan("three-factor", (4,), "td", games=21, limit=Limit(depth=1), seed=16)
    assert np.isfinite(tune(plan).fitted.models[4].weights).all()


def test_weights_that_are_too_large_to_try_larger_ones(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text("[size.6.all]\ncorners = -1e30\n")
    plan = Plan(f"engine:evaluation={path}", (6,), "grid")
    with pytest.raises(
        TuningError, match=r"has weights above 1e\+20: scaled down it plays the same"
    ):
        tune(plan)
