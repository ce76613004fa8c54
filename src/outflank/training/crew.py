"""Has games played, or finds them in the journal, and tells how far it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Any

from ..tournament.journal import Journal
from ..tournament.plan import PlanError
from ..tournament.workers import LostProcess, hired
from .games import Played, Task, play
from .plan import TuningError

JOURNAL = "journal.jsonl"
"""The file in the folder of a tuning that holds its plan and all its games."""


class Crew:
    """Plays games; every one is kept in the folder of the tuning, if it has one."""

    def __init__(
        self,
        header: Mapping[str, Any],
        folder: Path | None = None,
        *,
        jobs: int = 1,
        executor: Executor | None = None,
        fresh: bool = False,
        on_progress: Callable[[str], object] | None = None,
        on_note: Callable[[str], object] | None = None,
    ) -> None:
        """TuningError if the folder is in use or holds another tuning, unless `fresh` drops that.

        `on_note` hears in a sentence of every line that holds no game.
        """
        self.played = 0
        """How many games were played, those of the journal left out."""
        self._tell = on_progress
        self._known: dict[str, Played] = {}
        self._journal: Journal | None = None
        with ExitStack() as stack:
            if folder is not None:
                self._journal = stack.enter_context(_opened(folder, header, fresh))
                self._known = _read(self._journal, on_note or str)
            self._hired: Callable[[Iterator[Task]], Generator[Played]] = stack.enter_context(
                hired(play, jobs, executor)
            )
            self._stack = stack.pop_all()

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def tell(self, text: str) -> None:
        """Says how far the work is."""
        if self._tell:
            self._tell(text)

    def games(self, what: str, tasks: Iterable[Task], total: int) -> list[Played]:
        """The games of that many tasks, in their order; `what` they are is told as they come."""
        keys: list[str] = []

        def unknown() -> Iterator[Task]:
            for task in tasks:
                keys.append(task.key)
                if task.key not in self._known:
                    yield task

        try:
            with closing(self._hired(unknown())) as results:
                for played in results:
                    if self._journal:
                        self._journal.append(json.dumps(played))
                    self._known[played.key] = played
                    self.played += 1
                    self.tell(f"{what}: game {len(keys)} of {total}")
        except LostProcess as error:
            raise TuningError("a process died without a word: the same command goes on") from error
        return [self._known[key] for key in keys]


def _opened(folder: Path, header: Mapping[str, Any], fresh: bool) -> Journal:
    try:
        return Journal(folder / JOURNAL, "tuning", header, fresh=fresh)
    except PlanError as error:
        raise TuningError(str(error)) from error


def _read(journal: Journal, on_note: Callable[[str], object]) -> dict[str, Played]:
    known: dict[str, Played] = {}
    for number, line in enumerate(journal.lines, 2):  # after the header
        try:
            played = Played(*json.loads(line))
            played.positions()
            if not (isinstance(played.start, int) and isinstance(played.score, int)):
                raise TypeError(line)
        except (ValueError, TypeError, AttributeError):
            on_note(
                f"line {number} of {journal.path} holds no game: games that are missing are played"
            )
            continue
        known.setdefault(played.key, played)
    return known
