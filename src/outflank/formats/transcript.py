"""Transcripts written: a game a line, such as f5d6c3d3c4."""

from __future__ import annotations

from ..rules import Position
from ..rules.transcript import write_moves
from .record import Record, contents


def write_transcript(record: Record) -> str:
    """The moves on a line, passes left out where they can be.

    Raises ValueError for a game without moves or from another than the usual start.
    """
    game = record.game
    if game.start != Position.initial(game.start.size):
        raise ValueError("transcripts hold games from the usual start position alone")
    if not game.moves:
        raise ValueError("transcripts hold no games without moves")
    passes = "--" if game.moves[-1].is_pass else ""  # a last one is not inferred
    return f"{write_moves(game.moves, passes=passes)}\n"


def dropped_by_transcript(record: Record) -> list[str]:
    """What of a game has no place in the format."""
    game = record.game
    size = [] if game.start.size == 8 else ["the size of the board"]
    played = game.result is not None and game.resigned is None
    tags = [f"tag {name}" for name in game.tags if not (played and name == "Result")]
    return [*size, *contents(record), *tags]
