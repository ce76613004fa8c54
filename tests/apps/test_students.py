"""Agents of students on the command line."""

import os
import signal
import time

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
TEXT = """
from agents.agent import Agent
from store import register_agent
from helpers import get_valid_moves
import os

@register_agent("student_agent")
class StudentAgent(Agent):
    def step(self, chess_board, player, opponent):
        print("thinking aloud")
        if os.environ.get("NOTE_PID"):
            open("pid", "w").write(str(os.getpid()))
        return SQUARE
"""


@pytest.fixture
def agent(tmp_path):
    def agent(square):
        path = tmp_path / "agents" / "student_agent.py"
        path.parent.mkdir()
        path.write_text(TEXT.replace("SQUARE", square))
        return f"comp424:{path}"

    return agent


def test_play(agent, run):
    spec = agent("get_valid_moves(chess_board, player)[0] if player == 1 else None")
    status, output, errors = run("play", spec, f"{spec}:seed=3", "--size", "4", "--seed", "1")
    assert (status, errors) == (0, "")
    assert "thinking aloud" not in output
    assert f"\nBlack ({spec}): " not in output
    assert f"\nWhite ({spec}:seed=3): " in output
    assert "\n  move 2: returned None, expected (row, column)\n" in output


def test_match(agent, run, tmp_path):
    spec = agent("[][0]")
    words = ["match", f"{spec}:log={tmp_path}/log", "first", "--games", "2", "--size", "4"]
    status, output, errors = run(*words, "--openings", "start")
    assert (status, errors) == (0, "")
    assert "2 games on 4x4, time 2, seed 1" in output  # the course's rule
    assert ": 11 exceptions in 2 games\n  game 0, move 1: raised IndexError: list index" in output
    assert (tmp_path / "log").read_text().count("thinking aloud\n") == 11


def test_what_is_refused_is_told_with_the_way_out(agent, run, monkeypatch, tmp_path):
    monkeypatch.setenv("NOTE_PID", "yes")
    spec = agent("get_valid_moves(chess_board, player)[0]")
    words = ["match", spec, "first", "--games", "2", "--size", "4", "--openings", "start"]
    _, output, _ = run(*words)
    assert "exceptions in 2 games\n  game 0, move 1: raised " in output
    assert "; it is confined, without network: allow=PATH in its spec lets it use " in output
    assert "--unconfined everything" in output
    assert not (tmp_path / "pid").exists()
    status, output, _ = run(*words, "--unconfined")
    assert (status, "exception" in output) == (0, False)
    assert f"{spec}:unconfined=yes" in output
    assert (tmp_path / "pid").exists()
    status, output, errors = run("play", "greedy", "first", "--unconfined")
    assert (status, output) == (2, "")
    assert errors == (
        "outflank: --unconfined is for agents such as student:FILE.py:NAME and comp424:FILE.py: "
        "none plays here\n"
    )


def test_ctrl_c_stops_a_match_while_a_student_thinks(agent, start, tmp_path, monkeypatch):
    monkeypatch.setenv("NOTE_PID", "yes")
    spec = f"{agent('sum(range(10**13))')}:time=1000"
    process = start("match", spec, "first", "--size", "6", "--unconfined")
    pid = tmp_path / "pid"
    while not (pid.exists() and pid.read_text()):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "0 of 100 games on 6x6" in output
    assert errors.startswith("outflank: stopped after 0 of 100 games")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
