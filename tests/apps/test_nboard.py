"""Agents served over the standard streams: `outflank nboard` and `outflank engine`."""

import os
import signal

import pytest

NOISY = """
import os

class Noisy:
    def choose(self, position, limit):
        print("=== A1 is not what I play")
        return max(position.legal_moves())
"""


def test_nboard(run):
    status, output, errors = run("nboard", stdin="nboard 2\nset depth 2\nping 1\nhint 1\ngo\n")
    lines = output.splitlines()
    assert (status, errors) == (0, "")
    assert lines[:3] == ["set myname Outflank", "pong 1", "status Outflank is thinking"]
    assert lines[-2].startswith("=== ")


def test_what_an_agent_prints_is_not_taken_for_its_answer(run, tmp_path):
    (tmp_path / "noisy.py").write_text(NOISY)
    spec = f"{tmp_path}/noisy.py:Noisy"
    status, output, errors = run("nboard", "--agent", spec, stdin="nboard 2\ngo")
    assert (status, errors) == (0, "=== A1 is not what I play\n")
    assert output.startswith("set myname Outflank-Noisy\n")
    assert [line[:6] for line in output.splitlines() if line.startswith("===")] == ["=== E6"]


@pytest.mark.parametrize(
    ("first", "answer"),
    [
        ("nboard 2\nping 3", "pong 3"),
        ("\n  nboard 1\nping 3", "pong 3"),
        ("\ufeffnboard 2\nping 3", "pong 3"),
        ("# a comment\n\nnboard 2\nping 3", "pong 3"),
        ("\ufeffprotocol_version", "= 2"),
        ("ENGINE-PROTOCOL get-version", "version: Outflank-first"),
        ("name", "= Outflank-first"),
        ("# a comment\nprotocol_version", "= 2"),
        ("ping 3", "? "),
        ("", ""),
    ],
)
def test_the_first_line_decides(first, answer, run):
    status, output, errors = run("engine", "--agent", "first", stdin=f"{first}\n")
    assert (status, errors) == (0, "")
    assert answer in output


def test_xboard_is_not_spoken(run):
    status, output, errors = run("engine", stdin="xboard\nprotover 2\n")
    assert (status, output) == (2, "")
    assert errors == "outflank: xboard's protocol is not spoken: use NBoard's, Cassio's or GTP\n"


@pytest.mark.parametrize(
    ("command", "agent", "message"),
    [
        ("nboard", "human", "a human cannot be served: the other program has the keyboard's place"),
        ("engine", "nonsense", "unknown agent 'nonsense': there are "),
    ],
)
def test_what_cannot_be_served(command, agent, message, run):
    status, output, errors = run(command, "--agent", agent, stdin="nboard 2\ngo\n")
    assert (status, output) == (2, "")
    assert errors.startswith(f"outflank: {message}")
    assert errors.count("\n") == 1


def test_an_agent_that_fails_is_told_on_both_streams(run, tmp_path):
    (tmp_path / "bad.py").write_text("def bad(position):\n    return position.no_such_thing\n")
    status, output, errors = run("nboard", "--agent", f"{tmp_path}/bad.py:bad", stdin="go\n")
    assert status == 2
    assert errors.startswith("outflank: Outflank-bad (Black) failed: AttributeError: ")
    assert output.splitlines()[-1] == f"status {errors.removeprefix('outflank: ').strip()}"


@pytest.mark.parametrize("how", ["quit", "end", "kill", "interrupt"])
@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_it_ends_however_it_is_told(how, start):
    process = start("nboard")
    process.stdin.write("nboard 2\nset depth 60\nhint 3\n")
    process.stdin.flush()
    while not process.stdout.readline().startswith("search"):
        pass
    if how == "quit":
        process.stdin.write("quit\n")
        process.stdin.flush()
    elif how == "end":
        process.stdin.close()
    else:
        process.send_signal(signal.SIGINT if how == "interrupt" else signal.SIGKILL)
    for _ in process.stdout:
        pass
    status = process.wait(30)
    errors = process.stderr.read()
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()
    assert status == {"quit": 0, "end": 0, "kill": -signal.SIGKILL, "interrupt": 130}[how]
    assert errors == ""
