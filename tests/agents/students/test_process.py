"""Code that fights back: its faults are told, its process ends, the game goes on."""

import gc
import os
import signal
import subprocess
import sys
import time
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from outflank import Limit, Position
from outflank.agents import AgentError, agent_from_spec, ask, play_game
from outflank.agents.students.child import ALLOWANCE

from ...processes import has_ended

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
HOSTILE = Path(__file__).with_name("hostile.py")
START = Position.initial(6)
BRIEF = "time=0.2,grace=0.2"


@pytest.fixture
def hostile():
    """Makes an agent of a name in hostile.py that may do as it likes, with five seconds a move."""
    made = []

    def hostile(name, options="", unconfined="yes"):
        spec = f"student:{HOSTILE}:{name}:{options or 'time=5'},unconfined={unconfined}"
        made.append(agent_from_spec(spec, seed=1))
        return made[-1]

    yield hostile
    for agent in made:
        agent.close()


@pytest.fixture
def pids(tmp_path, monkeypatch):
    """The processes that hostile code has noted."""
    path = tmp_path / "pids"
    monkeypatch.setenv("HOSTILE_PIDS", str(path))
    return lambda: [int(line) for line in path.read_text().split()] if path.exists() else []


FAULTS = [
    ("loop", BRIEF, "late move", "gave no move in 0.4 s, more than 0.2 s, and was ended"),
    ("loop_in_c", BRIEF, "late move", "gave no move in 0.4 s, more than 0.2 s, and was ended"),
    ("holds_on", BRIEF, "late move", "gave no move in 0.4 s, more than 0.2 s, and was ended"),
    ("exits", "", "crash", "ended its process with exit status 3"),
    ("system_exit", "", "exception", "raised SystemExit: enough (hostile.py, line *)"),
    ("odd", "", "exception", "raised Odd: <Odd> (hostile.py, line *)"),
    ("interrupts", "", "exception", "raised KeyboardInterrupt (hostile.py, line *)"),
    ("segfaults", "", "crash", "died of signal SIGSEGV"),
    ("kills_itself", "", "memory", "was killed from outside (SIGKILL), perhaps for its memory"),
    ("kills_its_group", "", "memory", "was killed from outside (SIGKILL), perhaps for its memory"),
    ("recurses", "", "exception", "raised RecursionError: maximum recursion depth exceeded*"),
    ("hog", "time=20,memory=200", "memory", "ran out of memory"),
    ("big", "memory=100", "memory", "ran out of memory"),
    ("closes_all", "", "crash", "ended its process with exit status 1"),
    ("closes_and_lingers", "time=9", "crash", "closed the pipe to this program"),
    ("leaves_a_child_and_dies", "", "crash", "ended its process with exit status 4"),
]


@pytest.mark.parametrize("unconfined", ["yes", "no"])
@pytest.mark.parametrize(("name", "options", "kind", "message"), FAULTS, ids=[f[0] for f in FAULTS])
def test_faults_are_told_and_survived(name, options, kind, message, unconfined, hostile, pids):
    agent = hostile(name, options, unconfined)
    position = START.play("c2")
    assert position.is_legal(agent.choose(position, Limit()))
    (fault,) = agent.faults
    assert (fault.kind, fault.move, fault.position) == (kind, 2, position)
    assert fnmatchcase(fault.message, message)
    assert "\n" not in fault.message
    agent.close()
    assert all(map(has_ended, pids()))


@pytest.mark.parametrize("unconfined", ["yes", "no"])
@pytest.mark.parametrize(
    "name", ["first", "scribbles", "closes_three", "prints", "forks", "leaves_a_child", "reads",
             "leaves_a_daemon", "starts_threads"],
)  # fmt: skip
def test_what_is_no_fault(name, unconfined, hostile, pids):
    agent = hostile(name, "time=20", unconfined)
    for position in (START, START.play("c2"), START):
        assert agent.choose(position, Limit()) == min(position.legal_moves())
    assert agent.faults == []
    agent.close()
    if name.startswith("leaves_a_") and unconfined == "yes":
        assert len(pids()) == 3
    assert all(map(has_ended, pids()))


def test_prints_are_kept(hostile):
    agent = hostile("prints", "time=20")
    agent.choose(START, Limit())
    note, *lines, last = agent.printed.splitlines()
    assert note.startswith("[") and note.endswith(" bytes left out]")  # noqa: PT018
    assert (lines[-1], last) == (f"line 39999 {'x' * 40}", "and the end")
    assert 60_000 < len(agent.printed) < 70_000
    agent = hostile("reads")
    agent.choose(START, Limit())
    assert agent.printed == "'' b''\n"
    agent = hostile("prints_in_pieces")
    agent.choose(START, Limit())
    assert agent.printed == "half a line \ufffd"


def test_a_move_within_the_grace_is_late_and_stands(hostile):
    agent = hostile("is_late", "time=0.1,grace=30")
    assert agent.choose(START, Limit()) == min(START.legal_moves())
    (fault,) = agent.faults
    assert (fault.kind, fault.seconds) == ("late move", agent.seconds)
    assert fault.message == f"took {fault.seconds:.2f} s for a move, more than 0.1 s"
    assert fault.seconds > 0.3


@pytest.mark.parametrize("name", ["lies_about_its_time", "answers_by_itself"])
@pytest.mark.parametrize("unconfined", ["yes", "no"])
def test_no_code_says_how_long_it_took(name, unconfined, hostile):
    agent = hostile(name, "time=0.1,grace=30", unconfined)
    assert agent.choose(START, Limit()) == min(START.legal_moves())
    (fault,) = agent.faults
    assert fault.kind == "late move"
    assert fault.seconds >= 0.5 - ALLOWANCE


def test_only_so_much_passes_for_the_pipe(hostile, monkeypatch):
    monkeypatch.setattr("outflank.agents.students.child.ALLOWANCE", 60.0)
    agent = hostile("lies_about_its_time", "time=0.1,grace=30")
    agent.choose(START, Limit())
    assert (agent.faults, agent.seconds) == ([], 0.0)


def test_no_answer_is_taken_before_the_question(hostile):
    agent = hostile("AnswersInAdvance", "time=1,grace=0.2")
    position = START.play(agent.choose(START, Limit()))
    agent.choose(position, Limit())
    message = "gave no move in 1.2 s, more than 1 s, and was ended"
    assert [(fault.kind, fault.message) for fault in agent.faults] == [("late move", message)]


def test_code_reports_no_faults_but_its_own(hostile):
    agent = hostile("blames_the_system")
    assert START.is_legal(agent.choose(START, Limit()))
    assert [fault.kind for fault in agent.faults] == ["illegal move"]


def test_what_the_system_takes_is_not_held_against_it(hostile, monkeypatch):
    monkeypatch.setattr("outflank.agents.students.agent.TOLERANCE", 30.0)
    agent = hostile("is_late", "time=0.1,grace=30")
    agent.choose(START, Limit())
    assert agent.faults == []


@pytest.mark.parametrize(
    ("options", "limit", "time"),
    [
        ("", Limit(), 2),
        ("", Limit(time=7), 7),
        ("time=5", Limit(time=7), 5),
        ("", Limit(depth=3), 2),
    ],
)
def test_whose_time_counts(options, limit, time, hostile):
    with agent_from_spec(f"student:{HOSTILE}:Remembers{options and ':' + options}") as agent:
        agent.choose(START, limit)
        assert agent.printed == f"made\nmove 1 within {time} s\n"


@pytest.mark.parametrize(("name", "kind"), [("Remembers", "late move"), ("Forgets", "crash")])
def test_a_fresh_process_takes_over(name, kind, hostile):
    agent = hostile(name, "time=1,grace=0.3")
    for _ in range(5):
        agent.choose(START, Limit())
    assert [fault.kind for fault in agent.faults] == [kind]
    line = "move {} within 1 s\n"
    before, after = "".join(map(line.format, (1, 2, 3))), "".join(map(line.format, (1, 2)))
    assert agent.printed == f"made\n{before}made\n{after}"


def test_what_cannot_start_again(hostile, pids):
    agent = hostile("Once")
    for _ in range(3):
        agent.choose(START, Limit())
    again = "could not be started again: the class Once cannot be made without arguments: " \
            "ValueError: no second time (hostile.py, line "  # fmt: skip
    first, *others = (fault.message for fault in agent.faults)
    assert first == "ended its process with exit status 5"
    assert len(others) == 2
    assert all(message.startswith(again) for message in others)


@pytest.mark.parametrize("name", ["exits", "loop", "odd"])
def test_the_loss_of_the_game(name, hostile):
    agent = hostile(name, f"policy=lose,{BRIEF}")
    with pytest.raises(AgentError) as caught:
        ask(agent, START, Limit(), "mine")
    (fault,) = agent.faults
    assert str(caught.value) == f"mine (Black) {fault.message}"
    assert agent.lost is fault


def test_a_closed_agent_plays_no_more(hostile):
    agent = hostile("first")
    agent.close()
    agent.close()
    with pytest.raises(AgentError, match="first is closed and plays no more"):
        agent.choose(START, Limit())


def test_the_log(hostile, tmp_path):
    log = tmp_path / "log.txt"
    for _ in range(2):
        with hostile("odd", f"log={log}") as agent:
            agent.choose(START, Limit())
    text = log.read_text()
    assert text.count("== odd\n\n-- faults: 1\nmove 1: exception: raised Odd: <Odd> (") == 2
    assert text.count("Traceback (most recent call last):") == 2


def test_play_game_closes_what_it_makes(pids):
    spec = f"student:{HOSTILE}:leaves_a_child:unconfined=yes"
    with agent_from_spec(spec) as kept:
        assert play_game(spec, kept, Position.initial(4)).result is not None
        noted = pids()
        assert noted
        kept.choose(START, Limit())
        assert len(pids()) == len(noted) + 1
    assert all(map(has_ended, pids()))


def test_the_process_ends_with_its_agent(pids):
    agent = agent_from_spec(f"student:{HOSTILE}:leaves_a_child:unconfined=yes")
    agent.choose(START, Limit())
    del agent
    gc.collect()
    (pid,) = pids()
    assert has_ended(pid)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_process_ends_with_this_program(number, pids):
    code = f"""
from outflank import Limit, Position
from outflank.agents import agent_from_spec
agent = agent_from_spec("student:{HOSTILE}:loop_in_c:time=100,unconfined=yes")
agent.choose(Position.initial(), Limit())
"""
    program = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    while not pids():
        assert program.poll() is None
        time.sleep(0.05)
    (pid,) = pids()
    assert program.poll() is None
    program.send_signal(number)
    program.wait(60)
    assert has_ended(pid)
