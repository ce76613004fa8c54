"""A server as it runs: told to stop, killed, flooded, and still there."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def got(server, path: str, method: str = "GET", data: Any = None) -> Any:
    """What a request is answered with, of JSON."""
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(
        f"{server.address}api/v1{path}",
        body,
        {"Content-Type": "application/json"},
        method=method,
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read() or "null")


def talking(server, path: str):
    return connect(f"ws://127.0.0.1:{server.port}/api/v1{path}", open_timeout=60)


def test_it_says_where_it_is(serve) -> None:
    server = serve()
    assert server.said == f"Outflank is at http://127.0.0.1:{server.port}/"
    assert got(server, "/about")["name"] == "Outflank"
    assert server.end(signal.SIGTERM) == (0, "")


def test_ctrl_c_ends_it_at_once(serve) -> None:
    """Though somebody analyses, plays, reviews and runs a match."""
    server = serve()

    async def busy() -> None:
        async with (
            talking(server, "/analysis") as analysis,
            talking(server, "/play") as play,
            talking(server, "/review") as review,
        ):
            await analysis.send(json.dumps({"line": {}, "time": 600}))
            await play.send(json.dumps({"line": {"size": 16}, "agent": "engine", "time": 60}))
            await review.send(json.dumps({"game": {"moves": "f5d6c3d3c4"}, "depth": 30}))
            for one in (analysis, play, review):
                await one.recv()
            match = {"agents": ["engine:exact_from=0", "greedy"], "size": 16, "time": 30}
            await asyncio.to_thread(got, server, "/matches", "POST", match)
            server.process.send_signal(signal.SIGINT)
            for one in (analysis, play, review):
                with suppress(ConnectionClosed):
                    while True:
                        await asyncio.wait_for(one.recv(), 30)

    asyncio.run(busy())
    assert server.end(None) == (0, "")


def test_nothing_is_lost_when_it_is_killed(serve) -> None:
    """Games are saved one after the other; whenever it dies, what it has confirmed is there."""
    server, again = serve(), serve()
    moves = "f5d6c3d3c4f4f6f3e6e7"
    name, confirmed = "a-game-of-mine", 0
    for plies in range(1, 9):
        saved = {"revision": confirmed, "game": {"moves": moves[: 2 * plies]}, "state": plies}
        confirmed = got(server, f"/games/{name}", "PUT", saved)["revision"]
    match = {"agents": ["greedy", "first"], "games": 1000, "size": 4, "depth": 1}
    number = got(server, "/matches", "POST", match)["id"]
    while (done := got(server, f"/matches/{number}")["done"]) < 3:
        pass
    endless = {"agents": ["engine:exact_from=0", "greedy"], "size": 16, "time": 30}
    other = got(server, "/matches", "POST", endless)["id"]
    assert got(again, f"/matches/{other}")["state"] == "running"
    server.end(signal.SIGKILL)

    kept = got(again, f"/games/{name}")
    assert (kept["revision"], kept["state"]) == (confirmed, 8)
    assert kept["game"]["moves"] == moves[:16]
    found = got(again, f"/matches/{number}")
    assert found["state"] == "stopped"
    assert found["done"] >= done
    assert got(again, f"/matches/{other}")["state"] == "stopped"
    got(again, f"/matches/{other}/resume", "POST")
    assert got(again, f"/matches/{other}")["state"] == "running"
    assert again.end()[0] == 0


def test_killed_in_the_middle_of_saving(serve) -> None:
    server = serve()

    async def save_until_killed() -> set[str]:
        confirmed = set[str]()

        async def save(number: int) -> None:
            with suppress(OSError, HTTPException):
                new = {"game": {"moves": "f5d6", "tags": {"Event": f"game {number}"}}}
                made = await asyncio.to_thread(got, server, "/games", "POST", new)
                confirmed.add(made["id"])

        tasks = [asyncio.create_task(save(number)) for number in range(40)]
        while len(confirmed) < 5:
            await asyncio.sleep(0)
        server.process.kill()
        await asyncio.gather(*tasks)
        return confirmed

    confirmed = asyncio.run(save_until_killed())
    again = serve()
    games = got(again, "/games?count=500")["games"]
    assert confirmed <= {game["id"] for game in games}
    assert all((game["plies"], game["size"]) == (2, 8) for game in games)


def test_a_hundred_analyses(serve) -> None:
    """All get values, and the rest of the server answers meanwhile; those left behind end."""
    server = serve()

    async def flood() -> None:
        async def analyse(number: int) -> None:
            async with talking(server, "/analysis") as one:
                line = {"size": (4, 6, 8, 10, 16)[number % 5]}
                await one.send(json.dumps({"id": number, "line": line, "time": 600}))
                assert json.loads(await asyncio.wait_for(one.recv(), 90))["id"] == number
                ready.release()
                await left.wait()

        ready, left = asyncio.Semaphore(0), asyncio.Event()
        tasks = [asyncio.create_task(analyse(number)) for number in range(100)]
        for _ in range(100):
            await asyncio.wait_for(ready.acquire(), 90)
        line = await asyncio.to_thread(got, server, "/line", "POST", {"moves": "f5"})
        assert len(line["positions"]) == 2
        async with talking(server, "/analysis") as one_more:
            with pytest.raises(ConnectionClosed, match="too many sockets are open"):
                await one_more.recv()
        left.set()
        await asyncio.gather(*tasks)
        async with talking(server, "/play") as play:
            await play.send(json.dumps({"line": {}, "agent": "engine:level=3"}))
            answers = [json.loads(await play.recv())]
            while "move" not in answers[-1]:
                answers.append(json.loads(await play.recv()))

    asyncio.run(flood())
    assert server.end() == (0, "")


def test_bad_sockets_and_requests(serve) -> None:
    """Half of a request, nonsense instead of frames, frames too large: nothing of it matters."""
    server = serve()
    upgrade = (
        "GET /api/v1/analysis HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    texts = [
        b"\x00\xff" * 1000,
        b"GET / HTTP/1.1\r\n",
        b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /api/v1/line HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 10_000 + b"\r\n",
        upgrade.encode() + b"\xff" * 500,
        upgrade.encode() + b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        upgrade.encode() + b"\x81\x05hello",
        upgrade.replace("13", "99").encode(),
    ]
    for text in texts:
        connection = socket.create_connection(("127.0.0.1", server.port), 30)
        with connection, suppress(OSError):
            connection.sendall(text)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass
    held = [socket.create_connection(("127.0.0.1", server.port), 30) for _ in range(50)]
    assert got(server, "/about")["name"] == "Outflank"
    for one in held:
        one.close()

    async def large() -> None:
        async with talking(server, "/analysis") as one:
            with suppress(ConnectionClosed):
                await one.send("x" * 2_000_000)
            with pytest.raises(ConnectionClosed):
                await one.recv()

    asyncio.run(large())
    assert got(server, "/about")["name"] == "Outflank"
    assert server.end()[0] == 0


def test_elsewhere_needs_the_token(serve) -> None:
    server = serve("--host", "0.0.0.0", "--token", "open-sesame")
    assert server.said == f"Outflank is at http://127.0.0.1:{server.port}/?token=open-sesame"
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(f"http://127.0.0.1:{server.port}/api/v1/about", timeout=60)
    address = f"http://127.0.0.1:{server.port}/api/v1/about"
    bearer = urllib.request.Request(address, headers={"Authorization": "Bearer open-sesame"})
    with urllib.request.urlopen(bearer, timeout=60) as answer:
        assert answer.status == 200
    assert server.end()[0] == 0


def test_an_upload_that_is_broken_off(serve) -> None:
    """It is no fault of ours, so the terminal shows no trace of code."""
    server = serve()
    head = "POST /api/v1/parse HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 30) as client:
        client.sendall(f"{head}Content-Length: 1000\r\n\r\n".encode())
        assert b" 100 " in client.recv(1000)
        client.sendall(b"f5d6")
    assert got(server, "/about")["name"] == "Outflank"
    assert server.end() == (0, "")


def test_told_to_end_while_it_reads(serve) -> None:
    """Who waits hears of it, and the terminal shows no trace of code."""
    server = serve()
    body = b"f5d6c3d3c4f4f6f3e6e7\n" * 300_000
    head = (
        "POST /api/v1/parse HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), 30) as held:
        held.sendall(head.encode())
        assert b" 100 " in held.recv(1000)
        held.sendall(body)
        assert server.end() == (0, "")
        answer = b"".join(iter(lambda: held.recv(1000), b""))
    assert b" 503 " in answer
    assert b"the server has been told to end" in answer


def test_a_damaged_library(tmp_path, serve) -> None:
    server = serve()
    for number in range(100):
        new = {"game": {"moves": "f5d6", "comment": f"{number} " * 500}}
        got(server, "/games", "POST", new)
    assert server.end()[0] == 0
    library = tmp_path / "library.db"
    library.write_bytes(library.read_bytes()[:12_288])
    said, errors = serve().end(None)
    assert said == 2
    assert errors.startswith(f"outflank: cannot keep games in {str(library)!r}: ")
    assert errors.count("\n") == 1
