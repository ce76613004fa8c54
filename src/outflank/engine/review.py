"""Judges the moves of a game: what each was worth, and what the best one was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .._core import Color, Move, Position
from ..rules import Game
from .analysis import Analysis
from .engine import Engine
from .limit import Limit

MARKS = {6.0: "??", 3.0: "?", 1.0: "?!"}
"""From how many discs of loss on a move gets which mark, the worst first."""

_NO_LOSS = 0.05
"""Less than this is no loss: scores are shown with one digit."""


class Judgement(NamedTuple):
    """A move with the engine's opinion of it."""

    ply: int
    """The number of the move in the game, passes counted, from 1."""
    turn: Color
    """Who played it."""
    move: Move
    """What was played."""
    score: float | None
    """What it is worth to the side that played it, in discs; None for a pass."""
    best: Move | None
    """The best move, the played one if that is as good; None for a pass."""
    best_score: float | None
    """What the best move is worth, searched to the same depth."""
    depth: int
    """Plies searched."""
    exact: bool
    """Whether both scores are known from best play to the end of the game."""
    pv: tuple[Move, ...]
    """Best play from there, the best move first."""

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


class Total(NamedTuple):
    """What one side gave away in a game."""

    moves: int
    """Moves judged."""
    loss: float
    """Discs lost in all of them."""
    marks: dict[str, int]
    """How many got each mark, the worst first."""


def review(
    game: Game, limit: Limit, engine: Engine | None = None, side: Color | None = None
) -> Iterator[Judgement]:
    """Judges the moves in order, each as soon as it is asked for; the limit is for each search.

    With a `side`, only that side's moves. Raises KeyboardInterrupt when a search is interrupted.
    """
    engine = engine or Engine()
    for ply, (position, move) in enumerate(zip(game.positions, game.moves, strict=False), 1):
        if side is not None and position.turn is not side:
            continue
        if move.is_pass:
            yield Judgement(ply, position.turn, move, None, None, None, 0, False, ())
        else:
            yield _judge(engine, ply, position, move, limit)


def total(judgements: list[Judgement], color: Color) -> Total:
    """Adds up one side's losses."""
    own = [j for j in judgements if j.turn is color and j.score is not None]
    marks = {mark: sum(j.mark == mark for j in own) for mark in MARKS.values()}
    return Total(len(own), sum(j.loss for j in own), marks)


def worst(judgements: list[Judgement], count: int) -> list[Judgement]:
    """The moves that lost the most, of those that are marked."""
    marked = [j for j in judgements if j.mark]
    return sorted(marked, key=lambda j: (-j.loss, j.ply))[:count]


def _judge(engine: Engine, ply: int, position: Position, move: Move, limit: Limit) -> Judgement:
    best, played = _compare(engine, position, move, limit)
    if best.score - played.score < _NO_LOSS:
        best = played
    return Judgement(
        ply,
        position.turn,
        move,
        played.score,
        best.move,
        best.score,
        best.depth,
        best.exact and played.exact,
        best.pv,
    )


def _compare(
    engine: Engine, position: Position, move: Move, limit: Limit
) -> tuple[Analysis, Analysis]:
    """The best move and the one that was played, searched to the same depth."""
    by_depth: dict[int, Analysis] = {}

    def note(analysis: Analysis) -> None:
        by_depth[analysis.depth] = analysis

    best = _uninterrupted(engine.search(position, limit, progress=note))
    if best.move == move:
        return best, best
    by_depth.setdefault(best.depth, best)
    same = Limit(time=limit.time, depth=max(best.depth, 1), nodes=limit.nodes)
    played = _uninterrupted(engine.search(position, same, moves=[move]))
    if played.depth not in by_depth:  # time ran out before a depth that both have
        one = Limit(depth=1)
        return engine.search(position, one), engine.search(position, one, moves=[move])
    return by_depth[played.depth], played


def _uninterrupted(analysis: Analysis) -> Analysis:
    if analysis.interrupted:
        raise KeyboardInterrupt
    return analysis
