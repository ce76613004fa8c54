"""What processes of somebody else's have in common: what they print, how they end, how to end them.

Each is supervised by another one, which ends it and all that it started when this process ends,
however it ends; see `guard`.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from subprocess import Popen, TimeoutExpired

from .failure import AgentError

LOOK = 0.05
"""Seconds between two looks whether a process still lives."""
PARTING = 1.0
"""Seconds for a process to end that has closed its pipe."""
_STUCK = 10.0
"""Seconds for a supervisor to end with all that it supervises."""


class Output:
    """What was printed, the last of it."""

    KEPT = 1 << 16
    """Bytes that are kept."""

    def __init__(self) -> None:
        self._kept = bytearray()
        self._dropped = 0

    def add(self, data: bytes) -> None:
        """Takes some more bytes."""
        self._kept += data
        if len(self._kept) > 2 * self.KEPT:
            self._trim()

    @property
    def text(self) -> str:
        """All that is kept, under a note if something is missing."""
        self._trim()
        note = f"[{self._dropped} bytes left out]\n" if self._dropped else ""
        return note + self._kept.decode("utf-8", "replace")

    def _trim(self) -> None:
        extra = max(0, len(self._kept) - self.KEPT)
        self._dropped += extra
        del self._kept[:extra]


def check_system() -> None:
    """Raises AgentError where processes cannot be guarded."""
    if os.name != "posix":
        raise AgentError("this system cannot hold a process to its limits: Linux or macOS can")


def how_ended(status: int) -> str:
    """How a process ended, in words that continue its name."""
    if status >= 0:
        return f"ended its process with exit status {status}"
    name = signal.Signals(-status).name if -status in set(signal.Signals) else f"{-status}"
    if -status == signal.SIGKILL:
        return f"was killed from outside ({name}), perhaps for its memory"
    return f"died of signal {name}"


def end_supervised(owner: int, process: Popen[bytes], *descriptors: int) -> None:
    """End a supervisor and all that it supervises, from the process that started it alone.

    The descriptors are closed, its lifeline among them.
    """
    if os.getpid() != owner:
        return
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    for descriptor in descriptors:
        os.close(descriptor)
    process.terminate()  # a copy of this process may hold the lifeline, too
    try:
        process.wait(_STUCK)
    except TimeoutExpired:
        process.kill()
        process.wait()
