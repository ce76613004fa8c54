"""Two clients of a server: one asks for all there is, the other one for a move."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import sleep
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from outflank.apps.web.pool import PLACES

from .conftest import Server, refusal

on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere this machine has one address of its own"
)

HOSTILE, POLITE = "127.0.0.1", "127.0.0.2"
LONG = {"line": {"size": 12}, "agent": "engine:exact_from=0", "time": 60}
SOCKETS = 60
PATIENCE = 50


@contextmanager
def talking(
    server: Server, path: str, host: str, forwarded: str | None = None
) -> Iterator[ClientConnection]:
    """A socket of the client at an address, which may say that it comes from another one."""
    link = socket.create_connection((HOSTILE, server.port), source_address=(host, 0))
    address = f"ws://127.0.0.1:{server.port}/api/v1{path}"
    headers = {"X-Forwarded-For": forwarded} if forwarded else None
    with connect(address, sock=link, max_size=None, additional_headers=headers) as talk:
        yield talk


def told(talk: ClientConnection) -> list[Any]:
    """All that has come by now."""
    found = []
    while True:
        try:
            found.append(json.loads(talk.recv(timeout=0)))
        except TimeoutError:
            return found


def answered(talk: ClientConnection) -> Any:
    """The next answer."""
    return json.loads(talk.recv(timeout=PATIENCE))


def flood(server: Server, stack: ExitStack, path: str, request: Any) -> list[ClientConnection]:
    """Sixty sockets that ask for long work; those that are not refused, which all wait for it."""
    talks = [stack.enter_context(talking(server, path, HOSTILE)) for _ in range(SOCKETS)]
    for talk in talks:
        talk.send(json.dumps(request))
    taken, refused = list[ClientConnection](), 0
    while refused < SOCKETS - PLACES:
        sleep(0.01)
        refused, taken = 0, []
        for talk in talks:
            news = talk.__dict__.setdefault("news", [])
            news += told(talk)
            errors = [refusal(one) for one in news if "error" in one]
            if errors:
                ((sentence, code),) = errors
                assert code == "busy"
                assert "has room in about" in sentence
                assert 1 <= news[-1]["parts"]["seconds"] <= 60
                refused += 1
            else:
                taken.append(talk)
    assert refused == SOCKETS - PLACES
    return taken


ROUTES: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/parse", {"content": b"f5d6"}),
    ("POST", "/games/import", {"content": b"f5d6"}),
    ("GET", "/games/export", {}),
    ("GET", "/picture.png", {}),
    ("GET", f"/matches/{'0' * 16}", {}),
    ("POST", "/opening", {"json": {"kind": "balanced"}}),
    ("POST", "/export", {"json": {"game": {}, "format": "sgf"}}),
    ("POST", "/explorer", {"json": {}}),
    ("POST", "/matches", {"json": {"agents": ["first", "greedy"], "size": 4, "games": 2}}),
]


@pytest.mark.parametrize(("method", "path", "options"), ROUTES)
def test_routes(method, path, options, client) -> None:
    """Who has all its places is told when to come again; others are answered."""
    other = client.at("10.0.0.2")
    with ExitStack() as stack:
        for _ in range(PLACES):
            stack.enter_context(client.pools.requests.place("testclient"))
        answer = client.request(method, f"/api/v1{path}", **options)
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
        assert refusal(answer.json())[1] == "busy"
        assert other.request(method, f"/api/v1{path}", **options).status_code in (200, 201, 404)
    assert client.request(method, f"/api/v1{path}", **options).status_code in (200, 201, 404)


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    return serve("--threads", "2")


@on_linux
def test_a_move(server) -> None:
    """Sixty moves of a minute each are asked for; another client's is made meanwhile."""
    with ExitStack() as stack:
        taken = flood(server, stack, "/play", LONG)
        with talking(server, "/play", POLITE) as talk:
            talk.send(json.dumps({**LONG, "time": 1}))
            while "move" not in (answer := answered(talk)):
                assert "thinking" in answer
        assert not any("move" in one for talk in taken for one in told(talk))


@on_linux
def test_values(server) -> None:
    with ExitStack() as stack:
        taken = flood(server, stack, "/analysis", {"line": LONG["line"], "time": 600})
        with talking(server, "/analysis", POLITE) as talk:
            talk.send(json.dumps({"line": LONG["line"], "depth": 4}))
            while not (answer := answered(talk))["done"]:
                pass
            assert answer["depth"] == 4
        assert not any(one["done"] for talk in taken for one in told(talk))


@on_linux
def test_a_review(server, random_game) -> None:
    game = {"size": 12, "moves": random_game(12, 1, 40).transcript()}
    with ExitStack() as stack:
        taken = flood(server, stack, "/review", {"game": game, "depth": 30})
        with talking(server, "/review", POLITE) as talk:
            talk.send(json.dumps({"game": game, "depth": 1}))
            while "review" not in (answer := answered(talk)):
                assert "error" not in answer
        assert not any("review" in one for talk in taken for one in told(talk))


def test_closed_sockets_leave_their_places(server) -> None:
    """Those of searches under way, and those of requests that wait."""
    with ExitStack() as stack:
        for talk in flood(server, stack, "/play", LONG):
            talk.close()
        with talking(server, "/play", HOSTILE) as talk:
            talk.send(json.dumps({**LONG, "agent": "first"}))
            while "error" in (answer := answered(talk)):
                talk.send(json.dumps({**LONG, "agent": "first"}))
            assert answer["move"]


@pytest.mark.parametrize("proxy", [HOSTILE, "127.0.0.9"])
def test_clients_behind_a_proxy(proxy, serve) -> None:
    """Those behind the one that is named are told apart; what others say is not believed."""
    server = serve("--threads", "2", "--proxy", proxy)
    with ExitStack() as stack:
        for _ in range(PLACES):
            talk = stack.enter_context(talking(server, "/play", HOSTILE, "10.0.0.1"))
            talk.send(json.dumps(LONG))
        with talking(server, "/play", HOSTILE, "10.0.0.1, 10.0.0.2") as talk:
            talk.send(json.dumps({**LONG, "agent": "first"}))
            answer = answered(talk)
            assert answer.get("code") == (None if proxy == HOSTILE else "busy")
