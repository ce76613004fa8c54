"""Ctrl-C during a match: noted even where an engine or an agent swallows it."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any


class Interruption:
    """Within a `with` block, remembers whether Ctrl-C was pressed, besides its usual effect."""

    def __init__(self) -> None:
        self._requested = False
        self._before: Any = None

    def is_set(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self._requested

    def __enter__(self) -> Interruption:
        if threading.current_thread() is threading.main_thread():
            before = signal.getsignal(signal.SIGINT)
            if callable(before):  # not where Ctrl-C is ignored, as in the background of a shell
                self._before = before
                signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._requested = True
        self._before(number, frame)
