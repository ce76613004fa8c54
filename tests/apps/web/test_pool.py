"""The pool: what is urgent first, in turns, and nothing that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread
from typing import Any

import pytest

from outflank.apps.web.pool import Pool, Pools, Turn, Urgency
from outflank.apps.web.refusals import Refusal

PATIENCE = 20


@contextmanager
def pool_of(threads: int) -> Iterator[Pool]:
    pool = Pool(threads)
    try:
        yield pool
    finally:
        pool.close()


def busy(started: Event, free: Event):
    """Work that goes on until it is let free, and looks at no turn."""

    def work(turn: Turn) -> None:
        started.set()
        assert free.wait(PATIENCE)

    return work


def until_told(turn: Turn) -> str:
    """Work that goes on until its turn says so."""
    while not turn.is_set():
        Event().wait(0.001)
    return "ended"


def test_answers_and_errors() -> None:
    async def main() -> None:
        with pool_of(2) as pool:
            assert (await pool.run(lambda turn: 7, Urgency.MOVE))[0] == 7
            with pytest.raises(ZeroDivisionError):
                await pool.run(lambda turn: 1 / 0, Urgency.MOVE)
            assert pool.load == (0, 0)

    asyncio.run(main())


def test_the_urgent_first() -> None:
    async def main() -> None:
        order = list[Urgency]()
        one, other = Event(), Event()

        def note(urgency: Urgency, turn: Turn) -> None:
            order.append(urgency)

        with pool_of(2) as pool:
            holders = [Event(), Event()]
            held = [
                asyncio.create_task(pool.run(busy(started, free), Urgency.MOVE))
                for started, free in zip(holders, (one, other), strict=True)
            ]
            for started in holders:
                assert await asyncio.to_thread(started.wait, PATIENCE)
            waiting = [
                asyncio.create_task(pool.run(partial(note, urgency), urgency))
                for urgency in (Urgency.BACKGROUND, Urgency.ANALYSIS, Urgency.MOVE)
            ]
            await asyncio.sleep(0)
            while pool.load[1] < 3:
                await asyncio.sleep(0)
            one.set()  # a single thread does them all, in their order
            await asyncio.gather(*waiting)
            other.set()
            await asyncio.gather(*held)
        assert order == sorted(Urgency)

    asyncio.run(main())


def test_background_work_leaves_a_thread() -> None:
    async def main() -> None:
        free = Event()
        with pool_of(3) as pool:
            started = [Event() for _ in range(4)]
            held = [
                asyncio.create_task(pool.run(busy(one, free), Urgency.BACKGROUND))
                for one in started
            ]
            assert await asyncio.to_thread(started[1].wait, PATIENCE)
            assert (await pool.run(lambda turn: "done", Urgency.MOVE))[0] == "done"
            assert pool.load == (2, 2)
            free.set()
            await asyncio.gather(*held)

    asyncio.run(main())


def test_what_shares_makes_room() -> None:
    """Two analyses fill the threads; a third one, and a move, get their turns."""

    async def main() -> None:
        turns = [0, 0, 0]
        with pool_of(2) as pool:
            stop = Event()

            async def analysis(number: int) -> None:
                while not stop.is_set():
                    await pool.run(until_told, Urgency.ANALYSIS, shares=True, stop=stop)
                    turns[number] += 1

            tasks = [asyncio.create_task(analysis(number)) for number in range(3)]
            while pool.load != (2, 1):
                await asyncio.sleep(0)
            assert (await pool.run(lambda turn: 1, Urgency.MOVE))[0] == 1
            while min(turns) < 1:
                await asyncio.sleep(0.001)
            stop.set()
            await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)

    asyncio.run(main())


def test_who_does_not_share_keeps_the_thread() -> None:
    async def main() -> None:
        with pool_of(2) as pool:
            stop = Event()
            tasks = [
                asyncio.create_task(pool.run(until_told, Urgency.MOVE, stop=stop)) for _ in range(3)
            ]
            while pool.load != (2, 1):
                await asyncio.sleep(0)
            stop.set()
            outcomes = await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
            assert not any(turn.yielded for _, turn in outcomes)

    asyncio.run(main())


def test_who_is_gone_is_not_waited_for() -> None:
    async def main() -> None:
        with pool_of(2) as pool:
            tasks = [
                asyncio.create_task(pool.run(until_told, Urgency.MOVE, shares=False))
                for _ in range(4)
            ]
            while pool.load != (2, 2):
                await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert (await asyncio.wait_for(pool.run(lambda turn: 5, Urgency.MOVE), PATIENCE))[
                0
            ] == 5
            while pool.load != (0, 0):
                await asyncio.sleep(0)

    asyncio.run(main())


def test_stops_and_bounds() -> None:
    async def main() -> None:
        with pool_of(2) as pool:
            stop = Event()
            task = asyncio.create_task(pool.run(until_told, Urgency.MOVE, stop=stop))
            while pool.load != (1, 0):
                await asyncio.sleep(0)
            stop.set()
            assert (await asyncio.wait_for(task, PATIENCE))[0] == "ended"
            assert (await pool.run(until_told, Urgency.MOVE, most=0.01))[0] == "ended"

    asyncio.run(main())


def test_closing_ends_all() -> None:
    async def main() -> None:
        pool = Pool(2)
        tasks = [asyncio.create_task(pool.run(until_told, Urgency.ANALYSIS)) for _ in range(5)]
        while pool.load != (2, 3):
            await asyncio.sleep(0)
        closing = Thread(target=pool.close)
        closing.start()
        await asyncio.to_thread(closing.join, PATIENCE)
        assert not closing.is_alive()
        with pytest.raises(Refusal, match="told to end"):
            await pool.run(until_told, Urgency.MOVE)
        found = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), PATIENCE)
        assert all(isinstance(one, Refusal) for one in found)

    asyncio.run(main())


def test_no_kind_waits_for_another() -> None:
    """Matches, texts and moves that take long keep nobody's values or moves from coming."""

    async def main() -> None:
        free, pools, held = Event(), Pools(2), list[asyncio.Task[Any]]()
        try:
            kinds = [pools.requests, pools.matches, pools.moves, pools.searches]
            for number, pool in enumerate(kinds, 1):
                assert (await pool.run(lambda turn: 7, Urgency.ANALYSIS))[0] == 7
                work = [pool.run(busy(Event(), free), Urgency.ANALYSIS) for _ in range(9)]
                held += [asyncio.create_task(one) for one in work]
                while sum(pools.load) < 9 * number:
                    await asyncio.sleep(0)
            free.set()
            await asyncio.gather(*held)
        finally:
            pools.close()

    asyncio.run(main())
