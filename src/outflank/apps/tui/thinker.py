"""Questions that take long, asked without holding up the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from threading import Event, Lock, Thread
from typing import TypeVar

T = TypeVar("T")


class Thinker:
    """Answers one question at a time, each in a thread that ends with it or with the process.

    A question that nobody waits for any more is told to stop, and the next one begins when it is
    done; one that was told to stop before it began never does.
    """

    def __init__(self) -> None:
        self._busy = Lock()

    async def ask(self, question: Callable[[Event], T]) -> T:
        """The answer to a question, which ends soon when its event is set, or what it raises."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        stop = Event()

        def settle(settled: Callable[[], None]) -> None:
            if not answer.done():
                settled()

        def tell(settled: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody waits
                loop.call_soon_threadsafe(settle, settled)

        def think() -> None:
            with self._busy:
                if stop.is_set():
                    return
                try:
                    found = question(stop)
                except BaseException as error:
                    caught = error
                    tell(lambda: answer.set_exception(caught))
                else:
                    tell(lambda: answer.set_result(found))

        Thread(target=copy_context().run, args=(think,), daemon=True).start()
        try:
            return await answer
        finally:
            stop.set()
