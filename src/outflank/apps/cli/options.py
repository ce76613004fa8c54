"""What several commands have in common: board size, limits, and games as text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..._core import Position
from ...engine import Limit
from ...formats import Problem, is_tagged, read_tagged
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


def read_game(source: str, size: int, number: int = 1) -> Game:
    """The game in a transcript, in the file of that name, or in the standard input for `-`.

    Of a file of tagged games it is the one of that number, on the board that its tag names.
    """
    text = sys.stdin.read() if source == "-" else _file_text(source)
    if number < 1:
        raise UsageError(f"game {number}: expected a whole number above 0")
    name = "the standard input" if source == "-" else repr(source)
    if text is not None and is_tagged(text):
        count = 0
        for count, game in enumerate(read_tagged(text.splitlines(), size), 1):
            if count == number:
                if isinstance(game, Problem):
                    raise UsageError(f"cannot read {name}: {game}")
                return game
    else:
        count = 1
        if number == count:
            return Game.parse(source if text is None else text, start=start_position(size))
    games = "1 game" if count == 1 else f"{count} games"
    raise UsageError(f"there is no game {number} in {name}: it has {games}")


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


def read_position(source: str, size: int) -> Position:
    """The position of a board or after the moves of a game: text, a file, or `-` for stdin."""
    text = sys.stdin.read() if source == "-" else (_file_text(source) or source)
    if is_board(text):
        return Position.parse(text)
    return Game.parse(text, start=start_position(size)).position


def is_board(text: str) -> bool:
    """Whether a text is meant as a board: mostly discs and empty squares, more than a few."""
    cells = sum(character in "XOxo-.*" for character in text)
    return cells >= 16 and 2 * cells > len("".join(text.split()))
