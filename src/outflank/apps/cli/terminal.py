"""How boards look: in colour on a terminal, as plain text elsewhere."""

from __future__ import annotations

import os
import sys

from ..._core import Color, Move, Position
from ...rules.text import LETTERS, board_text

_RESET = "\033[0m"
_BLACK = "\033[38;5;16m"
_WHITE = "\033[38;5;231m"
_FAINT = "\033[38;5;22m"
_GREEN = "\033[48;5;71m"
_LIGHT = "\033[48;5;150m"


def has_color() -> bool:
    """Whether the output is a terminal whose user does not mind colour."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()


def bold(text: str) -> str:
    """A heading: bold on a terminal, as it stands elsewhere."""
    return f"\033[1m{text}{_RESET}" if has_color() else text


def draw(position: Position, last_move: Move | None, *, legal_moves: bool = True) -> str:
    """The board with its legal moves and the last move marked, but for who is to move."""
    if has_color():
        return color_board(position, last_move, legal_moves=legal_moves)
    text = board_text(position, legal_moves=legal_moves, last_move=last_move)
    return text[: text.rindex("\n")]


def color_board(position: Position, last_move: Move | None, *, legal_moves: bool = True) -> str:
    """The board with escape codes: the last move on a lighter square, dots for legal moves."""
    size, width = position.size, len(str(position.size))
    playable = set(position.legal_moves()) if legal_moves else set()
    lines = [f"{'':{width}} {' '.join(f' {letter}' for letter in LETTERS[:size])}"]
    for row in range(size):
        cells = []
        for column in range(size):
            square = Move.at(column, row)
            ground = _LIGHT if square == last_move else _GREEN
            cells.append(f"{ground}{_mark(position[square], square in playable)}")
        lines.append(f"{row + 1:>{width}} {''.join(cells)}{_RESET}")
    return "\n".join(lines)


def _mark(color: Color | None, playable: bool) -> str:
    disc, dot = ("●", "·") if can_show("●·") else ("@", ".")
    if color is None:
        return f"{_FAINT} {dot if playable else ' '} "
    if disc == "@":
        disc = "X" if color is Color.BLACK else "O"
    return f"{_BLACK if color is Color.BLACK else _WHITE} {disc} "


def can_show(text: str) -> bool:
    """Whether the output has these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def signed(score: float, exact: bool = False) -> str:
    """A score as text: `+1.2`, or `+4` when exact."""
    return f"{score:+.0f}" if exact else f"{score:+.1f}"
