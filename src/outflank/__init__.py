"""Reversi/Othello: rules, engine and agents on every board from 4x4 to 16x16.

Names are imported when somebody first asks for them, so that a program pays for what it uses.
"""

from importlib import import_module
from typing import TYPE_CHECKING

_HOMES = {
    "rules": (
        "PASS",
        "Color",
        "Game",
        "IllegalMoveError",
        "Move",
        "Outcome",
        "ParseError",
        "Position",
        "Shape",
    ),
    "heuristics": ("Learned", "Linear", "features"),
    "engine": ("Analysis", "Clock", "Engine", "Level", "Limit", "MonteCarlo", "Settings"),
    "reviews": ("Review", "review"),
    "agents": ("Agent", "agent_from_spec", "play_game"),
    "protocols": (),
    "tournament": (),
    "formats": ("parse",),
    "database": (),
}
"""The subpackages, and which of their names are this package's too."""

if TYPE_CHECKING:
    from .agents import Agent, agent_from_spec, play_game
    from .engine import Analysis, Clock, Engine, Level, Limit, MonteCarlo, Settings
    from .formats import parse
    from .heuristics import Learned, Linear, features
    from .reviews import Review, review
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
else:

    def __getattr__(name):
        """Imports a subpackage, or the one that a name comes from."""
        if name in _HOMES:
            return import_module(f"{__name__}.{name}")
        for home, names in _HOMES.items():
            if name in names:
                value = getattr(import_module(f"{__name__}.{home}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__version__ = "0.1.0"

__all__ = [
    "PASS",
    "Agent",
    "Analysis",
    "Clock",
    "Color",
    "Engine",
    "Game",
    "IllegalMoveError",
    "Learned",
    "Level",
    "Limit",
    "Linear",
    "MonteCarlo",
    "Move",
    "Outcome",
    "ParseError",
    "Position",
    "Review",
    "Settings",
    "Shape",
    "agent_from_spec",
    "features",
    "parse",
    "play_game",
    "review",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_HOMES})
