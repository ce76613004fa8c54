"""`outflank gtp`, and programs that speak GTP on the command line."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

PEER = Path(__file__).parents[1] / "protocols" / "gtp_peer.py"
OUTFLANK = f"gtp:'{sys.executable}' -m outflank gtp --agent"
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")


def test_it_serves_the_engine(run):
    status, output, errors = run("gtp", "--depth", "2", stdin="1 name\n\ngenmove b\nquit\nname\n")
    assert (status, errors) == (0, "")
    first, second, third, rest = output.split("\n\n")
    assert first == "=1 Outflank"
    assert second in ("= D3", "= C4", "= F5", "= E6")
    assert (third, rest) == ("=", "")


def test_it_ends_with_its_input(run):
    assert run("gtp", "--agent", "greedy", stdin="name") == (0, "= Outflank-greedy\n\n", "")
    assert run("gtp", stdin="") == (0, "", "")


def test_squares_as_gogui_names_them(run):
    words = ["gtp", "--agent", "first", "--skip-i", "--bottom-up"]
    output = run(*words, stdin="boardsize 10\ngogui-rules_legal_moves\nshowboard\n")[1]
    assert "\n\n= E7 D6 G5 F4\n\n" in output
    assert "A B C D E F G H J K\n 10 . ." in output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--agent", "human"], "a human cannot be served"),
        (["--agent", "gredy"], "unknown agent 'gredy': did you mean 'greedy'?"),
        (["--time", "-1"], "time -1.0: expected seconds above 0"),
        (["--tme", "1"], "unknown option '--tme': did you mean '--time'?"),
    ],
)
def test_bad_words(run, words, message):
    status, output, errors = run("gtp", *words)
    assert (status, output) == (2, "")
    assert message in errors


@pytest.mark.parametrize("length", [2_000_000, 3_000_000])
def test_a_line_without_measure_gets_one_answer(run, length):
    output = run("gtp", "--agent", "first", stdin=f"1 play b {'f5 ' * (length // 3)}\n2 name\n")[1]
    assert output == "=1\n\n=2 Outflank-first\n\n"


LOUD = """
import os, sys
print("= loading")
def loud(position):
    print("= A1")
    os.write(1, b"= A2\\n")
    os.system("echo = A3")
    assert sys.stdin.read() == "" == os.read(0, 1).decode()
    return position.legal_moves()[0]
"""


@posix
def test_what_an_agent_prints_is_no_answer_and_what_it_reads_no_command(run, tmp_path):
    (tmp_path / "loud.py").write_text(LOUD)
    status, output, errors = run(
        "gtp", "--agent", f"{tmp_path}/loud.py:loud", stdin="genmove b\nname\n"
    )
    assert (status, output) == (0, "= D3\n\n= Outflank-loud\n\n")
    assert errors.split("\n") == ["= loading", "= A1", "= A2", "= A3", ""]


@posix
@pytest.mark.parametrize("command", ["name", "genmove b"])
def test_ctrl_c_ends_it_at_once(start, command):
    with start("gtp", "--agent", "engine:time=60,book=none") as process:
        process.stdin.write("name\n")
        process.stdin.flush()
        assert process.stdout.readline() == "= Outflank\n"
        process.stdin.write(f"{command}\n")
        process.stdin.flush()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (130, "")
        assert "D3" not in output


@posix
@pytest.mark.parametrize(
    ("agent", "how"),
    [
        ("engine:time=60,book=none", "quit"),
        ("engine:time=60,book=none", "gone"),
        ("file", "end"),
        ("stalls", "quit"),
        ("stalls", "gone"),
    ],
)
def test_it_does_not_outlive_who_started_it(start, tmp_path, agent, how):
    (tmp_path / "slow.py").write_text("import time\ndef slow(position):\n    time.sleep(60)\n")
    stalls = f"gtp:'{sys.executable}' '{PEER}' stalls /dev/null"
    agent = {"file": f"{tmp_path}/slow.py:slow", "stalls": stalls}.get(agent, agent)
    with start("engine", "--agent", agent) as process:
        process.stdin.write("name\ngenmove b\n" + ("quit\n" if how == "quit" else ""))
        process.stdin.flush()
        assert process.stdout.readline().startswith("= Outflank")
        if how == "gone":
            process.stdout.close()
        if how != "quit":
            process.stdin.close()
        assert process.wait(60) == (141 if how == "gone" else 0)
        assert process.stderr.read() == ""


@posix
def test_agents_over_gtp_play_a_match(run):
    words = ["match", f"{OUTFLANK} greedy", "first", "--games", "2", "--size", "6", "--time", "5"]
    status, output, _ = run(*words)
    assert status == 0
    assert "No faults." in output


@posix
def test_you_watch_a_game_against_a_program(run):
    program = f"gtp:'{sys.executable}' '{PEER}' plain /dev/null"
    status, output, errors = run("play", program, "greedy", "--size", "4")
    assert (status, errors) == (0, "")
    assert f"  1. Black ({program}) plays " in output
    status, output, errors = run("play", "greedy", program.replace("plain", "crashes"))
    assert status == 2
    assert "(White) ended its process with exit status 3; its last output: " in errors
