"""Who plays the games: this process, or some more that end with it, however it ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import sleep
from typing import ParamSpec, TypeVar

from .._core.interrupts import interrupts_held

_PARTING = 1.0
"""Seconds for an idle process to hand in its last result and hear that it may go."""

P = ParamSpec("P")
A = TypeVar("A")
T = TypeVar("T")


class InlineExecutor(Executor):
    """Does the work when it is handed in; KeyboardInterrupt passes through."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Calls the function and returns a future that is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """A pool of processes that end at once with the block, or with this process.

    Hand the work in by `in_worker`, so that it may be cut off in the middle.
    """
    context = get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, _prepare, (reader,))
    try:
        with interrupts_held():
            for _ in range(jobs):
                pool.submit(_nothing)
        yield pool
    finally:
        writer.close()
        pool.shutdown(wait=True, cancel_futures=True)
        reader.close()


def in_worker(work: Callable[[A], T], task: A) -> T:
    """Does the work in a process of the pool, which may end before it is done."""
    with _gate:
        _working.set()
    try:
        return work(task)
    finally:
        with _gate:
            _working.clear()


_gate = threading.Lock()
"""Held to begin or end work, and to end the process: it must not while a result is under way."""
_working = threading.Event()


def _prepare(reader: Connection) -> None:
    """Leaves Ctrl-C to the first process, and what agents print out of its output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    threading.Thread(target=_end_with, args=(reader,), daemon=True).start()


def _end_with(reader: Connection) -> None:
    """Waits for the other end of a pipe to close, as it does when its process dies."""
    reader.poll(None)
    with _gate:
        if _working.is_set():
            os._exit(0)
    sleep(_PARTING)
    os._exit(0)


def _nothing() -> None:
    """Makes the pool start a process."""
