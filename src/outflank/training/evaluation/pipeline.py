"""All steps of learning an evaluation, each of which is done once and then kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import Executor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...heuristics import ErrorModel, Learned
from ...heuristics.weights_file import read as read_weights
from ...heuristics.weights_file import to_bytes
from ...part import write_atomically
from .recipe import SPENT, Listener, Recipe, TrainingError
from .selfplay import self_play, shards
from .stopwatch import CALIBRATION, SPARE, Stopwatch, fitting, playing, playing_seconds

if TYPE_CHECKING:
    from .measure import Measure

_NEEDS = ("numpy", "scipy")

_CALIBRATED = 200
"""How many examples there have to be for each position to calibrate by."""


class Round(NamedTuple):
    """What came out of one round."""

    number: int
    """From 1."""
    examples: int
    """Positions of this round and those before it, without what was merged or dropped."""
    before: tuple[Measure, ...]
    """Errors of the standard evaluation on the positions held out, by phase."""
    after: tuple[Measure, ...]
    """Those of the weights learned."""


class Trained(NamedTuple):
    """What came out of a training."""

    recipe: Recipe
    """What was to be done."""
    rounds: tuple[Round, ...]
    """What came out of each round; fewer than wanted if the hours were over before."""
    path: Path
    """The file of the weights, those of the last round."""
    ordering: Path
    """The file of a small evaluation of the same games, to order moves in the exact search."""
    seconds: dict[str, float]
    """How long each step took, in all runs."""

    @property
    def learned(self) -> Learned:
        """The weights as an evaluator."""
        return Learned.load(self.path)


def train(
    recipe: Recipe,
    folder: Path,
    *,
    executor: Executor | None = None,
    fresh: bool = False,
    on_progress: Listener | None = None,
) -> Trained:
    """Plays, fits and plays again with what was learned; then writes a report.

    Everything is kept in the folder, and what is found there is not done again, so that a training
    which was ended, by KeyboardInterrupt too, goes on with the same version of this package;
    `fresh` drops it. Games are played by all cores, or by an executor of yours. Raises
    TrainingError, in one sentence.
    """
    recipe.check()
    for name in _NEEDS:
        if find_spec(name) is None:
            raise TrainingError(f"training needs {name}: pip install 'outflank[training]'")
    recipe.claim(folder, fresh=fresh)
    from .report import write_report

    rounds = list[Round]()
    try:
        stopwatch = Stopwatch(folder / SPENT)
        weights = _warm(recipe, folder)
        for number in range(1, recipe.rounds + 1):
            done = _finished(folder, number)
            if done is None:
                own = _folder(folder, number)
                seconds = _playing_seconds(recipe, number, stopwatch)
                if seconds is not None and seconds <= 0 and rounds and not shards(own):
                    break
                with stopwatch.timing(playing(number)):
                    self_play(
                        recipe,
                        number,
                        own,
                        weights,
                        stopwatch,
                        seconds=seconds,
                        executor=executor,
                        on_progress=on_progress,
                    )
                with stopwatch.timing(fitting(number)):
                    done = _fitted(recipe, number, folder, on_progress)
            rounds.append(done)
            weights = _weights(recipe, folder, number)
        assert weights is not None
        path, ordering = folder / weights.name, folder / _ordering(weights).name
        errors = _errors(recipe, weights, rounds[-1], stopwatch, on_progress)
        write_atomically(path, to_bytes(read_weights(weights)._replace(errors=errors)))
        write_atomically(ordering, _ordering(weights).read_bytes())
        trained = Trained(recipe, tuple(rounds), path, ordering, stopwatch.steps)
        write_report(trained, folder)
    except OSError as error:
        where = error.filename or str(folder)
        raise TrainingError(f"cannot go on: {where!r}: {error.strerror}") from error
    except TrainingError:
        raise
    except ValueError as error:
        remedy = "delete round.json beside what is damaged, to fit once more"
        raise TrainingError(f"cannot go on in {str(folder)!r}: {error}: {remedy}") from error
    return trained


def _playing_seconds(recipe: Recipe, number: int, stopwatch: Stopwatch) -> float | None:
    """How long to play in a round, in all runs; None without hours, 0 or less for not at all."""
    spent = sum(stopwatch.steps.values()) - stopwatch.seconds(playing(number))
    fits = [stopwatch.seconds(fitting(n)) for n in range(1, number)]
    return playing_seconds(recipe, number, spent, fits)


def _fitted(recipe: Recipe, number: int, folder: Path, on_progress: Listener | None) -> Round:
    """Fit weights to the games of a round and those before it."""
    import numpy as np

    from ...heuristics import standard
    from ...heuristics.patterns import ordering_patterns, patterns
    from .data import read
    from .export import export
    from .fit import fit
    from .measure import measure

    if on_progress is not None:
        on_progress(f"round {number}: data set", 0, "")
    data = read(recipe, [f for n in range(number) for f in shards(_folder(folder, n + 1))])
    size, area, phase_of = recipe.size, recipe.area, recipe.phase_of
    file = _weights(recipe, folder, number)
    late = data.part(np.isin(area - data.discs, recipe.ordering_empties))
    parity = tuple(discs % 2 for discs in range(area + 1))
    order = "fit of the order of moves"
    for target, shapes, phases, part, start, title in (
        (file, patterns(size), phase_of, data, _start(recipe, folder), "fit"),
        (_ordering(file), ordering_patterns(size), parity, late, None, order),
    ):
        found = fit(
            size,
            shapes,
            phases,
            part,
            shrink=recipe.drawn,
            start=start,
            title=f"round {number}: {title}",
            on_progress=on_progress,
        )
        export(target, size, shapes, phases, found, _made(recipe, number, len(part)))
    _errors_file(file).unlink(missing_ok=True)
    held_out = data.part(data.held_out)
    standards = measure(standard().for_size(size), held_out, phase_of)
    learned = measure(Learned.load(file).for_size(size), held_out, phase_of)
    done = Round(number, len(data), standards, learned)
    write_atomically(file.with_name("round.json"), (json.dumps(done._asdict()) + "\n").encode())
    return done


def _warm(recipe: Recipe, folder: Path) -> Path | None:
    """The weights that a warm training begins with."""
    from ...heuristics.carried import carried
    from ...heuristics.default import learned

    found = None if recipe.warm is None else learned(recipe.warm)
    if recipe.warm is None or found is None:
        return None
    file = folder / "warm.weights"
    weights = carried(found.weights[recipe.warm], recipe.size, recipe.phase_of)
    write_atomically(file, to_bytes(weights))
    return file


def _start(recipe: Recipe, folder: Path) -> Any:
    """What a warm training's weights are before any fit, in discs, a row for each phase."""
    import numpy as np

    from .export import UNIT

    if recipe.warm is None:
        return None
    weights = read_weights(folder / "warm.weights")
    values = np.frombuffer(weights.values, "<i2").astype(np.float32) / UNIT
    return values.reshape(weights.phases, -1)


def _errors(
    recipe: Recipe,
    weights: Path,
    last: Round,
    stopwatch: Stopwatch,
    on_progress: Listener | None,
) -> ErrorModel:
    """How shallow searches with the weights err, measured once."""
    from .calibration import FEWEST, POSITIONS, calibrate

    file = _errors_file(weights)
    if file.exists():
        try:
            return ErrorModel.of(json.loads(file.read_text("utf-8")))
        except (ValueError, TypeError, AttributeError) as error:
            raise TrainingError(f"{str(file)!r} is damaged: delete it, to measure again") from error
    learned = Learned.load(weights)
    (size,) = learned.weights
    positions = min(POSITIONS, max(FEWEST, last.examples // _CALIBRATED))
    seconds = None if recipe.hours is None else SPARE * 3600 * recipe.hours
    with stopwatch.timing(CALIBRATION):
        model = calibrate(
            learned, size, positions=positions, seconds=seconds, on_progress=on_progress
        )
    write_atomically(file, (json.dumps(model._asdict()) + "\n").encode())
    return model


def _errors_file(weights: Path) -> Path:
    return weights.with_name("errors.json")


def _made(recipe: Recipe, number: int, examples: int) -> Mapping[str, object]:
    from ... import __version__

    return {**recipe._asdict(), "round": number, "examples": examples, "outflank": __version__}


def _finished(folder: Path, number: int) -> Round | None:
    """What came out of a round that is over."""
    from .measure import Measure

    file = _folder(folder, number) / "round.json"
    if not file.exists():
        return None
    try:
        number, examples, before, after = json.loads(file.read_text("utf-8")).values()
        rows = (tuple(Measure(*row) for row in rows) for rows in (before, after))
        done = Round(number, examples, *rows)
    except (ValueError, TypeError, AttributeError) as error:
        raise TrainingError(f"{str(file)!r} is damaged: delete it, to fit once more") from error
    weights = list(file.parent.glob("*.weights"))
    return done if len(weights) == 2 else None  # its own, and those that order moves


def _folder(folder: Path, number: int) -> Path:
    return folder / f"round-{number}"


def _weights(recipe: Recipe, folder: Path, number: int) -> Path:
    return _folder(folder, number) / f"{recipe.size}x{recipe.size}.weights"


def _ordering(weights: Path) -> Path:
    return weights.with_suffix(".ordering.weights")
