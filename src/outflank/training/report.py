"""A tuning in words: what it improved, the weights before and after, the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..heuristics.toml import PROGRESS
from ..tournament.report import elo_text, table
from .fitted import Fitted
from .plan import Plan

if TYPE_CHECKING:
    from .model import Model
    from .tuning import Duel, Tuned


def report(tuned: Tuned) -> str:
    """Everything that a tuning shows, as tables."""
    plan, fitted = tuned.plan, tuned.fitted
    parts = [_title(plan), table(["", "before", "after"], _measures(fitted))]
    if fitted.notes:
        parts.append(fitted.notes)
    if plan.is_per_size:
        parts += [
            f"weights on {size}x{size}\n{_weights(fitted.before[size], fitted.models[size])}"
            for size in plan.sizes
        ]
    else:
        size = plan.sizes[0]
        parts.append(f"weights\n{_weights(fitted.before[size], fitted.models[size])}")
    if tuned.duels:
        parts.append(f"after against before\n{_matches(tuned.duels)}")
    return "\n\n".join(parts)


def comment(plan: Plan, fitted: Fitted, duels: Mapping[int, Duel]) -> str:
    """Where weights come from, for the head of their file."""
    lines = [_title(plan)]
    lines += [f"{name}: {old} before, {new} after" for name, old, new in _measures(fitted)]
    lines += [f"after against before on {_results(size, duel)}" for size, duel in duels.items()]
    if plan.label == "margin":
        lines.append("100 points multiply the ratio of the final discs by e.")
    elif plan.is_per_size:
        lines.append("100 points multiply the odds of winning by e.")
    return "\n".join(lines)


def _title(plan: Plan) -> str:
    sizes = ", ".join(f"{size}x{size}" for size in plan.sizes)
    amount = f"{plan.number} games"
    if plan.is_per_size:
        amount += f" a size, perfect from {plan.exact} empty squares"
        if plan.rounds > 1 and plan.method == "logistic":
            amount += f", {plan.rounds} rounds"
    else:
        amount += f" a candidate, at most {plan.budget} candidates"
    return (
        f"{plan.agent} tuned by {plan.method} on {sizes}: {amount}, {plan.limit}, seed {plan.seed}"
    )


def _measures(fitted: Fitted) -> list[list[str]]:
    return [[m.name, f"{m.before:.4f}", f"{m.after:.4f}"] for m in fitted.measures]


def _weights(before: Model, after: Model) -> str:
    columns = _columns(after.basis.name)
    heads = ["", *(f"{name} {when}" for name in columns for when in ("before", "after"))]
    if len(columns) == 1:
        heads = ["", "before", "after"]
    rows = [
        [name, *(f"{w:.4g}" for pair in zip(old, new, strict=True) for w in pair)]
        for name, old, new in zip(after.names, before.weights, after.weights, strict=True)
    ]
    return table(heads, rows)


def _columns(basis: str) -> list[str]:
    if basis in PROGRESS:
        return ["base", "delta"]
    return [str(number) for number in range(1, int(basis) + 1)]


def _matches(duels: Mapping[int, Duel]) -> str:
    rows = []
    for size, duel in duels.items():
        low, high = duel.score.low, duel.score.high
        rows.append(
            [
                f"{size}x{size}",
                *map(str, duel.results),
                f"{100 * duel.score.value:.1f} %",
                f"{100 * low:.1f} to {100 * high:.1f} %",
                elo_text(duel.elo),
            ]
        )
    return table(["", "wins", "draws", "losses", "score", "95 %", "Elo"], rows)


def _results(size: int, duel: Duel) -> str:
    wins, draws, losses = duel.results
    return f"{size}x{size}: {wins}-{draws}-{losses}, {100 * duel.score.value:.1f} %"
