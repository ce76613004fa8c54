"""An agent's grade for other programs, as JSON."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from ..rules.text import compact
from .grade import Grade
from .grade_against import Against
from .grade_games import Decision, GradeFault, side_of
from .grade_mistakes import Mistake, Review
from .grade_time import by_number, by_part, by_size
from .record import Record
from .summary import Comparison


def grade_to_json(grade: Grade, review: Review, against: Against | None = None) -> str:
    """All that the report shows, and every fault and marked mistake."""
    standing, rung = grade.standing, grade.next_rung
    data = {
        "plan": standing.plan.header(standing.books, standing.files),
        "games": grade.summary.games,
        "complete": len(standing.records) == standing.plan.total,
        "next": rung and rung.opponent,
        "opponents": [
            {
                "name": one.opponent,
                "beaten": one.is_beaten,
                "superiority": one.total.superiority,
                **_results(one.total),
                "sizes": [{"size": size, **_results(c)} for size, c in one.sizes.items()],
            }
            for one in grade.rungs
        ],
        "against": against and _against(against),
        "missing_modules": list(grade.missing),
        "times": _times(grade),
        "games_played": [_played(grade, record) for record in standing.counted],
        "moves": [_decision(grade, decision) for decision in grade.decisions],
        "faults": [_fault(grade, fault) for fault in grade.faults],
        "reviewed": review.games,
        "losses": [{**part._asdict(), "total": round(part.total, 2)} for part in review.losses],
        "mistakes": [_mistake(grade, mistake) for mistake in review.mistakes],
    }
    return json.dumps(data, indent=2) + "\n"


def _results(comparison: Comparison) -> dict[str, Any]:
    discs = comparison.discs
    return {**comparison.results._asdict(), "discs": None if discs is None else discs.value}


def _against(against: Against) -> dict[str, Any]:
    margin = against.change.margin
    return {
        "name": against.name,
        "games": against.games,
        "change": against.change.value,
        "margin": margin if isfinite(margin) else None,
        "opponents": [duel._asdict() for duel in against.duels],
        "before": against.before._asdict(),
        "now": against.now._asdict(),
    }


def _times(grade: Grade) -> dict[str, Any]:
    numbers = by_number(grade.decisions)
    return {
        "sizes": [{"size": s, **t._asdict()} for s, t in by_size(grade.decisions).items()],
        "parts": [{"part": p, **t._asdict()} for p, t in by_part(grade.decisions).items()],
        "numbers": [
            {"size": size, "move_number": number, **times._asdict()}
            for size, by_move in numbers.items()
            for number, times in by_move.items()
        ],
    }


def _game(grade: Grade, record: Record) -> dict[str, Any]:
    return {
        "game": record.number,
        "size": record.size,
        "opponent": grade.opponent(record),
        "side": side_of(record).name.lower(),
    }


def _played(grade: Grade, record: Record) -> dict[str, Any]:
    return {
        **_game(grade, record),
        "moves": record.moves,
        "score": record.pov(0),
        "replaced": record.replaced(side_of(record)),
    }


def _decision(grade: Grade, decision: Decision) -> dict[str, Any]:
    return {
        **_game(grade, decision.record),
        "move_number": decision.number,
        "move": str(decision.move),
        "own": decision.is_own,
        "choices": decision.ply.choices,
        "time": decision.ply.time,
    }


def _fault(grade: Grade, fault: GradeFault) -> dict[str, Any]:
    return {
        **_game(grade, fault.record),
        "move_number": fault.number,
        "position": compact(fault.position),
        "kind": fault.kind,
        "message": fault.message,
        "replaced": fault.replaced,
        "traceback": fault.traceback or None,
    }


def _mistake(grade: Grade, mistake: Mistake) -> dict[str, Any]:
    return {
        **_game(grade, mistake.record),
        "move_number": mistake.number,
        "position": compact(mistake.position),
        "move": str(mistake.judgement.move),
        "best": str(mistake.best),
        "loss": round(mistake.loss, 2),
        "exact": mistake.judgement.exact,
        "mark": mistake.judgement.mark,
        "pv": [str(move) for move in mistake.judgement.pv],
    }
