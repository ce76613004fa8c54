"""The error model of shallow searches: fitted where the truth is known, and on real searches."""

from pathlib import Path

import numpy as np
import pytest

from outflank import Learned, _core
from outflank.engine import ErrorModel
from outflank.heuristics import standard
from outflank.heuristics.patterns import patterns
from outflank.heuristics.weights_file import PatternWeights, read, to_bytes
from outflank.training.evaluation.calibration import (
    Errors,
    Sample,
    calibrate,
    deviations,
    errors,
    fit,
    main,
    samples,
)

TRUTH = ErrorModel(1.6, -0.01, -0.0002, 0.1, -0.2)


def made(count: int, seed: int) -> Errors:
    """Errors as they would be if the model were true."""
    random = np.random.default_rng(seed)
    deep = random.integers(2, 13, count)
    shallow = deep - 2 * random.integers(1, deep // 2 + 1)
    pairs = Errors(*(a.astype(float) for a in (random.integers(8, 60, count), deep, shallow, deep)))
    return pairs._replace(error=random.standard_normal(count) * deviations(TRUTH, pairs))


def test_finds_the_model_that_made_the_errors() -> None:
    pairs = made(40_000, 1)
    ratio = deviations(fit(pairs), pairs) / deviations(TRUTH, pairs)
    assert np.abs(ratio - 1).max() < 0.05


def test_pairs_of_one_parity_and_of_no_plies() -> None:
    found = errors([Sample(20, {0: 1.0, 1: 2.0, 2: 4.0, 3: 8.0})])
    rows = sorted(zip(*found, strict=True))
    assert rows == [(20, 1, 0, -1), (20, 2, 0, -3), (20, 3, 0, -7), (20, 3, 1, -6)]


def test_positions_are_searched_to_the_end_or_the_limit() -> None:
    for sample in samples(standard(), 6, 12, seed=4, nodes=20_000):
        depths = sorted(sample.values)
        assert depths[:2] == [0, 1]
        assert depths[-1] <= sample.empties
        if depths[-1] == sample.empties:
            assert sample.values[sample.empties] == round(sample.values[sample.empties])


def test_held_out_errors_lie_within_it() -> None:
    model = fit(errors(samples(standard(), 6, 300, seed=5, nodes=10_000)))
    pairs = errors(samples(standard(), 6, 150, seed=6, nodes=10_000))
    apart = np.abs(pairs.error) / deviations(model, pairs)
    for deviation, least in ((1.103, 0.70), (1.960, 0.92), (2.576, 0.96)):
        assert (apart <= deviation).mean() > least


def test_repeats() -> None:
    first, second = ([*samples(standard(), 8, 12, seed=1, nodes=10_000)] for _ in range(2))
    assert first == second
    assert len({sample.empties for sample in first}) > 4


def test_whole_calibration() -> None:
    model = calibrate(standard(), 6, positions=20, seed=1)
    assert model.deep > 0 > model.shallow


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Weights of nothing, on the smallest board that has patterns."""
    shapes = patterns(6)[:1]
    count = _core.pattern_weights(6, [(shape.copies, shape.readings) for shape in shapes])
    weights = PatternWeights(6, shapes, (0,) * 37, bytes(range(1, 3)) * count, {"by": "hand"})
    path = tmp_path / "6x6.weights"
    path.write_bytes(to_bytes(weights))
    return path


def test_a_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = read(file)
    main([str(file), "--positions", "20", "--seed", "3"])
    after = read(file)
    assert after == before._replace(errors=calibrate(Learned(before), 6, positions=20, seed=3))
    assert capsys.readouterr().out == f"{file}: {after.errors}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no.weights"], "'no.weights': No such file or directory"),
        ([__file__], "no file of learned weights"),
        ([__file__, "--positions", "0"], "--positions 0: expected a whole number above 0"),
    ],
)
def test_no_weights(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert message in capsys.readouterr().err


def test_too_little_to_tell() -> None:
    with pytest.raises(ValueError, match="too few samples to calibrate by"):
        fit(errors([Sample(20, {0: 1.0, 1: 2.0})]))
    with pytest.raises(ValueError, match="too few samples to calibrate by"):
        fit(errors([]))
