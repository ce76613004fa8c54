"""Conversations over sockets: one piece of work at a time, ended when the other side is gone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from threading import Event
from typing import Annotated, Any, Generic, TypeVar

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import BaseModel, Field, ValidationError

from .errors import TELLING, refusal_of, sentence_of
from .refusals import Refusal
from .security import MOST_BODY
from .shapes import Shape

_UNSUPPORTED = 1003

Number = Annotated[int, Field(ge=-(2**53), le=2**53)]


class Request(Shape):
    """What is asked over a socket; answers have its number."""

    id: Number | Annotated[str, Field(max_length=80)] | None = None


class Stop(Shape):
    """Ends the work, whose answer then is what is found so far."""

    stop: bool


class Cancel(Shape):
    """Ends the work without an answer."""

    cancel: bool


R = TypeVar("R", bound=Request)
T = TypeVar("T")


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Task[T]]:
    """A task that goes on beside what is done with its news; it has ended when that has."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait([task])


class Conversation(Generic[R]):
    """What one socket asks, a thing at a time: a new request ends the one before without a word."""

    def __init__(
        self,
        socket: WebSocket,
        shape: type[R],
        work: Callable[[R, Callable[[Any], Awaitable[None]], Event], Awaitable[None]],
    ) -> None:
        """`work` gets a request, what sends an answer, and the event of a `Stop`."""
        self._socket, self._work = socket, work
        self._request = shape
        self._task: asyncio.Task[None] | None = None
        self._stop = Event()

    async def run(self) -> None:
        """Goes on until the socket is closed."""
        await self._socket.accept()
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                if text is None:
                    await self._close(_UNSUPPORTED, "messages are text")
                    return
                await self._take(text)
        finally:
            await self._end()

    async def _take(self, text: str) -> None:
        try:
            message = self._read(text)
        except Refusal as refusal:
            await self._send(refusal.fields)
            return
        if isinstance(message, Stop):
            self._stop.set()
            return
        await self._end()
        if not isinstance(message, Cancel):
            self._stop = Event()
            self._task = asyncio.create_task(self._done(message, self._stop))

    def _read(self, text: str) -> R | Stop | Cancel:
        if len(text) > MOST_BODY:
            raise Refusal("message_too_long", most=MOST_BODY)
        for kind, name in ((Stop, '"stop"'), (Cancel, '"cancel"')):
            if len(text) < 40 and name in text:
                with suppress(ValidationError):
                    return kind.model_validate_json(text)
        try:
            return self._request.model_validate_json(text)
        except ValidationError as error:
            raise Refusal("malformed", reason=sentence_of(error.errors())) from None

    async def _done(self, request: R, stop: Event) -> None:
        async def send(data: Any) -> None:
            fields = data.model_dump() if isinstance(data, BaseModel) else data
            await self._send({"id": request.id, **fields})

        try:
            await self._work(request, send, stop)
        except TELLING as error:
            await send(refusal_of(error).fields)
        except Exception:
            logging.getLogger("uvicorn.error").exception("over a socket")
            await send(Refusal("unexpected").fields)

    async def _send(self, data: dict[str, Any]) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # nobody is there
            await self._socket.send_json(data)

    async def _close(self, code: int, reason: str) -> None:
        await self._end()
        with suppress(RuntimeError):  # nobody is there
            await self._socket.close(code, reason)

    async def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None
