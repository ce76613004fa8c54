"""`outflank web`: what is wrong told in a sentence, and a browser only where there is one."""

import socket
import sys
import webbrowser

import pytest

from outflank.apps.cli import main
from outflank.apps.cli.web import has_browser

MISTAKES = [
    (["--port", "65536"], "port 65536: expected 0 to 65535"),
    (["--port", "x"], "bad value 'x' for --port: expected a whole number"),
    (["--threads", "0"], "threads 0: expected 1 to 256"),
    (["--proxy", "nginx"], "proxy 'nginx': expected its address, such as 127.0.0.1"),
    (["--token", "short"], "the token needs 8 characters or more: letters, digits, - and _"),
    (["--token", "with a space"], "the token needs 8 characters or more"),
    (["--host", "no.such.host.invalid"], "unknown host 'no.such.host.invalid'"),
    (["--host", "192.0.2.1"], "this machine has no address '192.0.2.1': choose 127.0.0.1"),
    (["--database", "no/such.db"], "there is no database 'no/such.db': make it with outflank"),
    (["--library", "/dev/null/x.db", "--port", "0"], "cannot keep games in '/dev/null/x.db'"),
]


@pytest.mark.parametrize(("words", "sentence"), MISTAKES)
def test_mistakes(words, sentence, capsys) -> None:
    assert main(["web", *words]) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert sentence in errors
    assert errors.count("\n") == 1


def test_a_port_in_use(capsys) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert main(["web", "--port", str(port)]) == 2
    _, errors = capsys.readouterr()
    assert errors == (
        f"outflank: 127.0.0.1:{port} is in use: stop what listens there, or choose another"
        " --port (0: any)\n"
    )


def test_a_library_of_another_program(tmp_path, capsys) -> None:
    path = tmp_path / "mine.db"
    path.write_text("mine " * 1000)
    assert main(["web", "--port", "0", "--library", str(path)]) == 2
    assert str(path) in capsys.readouterr().err
    assert path.read_text() == "mine " * 1000


def test_without_its_libraries(monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "outflank.apps.web.config", None)
    assert main(["web"]) == 2
    assert "pip install 'outflank[web]'" in capsys.readouterr().err


def test_help(run, golden) -> None:
    status, output, errors = run("web", "--help")
    assert (status, errors) == (0, "")
    golden("help-web", output)


def test_browsers(monkeypatch) -> None:
    class Browser:
        def __init__(self, name):
            self.name = name

    def found(name):
        def get():
            if name is None:
                raise webbrowser.Error("none")
            return Browser(name)

        return get

    monkeypatch.setattr(sys, "platform", "linux")
    for display, name, expected in (
        (":0", "firefox", True),
        (":0", "w3m", False),
        (":0", None, False),
        ("", "firefox", False),
    ):
        monkeypatch.setenv("DISPLAY", display)
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        monkeypatch.setattr(webbrowser, "get", found(name))
        assert has_browser() is expected
