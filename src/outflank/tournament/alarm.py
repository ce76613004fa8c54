"""Ends what takes too long, where the system can do that."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_AGAIN = 0.1
"""Seconds after which code that swallowed the alarm gets it once more."""


class Overdue(BaseException):
    """Raised in the middle of whatever is overdue; no Exception, so that agents let it pass."""


@contextmanager
def alarm_handler() -> Iterator[bool]:
    """Makes `alarm` work inside; tells whether it does: on Unix, in the main thread."""
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield False
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        yield True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raises Overdue inside after that long, again and again until it gets out."""
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(number: int, frame: FrameType | None) -> None:
    raise Overdue
