"""A review of a game in one thread, move by move, that can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from ...database import opening_of
from ...reviews import Judgement, Review, judge_span, spans
from ...reviews.judge import Thoroughness
from ...rules import Game


def judged(
    game: Game, how: Thoroughness, stop: Event, progress: Callable[[int], object]
) -> Review | None:
    """The review of a game; None if it was stopped. `progress` hears how many moves are judged."""
    found = list[Judgement]()
    for span in spans(game, range(1, len(game) + 1), how.exact_from):
        engine = how.new_engine()
        for ply in span:
            found += judge_span(game, [ply], how, engine, stop)
            if stop.is_set():
                return None
            progress(len(found))
    return Review(game, tuple(sorted(found, key=lambda one: one.ply)), opening_of(game))
