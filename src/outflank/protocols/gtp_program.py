"""A program that answers commands of GTP: what it says, or that it has refused."""

from __future__ import annotations

import re

from ..agents.failure import one_line
from .peer import Deadline, Peer

_START = 30.0
"""Seconds for the first answer: a program may have much to load."""
ANSWER = 10.0
"""Seconds for an answer that needs no thought."""
_MOST_LINES = 10_000
"""Lines of an answer."""
_HEAD = re.compile(r"([=?])([0-9]*)(?:[ \t]+(.*)|)")


class Refused(Exception):  # noqa: N818 (an answer)
    """The program answers that it cannot do something; the text is its reason."""


class GtpProgram:
    """Asks a program, one command at a time."""

    def __init__(self, command: str) -> None:
        """Starts it; AgentError, in a sentence, if it fails or does not answer."""
        self._peer = Peer(command)
        self.program = self._peer.program
        """What to call it before it has told its name."""
        self._number, self._numbered = 0, True
        try:
            self._greet()
        except BaseException:
            self._peer.close()
            raise

    def ask(self, command: str, deadline: Deadline | None = None) -> str:
        """What it answers; Refused if it does so, PeerLost if it does not answer as it should."""
        self._number += 1
        number = str(self._number) if self._numbered else ""
        deadline = deadline or Deadline(ANSWER)
        try:
            self._peer.send(f"{number} {command}".lstrip(), deadline)
            return self._answer(command, number, deadline)
        except Refused:
            raise
        except BaseException:
            self._peer.close()  # or its answer would be taken for that to the next command
            raise

    def close(self) -> None:
        """Tells it to quit, and ends it if it does not."""
        self._peer.close("quit")

    def _greet(self) -> None:
        """Finds out whether it repeats numbers, skipping what it prints before its first answer."""
        deadline = Deadline(_START)
        question, printed = "1 protocol_version", 0
        self._peer.send(question, deadline)
        while not (head := _HEAD.fullmatch(line := self._peer.receive(deadline))):
            printed += 1
            if line == question:
                raise self._peer.lost("repeats what it is told and speaks no GTP", "bad answer")
            if printed > _MOST_LINES:
                text = f"printed {_MOST_LINES} lines and no answer of GTP"
                raise self._peer.lost(text, "bad answer")
        while self._peer.receive(deadline).strip():
            pass
        self._number, self._numbered = 1, head[2] == "1"

    def _answer(self, command: str, number: str, deadline: Deadline) -> str:
        while not (line := self._peer.receive(deadline)).strip():
            pass
        head = _HEAD.fullmatch(line)
        if head is None:
            text = f"answered {command!r} with {one_line(line)[:80]!r}, which is no answer of GTP"
            raise self._peer.lost(text, "bad answer")
        if head[2] != number:
            told, expected = head[2] or "none", number or "none"
            text = f"answered {command!r} under the number {told} instead of {expected}"
            raise self._peer.lost(text, "bad answer")
        lines = [head[3] or ""]
        while (line := self._peer.receive(deadline)).strip():
            lines.append(line)
            if len(lines) > _MOST_LINES:
                raise self._peer.lost(f"does not end its answer to {command!r}", "bad answer")
        text = "\n".join(lines).strip()
        if head[1] == "?":
            raise Refused(one_line(text))
        return text
