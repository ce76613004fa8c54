"""Engine work in a few threads: the urgent first, in turns, and ended when nobody waits for it."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from itertools import count
from threading import Condition, Event, Thread
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from .refusals import Refusal

T = TypeVar("T")

_REQUESTS = 4
_SLICE = 0.5
"""Seconds after which work that shares its thread makes room for what is as urgent; less, the more
there is of that."""


class Urgency(IntEnum):
    """What is done first."""

    MOVE = 0
    """Somebody waits for the move of an opponent."""
    ANALYSIS = 1
    """Somebody looks on while values deepen."""
    BACKGROUND = 2
    """Reviews and matches; one thread is always left to what is urgent."""


class Turn:
    """A piece of work under way, and the stop event that its searches look at."""

    def __init__(
        self, pool: Pool, urgency: Urgency, shares: bool, most: float, stop: Event
    ) -> None:
        self.urgency = urgency
        self.yielded = False
        """Whether it was ended to make room for others, and is to go on later."""
        self._pool, self._shares, self._stop = pool, shares, stop
        self._most = most
        self._began = monotonic()
        self._dropped = False

    def begin(self) -> None:
        """Its time counts from now."""
        self._began = monotonic()

    def drop(self) -> None:
        """Nobody waits for it any more."""
        self._dropped = True

    def is_set(self) -> bool:
        """Whether to stop."""
        spent = monotonic() - self._began
        if self._dropped or self._stop.is_set() or spent > self._most:
            return True
        if self._shares and not self.yielded:
            self.yielded = self._pool.claims(self.urgency, spent)
        return self.yielded


class _Waiting(NamedTuple):
    """Work that is to be done, ordered by its first two fields."""

    urgency: Urgency
    number: int
    turn: Turn
    do: Callable[[], Callable[[], object]]
    """Returns what tells the outcome."""
    refuse: Callable[[], object]


class Pool:
    """Does work in a bounded number of threads, the most urgent first, else in order."""

    def __init__(self, threads: int) -> None:
        self._changed = Condition()
        self._waiting: list[_Waiting] = []
        self._running: dict[Turn, _Waiting] = {}
        self._numbers = count()
        self._closed = False
        self._background = max(1, threads - 1)
        self._threads = [Thread(target=self._serve, daemon=True) for _ in range(max(2, threads))]
        for thread in self._threads:
            thread.start()

    async def run(
        self,
        work: Callable[[Turn], T],
        urgency: Urgency,
        *,
        shares: bool = False,
        most: float = float("inf"),
        stop: Event | None = None,
    ) -> tuple[T, Turn]:
        """Has work done in a thread and returns what it gave.

        The work is to end soon once its turn `is_set`: when `stop` is, after `most` seconds, when
        this coroutine is cancelled, or, if it `shares`, when others wait for the thread. Raises
        Refusal once the pool is ended.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        turn = Turn(self, urgency, shares, most, stop or Event())

        def do() -> Callable[[], object]:
            try:
                return partial(settle, answer.set_result, work(turn))
            except BaseException as error:
                return partial(settle, answer.set_exception, error)

        def settle(how: Callable[[Any], None], value: object) -> None:
            loop.call_soon_threadsafe(lambda: None if answer.done() else how(value))

        def refuse() -> None:
            settle(answer.set_exception, _ended())

        with self._changed:
            if self._closed:
                raise _ended()
            waiting = _Waiting(urgency, next(self._numbers), turn, do, refuse)
            heapq.heappush(self._waiting, waiting)
            self._changed.notify()
        try:
            return await answer, turn
        finally:
            turn.drop()
            with self._changed:
                if waiting in self._waiting:
                    self._waiting.remove(waiting)
                    heapq.heapify(self._waiting)

    def claims(self, urgency: Urgency, spent: float) -> bool:
        """Whether work of that urgency has to make room, having run for so many seconds."""
        with self._changed:
            leaving = sum(turn.yielded for turn in self._running)
            wanted = [one.urgency for one in self._waiting if one.urgency <= urgency]
            if len(wanted) <= leaving:
                return False
            part = _SLICE * len(self._threads) / (len(self._threads) + len(wanted))
            return min(wanted) < urgency or spent > part

    @property
    def load(self) -> tuple[int, int]:
        """How many pieces of work are under way, and how many wait."""
        with self._changed:
            return len(self._running), len(self._waiting)

    def end(self) -> None:
        """Ends all work; who waits for it is told so."""
        with self._changed:
            self._closed = True
            for one in (*self._running.values(), *self._waiting):
                one.turn.drop()
                one.refuse()
            self._waiting.clear()
            self._changed.notify_all()

    def close(self) -> None:
        """Ends all work and the threads."""
        self.end()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        while True:
            with self._changed:
                while not (self._closed or self._is_ready()):
                    self._changed.wait()
                if self._closed:
                    return
                one = heapq.heappop(self._waiting)
                self._running[one.turn] = one
            one.turn.begin()
            tell = one.do()
            with self._changed:
                del self._running[one.turn]
                self._changed.notify()
            tell()

    def _is_ready(self) -> bool:
        """Whether there is work, and a thread to spare for it."""
        if not self._waiting:
            return False
        busy = sum(turn.urgency is Urgency.BACKGROUND for turn in self._running)
        return self._waiting[0].urgency < Urgency.BACKGROUND or busy < self._background


def _ended() -> Refusal:
    return Refusal("ending", {"Retry-After": "60"})


class Pools:
    """A pool for each kind of work, so that no kind waits for another to end."""

    def __init__(self, threads: int) -> None:
        self.searches = Pool(threads)
        """Live values, which take turns, and reviews."""
        self.moves = Pool(2 * threads)
        """Moves of opponents, which take the time they have."""
        self.matches = Pool(threads)
        self.requests = Pool(_REQUESTS)
        """What is asked without a socket: texts to read, openings to find."""

    @property
    def load(self) -> tuple[int, int]:
        """How many pieces of work are under way, and how many wait, in all of them."""
        under_way, waiting = zip(*(pool.load for pool in self._all), strict=True)
        return sum(under_way), sum(waiting)

    def close(self) -> None:
        """Ends all work and the threads."""
        for pool in self._all:
            pool.end()
        for pool in self._all:
            pool.close()

    @property
    def _all(self) -> tuple[Pool, ...]:
        return self.searches, self.moves, self.matches, self.requests
