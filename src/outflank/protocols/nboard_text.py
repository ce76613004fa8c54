"""The words of the NBoard protocol: moves, games, and what is thought of moves."""

from __future__ import annotations

import re
from math import isfinite
from typing import NamedTuple

from .._core import PASS, Color, Move, Position
from ..formats import Record, write_ggf
from ..rules import Game
from .clock import read_clock
from .thinking import Thought

_PASSES = re.compile(r"pa(?:ss?)?", re.IGNORECASE)


class MoveEntry(NamedTuple):
    """A move as `move` and `===` name it: F5/1.25/0.5, of which only the move must be there."""

    move: Move
    value: float | None
    """For the side that makes it, in discs."""
    seconds: float
    """How long it took."""

    @classmethod
    def parse(cls, text: str) -> MoveEntry:
        """Reads it with slashes or spaces between; raises ParseError."""
        word, value, seconds = (*map(str.strip, re.split(r" */ *| +", text.strip())), "", "")[:3]
        return cls(read_move(word), _number(value), max(0.0, _number(seconds) or 0.0))

    def __str__(self) -> str:
        value = "" if self.value is None else f"{self.value:.2f}"
        return f"{move_text(self.move)}/{value}/{self.seconds:.2f}"


def read_move(word: str) -> Move:
    """The move that a word names, such as F5, f5, PA or pass; raises ParseError."""
    return PASS if _PASSES.fullmatch(word) else Move(word.lower())


def move_text(move: Move) -> str:
    """The word for a move."""
    return "PA" if move.is_pass else move.name.upper()


def game_text(position: Position) -> str:
    """A game that starts with a position and has no moves, for `set game`."""
    return write_ggf(Record(Game(position))).strip()


def seconds_left(record: Record) -> dict[Color, float]:
    """What the clocks show at the end of a game; nothing if the game has none."""
    clock = read_clock(record.game.tags.get("TimeControl", "").partition("/")[0])
    if not clock:
        return {}
    left = dict.fromkeys(Color, clock)
    for ply, note in record.notes.items():
        left[record.game.positions[ply].turn] -= max(0.0, note.seconds or 0.0)
    return left


def search_line(thought: Thought) -> str:
    """What is thought of a move, as `search` tells it."""
    pv = "-".join(map(move_text, thought.pv))
    depth = "100%" if thought.exact else "100%W" if thought.proven else str(thought.depth)
    unit = "" if thought.unit == "discs" else f" {thought.unit}"
    return f"search {pv} {thought.value:+.2f} 0 {depth}{unit}"


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
