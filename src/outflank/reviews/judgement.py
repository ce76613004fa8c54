"""What a move was worth, and what one side's moves come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import fmean
from typing import NamedTuple

from .._core import Color, Move

MARKS = {6.0: "??", 3.0: "?", 1.0: "?!"}
"""From how many discs of loss on a move gets which mark, the worst first."""
WORDS = {"??": "blunder", "?": "mistake", "?!": "inaccuracy"}
"""What the marks mean."""

NO_LOSS = 0.05
"""Less than this is no loss: scores are shown with one digit."""

CLEAR = 3.0
"""An estimate tells who wins from so many discs on; at depth 12 it is as far off on average."""

_HALVES = 16
"""Losing this part of the board, 4 discs on 8x8, halves the accuracy of a move."""


class Judgement(NamedTuple):
    """A move with the engine's opinion of it."""

    ply: int
    """The number of the move in the game, passes counted, from 1."""
    turn: Color
    """Who played it."""
    move: Move
    """What was played."""
    size: int
    """Squares a side of the board."""
    choices: int
    """How many legal moves there were; 0 for a pass."""
    score: float | None = None
    """What it is worth to the side that played it, in discs; None for a pass."""
    best: Move | None = None
    """The best move, the played one if that is as good; None for a pass."""
    best_score: float | None = None
    """What the best move is worth, searched to the same depth."""
    depth: int = 0
    """Plies searched; where the ending is solved, the empty squares."""
    exact: bool = False
    """Whether both scores are known from best play to the end of the game."""
    selectivity: int = 100
    """The confidence in per cent that nothing left out of the search matters; 100: nothing was."""
    pv: tuple[Move, ...] = ()
    """Best play from there, the best move first."""
    margins: Mapping[Move, int] = {}
    """What every move is worth where the ending is solved, the best first; empty elsewhere."""

    @property
    def loss(self) -> float:
        """The discs given away."""
        if self.score is None or self.best_score is None or self.best == self.move:
            return 0.0
        return self.best_score - self.score

    @property
    def mark(self) -> str:
        """`??`, `?`, `?!` or nothing, by the loss."""
        return next((mark for least, mark in MARKS.items() if self.loss >= least - 1e-6), "")

    @property
    def word(self) -> str:
        """`blunder`, `mistake`, `inaccuracy` or nothing, by the loss."""
        return WORDS.get(self.mark, "")

    @property
    def accuracy(self) -> float | None:
        """100 for no loss, half of it for every 16th part of the board lost; None if forced.

        Falling exponentially and averaged over moves, as in the accuracy that lichess.org shows,
        but by discs instead of winning chances.
        """
        return None if self.choices < 2 else 100 * 2 ** (-self.loss * _HALVES / self.size**2)

    @property
    def confidence(self) -> str:
        """`exact`, or the depth with the selectivity, such as `12@73%`; empty for a pass."""
        if self.exact or self.score is None:
            return "exact" if self.exact else ""
        return str(self.depth) + (f"@{self.selectivity}%" if self.selectivity < 100 else "")

    @property
    def is_turning(self) -> bool:
        """Whether a marked move made a draw or a loss of a win, or a loss of a draw.

        That is known where the values are proved; an estimate must fall from `CLEAR` to -`CLEAR`.
        """
        if not self.mark or self.score is None or self.best_score is None:
            return False
        if self.exact:
            return _sign(self.best_score) > _sign(self.score)
        return self.best_score >= CLEAR and self.score <= -CLEAR


class Total(NamedTuple):
    """What some moves gave away."""

    moves: int
    """Moves judged, passes left out."""
    loss: float
    """Discs lost in all of them."""
    marks: dict[str, int]
    """How many got each mark, the worst first."""
    accuracy: float | None
    """The mean accuracy of the moves that were not forced; None if all were."""


def total(judgements: Iterable[Judgement]) -> Total:
    """Adds up the losses of some moves, of one game or many."""
    own = [judged for judged in judgements if judged.score is not None]
    marks = {mark: sum(judged.mark == mark for judged in own) for mark in MARKS.values()}
    shares = [judged.accuracy for judged in own if judged.accuracy is not None]
    loss = sum(judged.loss for judged in own)
    return Total(len(own), loss, marks, fmean(shares) if shares else None)


def worst(judgements: Iterable[Judgement], count: int) -> list[Judgement]:
    """The moves that lost the most, of those that are marked; ValueError for a count below 0."""
    if not (isinstance(count, int) and count >= 0):
        raise ValueError(f"count {count!r}: expected a whole number, 0 or more")
    marked = [judged for judged in judgements if judged.mark]
    return sorted(marked, key=lambda judged: (-judged.loss, judged.ply))[:count]


def _sign(score: float) -> int:
    return (score > 0) - (score < 0)
