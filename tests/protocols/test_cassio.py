"""Cassio's protocol: its answers, its faults, and searches that stop when told."""

import re
from queue import SimpleQueue
from threading import Thread

import pytest

from outflank import Engine, Limit, Position, agent_from_spec
from outflank.protocols.cassio import serve_cassio

START = "---------------------------OX------XO---------------------------X"
ENDING = "XXXXXXXXXXXXXOXXXXOXXXXXXXXOOO-OXXOOOOO--OOOOOO----OOO----------O"
"""White must pass."""
NEAR_END = "OOOOOOOXXOXOOOX-XXOXOOXXXXXXXXXXXXOOOXXXXXOXXXXXXXOXOX--XXXXXX--O"


def said(*commands, agent="engine"):
    out: list[str] = []
    lines = [f"ENGINE-PROTOCOL {command}" for command in commands]
    serve_cassio(agent_from_spec(agent), lines, out.append, "Served 1")
    return out


def test_small_talk():
    assert said("init", "new-position", "empty-hash", "feed-hash x", "stop") == ["ready."] * 5
    assert said("get-version") == ["version: Served 1", "ready."]
    assert said("quit", "init") == ["bye bye."]
    out: list[str] = []
    serve_cassio(agent_from_spec("engine"), ["", "  "], out.append, "")
    assert out == ["ok.", "ok."]


def test_a_midgame_search():
    result, ready, infos, last = said(
        f"midgame-search {START} -64.00 64.00 5 100", "get-search-infos"
    )
    assert (ready, last) == ("ready.", "ready.")
    found = Engine().search(Position.parse(START), Limit(depth=5))
    value, pv = f"B{found.score:+.2f}", "".join(move.name for move in found.pv)
    beginning = f"{START}, move {found.move}, depth 5, @100%, {value} <= v <= {value}, {pv}, node "
    assert result.startswith(beginning)
    assert re.fullmatch(r"\d+, time \d+\.\d{3}", result.removeprefix(beginning))
    assert re.fullmatch(r"node \d+, time \d+\.\d{3}", infos)


@pytest.mark.parametrize("board", [NEAR_END, ENDING])
def test_an_endgame_search(board):
    result, ready = said(f"endgame-search {board} -64 64 100")
    solved = Engine().solve(Position.parse(board))
    move = "--" if solved.move.is_pass else solved.move.name
    value = f"W{solved.score:+.2f}"
    empties = board.count("-")
    assert ready == "ready."
    assert f"move {move}, depth {empties}, @100%, {value} <= v <= {value}, {move}" in result


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "unknown command 'ENGINE-PROTOCOL'"),
        ("what", "unknown command"),
        (f"midgame-search {START} -64 64 5", "unknown command"),
        ("endgame-search XO -64 64 100", "bad board 'XO'"),
        (f"midgame-search {START} -64 64 0 100", "bad depth '0': expected a whole number above 0"),
        (f"midgame-search {START} -64 64 x 100", "bad depth 'x': expected a whole number"),
        (f"endgame-search {'X' * 64}O -64 64 100", "the game is over"),
    ],
)
def test_faults_are_told(command, message):
    error, ready = said(command, "init")
    assert error.startswith("ERROR: ")
    assert message in error
    assert ready == "ready."


def test_an_agent_without_values_is_a_fault():
    assert said(f"midgame-search {START} -64 64 5 100", agent="greedy")[0].startswith("ERROR: ")


def test_a_search_stops_when_told():
    commands: SimpleQueue[str] = SimpleQueue()
    answers: SimpleQueue[str] = SimpleQueue()
    arguments = (agent_from_spec("engine"), iter(commands.get, ""), answers.put, "")
    thread = Thread(target=serve_cassio, args=arguments, daemon=True)
    thread.start()
    for command in (f"midgame-search {START} -64 64 59 100", "stop"):
        commands.put(f"ENGINE-PROTOCOL {command}")
    heard = [answers.get(timeout=30)]
    if heard != ["ready."]:  # it had begun
        assert heard[0].startswith(START)
        heard.append(answers.get(timeout=30))
    assert heard[-1] == "ready."
    commands.put("ENGINE-PROTOCOL quit")
    assert answers.get(timeout=30) == "bye bye."
    thread.join(30)
    assert not thread.is_alive()


def test_it_ends_when_nobody_listens():
    def gone(line):
        raise BrokenPipeError

    serve_cassio(agent_from_spec("engine"), iter(lambda: "ENGINE-PROTOCOL init", None), gone, "")
