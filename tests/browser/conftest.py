"""A server of the app, and a real browser in front of it."""

import json
import os
import subprocess
import sys
from pathlib import Path
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
        self.port = 0
        self.words = ["--library", str(library), "--no-browser"]
        self.environment = {**os.environ, "XDG_DATA_HOME": str(library.parent)}
        self.process = None

    def start(self, *options):
        """Starts it on a free port, and again on the same; it says where when it answers."""
        words = ["web", "--port", str(self.port), *self.words, *options]
        command = [sys.executable, "-m", "outflank", *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=self.environment
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline().strip()
        self.url = said.removeprefix("Outflank is at ").rstrip("/")
        self.port = int(self.url.rpartition(":")[2])

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
