"""A server of the app, and a real browser in front of it."""

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect, sync_playwright

from ..protocols.real import program
from .screen import Screen

PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
"""Where pictures of the page are kept, to be looked at."""

expect.set_options(timeout=30_000)  # machines may be busy

CALM = {"animated": False, "language": "en"}
"""Settings with which nothing moves, so that tests need not wait."""


class Server:
    """`outflank web` as a process of its own, which can be killed and started again."""

    def __init__(self, library):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.words = ["--port", str(self.port), "--library", str(library), "--no-browser"]
        self.environment = {**os.environ, "XDG_DATA_HOME": str(library.parent)}
        self.process = None

    def start(self, *options):
        command = [sys.executable, "-m", "outflank", "web", *self.words, *options]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=self.environment
        )
        assert self.process.stdout is not None
        assert self.url in self.process.stdout.readline()
        for _ in range(200):
            with suppress(URLError, ConnectionError):
                return self.get("/about")
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()

    def restart(self, *options):
        self.kill()
        self.start(*options)

    def get(self, path):
        with urlopen(f"{self.url}/api/v1{path}") as answer:
            return json.load(answer)

    def send(self, path, body):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        request = Request(f"{self.url}/api/v1{path}", data, {"Content-Type": kind})
        with urlopen(request) as answer:
            return json.load(answer)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with an empty library."""
    running = Server(tmp_path_factory.mktemp("web") / "library.sqlite")
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="module")
def browser():
    """Chromium as the system has it."""
    path = program("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser, server, request):
    """Opens the page: `visit("?m=f5d6", width=390, ...)`; what it logs as errors fails the test."""
    contexts = []
    problems = []

    def opened(address="", *, width=1280, height=800, settings=None, **options):
        options = {"locale": "en-US", **options}
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(60_000)
        kept = json.dumps({**CALM, **(settings or {})})
        context.add_init_script(
            f"localStorage.getItem('outflank.settings') ?? "
            f"localStorage.setItem('outflank.settings', {json.dumps(kept)})"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: said.type == "error" and problems.append(said.text))
        screen = Screen(page, server, PICTURES)
        screen.open(address)
        return screen

    yield opened
    for context in contexts:
        context.close()
    # Refusals are said to the person, and logged by the browser whatever the page does.
    expected = (
        "status of 4",
        "status of 503",
        "ERR_CONNECTION",
        "ERR_EMPTY_RESPONSE",
        "ERR_FAILED",
    )
    assert [text for text in problems if not any(word in text for word in expected)] == []
