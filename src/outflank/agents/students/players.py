"""Makes something to ask for moves out of somebody's file, inside the process for it."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple

from ..._core import Move, Position
from ...engine import Limit
from ...rules import Game
from ..agent import accepts
from ..failure import AgentError, blamed, told
from ..files import load_name
from .messages import Setup


class Player(NamedTuple):
    """How to ask for a move, and how to read the answer."""

    call: Callable[..., Any]
    """Somebody's function or method."""
    arguments: Callable[[Position, Limit], tuple[Any, ...]]
    """What it is called with."""
    move: Callable[[Any, Position], str]
    """The name of the move that it returned; AgentError if it returned none."""
    watch: Callable[[Game], object] | None = None
    """Somebody's method that sees the game so far before each move."""


def load(setup: Setup) -> Player:
    """Makes the player that was asked for, within its memory; AgentError if that fails."""
    if setup.kind == "comp424":
        course = _course()
        _limit(setup)
        return _board_player(course.load_agent(setup.path, setup.name).step)
    with suppress(AgentError):
        _course()  # numpy's own memory is not the code's
    _limit(setup)
    return _player(load_name(setup.path, setup.name), setup.name)


def _player(thing: Any, name: str) -> Player:
    if isinstance(thing, type):
        with blamed(f"the class {name} cannot be made without arguments"):
            thing = thing()
    if callable(getattr(thing, "choose", None)):
        return _position_player(thing.choose, 2)._replace(watch=getattr(thing, "watch", None))
    if callable(getattr(thing, "step", None)):
        return _board_player(thing.step)
    if not callable(thing):
        raise AgentError(
            f"{name} is no agent: expected choose(position, limit), "
            "step(board, player, opponent) or a function"
        )
    if accepts(thing, 3) and ("board" in _first_parameter(thing) or not accepts(thing, 2)):
        return _board_player(thing)
    for count in (2, 1):
        if accepts(thing, count):
            return _position_player(thing, count)
    raise AgentError(
        f"the function {name} must take (position), (position, limit) or (board, player, opponent)"
    )


def _first_parameter(function: Callable[..., Any]) -> str:
    try:
        return next(iter(signature(function).parameters), "")
    except (TypeError, ValueError):
        return ""


def _position_player(call: Callable[..., Any], count: int) -> Player:
    return Player(call, lambda position, limit: (position, limit)[:count], _named)


def _named(answer: Any, position: Position) -> str:
    """A move as it is returned, or its name."""
    if isinstance(answer, Move):
        return answer.name
    with suppress(ValueError):
        if isinstance(answer, str):
            return Move(answer).name
    raise AgentError(f"returned {_short(answer)}, expected a move or its name, such as d3")


def _board_player(call: Callable[..., Any]) -> Player:
    return Player(call, _course().arguments, _placed)


def _placed(answer: Any, position: Position) -> str:
    """A square as the row and the column, counted from 0."""
    size = position.size
    try:
        row, column = (part.__index__() for part in answer)
    except (TypeError, ValueError, AttributeError):
        raise AgentError(f"returned {_short(answer)}, expected (row, column)") from None
    if not (0 <= row < size and 0 <= column < size):
        raise AgentError(f"returned {_short(answer)}, which is off the {size}x{size} board")
    return Move.at(column, row).name


def _short(answer: object) -> str:
    text = told(answer, repr)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _course() -> Any:
    try:
        return import_module(f"{__package__}.course")
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise AgentError(
            "boards for step(board, player, opponent) need numpy: pip install 'outflank[students]'"
        ) from error


def _limit(setup: Setup) -> None:
    """Seeds what is random, and bounds the memory on top of what this process has taken already."""
    if setup.seed is not None:
        random.seed(setup.seed)
        if (numpy := sys.modules.get("numpy")) is not None:
            numpy.random.seed(setup.seed % 2**32)
    if setup.memory is None:
        return
    try:
        import resource

        most = setup.memory * 2**20 + _taken()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, OSError, ValueError):
        print("outflank: this system does not let a process limit its memory", file=sys.stderr)


def _taken() -> int:
    """Bytes of address space that this process has, where the system tells."""
    with suppress(OSError):
        pages = Path("/proc/self/statm").read_text("ascii").split()[0]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0
