"""What agents see in a position: features with weights, and squares that show the ideas behind."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from ..._core import Color, Move, Position
from ...agents import SearchAgent, agent_from_spec
from ...agents.presets import PRESETS
from ...heuristics import Linear, is_along_search, meaning
from ...heuristics.overlays import frontier, mobility
from .errors import responses
from .lines import color_name
from .refusals import Refusal
from .shapes import Answer, ColorName, GameShape, last_position


class ExplainRequest(GameShape):
    """A line, whose last position is meant, and whose eyes to see it with."""

    agents: Annotated[list[str], Field(max_length=20)] | None = None
    """Agents with weights; all of them if none are named."""


class FeatureAnswer(Answer):
    """What a feature adds to the value of a position."""

    feature: str
    meaning: str
    value: float | None
    """Null for what an agent counts along its search: one position has none of it."""
    weight: float
    adds: float | None
    """Null where `value` is."""


class View(Answer):
    """A position as an agent sees it, for the side to move."""

    agent: str
    unit: str
    total: float
    features: list[FeatureAnswer]
    squares: dict[str, float]
    """What each square adds."""


class BothSides(Answer):
    """Squares by colour."""

    black: list[str]
    white: list[str]


class ExplainAnswer(Answer):
    """What there is to see in a position."""

    turn: ColorName
    agents: list[View]
    stable: BothSides
    """Discs that are proved never to turn again."""
    mobility: BothSides
    """Where each colour could play, were it to move."""
    frontier: BothSides
    """Discs beside an empty square."""


def routes() -> APIRouter:
    """The one question."""
    router = APIRouter(tags=["positions"])

    @router.post("/explain", responses=responses())
    def explain(request: ExplainRequest) -> ExplainAnswer:
        """The last position of a line, feature by feature and square by square."""
        position = last_position(request)
        names = _weighing() if request.agents is None else dict.fromkeys(request.agents)
        for name in names:
            if name not in _weighing():
                raise Refusal("no_features", agent=name[:40], known=", ".join(_weighing()))
        turn = color_name(position.turn)
        assert turn is not None
        return ExplainAnswer(
            turn=turn,
            agents=[_view(name, position) for name in names],
            stable=_both({color: position.stable(color) for color in Color}),
            mobility=_both({color: mobility(position, color) for color in Color}),
            frontier=_both({color: frontier(position, color) for color in Color}),
        )

    return router


@cache
def _weighing() -> dict[str, Linear]:
    """The agents that weigh features, with their weights."""
    agents = {preset.name: agent_from_spec(preset.name) for preset in PRESETS}
    return {
        name: agent.engine.evaluator
        for name, agent in agents.items()
        if isinstance(agent, SearchAgent) and isinstance(agent.engine.evaluator, Linear)
    }


def _view(name: str, position: Position) -> View:
    weights = _weighing()[name]
    rows = weights.explain(position)
    here = [name for name in weights.names if not is_along_search(name)]
    squares = weights.overlay(position, here)
    return View(
        agent=name,
        unit=weights.unit,
        total=round(sum(row.product for row in rows if not row.along_search), 3),
        features=[
            FeatureAnswer(
                feature=row.feature,
                meaning=meaning(row.feature),
                value=None if row.along_search else round(row.value, 3),
                weight=round(row.weight, 5),
                adds=None if row.along_search else round(row.product, 3),
            )
            for row in rows
        ],
        squares={str(square): round(adds, 3) for square, adds in squares.items() if adds},
    )


def _both(squares: dict[Color, list[Move]]) -> BothSides:
    black, white = ([str(square) for square in squares[color]] for color in Color)
    return BothSides(black=black, white=white)
