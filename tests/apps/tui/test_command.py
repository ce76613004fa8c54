"""The command `outflank tui`: on a terminal, and where it cannot work."""

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

import outflank

ROOT = Path(outflank.__file__).parents[2]
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


def test_on_a_terminal_it_plays_and_leaves_while_the_engine_thinks():
    """Black's first move by the keyboard, then the engine has an hour, then q."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "tui", "engine:time=3600,book=none"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=environment,
    )
    os.close(follower)
    seen = ""
    try:
        for awaited, typed in [
            ("Black to move", b"\t"),
            ("", b"\x1b[C" * 5 + b"\x1b[B" * 4 + b"\r"),
        ]:
            seen += _until(leader, awaited, seen)
            os.write(leader, typed)
        seen += _until(leader, "White thinks", "")
        os.write(leader, b"q")
        _drain(leader)
        status = process.wait(timeout=60)
    finally:
        process.kill()
        process.wait()
        os.close(leader)
    assert status == 0


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
    try:
        while os.read(leader, 65536):
            pass
    except OSError:  # Linux says so of a terminal that nobody holds any more
        pass
