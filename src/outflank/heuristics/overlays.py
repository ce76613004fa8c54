"""Squares that show on a board what some features count."""

from __future__ import annotations

from ..rules import PASS, Color, Move, Position


def mobility(position: Position, color: Color) -> list[Move]:
    """Where a colour could play if it were its turn."""
    own = position if position.turn is color else position.swapped()
    return [move for move in own.legal_moves() if move != PASS]


def frontier(position: Position, color: Color) -> list[Move]:
    """The discs of a colour beside an empty square."""
    neighbours = position.shape.neighbours
    return [
        disc
        for disc in position.squares(color)
        if any(position[beside] is None for beside in neighbours(disc))
    ]
