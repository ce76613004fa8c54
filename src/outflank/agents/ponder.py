"""Thinking while the opponent does: what is found stays in the engine's table."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread
from weakref import finalize

from .._core import Move, Position
from ..engine import Engine, Limit


class Pondering:
    """One thread at a time searches on, until `end`, or until nobody holds this object."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread: Thread | None = None
        self._stop = Event()
        finalize(self, self._stop.set)

    def begin(self, position: Position, pv: Sequence[Move]) -> None:
        """Searches what will follow from a position, after the first moves expected there."""
        self.end()
        expected = _expected(position, pv)
        if expected.is_over:
            return
        self._stop.clear()
        self._thread = Thread(
            target=_search, args=(self._engine, expected, self._stop), daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """Ends the search, and waits until the engine is free."""
        if self._thread is not None:
            self._stop.set()
            self._thread.join()
            self._thread = None


def _expected(position: Position, pv: Sequence[Move]) -> Position:
    """The position at the next move of who has just moved, if the opponent's reply is known."""
    turn = position.turn
    for move in pv:
        if position.turn is not turn or not position.is_legal(move):
            break
        position = position.play(move)
    return position


def _search(engine: Engine, position: Position, stop: Event) -> None:
    with suppress(Exception):  # the search that follows meets it too, and is asked for
        engine.search(position, Limit(), stop=stop)
