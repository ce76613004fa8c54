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
from .options import freed

Served = Annotated[
    str, Parameter(name="--agent", help="Which agent; see 'outflank agents'.", metavar="AGENT")
]

_CHUNK = 1 << 16
_LONGEST = 1 << 20
"""Bytes after which the rest of a line is left out."""


@contextmanager
def served(spec: str, unconfined: bool) -> Iterator[tuple[Agent, str]]:
    """An agent to serve, and what others are to call it; it is closed in the end."""
    (spec,) = freed([spec], unconfined)
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
    """The lines that come in, and what sends one.

    Inside, whatever else is printed, by programs too, goes to the errors, and there is no input.
    """
    (questions, answers), shown = _replaced(), sys.stdout
    sys.stdout = sys.stderr
    with os.fdopen(answers, "w", encoding="utf-8", errors="backslashreplace") as output:

        def send(line: str) -> None:
            print(line, file=output, flush=True)

        try:
            yield _lines(questions), send
        finally:
            os.dup2(answers, shown.fileno())
            sys.stdout = shown


def _replaced() -> tuple[int, int]:
    """Descriptors of the input and the output, in whose places are now nothing and the errors."""
    read, printed = sys.stdin.fileno(), sys.stdout.fileno()
    sys.stdout.flush()
    kept = os.dup(read), os.dup(printed)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, read)
    os.close(nothing)
    os.dup2(sys.stderr.fileno(), printed)
    return kept


def _lines(descriptor: int) -> Iterator[str]:
    """Reads without a file object, whose lock a thread that waits here would keep for ever."""
    kept, is_cut = b"", False
    while data := os.read(descriptor, _CHUNK):
        *lines, kept = (kept + data).split(b"\n")
        if is_cut and lines:
            lines, is_cut = lines[1:], False
        if is_cut:
            kept = b""
        elif len(kept) > _LONGEST:
            lines, kept, is_cut = [*lines, kept], b"", True
        yield from map(_text, lines)
    yield _text(kept)


def _text(line: bytes) -> str:
    """A line without the mark of byte order that some programs put before their first one."""
    return line.decode("utf-8", "replace").removeprefix("\ufeff")
