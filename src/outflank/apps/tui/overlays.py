"""Marks on the board that show what good players look at, with the words of the page."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

from ...heuristics.overlays import frontier, mobility
from ...rules import Color, Move, Position
from .board import Label
from .colors import BLACK, FINE, WHITE

_LETTERS = {"B": BLACK, "W": WHITE, "BW": FINE}


class Overlay(Enum):
    """A kind of marks, and what it means."""

    NONE = ""
    STABLE = "Stable discs can never be turned again. They grow from the corners."
    MOBILITY = "Where Black, White or both could play if it were their turn: B, W, BW."
    FRONTIER = "Discs beside an empty square. Few of one's own leave the other few moves."

    @property
    def next(self) -> Overlay:
        """The one that comes after it."""
        kinds = list(Overlay)
        return kinds[(kinds.index(self) + 1) % len(kinds)]


def marked(overlay: Overlay, position: Position) -> Collection[Move]:
    """The discs that are marked."""
    match overlay:
        case Overlay.STABLE:
            return {disc for color in Color for disc in position.stable(color)}
        case Overlay.FRONTIER:
            return {disc for color in Color for disc in frontier(position, color)}
    return ()


def letters(overlay: Overlay, position: Position) -> dict[Move, Label]:
    """The empty squares that are marked, with the letters of who could play there."""
    if overlay is not Overlay.MOBILITY:
        return {}
    who: dict[Move, str] = {}
    for color in Color:
        for move in mobility(position, color):
            who[move] = who.get(move, "") + color.name[0]
    return {move: Label(text, text, _LETTERS[text]) for move, text in who.items()}
