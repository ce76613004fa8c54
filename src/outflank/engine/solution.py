"""What an exact search proved."""

from typing import Literal, NamedTuple

from .._core import Color, Move


class Bounds(NamedTuple):
    """The least and the most that a margin in discs can be, as far as is proved."""

    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        """Whether the margin is known."""
        return self.lower == self.upper

    def __str__(self) -> str:
        return f"{self.lower:+d}" if self.exact else f"{self.lower:+d}..{self.upper:+d}"


class Solution(NamedTuple):
    """What is proved of a position with best play to the end.

    Margins are in discs, the empty squares counted for the winner.
    """

    move: Move
    """The best move as far as is known; PASS if the side to move must pass."""
    lower: int
    """The side to move gets at least this margin."""
    upper: int
    """The side to move gets at most this margin."""
    moves: dict[Move, Bounds]
    """What is proved of each move, the best first."""
    pv: tuple[Move, ...]
    """Best play of both sides to the end; `move` alone if the search ended before it had that."""
    nodes: int
    """Calls of a search function."""
    time: float
    """Seconds."""
    interrupted: bool
    """Ended by Ctrl-C."""
    turn: Color
    """The side to move."""

    @property
    def exact(self) -> bool:
        """Whether the margin is known."""
        return self.lower == self.upper

    @property
    def score(self) -> int:
        """The margin for the side to move; ValueError while it is not known."""
        if not self.exact:
            raise ValueError(
                f"the margin is not known: it lies from {self.lower:+d} to {self.upper:+d}"
            )
        return self.lower

    @property
    def result(self) -> Literal["win", "draw", "loss"] | None:
        """Of the side to move, if that much is proved."""
        if self.lower > 0:
            return "win"
        if self.upper < 0:
            return "loss"
        return "draw" if self.lower == self.upper == 0 else None

    def pov(self, color: Color) -> int:
        """The margin from the point of view of a colour; ValueError while it is not known."""
        return self.score if color == self.turn else -self.score
