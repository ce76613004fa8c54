"""How a match stands, for an answer: table, pairings, error bars."""

from __future__ import annotations

from math import isfinite
from typing import Any

from ...tournament import Estimate, Mean, Record, Standing, summarize
from ...tournament.summary import Comparison


def match_fields(name: str, created: str, state: str, standing: Standing) -> dict[str, Any]:
    """The plan of a match and all that is counted so far."""
    plan = standing.plan
    summary = summarize(standing)
    return {
        "id": name,
        "created": created,
        "state": state,
        "agents": list(plan.agents),
        "games": plan.total,
        "size": plan.sizes[0],
        "openings": plan.openings,
        "time": plan.limit.time,
        "depth": plan.limit.depth,
        "nodes": plan.limit.nodes,
        "seed": plan.seed,
        "done": summary.games,
        "table": [
            {
                "agent": agent,
                "games": total.games,
                "wins": total.wins,
                "draws": total.draws,
                "losses": total.losses,
                "points": total.points,
                "rating": _number(rating),
            }
            for agent, total, rating in zip(
                summary.names, summary.totals, summary.ratings, strict=True
            )
        ],
        "pairings": [_pairing(found) for found in summary.comparisons if found.results.games],
    }


def record_fields(record: Record) -> dict[str, Any]:
    """A game of a match."""
    return {
        "number": record.number,
        "black": record.black,
        "white": record.white,
        "size": record.size,
        "moves": record.moves,
        "opening_plies": record.opening_plies,
        "score": record.score,
        "fault": record.fault and record.fault.message,
    }


def _pairing(found: Comparison) -> dict[str, Any]:
    wins, draws, losses = found.results
    return {
        "first": found.first,
        "second": found.second,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "score": _estimate(found.score),
        "elo": _estimate(found.elo),
        "superiority": round(found.superiority, 4),
        "discs": found.discs and _mean(found.discs),
    }


def _estimate(found: Estimate) -> dict[str, float | None]:
    return {name: _number(value) for name, value in found._asdict().items()}


def _mean(found: Mean) -> dict[str, float | None]:
    return {"value": _number(found.value), "margin": _number(found.margin)}


def _number(value: float) -> float | None:
    """A number as JSON can hold it; null if there is no bound."""
    return round(value, 4) if isfinite(value) else None
