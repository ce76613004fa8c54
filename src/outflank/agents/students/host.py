"""The process that somebody's code runs in: loads it, asks it for moves, tells what came of it.

Its standard input brings the questions and is moved out of the way of the code, as is the pipe for
the answers; what the code reads is empty, and what it prints is read by who started the process.
Its arguments are the descriptors of that pipe and of its lifeline.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO

from ..._core import Position
from ...engine import Limit
from ...rules import Game
from ..failure import AgentError, blamed, failure
from ..guard import supervise
from .messages import Setup, to_line
from .players import Player, load

_ASIDE = 200
"""Where descriptors are kept, out of reach of code that closes or writes to the first few."""


def main() -> None:
    """Answers questions until there are no more."""
    requests, replies, lifeline = map(_aside, (0, *map(int, sys.argv[1:])))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    with os.fdopen(requests, "rb") as questions:
        tag, setup = _next(questions)
        free = _start(setup, lifeline)
        own = os.getpid()
        _tell(replies, own, to_line(tag, free=free))
        tag, _ = _next(questions)
        player, error = _loaded(setup)
        watches = player is not None and player.watch is not None
        _tell(replies, own, to_line(tag, error=error, watches=watches))
        while player is not None:
            tag, (position, limit, game) = _next(questions)
            answer = _answer(setup, player, position, limit, game)
            _tell(replies, own, to_line(tag, **answer))


def _start(setup: Setup, lifeline: int) -> list[str]:
    """Go on in a process for the code, confined if asked for; return what is not forbidden."""
    free: list[str] = []
    if setup.confined:
        from ..confinement import Confinement

        folders = dict.fromkeys((Path(setup.path).parent, Path(setup.path).resolve().parent))
        if setup.kind == "comp424":  # which runs in the folder above
            folders |= dict.fromkeys(folder.resolve().parent for folder in [*folders])
        allowed = [] if setup.allow is None else [Path(setup.allow)]
        confinement = Confinement(folders, allowed)
        supervise(lifeline, confinement.fork, confinement.clean)
        free = confinement.restrict()
    else:
        supervise(lifeline)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return free


def _aside(descriptor: int) -> int:
    """Moves a descriptor up, and keeps programs that are started from inheriting it."""
    import fcntl

    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _ASIDE)
    os.close(descriptor)
    return moved


def _next(questions: BinaryIO) -> Any:
    try:
        return pickle.load(questions)
    except EOFError:
        os._exit(0)


def _tell(replies: int, own: int, line: bytes) -> None:
    """Sends an answer, unless this is a copy of the process that the code has made."""
    if os.getpid() != own:
        os._exit(0)
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    while line:
        line = line[os.write(replies, line) :]


def _loaded(setup: Setup) -> tuple[Player | None, str]:
    """Who is to be asked, or what went wrong."""
    try:
        with blamed(f"cannot load {setup.path}"):
            return load(setup), ""
    except AgentError as error:
        return None, str(error) + _refusal(setup, error)
    except BaseException as error:
        return None, f"{setup.path} failed on import: {failure(error)}{_refusal(setup, error)}"


def _answer(
    setup: Setup, player: Player, position: Position, limit: Limit, game: Game | None
) -> dict[str, Any]:
    """What somebody's code says to a position, as plain data."""
    said: dict[str, Any]
    arguments = player.arguments(position, limit)
    began = perf_counter()
    try:
        if player.watch is not None and game is not None:
            player.watch(game)
        answer = player.call(*arguments)
        seconds = perf_counter() - began
    except BaseException as error:
        seconds = perf_counter() - began
        said = _raised(setup, error)
    else:
        said = _said(setup, player.move, answer, position)
    return {**said, "seconds": seconds}


def _said(
    setup: Setup, move: Callable[[Any, Position], str], answer: Any, position: Position
) -> dict[str, Any]:
    try:
        return {"move": move(answer, position)}
    except AgentError as error:
        return {"kind": "illegal move", "message": str(error)}
    except BaseException as error:  # an answer is somebody's code too
        return _raised(setup, error)


def _raised(setup: Setup, error: BaseException) -> dict[str, Any]:
    if isinstance(error, MemoryError):
        error.__traceback__ = None  # lets go of what the code holds
        return {"kind": "memory", "message": "ran out of memory"}
    trace = error.__traceback__ and error.__traceback__.tb_next
    text = "".join(traceback.format_exception(type(error), error, trace))
    return {
        "kind": "exception",
        "message": f"raised {failure(error)}{_refusal(setup, error)}",
        "traceback": text,
    }


def _refusal(setup: Setup, error: BaseException) -> str:
    """A clause for an error that the confinement caused; empty for other errors."""
    if not setup.confined:
        return ""
    from ..confinement import refusal

    return refusal(error)


if __name__ == "__main__":
    main()
