"""The process that somebody's code runs in: loads it, asks it for moves, tells what came of it.

Its standard input brings the questions and is moved out of the way of the code, as is the pipe for
the answers; what the code reads is empty, and what it prints is read by who started the process.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Any, BinaryIO

from ..._core import Position
from ...engine import Limit
from ...rules import Game
from ..failure import AgentError, blamed, failure
from ..guard import guard
from .messages import Setup, to_line
from .players import Player, load

_ASIDE = 200
"""Where descriptors are kept, out of reach of code that closes or writes to the first few."""


def main() -> None:
    """Answers questions until there are no more."""
    requests, replies = _aside(0), _aside(int(sys.argv[1]))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    guard(requests)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    own = os.getpid()
    with os.fdopen(requests, "rb") as questions:
        setup: Setup = _next(questions)
        player, error = _loaded(setup)
        watches = player is not None and player.watch is not None
        _tell(replies, own, to_line(setup.token, 0, error=error, watches=watches))
        while player is not None:
            number, (position, limit, game) = _next(questions)
            answer = _answer(player, position, limit, game)
            _tell(replies, own, to_line(setup.token, number, **answer))


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
        return None, str(error)
    except BaseException as error:
        return None, f"{setup.path} failed on import: {failure(error)}"


def _answer(player: Player, position: Position, limit: Limit, game: Game | None) -> dict[str, Any]:
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
        said = _raised(error)
    else:
        said = _said(player.move, answer, position)
    return {**said, "seconds": seconds}


def _said(move: Callable[[Any, Position], str], answer: Any, position: Position) -> dict[str, Any]:
    try:
        return {"move": move(answer, position)}
    except AgentError as error:
        return {"kind": "illegal move", "message": str(error)}
    except BaseException as error:  # an answer is somebody's code too
        return _raised(error)


def _raised(error: BaseException) -> dict[str, Any]:
    if isinstance(error, MemoryError):
        error.__traceback__ = None  # lets go of what the code holds
        return {"kind": "memory", "message": "ran out of memory"}
    trace = error.__traceback__ and error.__traceback__.tb_next
    text = "".join(traceback.format_exception(type(error), error, trace))
    return {
        "kind": "exception",
        "message": f"raised {failure(error)}",
        "traceback": text,
    }


if __name__ == "__main__":
    main()
