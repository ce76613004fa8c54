"""Reversi/Othello: rules, engine and agents on every board from 4x4 to 16x16."""

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

__version__ = "0.1.0"

__all__ = [
    "PASS",
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
    "features",
]
