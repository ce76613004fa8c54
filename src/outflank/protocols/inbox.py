"""Lines from another program, read ahead: what has come may end what is being thought."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Thread
from time import perf_counter

_PATIENCE = 2.0
"""Seconds for what comes after the last line: a script has no more lines to wait with."""
_AHEAD = 10_000
"""Lines that are read ahead at most."""


class Inbox:
    """Gives lines one after the other, and tells whether one that has come asks to stop.

    It is an event for a search's `stop`: set from when a line comes for which `urgent` is true to
    when this line is taken out. Once the lines are at their end, it is set two seconds after that,
    or after the last one that was taken out.
    """

    def __init__(self, lines: Iterable[str], urgent: Callable[[str], bool]) -> None:
        """Reads the lines in a thread of its own, which ends with them or with this."""
        self._urgent = urgent
        self._queue: Queue[str | None] = Queue(_AHEAD)
        self._came = self._taken = 0
        """Urgent lines; each is counted by one thread alone."""
        self._closed = False
        self._taken_at, self._ended_at = 0.0, float("inf")
        Thread(target=self._read, args=(lines,), daemon=True).start()

    def is_set(self) -> bool:
        """Whether to stop."""
        end = max(self._taken_at, self._ended_at) + _PATIENCE
        return self._closed or self._came > self._taken or perf_counter() > end

    def close(self) -> None:
        """Stops what is being thought, and the reading: nobody is left to hear of it."""
        self._closed = True
        with suppress(Empty):
            self._queue.get_nowait()  # the reader may be waiting for room

    def __iter__(self) -> Iterator[str]:
        """The lines, each when it has come, to the last one or until closed."""
        while not self._closed and (line := self._queue.get()) is not None:
            self._taken += self._urgent(line)
            self._taken_at = perf_counter()
            yield line

    def _read(self, lines: Iterable[str]) -> None:
        with suppress(OSError, ValueError):  # closed meanwhile
            for line in lines:
                if self._closed:
                    break
                self._came += self._urgent(line)
                self._queue.put(line)
        self._ended_at = perf_counter()
        with suppress(Full):  # who has closed it needs no end
            self._queue.put(None, block=not self._closed)
