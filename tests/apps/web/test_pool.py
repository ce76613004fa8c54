"""The pool: clients take turns, none has it to itself, and what nobody waits for is ended."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import pytest

from outflank.apps.web import pool as pools_module
from outflank.apps.web.pool import PLACES, Job, Pool, Pools
from outflank.apps.web.refusals import Refusal

PATIENCE = 20


@contextmanager
def pool_of(threads: int) -> Iterator[Pool]:
    pool = Pool(threads)
    try:
        yield pool
    finally:
        pool.close()


async def asked(pool: Pool, work, client: str = "a", **options: Any):
    """What a client's work brings, in a place of its own."""
    with pool.place(client) as place:
        return await place.run(work, **options)


def begun(pool: Pool, work, client: str = "a", **options: Any) -> asyncio.Task[Any]:
    return asyncio.create_task(asked(pool, work, client, **options))


async def loaded(pool: Pool | Pools, running: int, waiting: int) -> None:
    """Waits until so many pieces of work are under way, and so many wait."""
    while pool.load != (running, waiting):
        await asyncio.sleep(0)


def until_stopped(job: Job) -> str:
    """Work that goes on until its job says so."""
    while not job.is_set():
        Event().wait(0.001)
    return "ended"


class Held:
    """Work that goes on until it is let free, and looks at nothing else; notes that it began."""

    def __init__(self, name: str, order: list[str]) -> None:
        self.name, self.order, self.free = name, order, Event()

    def __call__(self, job: Job) -> None:
        self.order.append(self.name)
        assert self.free.wait(PATIENCE)


def test_answers_and_errors() -> None:
    async def main() -> None:
        with pool_of(3) as pool:
            assert (await asked(pool, lambda job: 7))[0] == 7
            with pytest.raises(ZeroDivisionError):
                await asked(pool, lambda job: 1 / 0)
            assert pool.load == (0, 0)

    asyncio.run(main())


def test_two_threads_are_left_to_others() -> None:
    async def main() -> None:
        with pool_of(5) as pool:
            assert pool.share == 3
            greedy = [begun(pool, until_stopped, "greedy") for _ in range(9)]
            await loaded(pool, 3, 6)
            for client in "bc":
                assert (await asked(pool, lambda job: "done", client))[0] == "done"
            assert pool.load == (3, 6)
            for task in greedy:
                task.cancel()
            await asyncio.gather(*greedy, return_exceptions=True)

    asyncio.run(main())


def test_clients_take_turns() -> None:
    """Of those that wait the one with the fewest threads is next, then the longest waiting one."""

    async def main() -> None:
        order = list[str]()
        with pool_of(4) as pool:
            work = {name: Held(name, order) for name in ("b1", "c1", "d1", "e1", "b2", "b3", "c2")}
            tasks = list[asyncio.Task[Any]]()
            for count, (name, held) in enumerate(work.items(), 1):
                tasks.append(begun(pool, held, name[0]))
                await loaded(pool, min(count, 4), max(0, count - 4))
            tasks.append(begun(pool, late := Held("f1", order), "f"))
            await loaded(pool, 4, 4)
            work["f1"] = late
            steps = [("b1", "b2"), ("c1", "c2"), ("d1", "f1"), ("e1", "b3")]
            for ended, next_one in steps:
                work[ended].free.set()
                while order[-1] != next_one:
                    await asyncio.sleep(0)
            for held in work.values():
                held.free.set()
            await asyncio.gather(*tasks)
        assert order == ["b1", "c1", "d1", "e1", "b2", "c2", "f1", "b3"]

    asyncio.run(main())


def test_a_flood_delays_others_by_a_turn() -> None:
    """Of a client with many requests one is done for each of another client."""

    async def main() -> None:
        order = list[str]()
        with pool_of(3) as pool:
            gates = [Held(f"gate {client}", list[str]()) for client in "xyz"]
            held = [begun(pool, gate, client) for gate, client in zip(gates, "xyz", strict=True)]
            await loaded(pool, 3, 0)
            flood = [begun(pool, lambda job: order.append("flood"), "flood") for _ in range(9)]
            polite = [begun(pool, lambda job: order.append("polite"), "polite") for _ in range(3)]
            await loaded(pool, 3, 12)
            gates[0].free.set()  # a single thread does them all
            await asyncio.gather(*flood, *polite)
            for gate in gates:
                gate.free.set()
            await asyncio.gather(*held)
        assert order == ["flood", "polite"] * 3 + ["flood"] * 6

    asyncio.run(main())


def test_so_many_places_and_a_wait_told() -> None:
    async def main() -> None:
        with pool_of(3) as pool:
            tasks = [begun(pool, until_stopped) for _ in range(PLACES)]
            await loaded(pool, 1, PLACES - 1)
            with pytest.raises(Refusal, match="has room in about 1 s") as refusal:
                await asked(pool, until_stopped)
            assert (refusal.value.code, refusal.value.status_code) == ("busy", 429)
            assert refusal.value.headers == {"Retry-After": "1"}
            assert (await asked(pool, lambda job: 7, "another"))[0] == 7
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(main())


@pytest.mark.parametrize(("spent", "told"), [(0.2, 1), (7.1, 8), (3600.0, 60)])
def test_the_wait_is_as_long_as_the_work_has_lasted(spent, told, monkeypatch) -> None:
    async def main() -> None:
        now = 0.0
        monkeypatch.setattr(pools_module, "monotonic", lambda: now)
        with pool_of(3) as pool:
            tasks = [begun(pool, until_stopped) for _ in range(PLACES)]
            await loaded(pool, 1, PLACES - 1)
            now = spent
            with pytest.raises(Refusal) as refusal:
                await asked(pool, until_stopped)
            assert refusal.value.parts == {"seconds": told}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(main())


@pytest.mark.parametrize("which", [0, -1])
def test_who_leaves_frees_the_place_at_once(which) -> None:
    """Whether the work is under way or waits for its turn."""

    async def main() -> None:
        with pool_of(3) as pool:
            tasks = [begun(pool, until_stopped) for _ in range(PLACES)]
            await loaded(pool, 1, PLACES - 1)
            gone = tasks.pop(which)
            gone.cancel()
            await asyncio.wait([gone])
            with pool.place("a"), pytest.raises(Refusal), pool.place("a"):
                pass
            await loaded(pool, 1, PLACES - 2)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await loaded(pool, 0, 0)

    asyncio.run(main())


def test_what_shares_makes_room() -> None:
    """Three analyses fill the threads; two more get their turns."""

    async def main() -> None:
        turns = dict.fromkeys("abcde", 0)
        with pool_of(3) as pool:
            stop = Event()

            async def analysis(client: str) -> None:
                while not stop.is_set():
                    await asked(pool, until_stopped, client, shares=True, stop=stop)
                    turns[client] += 1

            tasks = [asyncio.create_task(analysis(client)) for client in turns]
            while min(turns.values()) < 2:
                await asyncio.sleep(0.001)
            stop.set()
            await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)

    asyncio.run(main())


def test_room_is_made_for_those_alone_who_have_less() -> None:
    """Work of a client with many pieces waits for its own; another client's goes on."""

    async def main() -> None:
        with pool_of(4) as pool:
            stop = Event()
            mine = begun(pool, until_stopped, "polite", shares=True, stop=stop)
            await loaded(pool, 1, 0)
            flood = [begun(pool, until_stopped, "flood", shares=True) for _ in range(6)]
            outcomes = await asyncio.gather(*flood[:2])
            assert all(job.yielded for _, job in outcomes)
            assert not mine.done()
            stop.set()
            assert not (await mine)[1].yielded
            for task in flood:
                task.cancel()
            await asyncio.gather(*flood, return_exceptions=True)

    asyncio.run(main())


def test_who_does_not_share_keeps_the_thread() -> None:
    async def main() -> None:
        with pool_of(3) as pool:
            stop = Event()
            tasks = [begun(pool, until_stopped, client, stop=stop) for client in "abcd"]
            await loaded(pool, 3, 1)
            stop.set()
            outcomes = await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
            assert not any(job.yielded for _, job in outcomes)

    asyncio.run(main())


def test_who_is_gone_is_not_waited_for() -> None:
    async def main() -> None:
        with pool_of(3) as pool:
            tasks = [begun(pool, until_stopped, client) for client in "abcde"]
            await loaded(pool, 3, 2)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert (await asyncio.wait_for(asked(pool, lambda job: 5), PATIENCE))[0] == 5
            await loaded(pool, 0, 0)

    asyncio.run(main())


def test_stops_and_bounds() -> None:
    async def main() -> None:
        with pool_of(3) as pool:
            stop = Event()
            task = begun(pool, until_stopped, stop=stop)
            await loaded(pool, 1, 0)
            stop.set()
            assert (await asyncio.wait_for(task, PATIENCE))[0] == "ended"
            assert (await asked(pool, until_stopped, most=0.01))[0] == "ended"

    asyncio.run(main())


def test_closing_ends_all() -> None:
    async def main() -> None:
        pool = Pool(3)
        tasks = [begun(pool, until_stopped, client) for client in "abcde"]
        await loaded(pool, 3, 2)
        closing = Thread(target=pool.close)
        closing.start()
        await asyncio.to_thread(closing.join, PATIENCE)
        assert not closing.is_alive()
        with pytest.raises(Refusal, match="told to end"):
            await asked(pool, until_stopped)
        found = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), PATIENCE)
        assert all(isinstance(one, Refusal) for one in found)

    asyncio.run(main())


def test_no_kind_waits_for_another() -> None:
    """Matches, texts and moves that take long keep nobody's values or moves from coming."""

    async def main() -> None:
        pools, held = Pools(2), list[Held]()
        try:
            kinds = [pools.requests, pools.matches, pools.moves, pools.reviews, pools.values]
            tasks = list[asyncio.Task[Any]]()
            for pool in kinds:
                assert (await asked(pool, lambda job: 7))[0] == 7
                for client in "abcdefghi":
                    held.append(Held(client, []))
                    tasks.append(begun(pool, held[-1], client))
                while sum(pools.load) < len(held):
                    await asyncio.sleep(0)
            for one in held:
                one.free.set()
            await asyncio.gather(*tasks)
        finally:
            pools.close()

    asyncio.run(main())
