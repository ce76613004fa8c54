"""Judges moves: the ending by proof, what is before it by search to a depth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .._core import Color, Move, Position
from ..engine import Analysis, Engine, Limit, StopEvent
from ..rules import Game
from ..rules.checks import wrong_type
from .judgement import NO_LOSS, Judgement

_SPAN = 8
"""Of so many moves those of a side are searched with one table."""
_USUAL = {
    4: (12, 20),
    6: (14, 20),
    8: (12, 20),
    10: (10, 18),
    12: (8, 18),
    14: (7, 18),
    16: (6, 18),
}
"""By size: plies, and empty squares to solve from, with which a game is judged in seconds."""


class Thoroughness(NamedTuple):
    """How moves are judged."""

    limit: Limit
    """For each search, and for each position's proof, but that this keeps no depth."""
    exact_from: int
    """Empty squares from which on all moves are solved."""
    engine: Callable[[], Engine]
    """Makes an engine for every span of moves."""

    def new_engine(self) -> Engine:
        """An engine. Raises TypeError if none is made, ValueError if it counts no discs."""
        if not callable(self.engine):
            raise wrong_type(self.engine, "engine", "a function that makes an Engine")
        made = self.engine()
        if not isinstance(made, Engine):
            raise TypeError(f"engine made {made!r}: expected a function that makes an Engine")
        if made.unit != "discs":
            raise ValueError(f"{made!r} counts points: moves are judged in discs")
        return made


def thoroughness(
    size: int,
    limit: Limit | None = None,
    exact_from: int | None = None,
    engine: Callable[[], Engine] = Engine,
) -> Thoroughness:
    """The usual one on boards of a size, but for what is given."""
    depth, empties = _USUAL[size]
    return Thoroughness(
        limit or Limit(depth=depth), empties if exact_from is None else exact_from, engine
    )


def spans(game: Game, plies: Sequence[int], exact_from: int) -> list[list[int]]:
    """Parts of a game to be judged, each by one engine in this order; plies count from 1.

    The ending is one, forward, as its first position needs the largest table. Before it a search
    gains from those that follow; the moves of each side are apart, so that they are judged alike
    whether or not the other's are.
    """
    solved = [ply for ply in plies if game.positions[ply - 1].empties <= exact_from]
    end = sum(position.empties > exact_from for position in game.positions)
    searched: dict[tuple[int, Color], list[int]] = {}
    for ply in reversed(plies[: len(plies) - len(solved)]):
        part = (end - ply) // _SPAN, game.positions[ply - 1].turn
        searched.setdefault(part, []).append(ply)
    return [solved, *searched.values()] if solved else list(searched.values())


def judge_span(
    game: Game, plies: Sequence[int], how: Thoroughness, engine: Engine, stop: StopEvent
) -> list[Judgement]:
    """The judgements of some moves; worthless once `stop` is set."""
    judged = []
    for ply in plies:
        if stop.is_set():
            break
        position, move = game.positions[ply - 1], game.moves[ply - 1]
        choices = 0 if move.is_pass else len(position.legal_moves())
        judgement = Judgement(ply, position.turn, move, position.size, choices)
        judged.append(judgement if move.is_pass else _judge(engine, position, judgement, how, stop))
    return judged


def _judge(
    engine: Engine, position: Position, blank: Judgement, how: Thoroughness, stop: StopEvent
) -> Judgement:
    if position.empties <= how.exact_from:
        solved = _solved(engine, position, blank, how.limit, stop)
        if solved is not None:
            return solved
    best, played = _compare(engine, position, blank.move, how.limit, stop)
    if best.score - played.score < NO_LOSS:
        best = played
    after = position.play(blank.move)
    if after.is_over and (blank.choices == 1 or played.score == position.shape.area):
        best = played = played._replace(exact=True, selectivity=100, depth=position.empties)
    return blank._replace(
        score=played.score,
        best=best.move,
        best_score=best.score,
        depth=best.depth,
        exact=best.exact and played.exact,
        selectivity=min(best.selectivity, played.selectivity),
        pv=best.pv,
    )


def _solved(
    engine: Engine, position: Position, blank: Judgement, limit: Limit, stop: StopEvent
) -> Judgement | None:
    """The judgement with every move's margin; None if the limit is too short for that."""
    within = Limit(time=limit.time, nodes=limit.nodes)
    found = engine.solve(position, every=True, limit=within, stop=stop)
    if not all(bounds.exact for bounds in found.moves.values()):
        return None
    margins = {move: bounds.lower for move, bounds in found.moves.items()}
    best, pv, played = found.move, found.pv, margins[blank.move]
    if best != blank.move and margins[best] == played:
        best = blank.move
        pv = engine.solve(position, moves=[best], stop=stop).pv
    return blank._replace(
        score=float(played),
        best=best,
        best_score=float(margins[best]),
        depth=position.empties,
        exact=True,
        pv=pv,
        margins=margins,
    )


def _compare(
    engine: Engine, position: Position, move: Move, limit: Limit, stop: StopEvent
) -> tuple[Analysis, Analysis]:
    """The best move and the one that was played, searched to the same depth."""
    by_depth: dict[int, Analysis] = {}

    def note(analysis: Analysis) -> None:
        by_depth[analysis.depth] = analysis

    best = engine.search(position, limit, stop=stop, progress=note)
    if (turned := _turned(position, best, move)) is not None:
        return turned, turned
    by_depth.setdefault(best.depth, best)
    same = Limit(time=limit.time, depth=max(best.depth, 1), nodes=limit.nodes)
    played = engine.search(position, same, moves=[move], stop=stop)
    if played.depth not in by_depth:  # time ran out before a depth that both have
        one = Limit(depth=1)
        return engine.search(position, one), engine.search(position, one, moves=[move])
    return by_depth[played.depth], played


def _turned(position: Position, best: Analysis, move: Move) -> Analysis | None:
    """What was found as it is for another move that leads to an image of the same position."""
    after = position.play(move)
    for symmetry, image in enumerate(position.play(best.move).symmetries()):
        if image == after:
            rest = (
                reply if reply.is_pass else position.shape.transform(reply, symmetry)
                for reply in best.pv[1:]
            )
            return best._replace(move=move, pv=(move, *rest))
    return None
