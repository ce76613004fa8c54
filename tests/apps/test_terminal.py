"""Signals, closed pipes and colours: what a terminal does to the commands."""

import os
import signal
import subprocess
import sys
import time

import pytest

from .conftest import ROOT, environment

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals and terminals")


def read_until(stream, text):
    """Reads a stream up to some text."""
    seen = ""
    while not seen.endswith(text):
        character = stream.read(1)
        assert character, f"the output ended: {seen!r}"
        seen += character
    return seen


def interrupt(process):
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    return process.returncode, output, errors


def test_ctrl_c_at_the_prompt_leaves_quietly(start):
    process = start("play")
    read_until(process.stdout, "to move: ")
    assert interrupt(process) == (130, "\n", "")


def test_ctrl_c_ends_perft(start):
    process = start("perft", "--depth", "30")
    read_until(process.stdout, "\n")
    status, _, errors = interrupt(process)
    assert (status, errors) == (130, "")


def test_ctrl_c_ends_analyze(start):
    process = start("analyze", "-", "--time", "60")
    process.stdin.write('[Result "40-24"]\n\n1. f5 d6 2. c5 f4 3. e3 f6 4. g5 e6 5. e7 40-24\n')
    process.stdin.close()
    process.stdin = None
    read_until(process.stderr, "\n")
    time.sleep(0.2)
    assert interrupt(process) == (130, "", "")


def test_ctrl_c_keeps_the_games_that_are_judged(start, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(
        '[Black "Ann"]\n[Size "4"]\n\n1. b1 a1 *\n\n[Black "Ann"]\n\n1. f5 d6 2. c3 *\n'
    )
    process = start("analyze", str(path), "--all", "--time", "60")
    first = read_until(process.stdout, "\n")
    status, output, errors = interrupt(process)
    assert (status, errors) == (130, "")
    assert first.startswith("   1  Ann 100.0 % - White 100.0 %; not over")
    rows = [line.split() for line in output.splitlines() if line]
    assert [row[:3] for row in rows[1:]] == [
        ["Ann", "1", "1"],
        ["White", "1", "1"],
        ["all", "1", "2"],
    ]


def test_ctrl_c_keeps_the_puzzles_that_are_found(start, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[Size "4"]\n\nb1a1a2c1d1a3a4d3c4 *\n\n[Black "Ann"]\n\n1. f5 d6 *\n')
    process = start("puzzles", str(path), "--empties", "1-60")
    puzzle = read_until(process.stdout, "\n")
    assert puzzle.startswith("OOO-XXO--XO----- X; D4:-10; D1:-12; ")
    said = "outflank: 1 puzzle written to the output\n"
    assert interrupt(process) == (130, "", said)


def test_ctrl_c_while_python_evaluates_an_annotation(run, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from __future__ import annotations\nimport signal\n"
        "class Mine:\n"
        "    def __init__(self, x: signal.raise_signal(signal.SIGINT) = 1): pass\n"
        "    def choose(self, position, limit): return position.legal_moves()[0]\n"
    )
    assert run("play", f"{path}:Mine", "first") == (130, "", "")


THINKS = """
import sys
from itertools import count

seen = count()

def mobility(position):
    if next(seen) == 1000:
        print("it thinks", file=sys.stderr, flush=True)
    return position.mobility
"""


def test_ctrl_c_makes_a_thinking_engine_move(start, tmp_path):
    (tmp_path / "ev.py").write_text(THINKS)
    agent = f"engine:time=100,book=none,evaluation={tmp_path}/ev.py:mobility"
    process = start("play", agent, "--color", "white")
    assert process.stderr.readline() == "it thinks\n"
    process.send_signal(signal.SIGINT)
    assert f"Black ({agent}) plays" in read_until(process.stdout, "to move: ")
    output, errors = process.communicate("quit\n", timeout=30)
    assert (process.returncode, errors) == (0, "")
    assert "Moves: " in output


def test_a_reader_that_leaves(start):
    # Far more than a pipe holds, so that the writer is still there.
    process = start("play", "first", "first", "--size", "16", "--boards")
    process.stdout.readline()
    process.stdout.close()
    process.stdin.close()
    assert process.wait(timeout=30) == 141
    assert process.stderr.read() == ""
    process.stderr.close()


SHELL = [
    ("agents >&-", 0, ""),
    ("--help >&-", 0, ""),
    ("perft --depth 2 >&-", 0, ""),
    ("play random random --size 4 <&-", 0, ""),
    ("play <&-", 0, ""),
    ("agents >/dev/full", 2, "outflank: cannot go on: No space left on device\n"),
    ("play >/dev/full", 2, "outflank: cannot go on: No space left on device\n"),
    ("zzz 2>/dev/full", 2, ""),
    (
        "analyze - <&-",
        2,
        "outflank: cannot read the standard input: there are neither moves nor a board in it\n",
    ),
]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
@pytest.mark.parametrize(("command", "status", "errors"), SHELL)
def test_streams_that_do_not_work(command, status, errors):
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m outflank {command}', sys.executable],
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (status, errors)


def test_what_the_output_cannot_show_is_answered():
    done = subprocess.run(
        [sys.executable, "-m", "outflank", "play", "--size", "4"],
        input="\u00e9\nquit\n".encode(),
        capture_output=True,
        cwd=ROOT,
        env=environment(PYTHONIOENCODING="ascii"),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"' is neither a square such as d3 nor one of " in done.stdout


def test_the_c_locale_prints_names(tmp_path):
    file = tmp_path / "u.pgn"
    file.write_text('[Black "Zo\u00e9"]\n[White "Bob"]\n\n1. f5 d6 *\n', "utf-8")
    kept = {name: text for name, text in environment().items() if name != "PYTHONIOENCODING"}
    done = subprocess.run(
        [sys.executable, "-m", "outflank", "analyze", str(file), "--depth", "1"],
        capture_output=True,
        cwd=ROOT,
        env=kept | {"LC_ALL": "C", "PYTHONUTF8": "0"},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Zo\\xe9" in done.stdout


def in_a_terminal(*words, typed, **variables):
    """What the command prints when its input and output are a terminal."""
    import pty

    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=ROOT,
        env=environment(**{"TERM": "xterm", **variables}),
    )
    os.close(slave)
    os.write(master, typed.encode())
    output = b""
    while True:
        try:
            block = os.read(master, 4096)
        except OSError:  # the other side is closed
            break
        if not block:
            break
        output += block
    os.close(master)
    assert process.wait(timeout=30) == 0
    return output.decode()


def test_boards_have_colours_in_a_terminal():
    output = in_a_terminal("play", "first", "--size", "4", typed="a2\nquit\n")
    assert "\033[48;5;71m" in output
    assert "●" in output


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_for_those_who_want_none(variables):
    output = in_a_terminal("play", "first", "--size", "4", typed="quit\n", **variables)
    assert "\033[48" not in output
