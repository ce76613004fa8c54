"""Lines from another program, read ahead: what has come may end what is being thought."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from time import perf_counter

_PATIENCE = 2.0
"""Seconds that thinking may go on after the last line: a script has no more lines to wait with."""


class Inbox:
    """Gives lines one after the other, and tells whether one that has come asks to stop.

    It is an event for a search's `stop`: set from when a line comes for which `urgent` is true to
    when this line is taken out, and from two seconds after the end of the lines.
    """

    def __init__(self, lines: Iterable[str], urgent: Callable[[str], bool]) -> None:
        """Reads the lines in a thread of its own, which ends with them or with the process."""
        self._urgent = urgent
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._came = self._taken = 0
        """Urgent lines; each is counted by one thread alone."""
        self._end = float("inf")
        Thread(target=self._read, args=(lines,), daemon=True).start()

    def is_set(self) -> bool:
        """Whether to stop."""
        return self._came > self._taken or perf_counter() > self._end

    def close(self) -> None:
        """Stops what is being thought: nobody is left to hear of it."""
        self._end = 0.0

    def __iter__(self) -> Iterator[str]:
        """The lines, each when it has come, to the last one or until closed."""
        while self._end and (line := self._queue.get()) is not None:
            self._taken += self._urgent(line)
            yield line

    def _read(self, lines: Iterable[str]) -> None:
        with suppress(OSError, ValueError):  # closed meanwhile
            for line in lines:
                self._came += self._urgent(line)
                self._queue.put(line)
        self._end = min(self._end, perf_counter() + _PATIENCE)
        self._queue.put(None)
