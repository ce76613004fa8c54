"""What a file holds of a game besides its moves, the same for every format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..rules import Game, Move


class Note(NamedTuple):
    """What is said of a move."""

    value: float | None = None
    """What it is worth to the side that makes it, in discs."""
    seconds: float | None = None
    """How long it took."""
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Branch:
    """Other moves than those of the line that it leaves."""

    ply: int
    """Of that line's moves the index of the one it replaces; at its end, their number."""
    moves: tuple[Move, ...]
    """Passes included; at least one move."""
    notes: Mapping[int, Note] = field(default_factory=dict)
    """By index of its own moves."""
    branches: tuple[Branch, ...] = ()
    """What leaves it in turn."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is written down.

    What is known about it are the game's tags. These have the same name in every format: `Black`,
    `White`, `BlackElo`, `WhiteElo`, `Event`, `Site`, `Date`, `Round`, `TimeControl`, and `Result`
    as the file states it. Others are the format's own, by their names there.
    """

    game: Game
    notes: Mapping[int, Note] = field(default_factory=dict)
    """By index of the game's moves."""
    comment: str = ""
    """On the game as a whole."""
    branches: tuple[Branch, ...] = ()


class Problem(NamedTuple):
    """What a reader could not make sense of."""

    line: int
    """Where to look, from 1; 0 in a file without lines."""
    reason: str
    number: int | None = None
    """Which of the games it is in, from 1; of files with a position a line, None."""

    def __str__(self) -> str:
        """Return a clause such as `game 2, line 9: bad move 'z9' at column 3 (token 2)`."""
        game = None if self.number is None else f"game {self.number}"
        line = f"line {self.line}" if self.line else None
        place = ", ".join(filter(None, (game, line)))
        return f"{place}: {self.reason}" if place else self.reason
