"""Text that is no part of what a file's format holds: told of, never passed over in silence."""

from __future__ import annotations

import re

from .record import Problem

_SHOWN = 40
_LOOKED_AT = 10_000
"""Characters of a line."""
_SQUARE = r"[a-p](?:1[0-6]|[1-9])(?![0-9])"
_GAME = re.compile(
    rf"""(?<![a-z0-9]){_SQUARE}[\s,.:)/-]{{0,9}}(?:[0-9]{{1,3}}[.:)]+\s?)?{_SQUARE}  # moves
    | (?<![a-z])[a-z]{{1,2}}\[        # a property of GGF or SGF
    | [\[{{]\s?"?[a-z_][\w-]*\s?["{{]   # a tag of PGN, a name of JSON
    | "\s?\]                         # the end of a tag
    | (?<![-.xo*])(?=[-.xo*]{{16}})[-.*]*+[xo] # a board
    """,
    re.IGNORECASE | re.VERBOSE,
)


def may_be_game(text: str) -> bool:
    """Whether there is something in a text that games consist of."""
    return _GAME.search(text[:_LOOKED_AT]) is not None


class Skipped:
    """Lines one after the other that belong to no game."""

    def __init__(self) -> None:
        self._line = self._more = 0
        self._first = ""
        self._lost = False

    def add(self, line: int, text: str) -> None:
        """Takes up a line; one of blanks is nothing."""
        text = text.strip("\ufeff\x1a \t\r\n\f")
        if not text:
            return
        if self._first:
            self._more += 1
        else:
            self._line, self._first = line, text[: _SHOWN + 1]
        self._lost = self._lost or may_be_game(text)

    def problem(self, number: int) -> Problem | None:
        """What is to be said of the lines, with the number if they may be a game, or nothing."""
        if not self._first:
            return None
        problem = skipped_line(self._line, self._first, self._more)
        return problem._replace(number=number, harmless=False) if self._lost else problem


def skipped_line(line: int, text: str, more: int = 0) -> Problem:
    """A note on a line, and so many more, that are no game, such as a comment."""
    shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
    lines = f" and {more} more line{'s' if more > 1 else ''}" if more else ""
    return Problem(line, f"{shown!r}{lines}: skipped, as no game of this format", harmless=True)
