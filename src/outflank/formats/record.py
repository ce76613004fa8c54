"""What a file holds of games and positions, the same for every format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..rules import Game, Move, Position
from ..rules.checks import check_type


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
    line: int = field(default=0, compare=False)
    """Where it begins, from 1, in a file with a game a line; otherwise 0."""


DEEPEST = 100
"""How deep variations can be nested in files."""


def check_record(value: object) -> None:
    """Raise TypeError if the argument is not a Record."""
    check_type(value, Record, "record", "a Record, such as Record(Game.parse('f5d6c3'))")


def check_depth(record: Record) -> None:
    """Raise ValueError if variations are nested deeper than is read again.

    Raises TypeError if it is not a Record.
    """
    check_record(record)
    branches = record.branches
    for _ in range(DEEPEST):
        branches = tuple(inner for branch in branches for inner in branch.branches)
    if branches:
        raise ValueError(f"variations are nested more than {DEEPEST} deep")


def contents(record: Record) -> list[str]:
    """What a record has besides moves and tags, in the words of a report."""
    notes = record.notes.values()
    has = {
        "values": any(note.value is not None for note in notes),
        "times": any(note.seconds is not None for note in notes),
        "comments on moves": any(note.comment for note in notes),
        "the comment": bool(record.comment),
        "variations": bool(record.branches),
        "the resignation": record.game.resigned is not None,
    }
    return [what for what, there in has.items() if there]


@dataclass(frozen=True, slots=True)
class Entry:
    """A position, and what is said of it."""

    position: Position
    scores: Mapping[Move, int]
    """The margins of moves for the side to move, with empty squares for the winner."""
    score: int | None
    """The margin of the position: the one given, or the best of the moves; None if there is none.
    """
    comment: str = ""
    line: int = field(default=0, compare=False)
    """Where it begins, from 1, in a file with a position a line; otherwise 0."""


Item = Record | Entry
"""What files consist of."""


class Problem(NamedTuple):
    """What a reader could not make sense of, or found odd."""

    line: int
    """Where to look, from 1; 0 in a file without lines."""
    reason: str
    number: int | None = None
    """Which of the games it is in, from 1; of files with a game or position a line, None."""
    harmless: bool = False
    """Whether nothing is lost, but something is odd; of a game that has come right before it."""

    @property
    def place(self) -> str:
        """Such as `game 2, line 9`; empty if it is the file as a whole."""
        game = None if self.number is None else f"game {self.number}"
        line = f"line {self.line}" if self.line else None
        return ", ".join(filter(None, (game, line)))

    def __str__(self) -> str:
        """Return a clause such as `game 2, line 9: bad move 'z9' at column 3 (token 2)`."""
        return f"{self.place}: {self.reason}" if self.place else self.reason
