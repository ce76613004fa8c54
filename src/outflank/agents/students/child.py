"""A process for somebody's code: asked over pipes, held to its time, ended with all in it."""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import subprocess
import sys
from contextlib import suppress
from secrets import token_hex
from subprocess import PIPE, STDOUT, Popen
from time import perf_counter
from typing import Any
from weakref import finalize

from ..failure import AgentError, one_line
from ..process import LOOK, PARTING, Output, check_system, end_supervised, how_ended
from .messages import Answers, Setup

ALLOWANCE = 0.03
"""Seconds between question and answer that can pass for the pipe's and not the code's."""

_CHUNK = 1 << 16
_THREADS = tuple(f"{name}_NUM_THREADS" for name in ("OPENBLAS", "OMP", "MKL", "NUMEXPR"))


class Late(Exception):  # noqa: N818 (an event, no error)
    """There was no answer in time."""


class Ended(Exception):  # noqa: N818 (an event, no error)
    """The process is no more; the text says how it ended, as in `ended its process`."""

    def __init__(self, text: str, kind: str = "crash") -> None:
        super().__init__(text)
        self.kind = kind


class Child:
    """One process with somebody's code in it."""

    def __init__(self, setup: Setup, output: Output) -> None:
        """Starts it, and does not wait; what it prints goes to `output`."""
        check_system()
        self.free: list[str] = []
        """What the code may do because this system cannot hold it; known when it is ready."""
        self._answers, self._output = Answers(), output
        replies, theirs = os.pipe()
        their_lifeline, lifeline = os.pipe()
        passed = [theirs, their_lifeline]
        command = [sys.executable, "-u", "-P", "-m", f"{__package__}.host", *map(str, passed)]
        try:
            self._process = Popen(
                command,
                bufsize=0,
                stdin=PIPE,
                stdout=PIPE,
                stderr=STDOUT,
                pass_fds=passed,
                start_new_session=True,
                env=_environment(setup.seed),
            )
        except OSError as error:
            os.close(replies)
            os.close(lifeline)
            raise AgentError(f"cannot start a process: {error.strerror}") from error
        finally:
            os.close(theirs)
            os.close(their_lifeline)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests = self._process.stdin
        self._replies, self._printed = replies, self._process.stdout.fileno()
        os.set_blocking(self._printed, False)
        self.close = finalize(self, end_supervised, os.getpid(), self._process, replies, lifeline)
        """Ends the process and all that it started; a second time does nothing."""
        self._begun, self._loaded = self._send(setup), self._send(None)

    def ready(self, seconds: float) -> bool:
        """Waits until the code is loaded, and tells whether it wants to see the game so far.

        AgentError if it fails, Late or Ended if there is no answer.
        """
        began = perf_counter()
        self.free = self._wait(self._begun, seconds)["free"]
        answer = self._wait(self._loaded, seconds - (perf_counter() - began))
        if answer.get("error"):
            raise AgentError(one_line(str(answer["error"])))
        return answer.get("watches") is True

    def ask(self, question: object, seconds: float) -> tuple[dict[str, Any], float]:
        """The answer and how long it took; Late if it takes longer than that, or Ended.

        The time is taken here. What the answer says of it counts as far as ALLOWANCE goes, so that
        neither the pipe nor a busy system is held against the code.
        """
        began = perf_counter()
        answer = self._wait(self._send(question), seconds)
        whole, told = perf_counter() - began, answer.get("seconds")
        if not isinstance(told, float):
            return answer, whole
        return answer, min(whole, max(told, whole - ALLOWANCE, 0.0))

    def drain(self) -> None:
        """Takes in what was printed so far, however much more comes meanwhile."""
        with suppress(BlockingIOError):
            for _ in range(64 if self.close.alive else 0):
                data = os.read(self._printed, _CHUNK)
                if not data:
                    break
                self._output.add(data)

    def _send(self, message: object) -> str:
        """Send a message; returns the tag that its answer will bear."""
        tag = token_hex(8)
        with suppress(BrokenPipeError):  # the answer will be missing
            self._requests.write(pickle.dumps((tag, message)))
        return tag

    def _wait(self, tag: str, seconds: float) -> dict[str, Any]:
        deadline = perf_counter() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._replies, selectors.EVENT_READ)
            selector.register(self._printed, selectors.EVENT_READ)
            while True:
                left = deadline - perf_counter()
                ready = {key.fd for key, _ in selector.select(max(0.0, min(left, LOOK)))}
                if self._printed in ready and not self._take_printed():
                    selector.unregister(self._printed)
                if self._replies in ready:
                    data = os.read(self._replies, _CHUNK)
                    self._answers.feed(data)
                    if (answer := self._answers.take(tag)) is not None:
                        self.drain()
                        return answer
                    if not data:
                        raise self._ended()
                elif self._process.poll() is not None:
                    raise self._ended()
                if left <= 0:
                    raise Late

    def _take_printed(self) -> bool:
        """Takes in some of what was printed; whether more may come."""
        with suppress(BlockingIOError):
            data = os.read(self._printed, _CHUNK)
            self._output.add(data)
            return bool(data)
        return True

    def _ended(self) -> Ended:
        try:
            status = self._process.wait(PARTING)
        except subprocess.TimeoutExpired:
            return Ended("closed the pipe to this program")
        finally:
            self.drain()
        return Ended(how_ended(status), "memory" if status == -signal.SIGKILL else "crash")


def _environment(seed: int | None) -> dict[str, str]:
    """Ours, with one thread for numpy, sets in a fixed order, and prints that always succeed.

    Of glibc's arenas, which take 64 MB of address space each, there are two instead of one for each
    thread: otherwise 15 threads would use up the memory limit.
    """
    own = dict.fromkeys((*_THREADS, "VECLIB_MAXIMUM_THREADS"), "1")
    own["MALLOC_ARENA_MAX"] = "2"
    own["PYTHONIOENCODING"] = "utf-8:backslashreplace"
    if seed is not None:
        own["PYTHONHASHSEED"] = str(seed % 2**32)
    return {**os.environ, **own}
