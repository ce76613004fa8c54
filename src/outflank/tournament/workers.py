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
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
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
    """A pool of processes that end at once with the block, or with this process."""
    context = get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, _prepare, (reader,))
    try:
        yield pool
    finally:
        writer.close()
        pool.shutdown(wait=True, cancel_futures=True)
        reader.close()


def _prepare(reader: Connection) -> None:
    """Leaves Ctrl-C to the first process, and what agents print out of its output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    threading.Thread(target=_end_with, args=(reader,), daemon=True).start()


def _end_with(reader: Connection) -> None:
    """Waits for the other end of a pipe to close, as it does when its process dies."""
    reader.poll(None)
    os._exit(0)
