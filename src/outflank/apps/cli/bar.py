"""A bar on the terminal, for work that takes long."""

from __future__ import annotations

import os
import sys
from threading import Timer

_PATIENCE = 0.5
"""Seconds of work before the bar shows."""


class Bar:
    """How much of a piece of work is done, on a terminal; nothing where there is none."""

    def __init__(self, title: str, unit: str, total: int, *, hidden: bool = False) -> None:
        """`total` is how much there is to do, counted in the unit."""
        self._live = not hidden and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        if not self._live:
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeElapsedColumn as Elapsed

        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TextColumn(f"{unit}  {{task.fields[text]}}", markup=False),
            Elapsed(),
            console=Console(stderr=True, highlight=False),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task(title, total=total, text="")
        self._timer = Timer(_PATIENCE, self._progress.start)
        self._timer.daemon = True

    def __enter__(self) -> Bar:
        if self._live:
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._timer.cancel()
            self._timer.join()
            self._progress.stop()

    def show(self, done: int, text: str) -> None:
        """Says how much is done, and something about it."""
        if self._live:
            self._progress.update(self._task, completed=done, text=text)
