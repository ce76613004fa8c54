"""How far an evaluator's shallow searches lie from its deep ones, which ProbCut has to know.

    python -m outflank.training.evaluation.calibration FILE [--positions 2000] [--seed 1]

measures it for the weights in a file, and writes it there.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..._core import Position
from ...engine import Analysis, Engine, ErrorModel, Evaluation, Limit, Settings
from ...heuristics import Learned
from ...heuristics.weights_file import to_bytes
from ...part import write_atomically
from .recipe import Listener

Numbers = NDArray[np.float64]

POSITIONS = 2000
"""Enough that models of different seeds differ by a few per cent."""
FEWEST = 20
"""The fewest positions: fewer may be of too few kinds."""

_WHOLE = Settings(exact_from=0, selectivity=100)
"""Searches to a depth that leave nothing out."""
_RANDOM_PLIES = 0.75
"""The most of a game's plies that are random, as a share of the squares."""
_NEAR = Limit(depth=2)
"""How the moves after them are chosen."""
_LEAST_EMPTIES = 8
_STEPS = 50
"""More than the fit takes."""


class Sample(NamedTuple):
    """What searches of one position found."""

    empties: int
    values: dict[int, float]
    """By depth in plies; 0 is the evaluator's value, `empties` the margin with best play."""


class Errors(NamedTuple):
    """Pairs of searches of the same position."""

    empties: Numbers
    deep: Numbers
    """The depth of the deeper one."""
    shallow: Numbers
    """The depth of the other."""
    error: Numbers
    """By how many discs their values differ."""


def samples(
    evaluation: Evaluation, size: int, count: int, *, seed: int, nodes: int = 300_000
) -> Iterator[Sample]:
    """Searches positions of games played by the evaluation after random openings.

    Each is searched deeper and deeper for so many nodes, as far as the end of the game.
    """
    numbers = random.Random(seed)
    engine = Engine(evaluation, settings=_WHOLE)
    for _ in range(count):
        position = _position(engine, size, numbers)
        values = {0: engine.evaluate(position)}

        def note(found: Analysis, values: dict[int, float] = values) -> None:
            if found.exact or not found.proven:
                values[found.depth] = found.score

        engine.clear()
        engine.search(position, Limit(nodes=nodes), progress=note)
        yield Sample(position.empties, values)


def errors(found: Iterable[Sample]) -> Errors:
    """The errors of shallow searches: of the same parity as the deep ones, and of no plies."""
    rows = [
        (sample.empties, deep, shallow, sample.values[shallow] - value)
        for sample in found
        for deep, value in sample.values.items()
        for shallow in sample.values
        if shallow < deep and (shallow == 0 or (deep - shallow) % 2 == 0)
    ]
    return Errors(*np.array(rows, dtype=np.float64).reshape(-1, 4).T)


def fit(pairs: Errors) -> ErrorModel:
    """The model under which the errors are likeliest, if they are normal around zero.

    Raises ValueError if the pairs are of too few kinds to tell.
    """
    e = pairs.empties
    traits = np.stack([np.ones_like(e), e, e**2, pairs.deep, pairs.shallow], axis=1)
    if len(e) == 0 or np.linalg.matrix_rank(traits) < traits.shape[1]:
        raise ValueError("too few samples to calibrate by: expected more positions or nodes")
    scale = traits.max(axis=0)
    x, squares = traits / scale, np.maximum(pairs.error**2, 1e-6)
    # The loss, log(deviation) + error^2 / (2 deviation^2), is convex in the weights.
    weights = np.zeros(x.shape[1])
    weights[0] = np.log(squares.mean()) / 2
    for _ in range(_STEPS):
        ratio = squares * np.exp(-2 * (x @ weights))
        step = np.linalg.solve(x.T @ (2 * ratio[:, None] * x), x.T @ (1 - ratio))
        weights = weights - np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    return ErrorModel(*(float(w) for w in weights / scale))


def deviations(model: ErrorModel, pairs: Errors) -> Numbers:
    """The standard deviation that the model expects of each error."""
    e = pairs.empties
    log = model.constant + model.empties * e + model.empties_squared * e**2
    return np.exp(log + model.deep * pairs.deep + model.shallow * pairs.shallow)


def calibrate(
    evaluation: Evaluation,
    size: int,
    *,
    positions: int = POSITIONS,
    seed: int = 1,
    seconds: float | None = None,
    on_progress: Listener | None = None,
) -> ErrorModel:
    """The error model of an evaluation in discs on boards of a size.

    After `seconds`, no position follows but the first FEWEST.
    """
    found, began = [], monotonic()
    for sample in samples(evaluation, size, positions, seed=seed):
        found.append(sample)
        late = seconds is not None and len(found) >= FEWEST and monotonic() - began >= seconds
        if on_progress is not None:
            share = 1.0 if late else len(found) / positions
            on_progress("calibration", share, f"{len(found):,} positions")
        if late:
            break
    return fit(errors(found))


def calibrate_file(
    path: Path,
    *,
    positions: int = POSITIONS,
    seed: int = 1,
    on_progress: Listener | None = None,
) -> ErrorModel:
    """Measures the error model of the weights in a file, and writes it there.

    Raises OSError and ValueError as `Learned.load` does.
    """
    learned = Learned.load(path)
    (weights,) = learned.weights.values()
    model = calibrate(
        learned, weights.size, positions=positions, seed=seed, on_progress=on_progress
    )
    write_atomically(path, to_bytes(weights._replace(errors=model)))
    return model


def main(arguments: list[str] | None = None) -> None:
    """Calibrate a file of weights."""
    parser = argparse.ArgumentParser(
        prog="python -m outflank.training.evaluation.calibration",
        description="Measure how shallow searches with learned weights err, and write it to them.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--positions", type=int, default=POSITIONS, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args(arguments)
    if given.positions < 1:
        parser.error(f"--positions {given.positions}: expected a whole number above 0")

    def show(title: str, share: float, text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r{title}: {share:.0%}, {text}", end="", file=sys.stderr, flush=True)

    try:
        model = calibrate_file(
            given.file, positions=given.positions, seed=given.seed, on_progress=show
        )
    except OSError as error:
        parser.error(f"{str(given.file)!r}: {error.strerror}")
    except ValueError as error:
        parser.error(str(error))
    print(f"{given.file}: {model}")


def _position(engine: Engine, size: int, numbers: random.Random) -> Position:
    """A position in the middle of a game, where there is a choice."""
    while True:
        position = Position.initial(size)
        empties = numbers.randint(_LEAST_EMPTIES, position.empties - 1)
        begin = numbers.randint(0, int(_RANDOM_PLIES * size * size))
        for ply in range(position.empties - empties):
            moves = position.legal_moves()
            if not moves:
                break
            at_random = ply < begin or len(moves) == 1
            move = numbers.choice(moves) if at_random else engine.search(position, _NEAR).move
            position = position.play(move)
        if position.mobility > 1:
            return position


if __name__ == "__main__":
    main()
