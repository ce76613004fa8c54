"""A match for other programs: JSON, CSV, and its games as PGN."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from io import StringIO
from math import isinf
from typing import Any

from ..agents.students import count_faults
from ..engine import Limit
from ..formats import Record as Written
from ..formats import write_pgn
from ..rules import Color, Game
from ..rules.outcome import FAULT
from .plan import Plan
from .record import Record
from .standing import Standing
from .statistics import Results
from .summary import Clock, Comparison, Play, summarize

CSV_COLUMNS = (
    ["game", "size", "opening", "black", "white", "seed", "winner", "score", "resigned"]
    + ["fault", "message", "opening_plies", "moves"]
    + [f"{side}_{what}" for side in ("black", "white") for what in ("moves", "time", "nodes")]
    + ["black_slips", "white_slips", "black_replaced", "white_replaced"]
)
"""One row of the CSV is one game."""


def to_json(standing: Standing) -> str:
    """All that a match shows; infinite numbers are null."""
    plan, summary = standing.plan, summarize(standing)
    names = summary.names
    data = {
        "plan": plan.header(standing.books, standing.files),
        "games": summary.games,
        "complete": standing.is_decided or len(standing.records) == plan.total,
        "pairings": [_comparison(c, names) for c in summary.comparisons],
        "sizes": [_comparison(c, names) for c in summary.by_size],
        "agents": [
            {
                "name": name,
                **_results(summary.totals[i]),
                "rating": _finite(summary.ratings[i]),
                "play": [_play(play) for play in summary.play if play.agent == i],
                "clocks": [_clock(clock) for clock in summary.clocks if clock.agent == i],
                "faults": [
                    {"game": f.game, "kind": f.fault.kind, "message": f.fault.message}
                    for f in summary.faults
                    if f.agent == i
                ],
                "replaced": [
                    {"game": r.game, "replaced": r.replaced, "moves": r.moves}
                    for r in summary.replaced
                    if r.agent == i
                ],
                "slips": [
                    {"game": s.game, **s.slip._asdict(), "side": s.slip.side.name.lower()}
                    for s in summary.slips
                    if s.agent == i
                ],
            }
            for i, name in enumerate(names)
        ],
        "sprt": summary.sprt
        and {
            **summary.sprt.sprt._asdict(),
            "llr": summary.sprt.llr,
            "bounds": summary.sprt.sprt.bounds,
            "pairs": summary.sprt.pairs,
            "accepted": summary.sprt.decision,
        },
    }
    return json.dumps(data, indent=2) + "\n"


def to_csv(standing: Standing) -> str:
    """A row a game, under a row of names."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for record in standing.counted:
        writer.writerow(_row(standing.plan, record))
    return text.getvalue()


def to_transcripts(standing: Standing) -> str:
    """The games as PGN."""
    games = (_tagged(standing.plan, record) for record in standing.counted)
    return "\n".join(write_pgn(Written(game)) for game in games)


def _tagged(plan: Plan, record: Record) -> Game:
    game = record.game()
    outcome = game.result
    tags = {
        "Game": record.number,
        "Black": plan.names[record.black],
        "White": plan.names[record.white],
        "Result": outcome and f"{outcome.black}-{outcome.white}",
        "Opening": record.opening,
        "OpeningPlies": record.opening_plies,
        "Limit": str(plan.limit) if plan.limit != Limit() else None,
        "Seed": record.seed,
        FAULT: record.fault and record.fault.message,
        "BlackSlips": _slips(record, Color.BLACK),
        "WhiteSlips": _slips(record, Color.WHITE),
        "BlackReplaced": record.replaced(Color.BLACK) or None,
        "WhiteReplaced": record.replaced(Color.WHITE) or None,
    }
    texts = {name: str(value) for name, value in tags.items() if value not in (None, "")}
    return game.with_tags(texts)


def _row(plan: Plan, record: Record) -> Iterable[object]:
    winner = (
        plan.names[record.black] if record.score > 0
        else plan.names[record.white] if record.score < 0
        else ""
    )  # fmt: skip
    yield from (record.number, record.size, record.opening)
    yield from (plan.names[record.black], plan.names[record.white], record.seed, winner)
    yield from (record.score, record.resigned and record.resigned.name.lower())
    yield from (record.fault and record.fault.kind, record.fault and record.fault.message)
    yield from (record.opening_plies, record.moves)
    for side in (Color.BLACK, Color.WHITE):
        plies = [ply for ply in record.plies if ply.side is side]
        nodes = [ply.nodes for ply in plies if ply.nodes is not None]
        yield from (
            len(plies),
            round(sum(ply.time for ply in plies), 6),
            sum(nodes) if nodes else "",
        )
    yield from (_slips(record, Color.BLACK), _slips(record, Color.WHITE))
    yield from (record.replaced(Color.BLACK), record.replaced(Color.WHITE))


def _slips(record: Record, side: Color) -> str:
    return count_faults([slip.kind for slip in record.slips if slip.side is side])


def _comparison(comparison: Comparison, names: tuple[str, ...]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "first": names[comparison.first],
        "second": names[comparison.second],
        "size": comparison.size,
        **_results(comparison.results),
        "black": _results(comparison.black),
        "white": _results(comparison.white),
        "pairs": comparison.pairs._asdict(),
        "distinct_pairs": comparison.distinct,
        "discs": comparison.discs
        and _finite_fields(comparison.discs._asdict() | {"margin": comparison.discs.margin}),
    }
    if comparison.results.games:
        data["score"] = comparison.score._asdict()
        data["elo"] = _finite_fields(comparison.elo._asdict())
        data["superiority"] = comparison.superiority
    return data


def _play(play: Play) -> dict[str, Any]:
    return {
        "size": play.size,
        "moves": play.moves,
        **{
            name: spread and spread._asdict()
            for name, spread in (
                ("depth", play.depth),
                ("nodes", play.nodes),
                ("time", play.time),
                ("branching", play.choices),
            )
        },
    }


def _clock(clock: Clock) -> dict[str, Any]:
    return {name: value for name, value in clock._asdict().items() if name != "agent"}


def _results(results: Results) -> dict[str, int]:
    return {"games": results.games, **results._asdict()}


def _finite_fields(data: dict[str, float]) -> dict[str, float | None]:
    return {name: _finite(value) for name, value in data.items()}


def _finite(value: float) -> float | None:
    return None if isinf(value) else value
