"""How long the steps of a training took, and how much of its hours is left for the next ones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from ...part import write_atomically
from .recipe import Recipe, TrainingError

SPARE = 0.05
"""The share of the hours kept for the calibration; as much for fits before the first is timed."""

CALIBRATION = "calibration"
"""The name of the last step."""


def playing(number: int) -> str:
    """The name of the step that plays the games of a round."""
    return f"round {number}: self-play"


def fitting(number: int) -> str:
    """The name of the step that fits weights to the games until then."""
    return f"round {number}: fit"


class Stopwatch:
    """Seconds by step, over all runs of the program, kept in a file."""

    def __init__(self, file: Path) -> None:
        """Read the file, if it is there. Raises TrainingError if it holds something else."""
        try:
            found: Any = json.loads(file.read_text("utf-8")) if file.exists() else {}
            self._seconds = {str(step): float(seconds) for step, seconds in found.items()}
        except (ValueError, TypeError, AttributeError) as error:
            problem = "is damaged: delete it, and the time so far counts no longer"
            raise TrainingError(f"{str(file)!r} {problem}") from error
        self._file = file
        self._step: str | None = None
        self._since = 0.0

    @contextmanager
    def timing(self, step: str) -> Iterator[None]:
        """Count the time inside as the step's."""
        self._step, self._since = step, monotonic()
        try:
            yield
        finally:
            self.note()
            self._step = None

    def note(self) -> None:
        """Write the seconds so far to the file. Raises OSError."""
        if self._step is not None:
            seconds, self._since = self.seconds(self._step), monotonic()
            self._seconds[self._step] = round(seconds, 3)
            write_atomically(self._file, f"{json.dumps(self._seconds, indent=1)}\n".encode())

    def seconds(self, step: str) -> float:
        """How long a step has taken so far; 0 before it begins."""
        running = monotonic() - self._since if step == self._step else 0.0
        return self._seconds.get(step, 0.0) + running

    @property
    def steps(self) -> dict[str, float]:
        """Seconds by step, in the order of their beginning."""
        return {step: self.seconds(step) for step in self._seconds}


def playing_seconds(
    recipe: Recipe, number: int, spent: float, fits: Sequence[float]
) -> float | None:
    """How long to play in a round so that the training ends with its hours; None without hours.

    `spent` seconds went by without this round's games, and `fits` are those of the rounds before.
    Later rounds play longer: the second twice as long as the first, and so on. 0 or less if there
    is no time for the round.
    """
    if recipe.hours is None:
        return None
    whole, left = 3600 * recipe.hours, range(number, recipe.rounds + 1)
    fitting = sum(_next_fit(fits, n) for n in left) if fits else SPARE * whole
    return (whole - spent - fitting - SPARE * whole) * number / sum(left)


def _next_fit(fits: Sequence[float], number: int) -> float:
    """The expected seconds of a round's fit: it grows with the games of all rounds until then.

    After one round nothing tells how much. After more, it goes on as it did last.
    """
    known = len(fits)
    growth = max(0.0, (fits[-1] - fits[-2]) / known) if known > 1 else 0.0
    return fits[-1] + growth * sum(range(known + 1, number + 1))
