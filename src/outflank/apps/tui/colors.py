"""Colours that mean something; they differ in lightness as well as in hue."""

from __future__ import annotations

from ...reviews import MARKS

BEST, BEST_GROUND = "#06281a", "#8fe3ff"
FINE = "#ffffff"
OF_MARK = {"?!": "#ffe27a", "?": "#ffb066", "??": "#ff9d94"}
INK = "#101010"
"""On the colours of marks."""
BLACK, WHITE, GROUND = "#0b0d0e", "#f6f8f7", "#2d7352"


def color_of_loss(loss: float) -> str:
    """The colour of a move that loses so many discs, on the ground of a board."""
    mark = next((mark for least, mark in MARKS.items() if loss >= least), "")
    return OF_MARK.get(mark, FINE)
