"""What commands have in common that serve an agent to another program over the standard streams."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

from cyclopts import Parameter

from ...agents import Agent, Human, agent_from_spec, agent_name, let_go
from .errors import UsageError

Served = Annotated[
    str, Parameter(name="--agent", help="Which agent; see 'outflank agents'.", metavar="AGENT")
]

_CHUNK = 1 << 16
_LONGEST = 1 << 20
"""Bytes after which a line is cut."""


@contextmanager
def served(spec: str) -> Iterator[tuple[Agent, str]]:
    """An agent to serve, and what others are to call it; it is closed in the end."""
    agent = agent_from_spec(spec)
    try:
        if isinstance(agent, Human):
            raise UsageError("a human cannot be served: the other program has the keyboard's place")
        name = agent_name(agent)
        yield agent, "Outflank" if name == "engine" else f"Outflank-{name}"
    finally:
        let_go(agent)


@contextmanager
def streams() -> Iterator[tuple[Iterator[str], Callable[[str], None]]]:
    """The lines that come in, and what sends one; what agents print goes to the errors instead."""
    output, sys.stdout = sys.stdout, sys.stderr

    def send(line: str) -> None:
        print(line, file=output, flush=True)

    try:
        yield _lines(sys.stdin.fileno()), send
    finally:
        sys.stdout = output


def _lines(descriptor: int) -> Iterator[str]:
    """Reads without a file object, whose lock a thread that waits here would keep for ever."""
    kept = b""
    while data := os.read(descriptor, _CHUNK):
        *lines, kept = (kept + data).split(b"\n")
        if len(kept) > _LONGEST:
            lines, kept = [*lines, kept], b""
        for line in lines:
            yield line.decode("utf-8", "replace")
    yield kept.decode("utf-8", "replace")
