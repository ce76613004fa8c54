"""The specs `comp424:PATH` and `student:PATH:NAME`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from ..failure import AgentError
from .agent import ProcessAgent
from .messages import Setup

Time = Annotated[float | None, "seconds for a move; without, the match's, or else 2"]
Grace = Annotated[float, "seconds over the time after which the process is ended"]
Policy = Annotated[
    Literal["random", "lose"],
    "what an exception, an illegal move, a crash or no move leads to: a random move, or the loss "
    "of the game",
]
Memory = Annotated[int | None, "megabytes that it may take"]
Start = Annotated[float, "seconds to load the file"]
Seed = Annotated[int | None, "a number that makes what is random the same again"]
Log = Annotated[str | None, "a file to add to what it prints and what goes wrong"]
Allow = Annotated[str | None, "a file or folder that it may read and write, besides its own"]
Unconfined = Annotated[bool, "let it do whatever you may: read files, use the network"]

_MOST = 1 << 20
"""Megabytes that can be asked for."""


def comp424(
    file: Annotated[str, "PATH/student_agent.py, a file of the course"],
    /,
    *,
    time: Time = None,
    policy: Policy = "random",
    grace: Grace = 0.5,
    memory: Memory = 1024,
    name: Annotated[str, "the name it registers, if there are several"] = "",
    start: Start = 30.0,
    seed: Seed = None,
    log: Log = None,
    allow: Allow = None,
    unconfined: Unconfined = False,
) -> ProcessAgent:
    """An agent of the COMP424-Fall2024 framework, unchanged."""
    if not file:
        raise AgentError("comp424 needs a file, as in comp424:PATH/student_agent.py")
    if not Path(file).exists():
        _expect_no_comma("comp424", file)
    setup = _setup("comp424", file, name, seed, memory, allow, unconfined)
    return ProcessAgent(setup, time=time, grace=grace, policy=policy, start=start, log=log)


def student(
    file: Annotated[str, "PATH.py:NAME, a class, an object or a function in a file"],
    /,
    *,
    time: Time = None,
    policy: Policy = "random",
    grace: Grace = 0.5,
    memory: Memory = 1024,
    start: Start = 30.0,
    seed: Seed = None,
    log: Log = None,
    allow: Allow = None,
    unconfined: Unconfined = False,
) -> ProcessAgent:
    """Anything that chooses moves: choose(position, limit), step(board, player, opponent)."""
    path, _, name = file.rpartition(":")
    if not path or not name:
        raise AgentError(f"bad student {file!r}: expected student:PATH.py:NAME")
    if "," in name:
        _expect_no_comma("student", file)
    setup = _setup("student", path, name, seed, memory, allow, unconfined)
    return ProcessAgent(setup, time=time, grace=grace, policy=policy, start=start, log=log)


def _expect_no_comma(kind: str, file: str) -> None:
    path, _, options = file.partition(",")
    if "=" in options:
        raise AgentError(
            f"bad {kind} {file!r}: options follow a colon, as in {kind}:{path}:{options}"
        )


def _setup(
    kind: str,
    path: str,
    name: str,
    seed: int | None,
    memory: int | None,
    allow: str | None,
    unconfined: bool,
) -> Setup:
    if memory is not None and not 0 < memory <= _MOST:
        raise AgentError(f"memory {memory}: expected megabytes, 1 to {_MOST}, or none")
    if allow is not None and not Path(allow).exists():
        raise AgentError(f"allow {allow!r}: there is no such file or folder")
    return Setup(kind, path, name, seed, memory, not unconfined, allow)
