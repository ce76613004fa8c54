"""Questions to agents that are served: whoever asks need not wait for the answer."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import Any, TypeVar

from .._core import Move
from ..agents import Agent
from ..engine import StopEvent

_LOOK = 0.01
"""Seconds between two looks whether to stop."""

T = TypeVar("T")


class Aside:
    """Asks one question at a time, each in a thread that ends with it or with the process."""

    def __init__(self) -> None:
        self._running: Future[Any] = Future()
        self._running.set_result(None)

    def ask_agent(self, agent: Agent, question: Callable[[], Move], stop: StopEvent) -> Move | None:
        """A question to an agent, which is waited for if it stops by itself, having `stop`.

        Raises KeyboardInterrupt when its search was interrupted.
        """
        if not hasattr(agent, "stop"):
            return self.ask(question, stop)
        move = question()
        if getattr(getattr(agent, "analysis", None), "interrupted", False):
            raise KeyboardInterrupt
        return move

    def ask(self, question: Callable[[], T], stop: StopEvent) -> T | None:
        """The answer, or what the question raises; None if it is to stop before there is one.

        A question that nobody waits for any more goes on, and the next one begins when it is done.
        """
        future: Future[T] = Future()
        if not _done(self._running, stop):
            return None
        self._running = future
        Thread(target=_answer, args=(future, question), daemon=True).start()
        return future.result() if _done(future, stop) else None


def _done(future: Future[Any], stop: StopEvent) -> bool:
    """Waits until it is done, or until it is to stop."""
    while not future.done():
        if stop.is_set():
            return False
        wait([future], _LOOK)
    return True


def _answer(future: Future[T], question: Callable[[], T]) -> None:
    try:
        future.set_result(question())
    except BaseException as error:
        future.set_exception(error)
