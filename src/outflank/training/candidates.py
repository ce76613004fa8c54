"""Scores weights by matches: all candidates play the same opponent from the same openings."""

from __future__ import annotations

from statistics import fmean
from typing import NamedTuple

import numpy as np

from ..rules import Color
from .crew import Crew
from .data import rows_of
from .fitted import Measure
from .games import Played, Side, pairs, self_play
from .model import Array, Model, text_of
from .plan import Plan

_SAMPLE = 50
"""Games of self-play that show how much features vary."""
_FINAL = 4
"""How many times the games of a candidate judge the weights before and after."""


class Score(NamedTuple):
    """How a candidate did; the later numbers decide between equals."""

    points: float
    """The share of the points, 0 to 1."""
    discs: float
    """The mean final difference, as a share of the board."""
    mobility: float
    """Its legal moves less the other side's, on average over the positions."""


def score(plan: Plan, crew: Crew, label: str, model: Model, seed: int) -> Score:
    """The score of a model, which all sizes use, in so many games a size."""
    side = Side(plan.agent, text_of({plan.sizes[0]: model}))
    games: list[Played] = []
    for size in plan.sizes:
        other = Side(plan.against or plan.agent)
        tasks = pairs(size, plan.number, (side, other), plan.limit, seed)
        games += crew.games(f"{label}, {size}x{size}", tasks, plan.number)
    margins = [game.score if number % 2 == 0 else -game.score for number, game in enumerate(games)]
    return Score(
        fmean((np.sign(margin) + 1) / 2 for margin in margins),
        fmean(m / game.size**2 for m, game in zip(margins, games, strict=True)),
        fmean(_mobility(game, number % 2 == 0) for number, game in enumerate(games)),
    )


def _mobility(game: Played, is_black: bool) -> float:
    """The mean of one side's legal moves less the other's, over the positions of a game."""
    own = Color.BLACK if is_black else Color.WHITE
    leads = []
    for position in game.positions():
        lead = position.mobility - position.swapped().mobility
        leads.append(lead if position.turn is own else -lead)
    return fmean(leads)


def units(plan: Plan, crew: Crew, model: Model) -> Array:
    """For each weight what changes values about as much as they vary anyway.

    By the spread of features over positions of games of the agent with itself, and the spread of
    its values there.
    """
    rows = []
    for size in plan.sizes:
        side = Side(plan.agent)
        tasks = self_play(size, range(_SAMPLE), side, plan.limit, plan.exact, plan.seed)
        played = crew.games(f"sample, {size}x{size}", tasks, _SAMPLE)
        positions = [position for game in played for position in game.positions()]
        rows.append(rows_of(positions, model.names, size))
    table = np.concatenate(rows)
    spread = table.std(axis=0) + 1e-6
    total = float((table @ model.weights.mean(axis=1)).std()) or 1.0
    return np.repeat(total / spread, model.basis.width)


def judged(plan: Plan, crew: Crew, before: Model, after: Model) -> Measure:
    """The scores of two models from openings that no candidate has seen."""
    long = plan._replace(games=_FINAL * plan.number)
    old, new = (
        score(long, crew, f"judging the weights {when}", model, plan.seed - 1).points
        for when, model in (("before", before), ("after", after))
    )
    return Measure(f"score against {plan.against or plan.agent}", old, new)
