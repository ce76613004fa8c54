"""Moves of a file, played while they are read."""

from __future__ import annotations

from ..rules import IllegalMoveError, Move, Position
from ..rules.transcript import alternatives, with_forced_pass


class Playing:
    """Moves made from a position on, with the passes that the file leaves out."""

    def __init__(self, start: Position) -> None:
        self.position = start
        """The position after the last move."""
        self.moves: list[Move] = []
        self.before: list[Position] = []
        """Where each of the moves is made."""

    def play(self, move: Move, shown: str = "") -> None:
        """Makes a move that the file spells so.

        Raises IllegalMoveError, naming the move, its number and what could be played.
        """
        position = self.position
        try:
            for step in with_forced_pass(position, move):
                after = self.position.play(step)
                self.before.append(self.position)
                self.moves.append(step)
                self.position = after
        except IllegalMoveError:
            what = f"illegal move {shown or move.name!r}"
            if move.is_pass:
                what = "pass not legal here"
            number = len(self.moves) + 1
            raise IllegalMoveError(f"{what} (move {number}): {alternatives(position)}") from None
