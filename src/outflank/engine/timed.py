"""A search by the clock: it is watched while it goes on, and ended when its pace says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from .._core import Move, Position
from .analysis import Analysis
from .clock import Clock, Lateness, Pace
from .limit import Limit

if TYPE_CHECKING:
    from .engine import Engine, StopEvent


_BRIEF = 0.05
"""A move of fewer seconds is searched for exactly that time: progress comes every 5 ms."""


class _Until:
    """A stop event that is set when some rule says so, or with another one.

    The rule is asked with the discs that the best move has lost in the iteration under way.
    """

    def __init__(self, is_over: Callable[[float], bool], stop: StopEvent | None) -> None:
        self._is_over, self._stop = is_over, stop
        self.fall = 0.0
        """Set by the search before each question."""

    def is_set(self) -> bool:
        return self._is_over(self.fall) or (self._stop is not None and self._stop.is_set())


def search_by_clock(
    engine: Engine,
    clock: Clock,
    position: Position,
    limit: Limit,
    lateness: Lateness,
    *,
    multipv: int,
    moves: Sequence[Move | str],
    stop: StopEvent | None,
    progress: Callable[[Analysis], object] | None,
) -> Analysis:
    """As `Engine.search`, where the limit's time is left to the clock.

    A first look at the two best moves tells how far they are apart, unless depth or nodes are
    limited too. A single move is given a value and no more. How late it comes back is noted for
    the next time.
    """
    began = perf_counter()
    if len(moves) == 1:
        one = limit._replace(time=None, depth=1)
        return engine.search(position, one, moves=moves, stop=stop, progress=progress)
    pace = Pace(clock, position.empties, lateness)
    in_discs = engine.unit == "discs"
    spent = 0

    def seconds() -> float:
        return perf_counter() - began

    def whole(analysis: Analysis) -> Analysis:
        return analysis._replace(nodes=spent + analysis.nodes, time=seconds())

    def note(analysis: Analysis) -> None:
        pace.note(analysis.move, analysis.score if in_discs else 0.0, seconds())
        if progress is not None:
            progress(whole(analysis))

    if pace.usual < _BRIEF:
        found = engine.search(
            position,
            limit._replace(time=pace.usual),
            multipv=multipv,
            moves=moves,
            stop=stop,
            progress=progress,
        )
        lateness.note(pace.usual, seconds())
        return found
    glance: Analysis | None = None
    if limit.depth is None and limit.nodes is None:
        look = _Until(lambda _: seconds() >= pace.glance, stop)
        glance = engine.search(
            position,
            limit._replace(time=pace.most),
            multipv=max(multipv, 2),
            moves=moves,
            stop=look,
        )
        if glance.exact or glance.interrupted or (stop is not None and stop.is_set()):
            found = glance._replace(lines=glance.lines[:multipv])
            if progress is not None:
                progress(found)
            return found
        if in_discs and len(glance.lines) > 1:  # not of one move that is named twice
            pace.compare(*(line.score for line in glance.lines[:2]))
        spent = glance.nodes
    found = engine.search(
        position,
        limit._replace(time=max(pace.most - seconds(), 1e-6)),
        multipv=multipv,
        moves=moves,
        stop=_Until(lambda fall: pace.is_over(seconds(), fall), stop),
        progress=note,
    )
    lateness.note(pace.target, seconds())
    if glance is not None and found.depth < glance.depth and not found.interrupted:
        found = glance._replace(lines=glance.lines[:multipv], nodes=found.nodes)
    return whole(found)
