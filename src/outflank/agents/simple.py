"""Agents that look one move ahead at most: opponents for a first program to beat."""

from __future__ import annotations

from random import Random
from typing import Annotated

from .._core import Color, Move, Position
from ..engine import Limit


class RandomAgent:
    """Any legal move, each as likely as the others."""

    name = "random"

    def __init__(
        self,
        seed: Annotated[int | Random | None, "a number that makes it play the same again"] = None,
    ) -> None:
        """The same seed gives the same moves; a Random is used as it stands."""
        self.seed = seed
        self._random = seed if isinstance(seed, Random) else Random(seed)

    def choose(self, position: Position, limit: Limit) -> Move:
        """A legal move by lot."""
        return self._random.choice(position.legal_moves())


class First:
    """The first legal move in board order: row by row from a1."""

    name = "first"

    def choose(self, position: Position, limit: Limit) -> Move:
        """The legal move nearest the top, then nearest the left."""
        return min(position.legal_moves())


class Greedy:
    """The move that turns the most discs, the first of them in board order."""

    name = "greedy"

    def choose(self, position: Position, limit: Limit) -> Move:
        """The move with the most flips."""
        return max(sorted(position.legal_moves()), key=lambda move: len(position.flips(move)))


class GreedyCorners(Greedy):
    """A corner if there is one, otherwise as greedy does."""

    name = "greedy-corners"

    def choose(self, position: Position, limit: Limit) -> Move:
        """The first legal corner, or the move with the most flips."""
        corners = sorted(set(position.shape.corners) & set(position.legal_moves()))
        return corners[0] if corners else super().choose(position, limit)


class GptGreedyCorners:
    """The agent `gpt_greedy_corners_agent` of the COMP424 course framework, its fault included.

    It tries every move in board order and keeps the first with the highest value afterwards: own
    discs minus the other side's, plus 10 for every own corner, minus 10 for every corner of the
    other side, minus the number of moves that the other side then has. The framework hands it the
    discs of player 1 and player 2, not its own and the other's. So as player 2, White here, it
    counts the discs the wrong way round and likes to have few; corners and moves it counts rightly.
    """

    name = "gpt-greedy-corners"

    def choose(self, position: Position, limit: Limit) -> Move:
        """The first best move by the value above."""
        return max(sorted(position.legal_moves()), key=lambda move: _gpt_value(position, move))


def _gpt_value(position: Position, move: Move) -> int:
    own = position.turn
    after = position.play(move)
    holders = [after[corner] for corner in after.shape.corners]
    corners = holders.count(own) - holders.count(own.opponent)
    discs = after.discs(Color.BLACK) - after.discs(Color.WHITE)
    return discs + 10 * corners - after.mobility
