"""Stand-ins for the modules of the COMP424-Fall2024 framework, and agents written for it.

Written from a description of what they do. They need numpy and are for a process of their own:
they take names such as `store` and `helpers`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from ..._core import Color, Position
from ...engine import Limit
from ..failure import AgentError, blamed
from ..files import load_module
from . import helpers
from .missing import load_tolerantly

USUAL_NAME = "student_agent"
"""The name under which the course looks for an agent."""

C = TypeVar("C", bound=type)

AGENT_REGISTRY: dict[str, type] = {}
_registered: list[tuple[str, type]] = []


class Agent:
    """What agents of the course derive from."""

    def __init__(self) -> None:
        self.name = "DummyAgent"
        self.autoplay = True

    def step(self, chess_board: Any, player: int, opponent: int) -> tuple[int, int]:
        """The square to play, as row and column."""
        raise NotImplementedError("step(self, chess_board, player, opponent) is missing")


def register_agent(agent_name: str = "") -> Callable[[C], C]:
    """Enters a class under a name; a later one of the same name takes its place."""

    def enter(agent: C) -> C:
        AGENT_REGISTRY[agent_name] = agent
        _registered.append((agent_name, agent))
        return agent

    return enter


class Board(np.ndarray[Any, np.dtype[np.int64]]):
    """An array that still has the method `tostring`, as its copies have; NumPy 2.3 removed it."""

    def tostring(self, order: Any = "C") -> bytes:
        """What `tobytes` returns."""
        return self.tobytes(order)


def arguments(position: Position, limit: Limit) -> tuple[Board, int, int]:
    """A board of its own, the number of who is to move, and the other's: 1 is Black, 2 White."""
    board = np.zeros((position.size, position.size), dtype=np.int64).view(Board)
    for number, color in enumerate((Color.BLACK, Color.WHITE), 1):
        for square in position.squares(color):
            board[square.row, square.column] = number
    return (board, 1, 2) if position.turn is Color.BLACK else (board, 2, 1)


def load_agent(path: str, name: str) -> Any:
    """Makes the agent in a file of the course.

    That is the class registered under `name`; without one, the last registered as `student_agent`,
    or else the last of the file. As in the course, the file's folder is the package `agents` and
    the folder above it the working directory. AgentError if there is none.
    """
    file = Path(path).resolve()
    _install(file.parent)
    module = load_tolerantly(lambda: load_module(Path(path), f"agents.{file.stem}"))
    if (root := file.parent.parent).is_dir():
        os.chdir(root)
    chosen = _chosen(module, path, name)
    if not callable(getattr(chosen, "step", None)):
        raise AgentError(
            f"the class {chosen.__name__} registered in {path} has no method "
            "step(chess_board, player, opponent)"
        )
    with blamed(f"the class {chosen.__name__} cannot be made without arguments"):
        return chosen()


def _install(folder: Path) -> None:
    names = ("store", "agents", "agents.agent", "helpers")
    store, package, agent, help_module = modules = [ModuleType(name) for name in names]
    vars(store).update(AGENT_REGISTRY=AGENT_REGISTRY, register_agent=register_agent)
    vars(agent).update(Agent=Agent)
    vars(package).update(__path__=[str(folder)], agent=agent)
    vars(help_module).update({k: v for k, v in vars(helpers).items() if not k.startswith("_")})
    sys.modules |= dict(zip(names, modules, strict=True))
    sys.path += [str(folder.parent), str(folder)]
    sys.argv = [str(folder.parent / "simulator.py")]


def _chosen(module: ModuleType, path: str, name: str) -> type:
    own = [entry for entry in _registered if entry[1].__module__ == module.__name__]
    entries = own or _registered
    if not entries:
        raise AgentError(
            f'{path} registers no agent: expected @register_agent("student_agent") above a class, '
            f"or use student:{path}:CLASS"
        )
    wanted = [agent for given, agent in entries if given == (name or USUAL_NAME)]
    if name and not wanted:
        names = ", ".join(dict.fromkeys(str(given) for given, _ in entries))
        raise AgentError(f"{path} registers no agent as {name!r}: there are {names}")
    return wanted[-1] if wanted else entries[-1][1]
