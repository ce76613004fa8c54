"""What a search found."""

from typing import NamedTuple

from .._core import Color, Move


class Line(NamedTuple):
    """One of the best moves."""

    move: Move
    """PASS if the side to move must pass."""
    score: float
    """For the side to move, as in the analysis."""
    pv: tuple[Move, ...]
    """Best play of both sides, `move` first."""
    proven: bool
    """`score` is a margin in discs that the winning side can force (it may win by more)."""


class Analysis(NamedTuple):
    """What a search found: the best move, what it is worth, and how sure that is."""

    move: Move
    """The best move; PASS if the side to move must pass."""
    score: float
    """For the side to move, in `unit`; the margin in discs when `proven`."""
    depth: int
    """Plies searched to the full; 0 when the search was stopped before the first was done."""
    nodes: int
    """Calls of a search function."""
    time: float
    """Seconds."""
    pv: tuple[Move, ...]
    """Best play of both sides, `move` first."""
    exact: bool
    """Searched to the end, nothing left out: `score` is the margin with best play, empties to the
    winner."""
    proven: bool
    """`score` is a margin in discs that the winning side can force (it may win by more)."""
    interrupted: bool
    """Ended by Ctrl-C."""
    turn: Color
    """The side to move."""
    unit: str
    """What `score` counts: "discs" or "points" of the evaluator."""
    selectivity: int
    """The confidence in per cent that nothing left out matters, to this depth; 100: nothing was."""
    lines: tuple[Line, ...]
    """The best moves, as many as were asked for: proven wins first, then by score."""

    def pov(self, color: Color) -> float:
        """The score from the point of view of a colour."""
        return self.score if color == self.turn else -self.score
