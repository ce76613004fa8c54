"""The command `outflank tui`: on a terminal, and where it cannot work."""

import os
import pty
import select
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import outflank
from outflank.apps.library import Library, Store

ROOT = Path(outflank.__file__).parents[2]
ALTERNATE = "\x1b[?1049"
"""Begins what takes a terminal's other screen (h) or leaves it (l)."""
BROKEN = "import sys; sys.modules['textual'] = None; from outflank.apps.cli import main; "


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "tui needs a terminal: 'outflank play' works everywhere"),
        (["nobody"], "unknown agent 'nobody': did you mean 'nboard'?"),
        (["a", "b", "c"], "a game takes two agents at most, not 3"),
        (["--moves", "f5z9"], "bad move 'z9' at column 3 (token 2)"),
        (["--size", "7"], "7"),
        (["--clock", "x"], "bad clock 'x'"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(words, sentence):
    done = subprocess.run(
        [sys.executable, "-m", "outflank", "tui", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_textual_it_says_what_to_install():
    code = f"{BROKEN}sys.exit(main(['tui']))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 2
    assert "pip install 'outflank[tui]'" in done.stderr


@contextmanager
def terminal(library, *words, **environment):
    """The board on a terminal: its other end, and the process.

    Without any words it is against an engine that has an hour.
    """
    leader, follower = pty.openpty()
    size = {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
    words = words or ("engine:time=3600,book=none",)
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "tui", *words, "--library", str(library)],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**os.environ, **size, **environment},
    )
    os.close(follower)
    try:
        yield leader, process
    finally:
        process.kill()
        process.wait()
        os.close(leader)


def test_on_a_terminal_it_plays_and_leaves_while_the_engine_thinks(tmp_path):
    """Black's first move by the keyboard, then the engine has an hour, then q."""
    with terminal(tmp_path / "library.db") as (leader, process):
        seen = ""
        for awaited, typed in [
            ("Black to move", b"\t"),
            ("", b"\x1b[C" * 5 + b"\x1b[B" * 4 + b"\r"),
        ]:
            seen += _until(leader, awaited, seen)
            os.write(leader, typed)
        seen += _until(leader, "White thinks", "")
        os.write(leader, b"q")
        _drain(leader)
        assert process.wait(timeout=60) == 0
    (record,) = Library(Store(tmp_path / "library.db")).records("", None)
    assert record.game.transcript() == "f5"


@pytest.mark.parametrize("games", [1, 2])
def test_a_file_of_several_games_says_so(tmp_path, games):
    path = tmp_path / "games.pgn"
    path.write_text('[Black "Ann"]\n[Event "?"]\n\n1. f5 d6\n\n' * games)
    with terminal(tmp_path / "library.db", "--moves", str(path)) as (leader, process):
        seen = _until(leader, "2 moves", "")
        seen += _until(leader, "Black to move", seen)
        os.write(leader, b"q")
        seen += _drain(leader)
        assert process.wait(timeout=60) == 0
    assert ("--game" in seen) == (games == 2)


def test_a_process_that_is_ended_gives_the_terminal_back(tmp_path):
    with terminal(tmp_path / "library.db") as (leader, process):
        seen = _until(leader, "Black to move", "")
        assert ALTERNATE + "h" in seen
        process.terminate()
        assert ALTERNATE + "l" in _drain(leader)
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"TERM": "dumb"}, "tui needs a terminal with a cursor, and TERM is 'dumb'"),
        ({"PYTHONIOENCODING": "latin-1"}, "tui needs a terminal with Unicode"),
    ],
)
def test_a_terminal_that_cannot_show_a_board(tmp_path, environment, sentence):
    with terminal(tmp_path / "library.db", **environment) as (leader, process):
        shown = _drain(leader)
        assert process.wait(timeout=60) == 2
    assert sentence in " ".join(shown.split())
    assert ALTERNATE not in shown


def _until(leader, text, seen):
    """Reads until a text is there."""
    found = b""
    while text not in seen + found.decode("utf-8", "ignore"):
        ready, _, _ = select.select([leader], [], [], 60)
        assert ready, f"{text!r} never came"
        found += os.read(leader, 65536)
    return found.decode("utf-8", "ignore")


def _drain(leader):
    """Reads until the other end is closed."""
    found = b""
    with suppress(OSError):  # Linux says so of a terminal that nobody holds any more
        while more := os.read(leader, 65536):
            found += more
    return found.decode("utf-8", "ignore")
