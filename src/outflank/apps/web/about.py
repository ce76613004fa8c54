"""What there is: sizes, levels, agents, formats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import APIRouter

from ... import __version__
from ...agents import Option
from ...engine import LEVELS
from ...formats import FORMATS
from ...heuristics import FEATURES
from .errors import responses
from .opponents import opponents
from .security import MOST_BODY, MOST_TEXT
from .shapes import Answer

SIZES = (4, 6, 8, 10, 12, 14, 16)


class LevelAnswer(Answer):
    """How strong the engine plays at a level."""

    level: int
    agent: str
    """Its name for /play."""
    depth: int | None
    """Plies; null: as many as there is time for."""
    nodes: int | None
    """The most that a move takes on boards above 8x8; null: no matter how many."""
    selectivity: int
    """Per cent of confidence in leaving moves out."""
    exact_from: int
    """Empty squares from which it plays perfectly."""
    by_lot: bool
    """Whether it errs on purpose."""


class OptionAnswer(Answer):
    """What an agent can be told."""

    name: str
    about: str
    default: str
    kind: str
    """integer, number, boolean or choice."""
    choices: list[str] | None


class AgentAnswer(Answer):
    """Who there is to play against."""

    name: str
    about: str
    sizes: list[int]
    options: list[OptionAnswer]


class FormatAnswer(Answer):
    """What games are written as."""

    name: str
    ending: str
    positions_only: bool


class AboutAnswer(Answer):
    """All of it."""

    name: str
    version: str
    sizes: list[int]
    levels: list[LevelAnswer]
    agents: list[AgentAnswer]
    languages: list[str]
    """Of the names of openings."""
    formats: list[FormatAnswer]
    features: dict[str, str]
    """What agents weigh."""
    explorer: bool
    """Whether there is a database of games to look things up in."""
    limits: dict[str, int]
    """Bytes that are read: of a body in JSON, and of a text or a file."""


def routes(database: Path) -> APIRouter:
    """The one question."""
    router = APIRouter(tags=["about"])

    @router.get("/about", responses=responses())
    def about() -> AboutAnswer:
        """What there is to choose from."""
        return AboutAnswer(
            name="Outflank",
            version=__version__,
            sizes=list(SIZES),
            levels=_levels(),
            agents=[
                AgentAnswer(
                    name=one.name,
                    about=one.about,
                    sizes=list(SIZES),
                    options=[_option(option) for option in one.options],
                )
                for one in opponents()
            ],
            languages=["en", "ja"],
            formats=[
                FormatAnswer(
                    name=kind.name,
                    ending=(*kind.endings, ".txt")[0],
                    positions_only=kind.write is None,
                )
                for kind in FORMATS.values()
                if kind.is_written
            ],
            features=dict(FEATURES),
            explorer=database.is_file(),
            limits={"body": MOST_BODY, "text": MOST_TEXT},
        )

    return router


def _levels() -> list[LevelAnswer]:
    return [
        LevelAnswer(
            level=level.number,
            agent=f"engine:level={level.number}",
            depth=level.depth,
            nodes=level.nodes,
            selectivity=level.selectivity,
            exact_from=level.exact_from,
            by_lot=level.spread > 0,
        )
        for level in LEVELS
    ]


def _option(option: Option) -> OptionAnswer:
    kinds: tuple[Any, ...] = option.kinds
    words = [kind for kind in kinds if isinstance(kind, str)]
    kind = "choice" if words else "boolean" if bool in kinds else "number"
    if int in kinds and float not in kinds and not words:
        kind = "integer"
    return OptionAnswer(
        name=option.name,
        about=option.help,
        default=option.default_text,
        kind=kind,
        choices=words or None,
    )
