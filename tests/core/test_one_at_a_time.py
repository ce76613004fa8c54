"""Who may search: one at a time, the next one when that is told to stop, anyone after a fork."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from outflank import Engine, Limit, MonteCarlo, Position

START = Position.initial()
MAKERS = [Engine, MonteCarlo]


class Stop:
    """A stop event that knows when a search looks at it."""

    def __init__(self) -> None:
        self.is_watched, self.is_told, self.allows = (threading.Event() for _ in range(3))
        self.allows.set()

    def is_set(self) -> bool:
        self.is_watched.set()
        self.allows.wait(60)
        return self.is_told.is_set()


@contextmanager
def searching(engine: Engine | MonteCarlo) -> Iterator[Stop]:
    """Another thread searches, until it is stopped or to the end of the block."""
    stop = Stop()
    moves = []

    def search() -> None:
        moves.append(engine.search(START, Limit(), stop=stop).move)

    thread = threading.Thread(target=search)
    thread.start()
    assert stop.is_watched.wait(60)
    try:
        yield stop
    finally:
        stop.is_told.set()
        thread.join()
    assert moves[0] in START.legal_moves()


@pytest.mark.parametrize("make", MAKERS)
def test_a_second_search_hears_what_to_do(make: type[Engine | MonteCarlo]) -> None:
    engine = make()
    told = r"one search at a time; pass a search stop=threading\.Event\(\) and set the event"
    with searching(engine):
        with pytest.raises(RuntimeError, match=told):
            engine.search(START, Limit(nodes=10))
        with pytest.raises(RuntimeError, match=told):
            engine.clear()


@pytest.mark.parametrize("make", MAKERS)
def test_a_search_waits_for_one_that_was_told_to_stop(make: type[Engine | MonteCarlo]) -> None:
    engine = make()
    with searching(engine) as stop:
        stop.is_told.set()
        assert engine.search(START, Limit(nodes=10)).nodes <= 10
        engine.clear()


@pytest.mark.parametrize("make", MAKERS)
def test_a_search_does_not_wait_for_itself(make: type[Engine | MonteCarlo]) -> None:
    engine, stop = make(), threading.Event()

    def again(_: object) -> None:
        stop.set()
        engine.search(START, Limit(nodes=10))

    with pytest.raises(RuntimeError, match="one search at a time"):
        engine.search(START, Limit(), stop=stop, progress=again)
    assert engine.search(START, Limit(nodes=10)).nodes <= 10


def test_a_stop_event_that_fails_says_so_to_who_waits() -> None:
    class Broken(Stop):
        def is_set(self) -> bool:
            if threading.current_thread() is threading.main_thread():
                raise KeyError("broken")
            return super().is_set()

    engine, stop = Engine(), Broken()
    thread = threading.Thread(target=engine.search, args=(START, Limit()), kwargs={"stop": stop})
    thread.start()
    assert stop.is_watched.wait(60)
    with pytest.raises(KeyError, match="broken"):
        engine.search(START, Limit(nodes=10))
    stop.is_told.set()
    thread.join()


@pytest.mark.parametrize("make", MAKERS)
def test_an_engine_is_free_after_a_wait_that_was_cancelled(make: type[Engine | MonteCarlo]) -> None:
    engine = make()

    async def move(stop: Stop) -> None:
        try:
            await asyncio.to_thread(engine.search, START, Limit(), stop=stop)
        finally:
            stop.is_told.set()

    async def play() -> int:
        stop = Stop()
        asking = asyncio.create_task(move(stop))
        assert await asyncio.to_thread(stop.is_watched.wait, 60)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        return engine.search(START, Limit(nodes=10)).nodes

    assert asyncio.run(play()) <= 10


FORK = """
import os, sys, threading, warnings
from outflank import Engine, Limit, MonteCarlo, Position

warnings.simplefilter("ignore")  # Python warns of a fork beside threads
start, limit = Position.initial(), Limit(nodes=500)

class Stop:
    is_told, is_watched = False, threading.Event()
    def is_set(self):
        self.is_watched.set()
        return self.is_told

def fork(work):
    pid = os.fork()
    if pid == 0:
        work()
        sys.exit(7)  # not os._exit: Python ends as usual
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7

make = lambda: {make}
engine, stop = make(), Stop()
search = lambda: engine.{search}(start, stop=stop, limit=Limit())
thread = threading.Thread(target=search, daemon=True)
thread.start()
assert stop.is_watched.wait(60)

def use():
    found, fresh = engine.search(start, limit), make().search(start, limit)
    assert found.nodes == fresh.nodes == 500
    assert isinstance(engine, MonteCarlo) or found.lines == fresh.lines  # it has forgotten
    engine.clear()

fork(use)
fork(lambda: None)  # an engine that is not used again goes quietly
stop.is_told = True
thread.join()
assert engine.search(start, limit).nodes <= 500
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
@pytest.mark.parametrize(
    ("make", "search"),
    [
        ("Engine()", "search"),
        ("Engine(table=1, threads=2)", "search"),
        ("Engine(threads=2)", "solve"),
        ("MonteCarlo(flat=True, seed=1)", "search"),
        ("MonteCarlo(seed=1)", "search"),
    ],
)
def test_an_engine_that_searched_at_a_fork_is_free_in_the_child(make: str, search: str) -> None:
    run(FORK.format(make=make, search=search))


PONDER = """
import os, warnings
from outflank import Engine, Limit, Position, agent_from_spec

warnings.simplefilter("ignore")
agent = agent_from_spec("engine:nodes=500,ponder=true,book=none")
start = Position.initial()
move = agent.choose(start, Limit())
pid = os.fork()
reply = start.play(move).legal_moves()[0]
assert agent.choose(start.play(move).play(reply), Limit())
if pid == 0:
    os._exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
agent.close()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_an_agent_that_pondered_at_a_fork_plays_on_in_both() -> None:
    run(PONDER)


def run(code: str) -> None:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stderr) == (0, "")
