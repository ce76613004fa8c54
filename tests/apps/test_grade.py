"""`outflank grade` as a user types it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from outflank.apps.cli.grade import duration, spec_of

from .conftest import ROOT, environment

STUDENT = """
import time

from agents.agent import Agent
from helpers import get_valid_moves
from store import register_agent


@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super().__init__()
        self.asked = 0

    def step(self, board, player, opponent):
        self.asked += 1
        print("thinking aloud")
        moves = get_valid_moves(board, player)
        if self.asked == 3:
            return moves[1000]
        if self.asked == 5:
            return (0, 99)
        return moves[-1]
"""


@pytest.fixture
def student(tmp_path):
    path = tmp_path / "student_agent.py"
    path.write_text(STUDENT, encoding="utf-8")
    return path


def masked(text):
    text = re.sub(r"\d\.\d{3}\b", "0.000", text)
    return re.sub(r"(?ms)^The slowest moves:\n.*?\n\n", "The slowest moves:\n...\n\n", text)


def test_printed(run, golden):
    status, output, errors = run("grade", "greedy", "--size", "4,6")
    assert (status, errors) == (0, "")
    assert all(len(line) < 80 for line in output.splitlines())
    golden("grade", masked(output))


def test_help(run, golden):
    status, output, errors = run("grade", "--help")
    assert (status, errors) == (0, "")
    golden("help-grade", output)


def test_a_file_of_the_course(run, student, tmp_path):
    kept, games = tmp_path / "kept.jsonl", tmp_path / "games.txt"
    words = ["grade", str(student), "--size", "4", "--out", str(kept), "--games-out", str(games)]
    status, output, errors = run(*words)
    assert (status, errors) == (0, "")
    assert output.startswith(f"{student}\n22 games on 4x4, 2 s a move, seed 1\n")
    text = " ".join(output.split())
    assert "raised IndexError: list index out of range (student_agent.py, line 20)" in text
    assert "    return moves[1000]\n" in output
    assert "illegal move: returned (0, 99), which is off the 4x4 board" in text
    assert games.read_text().count("[Game ") == 22
    before = kept.read_bytes()
    assert masked(run(*words, "--minutes", "1e-6")[1]) == masked(output)
    assert kept.read_bytes() == before
    status, output, _ = run(*words, "--json=-")
    assert status == 0
    assert {fault["kind"] for fault in json.loads(output)["faults"]} == {
        "exception",
        "illegal move",
    }


def test_beside_an_earlier_grade(run, tmp_path):
    """The same openings against the same opponents, and a picture of the time."""
    path, kept = tmp_path / "mine.py", tmp_path / "old.jsonl"
    path.write_text("def last(position):\n    return position.legal_moves()[-1]\n")
    words = ["grade", f"{path}:last", "--size", "4"]
    assert run(*words, "--out", str(kept))[0] == 0
    graph = tmp_path / "time.svg"
    status, output, errors = run(*words, "--against", str(kept), "--graph", str(graph))
    assert (status, errors) == (0, "")
    assert "\nTHEN AND NOW\n22 games with the same openings as in old.jsonl: " in output
    assert "no change." in output
    assert re.search(r"(?m)^median s of a move +\d\.\d{3}  \d\.\d{3}$", output)
    assert graph.read_text().count(", slowest ") > 3
    other = ["grade", f"{path}:last", "--size", "6", "--minutes", "0.001"]
    status, output, errors = run(*other, "--against", str(kept))
    assert status == 0
    assert "THEN AND NOW" not in output
    assert "outflank: old.jsonl has no game in common with this grade: expected the same" in errors
    words += ["--against", str(kept), "--out", str(kept)]
    assert run(*words)[2] == (
        f"outflank: --against {kept}: these are the games of this grade, not of an earlier one\n"
    )


def test_a_module_that_is_missing_is_told_before_the_games(run, student):
    student.write_text(f"import of_nobody\n{STUDENT}")
    status, output, errors = run("grade", str(student), "--size", "4", "--minutes", "1e-6")
    assert status == 0
    said = "imports 'of_nobody', which is not installed here: pip install of_nobody"
    assert errors.startswith(f"outflank: {student} {said}, unless it is a file of yours\n")
    assert f"Your agent {said}" in " ".join(output.split())


def test_a_class_and_a_file_that_cannot_be_loaded(run, student, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def last(position):\n    return position.legal_moves()[-1]\nx = 1 / 0\n")
    status, output, errors = run("grade", f"{path}:last", "--size", "4")
    assert (status, output) == (2, "")
    assert "ZeroDivisionError: division by zero (mine.py, line 3)" in errors
    path.write_text(path.read_text().replace("x = 1 / 0", ""))
    status, output, errors = run("grade", f"{path}:last", "--size", "4", "--json", f"{tmp_path}/j")
    assert (status, output, errors) == (0, "", "")
    assert json.loads((tmp_path / "j").read_text())["plan"]["agents"][0] == f"student:{path}:last"


def test_the_end_of_the_time_is_told(run, tmp_path):
    kept = tmp_path / "kept.jsonl"
    words = ["grade", "greedy", "--size", "4", "--minutes", "1e-6"]
    status, output, errors = run(*words)
    assert status == 0
    assert "No game was played." in output
    assert errors == (
        "outflank: 1e-06 minutes were over after 0 of 22 games: with --out FILE it could go on\n"
    )
    assert "the same command goes on from there" in run(*words, "--out", str(kept))[2]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_costs_no_report(run):
    words = ["grade", "greedy", "--size", "4", "--games-out"]
    status, output, errors = run(*words, "/dev/full")
    assert (status, errors) == (2, "outflank: cannot write '/dev/full': No space left on device\n")
    assert "\nPOINTS BY OPPONENT" in output
    assert run(*words[:-1], "--games-out=-")[1].startswith("[Black ")


def test_ctrl_c_reports_what_is_there(start, tmp_path):
    kept = tmp_path / "kept.jsonl"
    path, asked = tmp_path / "slow.py", tmp_path / "asked"
    path.write_text(
        f"import time\ndef slow(position):\n    open({str(asked)!r}, 'a').write('x')\n"
        "    time.sleep(0.05)\n    return position.legal_moves()[0]\n"
    )
    words = ["grade", f"{path}:slow", "--size", "4", "--games", "20", "--unconfined"]
    process = start(*words, "--out", str(kept))
    while process.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 4):
        time.sleep(0.01)
    before = asked.stat().st_size
    while process.poll() is None and asked.stat().st_size == before:  # so the game is counted too
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "WORST MISTAKES" in output
    done = int(re.match(r".*\n(\d+) of 220 games on 4x4", output)[1])
    assert done == kept.read_bytes().count(b"\n") - 1
    assert errors == (
        f"outflank: stopped after {done} of 220 games: the same command goes on from there\n"
    )


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX terminals")
def test_progress_and_bold_are_for_terminals():
    import pty

    reader, writer = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "grade", "first", "--size", "4"],
        stdout=writer,
        stderr=writer,
        cwd=ROOT,
        env=environment(TERM="xterm"),
    )
    os.close(writer)
    seen = b""
    with suppress(OSError):  # how Linux ends a terminal
        while chunk := os.read(reader, 1000):
            seen += chunk
    process.wait(timeout=60)
    os.close(reader)
    text = seen.decode()
    assert "22 games against 11 opponents, in at most 30 minutes; Ctrl-C reports" in text
    assert re.search(r"\r\033\[K1/22 games  \+\d =\d -\d  about \d+ s left", text)
    assert "looking at game 1 of " in text
    assert "\033[1mWHERE YOU STAND\033[0m" in text


@pytest.mark.parametrize(
    ("file", "spec"),
    [
        ("a/student_agent.py", "comp424:a/student_agent.py"),
        ("a.py:name=mine", "comp424:a.py:name=mine"),
        ("a.py:Mine", "student:a.py:Mine"),
        ("a.py:Mine:policy=lose", "student:a.py:Mine:policy=lose"),
        ("a.python/b.py", "comp424:a.python/b.py"),
        ("a.python/b.py:Mine", "student:a.python/b.py:Mine"),
        ("a.py,policy=lose", "comp424:a.py,policy=lose"),
        ("comp424:a.py", "comp424:a.py"),
        ("engine:evaluation=a.py:mine", "engine:evaluation=a.py:mine"),
        ("greedy", "greedy"),
        ("a/.pyenv/b.py", "comp424:a/.pyenv/b.py"),
        ("a.py.py:name=b", "comp424:a.py.py:name=b"),
        ("a.pyc", "comp424:a.pyc"),
    ],
)
def test_what_is_named(file, spec):
    assert spec_of(file) == spec


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (89.4, "89 s"), (90, "2 min"), (1800, "30 min"), (5400, "1.5 h")],
)
def test_durations(seconds, text):
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["none.py"], "there is no file 'none.py'"),
        (["none.pyc"], "there is no file 'none.pyc'"),
        (
            ["none.py,policy=lose"],
            "bad comp424 'none.py,policy=lose': options follow a colon, as in "
            "comp424:none.py:policy=lose",
        ),
        (["greedi"], "unknown agent 'greedi': did you mean 'greedy'?"),
        (["human"], "'human' cannot play a match: agents play it by themselves"),
        (["greedy", "--size", "7"], "board size 7: expected an even number from 4 to 16"),
        (
            ["greedy", "--games", "3"],
            "games 3: expected an even number above 0, for every opening is played twice",
        ),
        (["greedy", "--time", "0"], "time 0.0: expected seconds above 0"),
        (["greedy", "--minutes", "-1"], "minutes -1: expected a number above 0"),
        (["greedy", "--jobs", "0"], "jobs 0: expected a whole number above 0"),
        (
            ["greedy", "--graph", "time.gif"],
            "cannot draw a graph to 'time.gif': expected .svg or .png",
        ),
        (
            ["greedy", "--against", "none.jsonl"],
            "cannot read none.jsonl: No such file or directory",
        ),
        (
            ["greedy", "--against", "README.md"],
            "README.md holds no games of a grade, as --out keeps them",
        ),
        (
            ["greedy", "--json", "no/such/folder.json"],
            "cannot write 'no/such/folder.json': no such folder, or not yours to write in",
        ),
        (["greedy", "--json", "tests"], "cannot write 'tests': it is a directory"),
        (
            ["greedy", "--out", "x.new", "--json", "x.new"],
            "'x.new' is named for two things: each needs a file of its own",
        ),
        (
            ["greedy", "--json=-", "--games-out=-"],
            "only one of --json and --games-out can go to the output",
        ),
        (
            ["greedy", "--out", "README.md"],
            "README.md is no results file of a match: give another name to write to",
        ),
    ],
)
def test_mistakes(run, words, sentence):
    status, output, errors = run("grade", *words)
    assert (status, output) == (2, "")
    assert errors.endswith(f"{sentence}\n")
    assert errors.count("\n") == 1
