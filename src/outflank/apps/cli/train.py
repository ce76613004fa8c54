"""`outflank train`: an evaluation learned from nothing, by games of the engine against itself."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Annotated

from cyclopts import Parameter

from .bar import Bar
from .errors import UsageError
from .options import Fresh, how_to_go_on
from .output import check_writable, note

_HUNDRED = 100
_MINUTE = 60.0


def train(
    *,
    size: Annotated[int, Parameter(help="Board size, 6 to 16.", metavar="N")] = 8,
    hours: Annotated[
        float | None,
        Parameter(help="How long it takes, fits too (2, without --games).", metavar="H"),
    ] = None,
    games: Annotated[
        int | None, Parameter(help="Games of each round, if that is less.", metavar="N")
    ] = None,
    rounds: Annotated[int, Parameter(help="How often to play and fit.", metavar="N")] = 3,
    depth: Annotated[int, Parameter(help="Plies that each move is searched.", metavar="N")] = 4,
    exact: Annotated[
        int, Parameter(help="Empty squares from which play is perfect.", metavar="N")
    ] = 14,
    seed: Annotated[int, Parameter(help="For everything random.", metavar="N")] = 1,
    warm: Annotated[
        int | None,
        Parameter(help="Begin from this board size's weights where shapes agree.", metavar="N"),
    ] = None,
    out: Annotated[
        Path | None, Parameter(help="Keep everything here (NxN.training).", metavar="DIR")
    ] = None,
    fresh: Fresh = False,
) -> None:
    """Learn an evaluation of patterns of discs, from games of the engine against itself.

    Each round plays with the weights of the round before, on all cores, and fits new ones to all
    games so far. A fit takes a minute or more on 8x8; a round for which the hours leave no time
    does not begin. The weights play as engine:evaluation=DIR/NxN.weights; DIR/report.md says how
    good they are, and how long each step took. The same command after Ctrl-C goes on.
    """
    from ...training.evaluation import Recipe, TrainingError
    from ...training.evaluation import train as learn
    from ...training.evaluation.stopwatch import fitting

    if hours is None and games is None:
        hours = 2.0
    recipe = Recipe(size, hours, games, rounds, seed, depth, exact, warm=warm)
    folder = Path(f"{size}x{size}.training") if out is None else out
    try:
        recipe.check()
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"cannot train in {str(folder)!r}: it is no folder")
        check_writable(folder / "report.md" if folder.exists() else folder)
        with _Bars() if sys.stderr.isatty() else nullcontext(_Lines()) as told:
            trained = learn(recipe, folder, fresh=fresh, on_progress=told.show)
    except TrainingError as error:
        raise UsageError(str(error)) from error
    except KeyboardInterrupt:
        note(f"stopped: the games are in {folder}, {how_to_go_on(folder, fresh)}")
        raise
    print((folder / "report.md").read_text("utf-8"), end="")
    print(f"\nwritten: {trained.path}", flush=True)
    if (done := len(trained.rounds)) < rounds:
        print(
            f"outflank: {hours:g} hours end after round {done} of {rounds} (its fit took "
            f"{trained.seconds.get(fitting(done), 0):.0f} s): with more --hours the same command "
            "goes on",
            file=sys.stderr,
        )


class _Bars:
    """A bar for the step that is under way."""

    def __init__(self) -> None:
        self._title = ""
        self._bar: Bar | None = None

    def __enter__(self) -> _Bars:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.__exit__(kind, error, trace)

    def show(self, title: str, share: float, text: str) -> None:
        """Tells how much of a step is done, and something about it."""
        if title != self._title:
            self.__exit__(None, None, None)
            self._title, self._bar = title, Bar(title, "%", _HUNDRED).__enter__()
        if self._bar is not None:
            self._bar.show(int(share * _HUNDRED), text)


class _Lines:
    """The same as lines for a file, where there is no terminal."""

    def __init__(self) -> None:
        self._title, self._next = "", 0.0

    def show(self, title: str, share: float, text: str) -> None:
        """Tells that a step has begun, and once a minute how much of it is done."""
        now = monotonic()
        if title == self._title and now < self._next:
            return
        self._title, self._next = title, now + _MINUTE
        print(f"{title}: {share:.0%} {text}".rstrip(), file=sys.stderr, flush=True)
