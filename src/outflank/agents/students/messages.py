"""What passes between us and a process of somebody's code.

We send pickles, each with a tag that nobody can guess. What comes back is lines of JSON that bear
the tag of what they answer, so that no answer is taken for that of a later question. The code can
read a tag and answer by itself, which is no more than it can do anyway: nothing from there is
trusted. Whether a move is legal and in time is decided here.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

MOST = 1 << 20
"""Bytes of a line that is still taken for an answer."""


class Setup(NamedTuple):
    """What a process needs to know before the first move."""

    kind: str
    """`comp424` or `student`."""
    path: str
    """Of the Python file."""
    name: str
    """Which object of the file; may be empty for `comp424`."""
    seed: int | None
    """For `random` and numpy's generator; None leaves them to chance."""
    memory: int | None
    """Megabytes that the code may take; None for as many as there are."""
    confined: bool = True
    """Whether the code is kept from files, network and processes."""
    allow: str | None = None
    """A path that it may use all the same."""


def to_line(tag: str, **data: Any) -> bytes:
    """An answer as a line, with a line break before it, for whatever was written there earlier."""
    return f"\n{json.dumps({'tag': tag, **data})}\n".encode()


class Answers:
    """Finds answers in what comes out of a pipe."""

    def __init__(self) -> None:
        self._rest = b""
        self._found: list[dict[str, Any]] = []

    def feed(self, data: bytes) -> None:
        """Takes some more bytes."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-MOST:]
        for line in lines:
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(answer, dict):
                self._found.append(answer)

    def take(self, tag: str) -> dict[str, Any] | None:
        """The answer with that tag, if it has come; earlier ones are dropped."""
        while self._found:
            answer = self._found.pop(0)
            if answer.get("tag") == tag:
                return answer
        return None
