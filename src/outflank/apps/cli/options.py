"""What several commands have in common: board size, limits, and games as text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from errno import ENAMETOOLONG
from pathlib import Path
from typing import Annotated, Any, get_args

from cyclopts import Parameter, Token, convert

from ..._core import ParseError, Position
from ...engine import Limit
from ...formats import Problem, is_tagged, read_tagged
from ...rules import Game
from .errors import UsageError

Size = Annotated[int, Parameter(help="Squares a side: an even number from 4 to 16.", metavar="N")]
Time = Annotated[float | None, Parameter(help="Seconds for a move.", metavar="SECONDS")]
Depth = Annotated[int | None, Parameter(help="Plies to search for a move.", metavar="N")]
Nodes = Annotated[int | None, Parameter(help="Nodes to search for a move.", metavar="N")]


_ENDINGS = (".txt", ".obf", ".epd", ".pos", ".ggf", ".sgf", ".pgn", ".wtb")


def converted(kind: Any, tokens: Sequence[Token]) -> Any:
    """What was typed as the parser reads it, but that a fraction is no whole number."""
    if kind is int or int in get_args(kind):
        for token in tokens:
            int(token.value)
    return convert(kind, tokens)


def start_position(size: int) -> Position:
    """The start position on a board of that size."""
    try:
        return Position.initial(size)
    except ValueError as error:
        raise UsageError(str(error)) from error


def read_sizes(text: str) -> tuple[int, ...]:
    """Board sizes with commas between."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise UsageError(
            f"bad value {text!r} for --size: expected sizes such as 8 or 6,8"
        ) from None


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
            game = typed_game(source, size) if text is None else game_in(text, size)
            if not game.moves:
                raise UsageError(f"no game was given: there are no moves in {name}")
            return game
    games = "1 game" if count == 1 else f"{count} games"
    raise UsageError(f"there is no game {number} in {name}: it has {games}")


def game_in(text: str, size: int) -> Game:
    """The game that a text holds."""
    return Game.parse(text, start=start_position(size))


def typed_game(text: str, size: int) -> Game:
    """The game that was typed; if it is none, perhaps a file was meant."""
    try:
        return game_in(text, size)
    except ParseError as error:
        if _is_folder(text):
            raise UsageError(f"{text!r} is a directory") from error
        if "." in text and len(text.split()) == 1:
            raise UsageError(f"{error}, and there is no file {text!r}") from error
        raise


def file_named(name: str) -> Path | None:
    """The file of that name; None if the name is none of a file and does not look like one."""
    path = Path(name)
    try:
        if path.exists() and not path.is_dir():
            return path
    except OSError as error:
        if error.errno != ENAMETOOLONG:
            raise UsageError(f"cannot read {name!r}: {error.strerror}") from error
        return None
    if "/" in name or name.lower().endswith(_ENDINGS):
        wrong = f"{name!r} is a directory" if _is_folder(name) else f"there is no file {name!r}"
        raise UsageError(wrong)
    return None


def _file_text(name: str) -> str | None:
    """The text of a file; None if the name is none of a file and does not look like one."""
    path = file_named(name)
    try:
        return None if path is None else path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read {name!r}: it is no text") from error
    except OSError as error:
        raise UsageError(f"cannot read {name!r}: {error.strerror}") from error


def _is_folder(name: str) -> bool:
    try:
        return name != "" and Path(name).is_dir()
    except OSError:  # no name at all
        return False


def read_position(source: str, size: int) -> Position:
    """The position of a board or after the moves of a game: text, a file, or `-` for stdin."""
    return position_in(sys.stdin.read() if source == "-" else (_file_text(source) or source), size)


def position_in(text: str, size: int) -> Position:
    """The position of a board, or after the moves of a game."""
    return Position.parse(text) if is_board(text) else game_in(text, size).position


def is_board(text: str) -> bool:
    """Whether a text is meant as a board: mostly discs and empty squares, more than a few.

    After a semicolon there may be more.
    """
    board = text.partition(";")[0]
    cells = sum(character in "XOxo-.*" for character in board)
    return cells >= 16 and 3 * cells > len("".join(board.split()))
