"""The app of a server, in this process or in one of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from starlette.testclient import TestClient

from outflank.apps.web.app import create_app
from outflank.apps.web.config import Config
from outflank.apps.web.pool import Pools
from outflank.apps.web.refusals import REFUSALS

BASE = "http://127.0.0.1:8150"


def refusal(answer: dict[str, Any]) -> tuple[str, str]:
    """The sentence and the code of a refusal, which say the same."""
    sentence: str = answer["error"]
    code: str = answer["code"]
    assert sentence == REFUSALS[code][1].format(**answer["parts"])
    assert sentence
    assert "\n" not in sentence
    return sentence, code


class Client(TestClient):
    """A client that talks to the API, from this machine."""

    @property
    def pools(self) -> Pools:
        """The threads of the server."""
        pools: Pools = self.app.state.pools  # type: ignore[attr-defined]
        return pools

    def at(self, host: str) -> Client:
        """Another client of the same server, at an address."""
        other = Client(self.app, base_url=BASE, client=(host, 1))
        other.portal = self.portal
        return other

    def got(self, path: str, **params: Any) -> Any:
        """What a GET is answered with."""
        return _json(self.get(f"/api/v1{path}", params=params))

    def posted(self, path: str, **fields: Any) -> Any:
        """What a POST of JSON is answered with."""
        return _json(self.post(f"/api/v1{path}", json=fields))

    def refused(self, method: str, path: str, status: int, **options: Any) -> str:
        """The sentence with which a request is refused."""
        answer = self.request(method, f"/api/v1{path}", **options)
        assert answer.status_code == status, answer.text
        return refusal(answer.json())[0]

    @contextmanager
    def talk(self, path: str) -> Iterator[Talk]:
        """A socket."""
        with self.websocket_connect(f"ws://127.0.0.1:8150/api/v1{path}") as socket:
            yield Talk(socket)


class Talk:
    """A conversation over a socket."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    def send(self, **fields: Any) -> None:
        """Sends a message."""
        self.socket.send_text(json.dumps(fields))

    def receive(self) -> Any:
        """The next answer."""
        return self.socket.receive_json()

    def until(self, is_wanted: Callable[[Any], bool]) -> list[Any]:
        """All answers up to the first of a kind."""
        found = [self.receive()]
        while not is_wanted(found[-1]):
            found.append(self.receive())
        return found


def _json(answer: Any) -> Any:
    assert answer.is_success, answer.text
    return answer.json()


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the rates stands, so that it counts how much is asked, and not how fast."""
    now = monotonic()
    monkeypatch.setattr("outflank.apps.web.security.monotonic", lambda: now)


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A server that keeps all it has in a folder of the test."""
    return Config(tmp_path / "library.db", tmp_path / "games.db", rate=1e9)


@pytest.fixture
def client(config: Config) -> Iterator[Client]:
    """A client of such a server."""
    with Client(create_app(config), base_url=BASE) as client:
        yield client


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """The same for the tests of a file that change nothing."""
    folder = tmp_path_factory.mktemp("web")
    config = Config(folder / "library.db", folder / "games.db", rate=1e9)
    with Client(create_app(config), base_url=BASE) as client:
        yield client


class Server:
    """`outflank web` in a process of its own."""

    def __init__(self, library: Path, *options: str) -> None:
        words = ["web", "--port", "0", "--no-browser", "--library", str(library), *options]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "outflank", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONWARNINGS": "error"},
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline().strip()
        self.address = self.said.rpartition(" ")[2]

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.split(":")[2].partition("/")[0])

    def end(self, number: int | None = signal.SIGTERM) -> tuple[int, str]:
        """Ends it by a signal, if any; returns its exit status and what it said of errors."""
        if number is not None:
            self.process.send_signal(number)
        try:
            _, errors = self.process.communicate(timeout=30)
        finally:
            self.process.kill()
        return self.process.returncode, errors


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers that share a library."""
    servers = list[Server]()

    def serve(*options: str) -> Server:
        servers.append(Server(tmp_path / "library.db", *options))
        return servers[-1]

    yield serve
    for server in servers:
        if server.process.stdout is not None and not server.process.stdout.closed:
            server.end(signal.SIGKILL)
