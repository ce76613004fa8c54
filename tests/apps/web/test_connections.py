"""Connections: those on which no request comes, and too many of them, are given up."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from outflank.apps.web import connections
from outflank.apps.web.connections import Connection

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@asynccontextmanager
async def serving(asked: asyncio.Event, free: asyncio.Event) -> AsyncIterator[int]:
    """A server that answers once it is let free; its port."""

    async def app(scope, receive, send) -> None:
        asked.set()
        await free.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    settings = uvicorn.Config(app, http=Connection, lifespan="off", log_level="warning")
    server = uvicorn.Server(settings)
    listener = socket.create_server(("127.0.0.1", 0))
    running = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await running


async def left(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the connection is closed."""
    return await asyncio.wait_for(reader.read(), 30)


def test_no_request_comes(monkeypatch) -> None:
    """Nothing, half of a head, half of a second one: all are closed; who is answered is not."""
    monkeypatch.setattr(connections, "PATIENCE", 0.2)

    async def main() -> None:
        asked, free = asyncio.Event(), asyncio.Event()
        async with serving(asked, free) as port:
            answered, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(REQUEST)
            await asyncio.wait_for(asked.wait(), 30)
            for text in (b"", b"GET / HT"):
                reader, half = await asyncio.open_connection("127.0.0.1", port)
                half.write(text)
                assert await left(reader) == b""
                half.close()
            free.set()
            assert b" 204 " in await asyncio.wait_for(answered.readuntil(b"\r\n\r\n"), 30)
            writer.write(REQUEST[:9])
            assert await left(answered) == b""
            writer.close()

    asyncio.run(main())


def test_too_many_of_one_client(monkeypatch) -> None:
    monkeypatch.setattr(connections, "MOST", 4)

    async def main() -> None:
        asked, free = asyncio.Event(), asyncio.Event()
        async with serving(asked, free) as port:
            held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            for _, writer in held:
                writer.write(REQUEST)
            third, more = await asyncio.open_connection("127.0.0.1", port)
            assert await left(third) == b""
            free.set()
            for reader, _ in held:
                assert b" 204 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
            for writer in (more, *(one for _, one in held)):
                writer.close()

    asyncio.run(main())
