"""From threads into the event loop: the newest of what is found, for who cannot take everything."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """What a thread finds, as it is found, but only the newest; made in the loop's thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._new = asyncio.Event()
        self._found: T | None = None
        self._ended = False

    def put(self, found: T) -> None:
        """Takes something, from any thread."""
        self._found = found
        self._loop.call_soon_threadsafe(self._new.set)

    def end(self) -> None:
        """Nothing more comes; in the loop's thread."""
        self._ended = True
        self._new.set()

    def __aiter__(self) -> Latest[T]:
        return self

    async def __anext__(self) -> T:
        while True:
            await self._new.wait()
            self._new.clear()
            found, self._found = self._found, None
            if self._ended:
                raise StopAsyncIteration
            if found is not None:
                return found
