"""The program at the other end: each way to fail is told apart, and none leaves anything behind."""

import gc
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from outflank._core.interrupts import interrupts_held
from outflank.agents import AgentError
from outflank.protocols import Deadline, Peer, PeerLost
from outflank.protocols.peer import _words

from ..processes import has_ended

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
BAD_PEER = Path(__file__).with_name("bad_peer.py")


@pytest.fixture
def peer():
    """Starts bad_peer.py as somebody by name."""
    made = []

    def peer(name):
        made.append(Peer(f"'{sys.executable}' '{BAD_PEER}' {name}"))
        return made[-1]

    yield peer
    for one in made:
        one.close()


def ask(peer, text="hello", seconds=10.0):
    deadline = Deadline(seconds)
    peer.send(text, deadline)
    return peer.receive(deadline)


def test_a_program_is_asked_and_answers(peer):
    echo = peer("echo")
    assert ask(echo) == "you said hello"
    assert ask(echo, "ünicode") == "you said ünicode"
    assert ask(echo, "x" * 50_000) == "you said " + "x" * 50_000


def test_bytes_that_are_no_text_are_a_line_all_the_same(peer):
    odd = peer("binary")
    assert ask(odd) == bytes(range(10)).decode()  # up to the line's end among them
    assert len(odd.receive(Deadline(10))) == 245


def test_what_it_prints_to_its_errors_does_not_hold_it_up(peer):
    loud = peer("loud")
    assert [ask(loud), ask(loud)] == ["quiet hello"] * 2


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("exits", "crash", "ended its process with exit status 3; its last output: 'Out of ideas'"),
        ("dies", "crash", "died of signal SIGSEGV"),
        ("endless_line", "bad answer", "printed a line of more than 65536 bytes; its last output"),
        ("closes_input", "crash", "closed its input"),
        ("closes_output", "crash", "closed its output; its last output: 'half a line'"),
    ],
)
def test_faults_are_told_apart(peer, name, kind, message):
    bad = peer(name)
    if name == "closes_input":
        assert bad.receive(Deadline(10)) == "closed"
    with pytest.raises(PeerLost) as caught:
        ask(bad)
    assert caught.value.kind == kind
    assert str(caught.value).startswith(message)
    with pytest.raises(AgentError, match="is closed and plays no more"):
        bad.send("hello", Deadline(1))


def test_no_answer_in_time_is_told_with_the_question(peer):
    with pytest.raises(PeerLost, match=r"gave no answer to 'genmove b' in 0\.2 s") as caught:
        ask(peer("stalls"), "genmove b", 0.2)
    assert caught.value.kind == "over time"


def test_what_nobody_reads_is_not_sent_for_ever(peer):
    with pytest.raises(PeerLost, match="did not read 'xxx") as caught:
        ask(peer("stalls"), "x" * 1_000_000, 0.3)
    assert caught.value.kind == "over time"


def test_lines_without_end_are_over_at_the_deadline(peer):
    talker = peer("endless_lines")
    deadline = Deadline(0.3)
    with pytest.raises(PeerLost, match="gave no answer") as caught:
        assert set(iter(lambda: talker.receive(deadline), None)) == {"blah"}
    assert caught.value.kind == "over time"


STARTS = [
    "children",
    pytest.param("daemons", marks=pytest.mark.skipif(sys.platform != "linux", reason="on Linux")),
]


@pytest.mark.parametrize("what", STARTS)
@pytest.mark.parametrize("how", ["close", "forget"])
def test_all_that_it_started_ends_with_it(what, how):
    peer = Peer(f"'{sys.executable}' '{BAD_PEER}' {what}")
    pids = [int(word) for word in ask(peer).split()]
    if how == "close":
        peer.close()
        peer.close()
    else:
        del peer
        gc.collect()
    assert all(has_ended(pid) for pid in pids)


@pytest.mark.parametrize("what", STARTS)
def test_it_ends_with_this_process_even_if_that_is_killed(what):
    code = f"""
import os
from outflank.protocols import Deadline, Peer
peer = Peer({f"'{sys.executable}' '{BAD_PEER}' {what}"!r})
peer.send("hello", Deadline(10))
print(peer.receive(Deadline(10)), flush=True)
os.kill(os.getpid(), 9)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL
    pids = [int(word) for word in done.stdout.split()]
    assert len(pids) == 2
    assert all(has_ended(pid) for pid in pids)


def test_a_farewell_lets_it_end_by_itself(tmp_path):
    done = tmp_path / "done"
    peer = Peer(f'sh -c \'read line; echo "$line" > "{done}"\'')
    peer.close("quit")
    assert done.read_text() == "quit\n"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("no-such-program --fast", "cannot start 'no-such-program': there is no such program"),
        (f"{BAD_PEER}", f"cannot start '{BAD_PEER}': Permission denied"),
        ("", "bad command '': expected a program and its arguments"),
        ("''", "bad command \"''\": expected a program and its arguments"),
        ("rhino 'half", 'bad command "rhino \'half": no closing quotation'),
        ("a\0b", r"bad command 'a\x00b': expected a program and its arguments"),
    ],
)
def test_what_cannot_be_started(command, message):
    with pytest.raises(AgentError) as caught:
        Peer(command)
    assert str(caught.value) == message


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_it_starts_with_the_signals_of_a_fresh_program():
    with interrupts_held():
        peer = Peer("grep -E 'SigBlk|SigIgn' /proc/self/status")
    try:
        lines = [peer.receive(Deadline(10)) for _ in range(2)]
    finally:
        peer.close()
    ours = re.search(r"SigIgn:\t(\w+)", Path("/proc/self/status").read_text())
    reset = sum(1 << number - 1 for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ))
    assert lines == ["SigBlk:\t0000000000000000", f"SigIgn:\t{int(ours[1], 16) & ~reset:016x}"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\Users\me\edax.exe -l 5", [r"C:\Users\me\edax.exe", "-l", "5"]),
        (r'"C:\Program Files\e.exe" -q', [r"C:\Program Files\e.exe", "-q"]),
        (r"\\server\share\e.exe", [r"\\server\share\e.exe"]),
        (r"edax\ 4/bin -x 'C:\a b\c'", ["edax 4/bin", "-x", r"C:\a b\c"]),
        (r"a \"b\" c", ["a", '"b"', "c"]),
    ],
)
def test_backslashes_of_paths_stay(command: str, words: list[str]) -> None:
    assert _words(command) == words
