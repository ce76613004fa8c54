"""The five classroom agents, an opponent of theirs, and one with learned weights.

Each has weights from ``heuristics/presets/NAME.toml`` and settings of its own: the five for the
plain search of `ClassicEngine`, the others for the engine. docs/agents.md describes them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, NamedTuple

from ..engine import ClassicEngine, ClassicSettings, Engine, Limit, Ordering, Settings
from ..heuristics import load_preset
from .files import load_weights
from .search import Depth, Nodes, SearchAgent, Table, Time

Without = Annotated[str, "features to leave out, joined by +"]
Weights = Annotated[str | None, "weights of your own, in PATH.toml"]


class Preset(NamedTuple):
    """How a named agent searches."""

    name: str
    """Of the agent and of its weights."""
    usual: Limit
    """Its limit when nobody gives one."""
    settings: ClassicSettings | Settings
    """Of the search that it uses: those of the classroom agents, or of the engine."""
    help: str
    """What it is, in one line."""


PRESETS = (
    Preset(
        "phased",
        Limit(time=1.9),
        ClassicSettings(
            corner=100_000,
            unheld=-3000,
            edge=200,
            mobility=10,
            flip=7,
            late_flip=15,
            keep_partial=False,
        ),
        "seven features by phase and board size; usual limit 1.9 s",
    ),
    Preset(
        "six-factor",
        Limit(depth=3),
        ClassicSettings(),
        "six features, mobility along the path; usual limit depth 3",
    ),
    Preset(
        "three-factor",
        Limit(time=1.9),
        ClassicSettings(corner=10_000, mobility=100, evaluation=100),
        "discs, mobility and corners; usual limit 1.9 s",
    ),
    Preset(
        "positional",
        Limit(depth=6),
        ClassicSettings(
            table=False, keep_partial=False, quick_win=True, pass_is_ply=True, parallel_root=True
        ),
        "few discs on good squares, quick wins; usual limit depth 6",
    ),
    Preset(
        "weighted",
        Limit(depth=3),
        ClassicSettings(corner=99, edge=9, table=False),
        "corners, stability, mobility, edges; usual limit depth 3",
    ),
    Preset(
        "three-phase",
        Limit(depth=4),
        Settings(Ordering(), exact_from=0),
        "opening, midgame and endgame weights; usual limit depth 4",
    ),
    Preset(
        "tuned",
        Limit(depth=6),
        Settings(),
        "weights learned from games, for 6x6 to 12x12; usual limit depth 6",
    ),
)
"""In the order of the seeds, then what `outflank tune` made."""


def factory(preset: Preset) -> Callable[..., SearchAgent]:
    """Makes agents of a preset; its parameters are the options of the agent."""

    def make(
        time: Time = None,
        depth: Depth = None,
        nodes: Nodes = None,
        without: Without = "",
        weights: Weights = None,
        table: Table = "auto",
    ) -> SearchAgent:
        evaluator = load_preset(preset.name) if weights is None else load_weights(weights)
        if without:
            evaluator = evaluator.without(evaluator.matching(without.split("+")))
        settings = preset.settings
        engine = (
            ClassicEngine(evaluator, table=table, settings=settings)
            if isinstance(settings, ClassicSettings)
            else Engine(evaluator, table=table, settings=settings)
        )
        own = Limit(time=time, depth=depth, nodes=nodes)
        return SearchAgent(preset.name, engine, own=own, usual=preset.usual)

    return make
