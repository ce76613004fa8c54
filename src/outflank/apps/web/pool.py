"""Threads for the searches of the server: clients take turns; abandoned work is stopped."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import ceil, inf
from threading import Condition, Event, Thread
from time import monotonic
from typing import Any, TypeVar

from .refusals import Refusal

T = TypeVar("T")

PLACES = 16
"""How many requests of a client a pool takes at a time; more are refused as busy."""
_RESERVE = 2
"""Threads of a pool that are kept from any single client."""
_LONGEST_WAIT = 60
"""The most seconds that a refused client is asked to wait."""
_REQUESTS = 4
_SLICE = 0.5
"""Seconds that shared work runs before it yields to others; fewer, the more wait."""


class Job:
    """A piece of work, and the stop event that its searches look at."""

    def __init__(
        self,
        pool: Pool,
        client: str,
        do: Callable[[Job], Callable[[], object]],
        refuse: Callable[[], object],
        *,
        shares: bool,
        most: float,
        stop: Event,
    ) -> None:
        """`do` returns a function that reports the outcome, `refuse` reports that there is none."""
        self.client, self.do, self.refuse = client, do, refuse
        self.yielded = False
        """Whether it was ended to make room for others, and is to go on later."""
        self._pool, self._shares, self._most, self._stop = pool, shares, most, stop
        self._began = monotonic()
        self._dropped = False

    @property
    def spent(self) -> float:
        """Seconds since it began."""
        return monotonic() - self._began

    def begin(self) -> None:
        """Count its time from now."""
        self._began = monotonic()

    def drop(self) -> None:
        """Stop it: nobody waits for its result any more."""
        self._dropped = True

    def is_set(self) -> bool:
        """Whether to stop."""
        spent = self.spent
        if self._dropped or self._stop.is_set() or spent > self._most:
            return True
        if self._shares and not self.yielded:
            self.yielded = self._pool.claims(self.client, spent)
        return self.yielded


class Place:
    """A client's place in a pool, for one request; its pieces of work may run side by side."""

    def __init__(self, pool: Pool, client: str) -> None:
        self._pool, self._client = pool, client

    async def run(
        self,
        work: Callable[[Job], T],
        *,
        shares: bool = False,
        most: float = inf,
        stop: Event | None = None,
    ) -> tuple[T, Job]:
        """Have work done in a thread and return its result.

        The work is to end soon once its job `is_set`: when `stop` is, after `most` seconds, when
        this coroutine is cancelled, or, if it `shares`, when others wait for the thread. Raises
        Refusal once the pool is ended.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def do(job: Job) -> Callable[[], object]:
            try:
                return partial(settle, answer.set_result, work(job))
            except BaseException as error:
                return partial(settle, answer.set_exception, error)

        def settle(how: Callable[[Any], None], value: object) -> None:
            loop.call_soon_threadsafe(lambda: None if answer.done() else how(value))

        def refuse() -> None:
            settle(answer.set_exception, _ending())

        event = stop or Event()
        job = Job(self._pool, self._client, do, refuse, shares=shares, most=most, stop=event)
        self._pool.add(job)
        try:
            return await answer, job
        finally:
            self._pool.remove(job)


class Pool:
    """A bounded number of threads for the work of all clients.

    The next thread that is free goes to the client that has the fewest; of several, to the one
    whose last turn is the longest ago. A client's own work is done in order.
    """

    def __init__(self, threads: int) -> None:
        threads = max(_RESERVE + 1, threads)
        self.share = threads - _RESERVE
        """How many threads a client has at most."""
        self._changed = Condition()
        self._places = Counter[str]()
        self._waiting: dict[str, deque[Job]] = {}
        """By client, the one whose last turn is the longest ago first."""
        self._running: list[Job] = []
        self._is_closed = False
        self._threads = [Thread(target=self._serve, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    @contextmanager
    def place(self, client: str) -> Iterator[Place]:
        """Keep a place for a client's request; Refusal if it has too many, or the pool is ended."""
        with self._changed:
            if self._is_closed:
                raise _ending()
            if self._places[client] >= PLACES:
                raise self._busy(client)
            self._places[client] += 1
        try:
            yield Place(self, client)
        finally:
            with self._changed:
                self._places -= Counter([client])

    async def ask(self, client: str, work: Callable[[Job], T], *, most: float = inf) -> T:
        """The result of a request that is a single piece of work; see `place` and `Place.run`."""
        with self.place(client) as place:
            return (await place.run(work, most=most))[0]

    def add(self, job: Job) -> None:
        """Let a job wait for its turn; Refusal once the pool is ended."""
        with self._changed:
            if self._is_closed:
                raise _ending()
            self._waiting.setdefault(job.client, deque()).append(job)
            self._changed.notify()

    def remove(self, job: Job) -> None:
        """End a job, or the waiting for its turn."""
        job.drop()
        with self._changed:
            queue = self._waiting.get(job.client, deque())
            if job in queue:
                queue.remove(job)
                if not queue:
                    del self._waiting[job.client]

    def claims(self, client: str, spent: float) -> bool:
        """Whether work of a client that has run for `spent` seconds has to yield to other work."""
        with self._changed:
            threads = self._in_use()
            left = threads[client] - 1
            rivals = sum(threads[other] <= left for other in self._waiting if other != client)
            wanted = len(self._waiting.get(client, ())) + rivals
            if wanted <= sum(job.yielded for job in self._running):
                return False
            return spent > _SLICE * len(self._threads) / (len(self._threads) + wanted)

    @property
    def load(self) -> tuple[int, int]:
        """How many pieces of work are under way, and how many wait."""
        with self._changed:
            return len(self._running), sum(map(len, self._waiting.values()))

    def end(self) -> None:
        """End all work, and report that to all who wait for it."""
        with self._changed:
            self._is_closed = True
            for job in (*self._running, *(job for jobs in self._waiting.values() for job in jobs)):
                job.drop()
                job.refuse()
            self._waiting.clear()
            self._changed.notify_all()

    def close(self) -> None:
        """End all work and the threads."""
        self.end()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        while (job := self._take()) is not None:
            report = job.do(job)
            with self._changed:
                self._running.remove(job)
            report()
            del job, report  # frees what they hold while waiting for the next job

    def _take(self) -> Job | None:
        """The next job, which is under way now; None once the pool is ended."""
        with self._changed:
            while not self._is_closed:
                if (job := self._next()) is not None:
                    job.begin()
                    self._running.append(job)
                    return job
                self._changed.wait()
            return None

    def _next(self) -> Job | None:
        """The job whose turn it is, which waits no more; None if no client may have a thread."""
        threads = self._in_use()
        ready = [client for client in self._waiting if threads[client] < self.share]
        if not ready:
            return None
        client = min(ready, key=threads.__getitem__)
        queue = self._waiting.pop(client)
        job = queue.popleft()
        if queue:
            self._waiting[client] = queue
        return job

    def _in_use(self) -> Counter[str]:
        """How many threads each client has."""
        return Counter(job.client for job in self._running)

    def _busy(self, client: str) -> Refusal:
        """A refusal: ask again after as many seconds as the client's longest job has run."""
        spent = max((job.spent for job in self._running if job.client == client), default=0.0)
        return busy(min(max(1, ceil(spent)), _LONGEST_WAIT))


def busy(seconds: int) -> Refusal:
    """A refusal of more work for a client, which may ask again after some seconds."""
    return Refusal("busy", {"Retry-After": str(seconds)}, seconds=seconds)


def _ending() -> Refusal:
    return Refusal("ending", {"Retry-After": "60"})


class Pools:
    """A pool for each kind of work, so that no kind waits for another to end."""

    def __init__(self, threads: int) -> None:
        self.values = Pool(threads)
        """Live values, which take turns."""
        self.reviews = Pool(threads)
        self.moves = Pool(2 * threads)
        """Moves of opponents, which take the time they have."""
        self.matches = Pool(threads)
        self.requests = Pool(_REQUESTS)
        """What is asked without a socket: texts to read, openings to find."""

    @property
    def load(self) -> tuple[int, int]:
        """How many pieces of work are under way, and how many wait, in all of them."""
        running, waiting = zip(*(pool.load for pool in self._all), strict=True)
        return sum(running), sum(waiting)

    def close(self) -> None:
        """End all work and the threads."""
        for pool in self._all:
            pool.end()
        for pool in self._all:
            pool.close()

    @property
    def _all(self) -> tuple[Pool, ...]:
        return self.values, self.reviews, self.moves, self.matches, self.requests
