"""Programs that speak NBoard's protocol as agents: their ways to answer, and to fail."""

import gc
import os
import signal
import subprocess
import sys
from pathlib import Path
from shlex import quote
from time import perf_counter

import pytest

from outflank import Limit, Move, Position
from outflank.agents import AgentError, agent_from_spec, play_game
from outflank.protocols import NBoardAgent, PeerLost, nboard_client
from outflank.tournament import Plan, run_match

from ..processes import has_ended

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
PEER = Path(__file__).with_name("nboard_peer.py")
SERVER = f"{quote(sys.executable)} -m outflank nboard"
START = Position.initial()


@pytest.fixture
def peer():
    """Starts nboard_peer.py with one of its ways, as an agent."""
    made = []

    def peer(way, **options):
        made.append(NBoardAgent(f"{quote(sys.executable)} {quote(str(PEER))} {way}", **options))
        return made[-1]

    yield peer
    for agent in made:
        agent.close()


@pytest.mark.parametrize(
    "way", ["spaces", "slashes", "glued", "bare", "noisy", "stale", "as_ntest", "counts_depths"]
)
def test_every_spelling_of_an_answer(way, peer):
    agent = peer(way)
    assert agent.choose(START, Limit(depth=4)) == Move("d3")
    assert agent.choose(START, Limit(depth=4)) == Move("d3")


@pytest.mark.parametrize("way", ["solves", "tells_who_wins", "as_ntest"])
def test_a_solved_position_needs_no_more_time(way, peer):
    assert peer(way).choose(START, Limit(time=500)) == Move("d3")


@pytest.mark.parametrize("way", ["deepens", "has_a_book", "talks", "stale"])
def test_time_ends_with_the_last_hint(way, peer):
    began = perf_counter()
    agent = peer(way, time=0.5)
    assert agent.choose(START, Limit(time=500)) == Move("d3")
    assert agent.choose(START, Limit(depth=50)) == Move("d3")
    assert perf_counter() - began >= 1


def test_a_depth_that_is_reached_ends_it_too(peer):
    assert peer("deepens").choose(START, Limit(time=500, depth=8)) == Move("d3")


def test_a_single_move_needs_no_question(peer):
    agent = peer("hangs")
    after = Position.parse("--------X----X--XXXXXX--XXXXXX--XXOXXXX-XOXOX---XOOOOX--OOOOOO-- X")
    assert agent.choose(after, Limit(depth=1)) == Move("pass")


FAULTS = [
    (
        "exits",
        "crash",
        "ended its process with exit status 3; its last output: 'pong 1 / pong 2 / out of",
    ),
    ("dies", "crash", "died of signal SIGABRT"),
    (
        "half",
        "crash",
        "ended its process with exit status 0; its last output: 'pong 1 / pong 2 / === d'",
    ),
    ("hangs", "over time", "gave no answer to 'go' in 0.5 s"),
    ("babbles", "over time", "gave no answer to 'go' in 0.5 s; its last output: 'blah / blah / "),
    ("endless_line", "bad answer", "printed a line of more than 65536 bytes; its last output: "),
    ("deaf", "over time", "gave no answer to 'ping 2' in 0.5 s"),
    ("garbage", "bad answer", "answered '=== your move', which names no move; its last output: "),
    ("empty", "bad answer", "answered '===', which names no move"),
    (
        "illegal",
        "illegal move",
        "played A1, which is illegal: it can play D3, C4, F5, E6; its last",
    ),
    ("passes", "illegal move", "played PA, which is illegal: it can play D3, C4, F5, E6"),
    ("off_board", "illegal move", "played J10, which is illegal: it can play D3, C4, F5, E6"),
]


@pytest.mark.parametrize(("way", "kind", "message"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_faults_are_told_apart(way, kind, message, peer, monkeypatch):
    if kind == "over time":
        monkeypatch.setattr(nboard_client, "_ANSWER" if way == "deaf" else "_PATIENCE", 0.5)
    agent = peer(way)
    with pytest.raises(PeerLost) as lost:
        agent.choose(START, Limit(depth=4))
    assert lost.value.kind == kind
    assert str(lost.value).startswith(message)
    with pytest.raises(AgentError, match="is closed and plays no more"):
        agent.choose(START, Limit(depth=4))


@pytest.mark.parametrize(
    ("way", "time", "kind", "message"),
    [
        ("spaces", 0.05, "over time", "gave no hint in 0.05 s"),
        (
            "endless",
            0.5,
            "over time",
            "gave no answer to 'ping 3' in 1 s; its last output: 'search D3",
        ),
        ("hints_illegally", 2, "illegal move", "played A1, which is illegal: it can play D3, C4,"),
    ],
)
def test_faults_in_hints(way, time, kind, message, peer, monkeypatch):
    monkeypatch.setattr(nboard_client, "_ANSWER", 1.0)
    with pytest.raises(PeerLost) as lost:
        peer(way).choose(START, Limit(time=time))
    assert lost.value.kind == kind
    assert str(lost.value).startswith(message)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nboard:", "bad command '': expected a program and its arguments"),
        ("nboard:no-such-program -x", "cannot start 'no-such-program': there is no such program"),
        (f"nboard:{quote(sys.executable)} -c 'print(1)'", "ended its process with exit status 0"),
        (f"nboard:{quote(sys.executable)} {PEER} silent", "gave no answer to 'ping 1' in 0.5 s"),
        ("nboard:true:depth=x", "bad value 'x' for depth of nboard: expected a whole number"),
    ],
)
def test_what_cannot_be_asked(spec, message, monkeypatch):
    if "silent" in spec:
        monkeypatch.setattr(nboard_client, "_START", 0.5)
    with pytest.raises(AgentError) as error:
        agent_from_spec(spec)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 16])
def test_our_own_server_plays_what_its_agent_would(size):
    spec = f"nboard:{SERVER} --agent three-phase:depth=2"
    start = Position.initial(size)
    limit = Limit(depth=2)
    theirs = play_game(f"{spec}", "greedy", start, limit)
    assert theirs.moves == play_game("three-phase:depth=2", "greedy", start, limit).moves


def test_games_with_passes(random_game):
    games = (random_game(4, seed) for seed in range(99))
    starts = [next((p for p in game.positions if p.must_pass), None) for game in games]
    agent = agent_from_spec(f"nboard:{SERVER} --agent first")
    for start in [start for start in starts if start is not None][:5]:
        theirs = play_game(agent, "greedy", start, Limit(depth=1))
        assert theirs.moves == play_game("first", "greedy", start).moves
    agent.close()


@pytest.mark.parametrize(
    "limit", [Limit(time=1e-6), Limit(time=0.01), Limit(depth=1), Limit(nodes=1)]
)
def test_tiny_limits(limit):
    agent = agent_from_spec(f"nboard:{SERVER}:time=0.01" if limit.nodes else f"nboard:{SERVER}")
    for size in (4, 8, 16):
        position = Position.initial(size)
        assert position.is_legal(agent.choose(position, limit))
    agent.close()


def test_a_match_counts_what_went_wrong():
    spec = f"nboard:{quote(sys.executable)} {PEER} exits"
    plan = Plan((spec, "first"), games=2, openings="start", limit=Limit(depth=1))
    records = run_match(plan).records
    for number in (0, 1):
        fault = records[number].fault
        assert fault is not None
        assert fault.kind == "crash"
        assert fault.message.endswith(
            "exit status 3; its last output: 'pong 1 / pong 2 / out of ideas'"
        )
        assert records[number].score == (-64, 64)[number]


@pytest.mark.parametrize("way", ["close", "drop"])
def test_nothing_is_left_behind(way):
    agent = NBoardAgent(SERVER)
    pid = agent._peer._process.pid
    agent.choose(START, Limit(depth=1))
    if way == "close":
        agent.close()
        agent.close()
    del agent
    gc.collect()
    assert has_ended(pid)


KILLED = """
import sys
from outflank import Limit, Position
from outflank.protocols import NBoardAgent
agent = NBoardAgent(sys.argv[1])
print(agent._peer._process.pid, flush=True)
agent.choose(Position.initial(16), Limit(depth=60))
"""


def test_no_process_outlives_us():
    client = subprocess.Popen([sys.executable, "-c", KILLED, SERVER], stdout=subprocess.PIPE)
    with client:
        assert client.stdout is not None
        pid = int(client.stdout.readline())
        client.send_signal(signal.SIGKILL)
    assert has_ended(pid)
