"""Transcripts written: a game a line, such as f5d6c3d3c4, or f5d6c3 34-30 if it is not over."""

from __future__ import annotations

from ..rules import Game, Position
from ..rules.transcript import write_moves
from .record import Record, check_record, contents
from .results import discs_text, lost_of_result


def write_transcript(record: Record) -> str:
    """The moves on a line, passes left out where they can be; then a result not told by them.

    Raises ValueError for a game without moves or from another than the usual start.
    """
    check_record(record)
    game = record.game
    if game.start != Position.initial(game.start.size):
        raise ValueError("transcripts hold games from the usual start position alone")
    if not game.moves:
        raise ValueError("transcripts hold no games without moves")
    passes = "--" if game.moves[-1].is_pass else ""  # a last one is not inferred
    return " ".join([write_moves(game.moves, passes=passes), *_result(game)]) + "\n"


def dropped_by_transcript(record: Record) -> list[str]:
    """What of a game has no place in the format."""
    game = record.game
    size = [] if game.start.size == 8 else ["the size of the board"]
    tags = [f"tag {name}" for name in game.tags if name != "Result"]
    return [*size, *contents(record), *lost_of_result(game, discs_text(game)), *tags]


def _result(game: Game) -> list[str]:
    text = discs_text(game)
    return [] if game.position.is_over or text == "*" else [text]
