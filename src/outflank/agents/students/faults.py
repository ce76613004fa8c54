"""What somebody's code can do wrong, and how that is told."""

from __future__ import annotations

from typing import NamedTuple

from ..._core import Position
from ..failure import AgentLost

KINDS = {
    "exception": "exceptions",
    "illegal move": "illegal moves",
    "late move": "late moves",
    "crash": "crashes",
    "memory": "out of memory",
}
"""All kinds of faults, and what to call several of one."""

REPORTED = ("exception", "illegal move", "memory")
"""The kinds that the process of the code reports itself; the others are seen from outside."""

TOLERANCE = 0.02
"""Seconds over the time that are not held against an agent: the system's, not its own."""


class StudentFault(NamedTuple):
    """One thing that went wrong at a move."""

    kind: str
    """One of KINDS."""
    move: int
    """Which move of the game it was, from 1, passes left out."""
    position: Position
    """Where a move was asked for."""
    seconds: float
    """How long the answer took."""
    message: str
    """What happened, in one line that continues the agent's name."""
    traceback: str = ""
    """Where it happened, for an exception; several lines."""
    replaced: bool = False
    """Whether a random move was played instead of the agent's own."""


class StudentLost(AgentLost):
    """The game is lost by a fault of somebody's code."""

    def __init__(self, fault: StudentFault) -> None:
        super().__init__(fault.message, fault.kind)
        self.fault = fault


def count_faults(kinds: list[str]) -> str:
    """How many there are of each kind: `3 exceptions, 1 illegal move`."""
    counts = ((kinds.count(kind), kind) for kind in KINDS)
    return ", ".join(f"{n} {kind if n == 1 else KINDS[kind]}" for n, kind in counts if n)
