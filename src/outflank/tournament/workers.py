"""Who plays the games: this process, or some more that end with it, however it ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import sleep
from typing import Any, ParamSpec, TypeVar

from .._core.interrupts import interrupts_held
from .interruption import Interruption

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


class LostProcess(Exception):  # noqa: N818 (what has happened)
    """A process died without a word while these tasks were under way."""

    def __init__(self, tasks: Sequence[Any]) -> None:
        super().__init__(tasks)
        self.tasks = tasks


@contextmanager
def hired(
    work: Callable[..., T], jobs: int, executor: Executor | None
) -> Iterator[Callable[[Iterator[Any]], Generator[T]]]:
    """What does the work for each of some tasks and gives the results as they come.

    `jobs` processes do it, this one if that is 1; or an executor, as many tasks at a time. In this
    process the work gets an event `stop`, besides the task, that is set by Ctrl-C.
    """
    with ExitStack() as stack:
        interruption = stack.enter_context(Interruption())
        do, window = work, 2 * jobs
        if executor is None and jobs == 1:
            executor, do, window = InlineExecutor(), partial(work, stop=interruption), 1
        elif executor is None:
            executor, do = stack.enter_context(processes(jobs)), partial(in_worker, work)
        elif isinstance(executor, InlineExecutor):
            window = 1
        yield partial(_results, executor, do, window)


def _results(
    executor: Executor, work: Callable[[A], T], window: int, tasks: Iterator[A]
) -> Generator[T]:
    """The results as they come, those that come together in the order of the tasks."""
    running: dict[Future[T], A] = {}
    try:
        while True:
            for task in islice(tasks, window - len(running)):
                running[executor.submit(work, task)] = task
            if not running:
                return
            ended, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in [one for one in running if one in ended]:
                result = future.result()
                del running[future]
                yield result
    except BrokenExecutor as error:
        raise LostProcess(list(running.values())) from error
    finally:
        for future in running:
            future.cancel()


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
