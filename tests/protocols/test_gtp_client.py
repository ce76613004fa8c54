"""Programs that speak GTP, as agents: every kind plays, and no fault of theirs goes further."""

import os
import re
import sys
from pathlib import Path

import pytest

from outflank import PASS, Color, Game, IllegalMoveError, Limit, Position
from outflank.agents import (
    AgentError,
    AgentLost,
    First,
    RandomAgent,
    agent_from_spec,
    ask,
    play_game,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
PEER = Path(__file__).with_name("gtp_peer.py")
SEED = 187
"""Of a random player on 6x6, where the first legal move, played against it, makes both pass."""


@pytest.fixture
def program(tmp_path):
    """Starts gtp_peer.py in some way; `commands()` are those it was sent, without numbers."""
    made = []

    def program(way):
        log = tmp_path / f"{way} log"
        made.append(agent_from_spec(f"gtp:'{sys.executable}' '{PEER}' {way} '{log}'"))
        made[-1].commands = lambda: re.sub("(?m)^[0-9]+ ", "", log.read_text()).splitlines()
        return made[-1]

    yield program
    for agent in made:
        agent.close()


@pytest.mark.parametrize(
    "way", ["plain", "banner", "knows_no_pass", "strict", "passes_itself", "passes_twice"]
)
def test_whatever_a_program_thinks_of_passes_it_plays(program, way):
    start, game = (
        Position.initial(6),
        play_game(First(), RandomAgent(seed=SEED), Position.initial(6)),
    )
    passes = [p.turn for m, p in zip(game.moves, game.positions, strict=False) if m.is_pass]
    assert passes.count(Color.BLACK) == 1
    assert passes.count(Color.WHITE) == 3
    assert play_game(program(way), RandomAgent(seed=SEED), start) == game


@pytest.mark.parametrize("way", ["unnumbered", "spaced"])
def test_a_program_that_does_not_repeat_numbers_is_not_given_any(program, way):
    agent = program(way)
    assert len(play_game(agent, First(), Position.initial(4))) > 5


def test_it_is_told_its_time_and_what_has_changed_alone(program):
    agent = program("plain")
    assert agent.name == "plain"
    game = Game.parse("f5d6")
    for limit in (Limit(), Limit(depth=3), Limit(time=2.5), Limit(time=0.3), Limit()):
        move = ask(agent, game.position, limit, game=lambda: game)  # noqa: B023
        game = game.play(move).play(game.play(move).position.legal_moves()[0])
    assert agent.commands() == [
        "protocol_version", "name", "list_commands", "set_game Othello",
        "boardsize 8", "clear_board", "play black F5", "play white D6", "genmove black",
        "play white D3", "genmove black",
        "play white B2", "time_settings 0 2 1", "time_left black 2 1", "genmove black",
        "play white D2", "time_settings 0 1 4", "time_left black 1 4", "genmove black",
        "play white B1", "time_settings 0 1 0", "genmove black",
    ]  # fmt: skip


def test_a_game_that_jumps_is_shown_anew(program):
    agent, game = program("plain"), Game.parse("f5d6c3d3c4")
    for shown in (game, game.undo(2), game.undo(2).play("f4"), Game(Position.initial(6))):
        move = ask(agent, shown.position, Limit(), game=lambda: shown)  # noqa: B023
        assert move == shown.position.legal_moves()[0]
    commands = agent.commands()
    assert commands.count("clear_board") == 4
    assert commands.count("boardsize 6") == 1


def test_it_plays_without_being_told_the_game(program):
    agent, position = program("plain"), Position.initial(6)
    other = RandomAgent(seed=SEED)
    while not position.is_over:
        player = agent if position.turn is Color.BLACK else other
        if position.must_pass:
            position = position.play(PASS)
        else:
            position = position.play(player.choose(position, Limit()))
    assert agent.commands().count("clear_board") == 1
    with pytest.raises(AgentLost, match="only games from the usual start"):
        agent.choose(Game.parse("f5d6c3d3c4").position, Limit())


def test_a_game_with_a_start_of_its_own_cannot_be_shown(program):
    start = Game.parse("f5d6").position
    with pytest.raises(AgentError, match=r"plain.*cannot be shown a position, only games"):
        play_game(program("plain"), First(), start)


def test_what_it_resigns_is_over(program):
    game = play_game(program("resigns"), First())
    assert game.resigned is Color.BLACK
    assert len(game) == 0


@pytest.mark.parametrize(
    ("way", "kind", "message"),
    [
        ("crashes", "crash", "ended its process with exit status 3; its last output: "),
        ("dies", "crash", "died of signal SIGSEGV; its last output: "),
        ("half_an_answer", "crash", "ended its process with exit status 3; its last output: "),
        ("stalls", "over time", "gave no answer to '9 genmove black' in 0.6 s; its last"),
        ("closes_input", "over time", "gave no answer to '9 genmove black' in 0.6 s"),
        ("line_without_end", "bad answer", "printed a line of more than 65536 bytes; its last"),
        ("answer_without_end", "bad answer", "does not end its answer to 'genmove black'; its"),
        ("no_gtp", "bad answer", "answered 'genmove black' with 'F5', which is no answer of GTP"),
        ("wrong_number", "bad answer", "answered 'genmove black' under the number 99 instead of 9"),
        ("garbage", "bad answer", "answered 'your move' instead of a move"),
        ("silent", "bad answer", "answered '' instead of a move"),
        ("refuses", "bad answer", "does not move: it answered 'I am tired'"),
    ],
)
def test_faults_are_told_apart(program, monkeypatch, way, kind, message):
    monkeypatch.setattr("outflank.protocols.gtp_client._GRACE", 0.1)
    limit = 0.5 if way in ("stalls", "closes_input") else 10
    with pytest.raises(AgentLost) as caught:
        program(way).choose(Position.initial(), Limit(time=limit))
    assert caught.value.kind == kind
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("way", "move"), [("illegal", "a1"), ("off_board", "p16"), ("passes", "pass")]
)
def test_illegal_moves_are_the_drivers_to_tell(program, way, move):
    agent = program(way)
    with pytest.raises(IllegalMoveError, match=f"played {move}, which is illegal"):
        ask(agent, Position.initial(), Limit())


def test_a_legal_move_that_it_refuses_is_its_fault(program):
    with pytest.raises(AgentLost, match="refuses a legal move: illegal move") as caught:
        program("refuses_moves").choose(Game.parse("f5").position, Limit())
    assert caught.value.kind == "bad answer"


def test_a_size_that_it_does_not_know_is_told(program):
    with pytest.raises(AgentLost, match="does not play on 6x6: it answered 'unacceptable size'"):
        program("small").choose(Position.initial(6), Limit())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gtp:", "bad command '': expected a program and its arguments"),
        ("gtp:no-such-program", "cannot start 'no-such-program': there is no such program"),
        ("gtp:rhino 'half", "bad command \"rhino 'half\": no closing quotation"),
        (f"gtp:'{sys.executable}' '{PEER}' exits /dev/null",
         "ended its process with exit status 1; its last output: 'cannot find my weights'"),
        (f"gtp:'{sys.executable}' '{PEER}' plays_go /dev/null",
         "plays_go does not play Othello: unsupported game"),
        ("gtp:cat", "repeats what it is told and speaks no GTP; its last output: "
         "'1 protocol_version'"),
        ("gtp:echo Hello", "ended its process with exit status 0; its last output: 'Hello'"),
    ],
)  # fmt: skip
def test_what_cannot_be_an_agent(spec, message):
    with pytest.raises(AgentError) as caught:
        agent_from_spec(spec)
    lost = ("ended", "printed", "repeats")
    subject = f"the agent {spec!r} " if message.startswith(lost) else ""
    assert str(caught.value) == subject + message


def test_who_prints_for_ever_is_no_agent():
    """It is told by its lines or, if it is faster than they are read, by how much it prints."""
    with pytest.raises(AgentError) as caught:
        agent_from_spec("gtp:yes")
    assert str(caught.value) in {
        f"the agent 'gtp:yes' {what}; its last output: 'y / y / y'"
        for what in ("printed 10000 lines and no answer of GTP", "prints without being asked")
    }


def test_after_a_fault_it_plays_no_more(program):
    agent = program("wrong_number")
    for message in ("under the number 99", "^is closed and plays no more"):
        with pytest.raises(AgentError, match=message):
            agent.choose(Position.initial(), Limit())


def test_it_is_told_to_quit(program):
    agent = program("plain")
    agent.close()
    agent.close()
    assert agent.commands()[-1] == "quit"
