"""The rules of Othello on any even board: colours, moves, positions and games."""

from outflank._core import PASS, Color, IllegalMoveError, Move, ParseError, Position, Shape
from outflank.rules.game import Game
from outflank.rules.outcome import Outcome

__all__ = [
    "PASS",
    "Color",
    "Game",
    "IllegalMoveError",
    "Move",
    "Outcome",
    "ParseError",
    "Position",
    "Shape",
]
