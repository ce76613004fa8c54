"""What passes between us and a process of somebody's code.

We send pickles of ours. What comes back is lines of JSON that bear the token of the process:
nothing from there is trusted, and what else the code writes into the pipe is passed over.
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
    token: str
    """What every answer bears."""


def to_line(token: str, number: int, **data: Any) -> bytes:
    """An answer as a line, with a line break before it, for whatever was written there earlier."""
    return f"\n{json.dumps({'token': token, 'number': number, **data})}\n".encode()


class Answers:
    """Finds answers in what comes out of a pipe."""

    def __init__(self, token: str) -> None:
        self._token = token
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
            if isinstance(answer, dict) and answer.get("token") == self._token:
                self._found.append(answer)

    def take(self, number: int) -> dict[str, Any] | None:
        """The answer of that number, if it has come; earlier ones are dropped."""
        found, self._found = self._found, []
        return next((answer for answer in found if answer.get("number") == number), None)
