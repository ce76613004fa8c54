"""A program at the other end of pipes: sent lines, heard line by line, never waited for in vain."""

from __future__ import annotations

import os
import re
import selectors
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE, Popen
from time import perf_counter
from weakref import finalize

from ..agents import AgentError, AgentLost, guard
from ..agents.failure import one_line
from ..agents.process import LOOK, PARTING, Output, check_system, end_supervised, how_ended

LONGEST_LINE = 1 << 16
"""Bytes of a line; a program that sends more without a line's end is not understood."""

_LITERAL = re.compile(
    r"""
    "(?:[^"\\]|\\.)*" | '[^']*'  # in quotation marks, where a shell keeps most of them
    | (?P<literal>(?<!\S)\\\\(?=\w) | \\(?=\w))  # \\server, and C:\Users
    | \\.
    """,
    re.DOTALL | re.VERBOSE,
)
"""Backslashes of a command; those that part the folders of a Windows path stand for themselves."""
_CHUNK = 1 << 16
_START = 10.0
"""Seconds for a program to be started."""
_FAREWELL = 2.0
"""Seconds for a program to end after it was told to."""
_MOST_TOLD = 160
"""Characters of the last output that an error shows."""


class PeerLost(AgentLost):
    """The program is lost to the game, and has been ended; the text continues its name.

    `kind` is "crash" if it has ended, "over time" if it gave no answer, "bad answer" if its answer
    makes no sense.
    """


class Deadline:
    """A point in time, that many seconds from now."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._at = perf_counter() + seconds

    @property
    def left(self) -> float:
        """Seconds until then; below 0 when it has passed."""
        return self._at - perf_counter()


class Peer:
    """A program that is running; it and all that it starts end with this object or process."""

    def __init__(self, command: str) -> None:
        """Starts it, without a shell: `command` is its name and arguments, quoted as in one.

        AgentError, in a sentence, if it does not start.
        """
        check_system()
        words = _words(command)
        self.program = Path(words[0]).name
        """What to call it."""
        self._sent = ""
        self._heard, self._unread, self._unsent = Output(), bytearray(), bytearray()
        self._process, lifeline = _start(words)
        self._end = finalize(self, end_supervised, os.getpid(), self._process, lifeline)
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        self._input, self._output, self._errors = (pipe.fileno() for pipe in pipes if pipe)
        self._selector = selectors.DefaultSelector()
        for descriptor in (self._input, self._output, self._errors):
            os.set_blocking(descriptor, False)
        for descriptor in (self._output, self._errors):
            self._selector.register(descriptor, selectors.EVENT_READ)

    @property
    def is_running(self) -> bool:
        """Whether it can still be asked."""
        return self._end.alive

    def send(self, line: str, deadline: Deadline) -> None:
        """Sends a line; raises PeerLost if it is not taken until then."""
        self._sent = line
        self._unsent += line.encode() + b"\n"
        self._check()
        self._selector.register(self._input, selectors.EVENT_WRITE)
        try:
            while self._unsent:
                if deadline.left <= 0:
                    raise self._late(deadline, "did not read")
                self._step(deadline.left)
        finally:
            if self.is_running:
                self._selector.unregister(self._input)

    def receive(self, deadline: Deadline) -> str:
        """The next line that it prints, without its end; raises PeerLost if there is none."""
        line = self.hear(deadline)
        if line is None:
            raise self._late(deadline, "gave no answer to")
        return line

    def hear(self, deadline: Deadline) -> str | None:
        """The next line that it prints, without its end; None if there is none until then."""
        self._check()
        while deadline.left > 0:
            end = self._unread.find(b"\n")
            if end >= 0:
                line = self._unread[:end].decode("utf-8", "replace").rstrip("\r")
                del self._unread[: end + 1]
                return line
            self._step(deadline.left)
        return None

    def lost(self, text: str, kind: str) -> PeerLost:
        """Ends the program, and returns what to raise."""
        self.close()
        words = _last_words(self._heard.text)
        return PeerLost(f"{text}; its last output: {words}" if words else text, kind)

    def close(self, farewell: str = "") -> None:
        """Ends the program and all that it started; a second time does nothing.

        With a farewell it is sent that line first, and has a moment to end by itself.
        """
        if not self.is_running:
            return
        if farewell:
            with suppress(OSError):
                os.write(self._input, farewell.encode() + b"\n")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_FAREWELL)
        self._selector.close()
        self._end()

    def _check(self) -> None:
        if not self.is_running:
            raise PeerLost("is closed and plays no more", "error")

    def _late(self, deadline: Deadline, what: str) -> PeerLost:
        said = one_line(self._sent)[:40]
        return self.lost(f"{what} {said!r} in {deadline.seconds:g} s", "over time")

    def _step(self, seconds: float) -> None:
        """Waits until something can be read or written, or a moment, and does it."""
        ready = {key.fd for key, _ in self._selector.select(max(0.0, min(seconds, LOOK)))}
        if not ready and self._process.poll() is not None:
            raise self._ended("")
        if self._errors in ready:
            self._heard.add(self._read(self._errors))
        if self._output in ready:
            data = self._read(self._output)
            self._heard.add(data)
            self._unread += data
            if not data:
                raise self._ended("closed its output")
        elif self._input in ready:
            try:
                del self._unsent[: os.write(self._input, self._unsent)]
            except BlockingIOError:
                pass
            except OSError:
                raise self._ended("closed its input") from None
        if len(self._unread) > LONGEST_LINE and b"\n" not in self._unread:
            raise self.lost(f"printed a line of more than {LONGEST_LINE} bytes", "bad answer")
        if len(self._unread) > 16 * LONGEST_LINE:
            raise self.lost("prints without being asked", "bad answer")

    def _read(self, descriptor: int) -> bytes:
        """What there is to be read; at its end nothing, and then it is watched no more."""
        data = os.read(descriptor, _CHUNK)
        if not data:
            self._selector.unregister(descriptor)
        return data

    def _ended(self, otherwise: str) -> PeerLost:
        """What to raise for a program that has ended, or will be as it did what is told."""
        with suppress(subprocess.TimeoutExpired):
            otherwise = how_ended(self._process.wait(PARTING))
        with suppress(BlockingIOError, OSError):
            self._heard.add(os.read(self._errors, _CHUNK))
        return self.lost(otherwise, "crash")


def _doubled(match: re.Match[str]) -> str:
    return match[0] * 2 if match["literal"] else match[0]


def _words(command: str) -> list[str]:
    """The words of a command, quoted as in a shell; but a backslash before a letter is one."""
    try:
        words = shlex.split(_LITERAL.sub(_doubled, command))
    except ValueError as error:
        raise AgentError(f"bad command {command!r}: {str(error).lower()}") from None
    if not words or not words[0] or "\0" in command:
        raise AgentError(f"bad command {command!r}: expected a program and its arguments")
    return words


def _start(words: list[str]) -> tuple[Popen[bytes], int]:
    """The process that supervises a program, and the descriptor whose closing ends both."""
    theirs, lifeline = os.pipe()
    result, report = os.pipe()
    launcher = [sys.executable, "-I", "-S", guard.__file__, str(theirs), str(report)]
    try:
        process = Popen(
            [*launcher, *words],
            bufsize=0,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            pass_fds=[theirs, report],
            start_new_session=True,
        )
    except OSError as error:
        os.close(lifeline)
        os.close(result)
        raise AgentError(f"cannot start a process: {error.strerror}") from error
    finally:
        os.close(theirs)
        os.close(report)
    try:
        if wrong := _report(result):
            raise AgentError(f"cannot start {words[0]!r}: {wrong}")
    except BaseException:
        end_supervised(os.getpid(), process, lifeline)
        raise
    return process, lifeline


def _report(result: int) -> str:
    """Why the program could not be started; empty if it was."""
    with selectors.DefaultSelector() as selector, open(result, "rb", buffering=0) as report:
        selector.register(report, selectors.EVENT_READ)
        if not selector.select(_START):
            return f"it did not begin within {_START:g} s"
        number = report.read(8)
    if not number:
        return ""
    return "there is no such program" if int(number) == 2 else os.strerror(int(number))


def _last_words(text: str) -> str:
    """The last lines of an output, in one; empty if there was none."""
    lines = [line for line in map(one_line, text.splitlines()[-3:]) if line]
    words = " / ".join(lines)
    return repr(words if len(words) <= _MOST_TOLD else f"...{words[-_MOST_TOLD:]}") if words else ""
