"""Connections: those on which no request comes, and too many of them, are given up."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from outflank.apps.web import connections
from outflank.apps.web.connections import Connection

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@asynccontextmanager
async def serving(
    asked: asyncio.Event, free: asyncio.Event, other: Any = None
) -> AsyncIterator[int]:
    """A server that answers once it is let free, or of another app; its port."""

    async def app(scope, receive, send) -> None:
        asked.set()
        await free.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    settings = uvicorn.Config(other or app, http=Connection, lifespan="off", log_level="warning")
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


@pytest.mark.parametrize("kind", ["length", "chunks", "closing"])
def test_an_answer_before_the_request_has_ended(kind: str) -> None:
    """Who sends too much and reads after that gets the answer, and no reset."""

    async def app(scope, receive, send) -> None:
        headers = [(b"content-length", b"2"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": b"no"})

    def talk(port: int) -> bytes:
        head = {
            "length": b"Content-Length: 9000000",
            "chunks": b"Transfer-Encoding: chunked",
            "closing": b"Connection: close\r\nContent-Length: 9000000",
        }[kind]
        with socket.create_connection(("127.0.0.1", port), 30) as client:
            client.sendall(b"POST / HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n\r\n")
            for _ in range(90):
                piece = b" " * 100_000
                client.sendall(b"186a0\r\n" + piece + b"\r\n" if kind == "chunks" else piece)
            if kind == "chunks":
                client.sendall(b"0\r\n\r\n")
            return b"".join(iter(lambda: client.recv(65_536), b""))

    async def main() -> bytes:
        async with serving(asyncio.Event(), asyncio.Event(), app) as port:
            return await asyncio.to_thread(talk, port)

    answer = asyncio.run(main())
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert answer.endswith(b"no")


async def flood(writer: asyncio.StreamWriter) -> None:
    """Sends far more than is read, as long as the connection stands."""
    for _ in range(900):
        writer.write(b" " * 1_000_000)
        await writer.drain()
        await asyncio.sleep(0)


def test_only_so_much_is_discarded(monkeypatch) -> None:
    monkeypatch.setattr(connections, "MOST_DISCARDED", 1_000_000)

    async def app(scope, receive, send) -> None:
        await send(
            {"type": "http.response.start", "status": 413, "headers": [(b"connection", b"close")]}
        )
        await send({"type": "http.response.body"})

    async def main() -> None:
        async with serving(asyncio.Event(), asyncio.Event(), app) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000000\r\n\r\n")
            assert b" 413 " in await left(reader)
            with pytest.raises(ConnectionError):
                await flood(writer)
            writer.transport.abort()

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
