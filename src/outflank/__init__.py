"""Reversi/Othello: rules, engine and agents on every board from 4x4 to 16x16."""

from typing import TYPE_CHECKING

from .engine import Analysis, Engine, Limit, Settings
from .heuristics import Linear, features
from .rules import (
    PASS,
    Color,
    Game,
    IllegalMoveError,
    Move,
    Outcome,
    ParseError,
    Position,
    Shape,
)

if TYPE_CHECKING:
    from .agents import Agent, agent_from_spec, play_game
else:

    def __getattr__(name):
        """Imports the agents when somebody first asks for one of their names."""
        if name not in ("Agent", "agent_from_spec", "play_game"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from . import agents

        return getattr(agents, name)


__version__ = "0.1.0"

__all__ = [
    "PASS",
    "Agent",
    "Analysis",
    "Color",
    "Engine",
    "Game",
    "IllegalMoveError",
    "Limit",
    "Linear",
    "Move",
    "Outcome",
    "ParseError",
    "Position",
    "Settings",
    "Shape",
    "agent_from_spec",
    "features",
    "play_game",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
