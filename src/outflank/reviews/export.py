"""Reviews for other programs: what of them goes into JSON."""

from __future__ import annotations

from typing import Any

from .._core import Color
from ..rules import Game
from ..rules.outcome import Outcome
from ..rules.text import compact
from .judgement import Judgement, Total
from .reviewing import Review

WORST = 5
"""How many of the worst moves are named."""


def review_fields(review: Review) -> dict[str, Any]:
    """All that there is, rounded to hundredths."""
    game = review.game
    return {
        "size": game.start.size,
        "start": compact(game.start),
        "tags": dict(game.tags),
        "transcript": game.transcript(),
        "opening": None if review.opening is None else review.opening._asdict(),
        "moves": [move_fields(judged) for judged in review.judgements],
        "totals": {color.name.lower(): total_fields(review.total(color)) for color in Color},
        "turning_points": [judged.ply for judged in review.turning_points],
        "worst": [judged.ply for judged in review.worst(WORST)],
        "curve": [[ply, round(value, 2)] for ply, value in review.curve],
        "result": _result_fields(game),
    }


def total_fields(summed: Total) -> dict[str, Any]:
    """What some moves gave away."""
    return {
        "moves": summed.moves,
        "loss": _rounded(summed.loss),
        "marks": summed.marks,
        "accuracy": _rounded(summed.accuracy),
    }


def move_fields(judged: Judgement) -> dict[str, Any]:
    """What is said of one move."""
    return {
        "ply": judged.ply,
        "color": judged.turn.name.lower(),
        "move": str(judged.move),
        "score": _rounded(judged.score),
        "best": None if judged.best is None else str(judged.best),
        "best_score": _rounded(judged.best_score),
        "loss": _rounded(judged.loss),
        "mark": judged.mark,
        "word": judged.word,
        "accuracy": _rounded(judged.accuracy),
        "depth": judged.depth,
        "selectivity": judged.selectivity,
        "exact": judged.exact,
        "pv": [str(move) for move in judged.pv],
        "margins": {str(move): margin for move, margin in judged.margins.items()},
    }


def _result_fields(game: Game) -> dict[str, Any] | None:
    outcome = game.result
    if outcome is None:
        return None
    return {
        "winner": None if outcome.winner is None else outcome.winner.name.lower(),
        "black": outcome.black,
        "white": outcome.white,
        "black_discs": outcome.black_discs,
        "white_discs": outcome.white_discs,
        "ending": _ending(outcome),
    }


def _ending(outcome: Outcome) -> str | None:
    """Why a game ended before its last move: resigned, time or fault; None if it did not."""
    if outcome.resigned is None:
        return None
    return "time" if outcome.on_time else "fault" if outcome.by_fault else "resigned"


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 2)
