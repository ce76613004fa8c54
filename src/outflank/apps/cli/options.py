"""What several commands have in common: board size, limits, and games as text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..._core import Position
from ...engine import Limit
from ...rules import Game
from .errors import UsageError

Size = Annotated[int, Parameter(help="Squares a side: an even number from 4 to 16.", metavar="N")]
Time = Annotated[float | None, Parameter(help="Seconds for a move.", metavar="SECONDS")]
Depth = Annotated[int | None, Parameter(help="Plies to search for a move.", metavar="N")]
Nodes = Annotated[int | None, Parameter(help="Nodes to search for a move.", metavar="N")]


def start_position(size: int) -> Position:
    """The start position on a board of that size."""
    try:
        return Position.initial(size)
    except ValueError as error:
        raise UsageError(str(error)) from error


def limit_of(time: float | None, depth: int | None, nodes: int | None, default: Limit) -> Limit:
    """The limit that the options ask for, or the default if they ask for none."""
    if time is None and depth is None and nodes is None:
        return default
    try:
        return Limit(time=time, depth=depth, nodes=nodes)
    except ValueError as error:
        raise UsageError(str(error)) from error


def read_game(source: str, size: int) -> Game:
    """The game in a transcript, in the file of that name, or in the standard input for `-`."""
    text = sys.stdin.read() if source == "-" else _file_text(source)
    return Game.parse(source if text is None else text, start=start_position(size))


def _file_text(name: str) -> str | None:
    """The text of a file; None if the name is none of a file and does not look like one."""
    try:
        path = Path(name)
        if path.is_file():
            return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read {name!r}: it is no text") from error
    except (OSError, ValueError) as error:
        if len(name) < 256:
            raise UsageError(f"cannot read {name!r}: {error}") from error
        return None  # too long for a name
    if "/" in name or name.endswith((".txt", ".ggf", ".sgf", ".pgn", ".wtb")):
        raise UsageError(f"there is no file {name!r}")
    return None
