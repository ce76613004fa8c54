"""The NBoard server: recorded dialogues, passes, sizes, and thinking that stops when told."""

import os
import re
import subprocess
import sys
from random import Random
from threading import Event

import pytest

from outflank import PASS, Engine, Game, Limit, Linear, Move, Position, agent_from_spec
from outflank.agents import AdaptiveAgent, Agent, AgentError, SearchAgent, as_agent
from outflank.protocols import inbox
from outflank.protocols.nboard_server import serve_nboard
from outflank.protocols.nboard_text import MoveEntry

from ..processes import has_ended
from .nboard_dialogue import Client, said, set_game

SAMPLE = (
    "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]"
    "TY[8]BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
"""From the specification of the protocol."""
MUST_PASS = "f5d6c5f4d3e3f2c6g5b5a5b4b3c4c3a6a7a3f3e6c7b6d7d8b8e7f7e8c8a8a4f8a2b7"
"""The game of edax-reversi #50, without the pass at its end."""


def pv_of(line):
    """The moves of a line such as `search F5-D6-PA +1.00 0 8`."""
    return [PASS if word == "PA" else Move(word.lower()) for word in line.split()[1].split("-")]


def searches(lines):
    return [line for line in lines if line.startswith("search ")]


def move_in(line):
    assert line.startswith("=== ")
    return MoveEntry.parse(line[4:]).move


def test_the_dialogue_of_the_specification():
    lines = said("nboard 2", SAMPLE, "set depth 6", "ping 1", "go")
    assert lines[:3] == ["set myname Served", "pong 1", "status Served is thinking"]
    answer, last = lines[-2:]
    assert re.fullmatch(r"=== [A-H][1-8]/-?\d+\.\d\d/\d+\.\d\d", answer)
    assert last == "status Served is waiting"
    position = Game.parse("f5f6d3c5e6f7e7f4").position
    found = Engine().search(position, Limit(depth=6))
    assert answer.startswith(f"=== {found.move.name.upper()}/{found.score:.2f}/")
    told = searches(lines)
    assert [line.split()[4] for line in told] == ["1", "2", "3", "4", "5", "6"]
    assert tuple(pv_of(told[-1])) == found.pv
    assert f"nodestats {found.nodes} " in "\n".join(lines)


def test_a_game_is_not_played_on_without_a_word():
    lines = said("set depth 1", "go", "go", "move F5/-1.00/0.0", "go", agent="first")
    answers = [move_in(line) for line in lines if line.startswith("===")]
    assert answers[0] == answers[1] == min(Position.initial().legal_moves())
    assert answers[2] == min(Position.initial().play("f5").legal_moves())


@pytest.mark.parametrize("move", ["move F5/-1.00/0.0", "move F5//", "move f5", "F5", "f5//0.1"])
def test_moves_in_every_spelling(move):
    lines = said("nboard 1", move, "go", agent="first")
    assert move_in(lines[-2]) == min(Position.initial().play("f5").legal_moves())


def test_hints_are_the_best_moves_ever_deeper():
    lines = searches(said(SAMPLE, "set depth 3", "hint 2"))
    assert [line.split()[4] for line in lines] == ["1", "1", "2", "2", "3", "3"]
    position = Game.parse("f5f6d3c5e6f7e7f4").position
    worth = {
        move: -Engine().search(position.play(move), Limit(depth=2)).score
        for move in position.legal_moves()
    }
    best = sorted(worth, key=lambda move: -worth[move])[:2]
    assert [pv_of(line)[0] for line in lines[-2:]] == best
    assert [line.split()[2] for line in lines[-2:]] == [f"{worth[move]:+.2f}" for move in best]


def test_exact_hints(random_game):
    game = random_game(8, 4, 52)
    lines = searches(said(set_game(game), "set depth 1", "hint 99"))
    solved = Engine().solve(game.position, every=True)
    assert {line.split()[4] for line in lines} == {"100%"}
    assert {pv_of(line)[0]: float(line.split()[2]) for line in lines} == {
        move: bounds.lower for move, bounds in solved.moves.items()
    }


@pytest.mark.parametrize(
    ("agent", "pattern"),
    [
        ("phased:depth=2", r"search \S+ [+-]\d+\.\d\d 0 2 points"),
        ("mcts:playouts=500", r"search \S+ [+-]\d+\.\d\d 0 \d+ percent"),
        ("flat-mc:playouts=50", r"search \S+ [+-]\d+\.\d\d 0 \d+ percent"),
        ("hybrid:nodes=500", r"search \S+ [+-]\d+\.\d\d 0 \d+"),
        ("greedy", r"search D3 \+0\.00 0 0 without a value"),
    ],
)
def test_hints_of_other_agents(agent, pattern):
    lines = said("set depth 2", "hint 2", "go", agent=agent)
    hints = searches(lines[: lines.index("status Served is waiting")])
    assert re.fullmatch(pattern, hints[-1])
    assert len({pv_of(line)[0] for line in hints}) >= (1 if agent == "greedy" else 2)
    answer = next(line for line in lines if line.startswith("==="))
    assert ("//" in answer) == (agent != "hybrid:nodes=500")  # values that are not in discs


def test_an_adaptive_agent_sees_the_game():
    seen = []

    def adapt(game, color):
        seen.append(len(game))
        return Linear(mobility=1)

    agent = AdaptiveAgent(adapt)
    said(SAMPLE, "set depth 1", "hint 1", "go", "analyze", agent=agent)
    assert seen == [8, 8, *range(8, -1, -1)]


def test_an_analysis_has_a_line_for_each_position(random_game):
    games = (random_game(6, seed) for seed in range(99))
    game = next(game for game in games if PASS in game.moves)
    lines = said(set_game(game), "set depth 2", "analyze")
    values = dict(line.split()[1:] for line in lines if line.startswith("analysis"))
    assert [int(made) for made in values] == list(range(len(game.moves), -1, -1))
    outcome = game.result
    assert outcome is not None
    assert float(values[str(len(game.moves))]) == outcome.pov(game.position.turn)
    for made in range(len(game.moves) - 10, len(game.moves)):
        solved = Engine().solve(game.positions[made])
        assert float(values[str(made)]) == solved.score


def test_an_agent_without_values_says_so():
    lines = said("move f5", "analyze", agent="greedy")
    assert "status Served does not value positions" in lines
    assert not [line for line in lines if line.startswith("analysis")]


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_whole_games_on_every_board(size):
    game, random = Game(Position.initial(size)), Random(size)
    client = Client("greedy-corners")
    client.send("nboard 2", "set depth 1", set_game(game), "ping 1")
    assert client.until("pong")[-1] == "pong 1"
    while not game.position.is_over:
        client.send("go")
        move = move_in(client.until("===")[-1])
        assert game.position.is_legal(move)
        if random.random() < 0.5 and not move.is_pass:
            move = random.choice(game.position.legal_moves())
        game = game.play(move)
        client.send("move PA" if move.is_pass else f"move {move.name.upper()}/0.5/0.1")
    client.send("go", "learn")
    assert client.until("learned")[-2:] == ["status the game is over", "learned"]
    client.end()


# Of what users of other engines reported: the game, the moves that there are, and after a pass.
CASES = {
    "egaroucid-67": (
        "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3",
        "pass", "g4 h5 h6 a7 b7 c7 g7 h7 d8 e8 f8 g8",
    ),
    "egaroucid-217": (
        "f5d6c4d3c3f4f6f3e6e7f7c5e3e2g3b4g5g6d8h5b5b3h4f2d2e1h6c2c6e8d7c8c7a4a2a3a5b8b6h3g4h7g2a6"
        "c1d1g1f1h1a1g7b1a7a8b7f8h8h2g8",
        "pass", "b2",
    ),
    "edax-50": (MUST_PASS, "pass", "a1 g1 b2 c2 d2 e2 g2 g3 g4 h5 f6 g6 g7"),
    "playok": ("f5f4f3g4h3f6g5g6e6h6h5e7e3d2", "d3 c4 d7 f7 g7 h7", ""),
    "zolomon": ("e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8", "pass", "c3 g3 b4"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_games_that_made_others_fail(name):
    moves, *answers = CASES[name]
    here, after = (set(text.split()) for text in answers)
    game = set_game(Game.parse(moves))
    lines = said(game, "set depth 1", "go", "hint 99", "move PA", "hint 99", "go")
    waits = [at for at, line in enumerate(lines) if line == "status Served is waiting"]
    assert move_in(lines[waits[0] - 1]).name in here
    assert {pv_of(line)[0].name for line in searches(lines[waits[0] : waits[1]])} == here
    if after:
        assert {pv_of(line)[0].name for line in searches(lines[waits[1] : waits[2]])} == after
        assert move_in(lines[-2]).name in after
    else:
        assert lines[-1].startswith("status illegal move")


def test_a_pass_at_the_end_of_a_game_is_made():
    game = set_game(Game.parse(MUST_PASS))
    assert game.endswith("W[B7];)")
    passed = game.replace("W[B7];)", "W[B7]B[PA];)")
    assert Game.parse(f"{MUST_PASS} pa").position.turn.name == "WHITE"
    for lines in (said(passed, "set depth 1", "go"), said(game, "move PA//", "set depth 1", "go")):
        assert not move_in(lines[-2]).is_pass


def test_the_newest_trouble_is_told_once_for_each_request():
    lines = said("move A1", "go", "move zz", "set game nonsense", "go", "go")
    first, again, _, game, *rest = lines
    assert first == again
    assert game.startswith("status cannot read the game: ")
    assert rest == [game, game]


def test_a_pass_after_the_end_changes_nothing():
    game = set_game(Game.parse("f5d6c5f4e3f6g5e6e7"))
    over = ["status the game is over"]
    assert said(game, "move PA", "move PA//", "go") == over
    assert said(game.replace(";)", "W[PA]B[PA];)"), "go") == over


def test_a_finished_game():
    game = set_game(Game.parse("f5d6c5f4e3f6g5e6e7"))
    lines = said(game, "set depth 1", "go", "hint 2", "analyze")
    assert lines[:2] == ["status the game is over"] * 2
    assert "analysis 9 -64.00" in lines  # the side to move, White, has no disc left


def test_a_resigned_game_goes_on():
    lines = said(SAMPLE.replace("RE[?]", "RE[+64.0:r]"), "set depth 1", "go", "move D6", "go")
    assert len([line for line in lines if line.startswith("===")]) == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("set game nonsense", "cannot read the game: no game in 'nonsense'"),
        ("set game (;GM[Othello]BO[5 -- *];)", "cannot read the game: bad start BO: bad board"),
        (SAMPLE.replace("F4", "F5"), "cannot read the game: move 8: illegal move"),
        (SAMPLE.replace("TY[8]BO[8 ", "TY[88]BO[88 "), "cannot read the game: unsupported board"),
        ("move A1", "illegal move"),
        ("move PA", "illegal move"),
        ("move zz", "bad move 'zz'"),
        ("move", "bad move ''"),
    ],
)
def test_nothing_is_answered_of_a_position_that_is_not_known(line, reason):
    lines = said(line, "go", "hint 1", "move D3", "analyze", SAMPLE, "set depth 1", "go")
    assert lines[0].startswith(f"status {reason}")
    assert lines[1:3] == [lines[0]] * 2
    answers = [at for at, line in enumerate(lines) if line.startswith(("===", "search", "analys"))]
    assert answers[0] > lines.index("status Served is thinking")
    assert lines.count("status Served is thinking") == 1


@pytest.mark.parametrize(
    "line",
    ["", "   ", "foo", "foo bar baz", "set", "set color red", "set contempt 100", "set contempt x",
     "nboard", "override A1 3", "\x00\ufffd", "hint", "hint x", "hint -1", "hint 99999999999999999",
     "set depth", "set game"],
)  # fmt: skip
def test_unknown_lines_change_nothing(line):
    lines = said("move F5", line, "set depth 1", "go", agent="first")
    assert move_in(lines[-2]) == min(Position.initial().play("f5").legal_moves())


@pytest.mark.parametrize("depth", ["0", "-3", "x", "1.5", "9" * 5000])
def test_a_bad_depth_is_told_and_left(depth):
    lines = said("set depth 2", f"set depth {depth}", "hint 1")
    assert lines[0].startswith("status bad depth ")
    assert len(lines[0]) < 100
    assert [line.split()[4] for line in searches(lines)] == ["1", "2"]


def test_learning():
    assert said("learn") == ["learned"]


def test_no_line_is_of_an_earlier_position(random_game):
    client, game = Client(), Game(Position.initial(8))
    moves = random_game(8, 7).moves
    client.send("nboard 2", set_game(game), "set contempt 0", "set depth 60", "ping 0", "hint 3")
    assert client.until("pong")[-1] == "pong 0"
    for number, move in enumerate(moves[:-10], 1):
        client.until("nodestats")  # of the position before, which it still thinks of
        game = game.play(move)
        if number % 3:
            client.send(f"move {'PA' if move.is_pass else move.name.upper()}//")
        else:
            client.send(set_game(game))
        client.send(f"ping {number}", "hint 3")
        client.until(f"pong {number}")
        for line in searches(client.until("nodestats")):
            assert Game(game.position, pv_of(line)).moves == tuple(pv_of(line))
    client.send("quit")
    client.thread.join(30)
    assert not client.thread.is_alive()


@pytest.mark.parametrize("what", ["go", "hint 1", "hint 5", "analyze"])
@pytest.mark.parametrize("agent", ["engine", "positional", "mcts:time=1000", "hybrid:time=1000"])
@pytest.mark.parametrize("stop", ["ping 7", "quit"])
def test_thinking_stops_when_told(what, agent, stop):
    client = Client(agent)
    client.send(set_game(Game(Position.initial(12))), "set depth 60", what)
    client.until("status Served is thinking" if what == "analyze" else "search")
    client.send(stop)
    if stop != "quit":
        assert not any(line.startswith("===") for line in client.until("pong 7"))
        client.send("learn")
        assert client.until("learned") == ["learned"]
        client.send("quit")
    client.thread.join(30)
    assert not client.thread.is_alive()


def test_thinking_stops_a_while_after_the_last_line(monkeypatch):
    monkeypatch.setattr(inbox, "_PATIENCE", 0.1)
    lines = said(set_game(Game(Position.initial(12))), "set depth 60", "hint 3", "go", "learn")
    assert lines[-1] == "learned"
    assert not any(line.startswith("===") for line in lines)


class Stubborn:
    """An agent that cannot be stopped, and waits to be let go."""

    def __init__(self):
        self.begun, self.go, self.asked = Event(), Event(), 0

    def choose(self, position, limit):
        self.asked += 1
        self.begun.set()
        assert self.go.wait(30)
        return max(position.legal_moves())


def test_what_cannot_be_stopped_is_not_waited_for():
    agent = Stubborn()
    client = Client(agent)
    client.send("go")
    assert agent.begun.wait(30)
    client.send("ping 1", "move F5", "hint 1", "ping 2", "go", "ping 3")
    heard = client.until("pong 3")
    assert not any(line.startswith(("===", "search")) for line in heard)
    assert agent.asked == 1
    client.send("go")
    agent.go.set()
    last = max(Position.initial().play("f5").legal_moves())
    assert move_in(client.until("===")[-1]) == last
    assert agent.asked == 2
    client.end()


def test_a_script_that_ends_gets_its_answer():
    assert move_in(said("set depth 4", "hint 3", "go")[-2]) in Position.initial().legal_moves()


@pytest.mark.parametrize("clock", ["0:05", "1", "0:00", "5//2:00", "0:00:05", "x", ""])
def test_the_clock_ends_thinking(clock):
    game = SAMPLE.replace("TI[15:00]", f"TI[{clock}]").replace("B[F5]", "B[F5/1/0.5]")
    depth = 60 if clock[:1].isdigit() and clock != "0:00" else 3
    lines = said(game, f"set depth {depth}", "go", "move D6/0/1.5", "go", "move C6/0/nan", "go")
    assert len([line for line in lines if line.startswith("===")]) >= (1 if depth == 60 else 2)


@pytest.mark.parametrize("what", ["go", "hint 1", "analyze"])
def test_a_failure_of_the_agent_is_told_and_comes_out(what):
    def broken(position):
        raise KeyError("a1")

    agent = agent_from_spec("engine:depth=2")
    assert isinstance(agent, SearchAgent)
    agent.engine.evaluator = broken
    agents: list[Agent] = [agent, as_agent(broken)] if what != "analyze" else [agent]
    for one in agents:
        out: list[str] = []
        with pytest.raises(AgentError, match=r"Served.* failed: KeyError: 'a1'"):
            serve_nboard(one, [what, "go"], out.append, "Served")
        assert re.match("status Served.* failed: KeyError: 'a1'", out[-1])


def test_an_illegal_move_of_the_agent_is_told_and_comes_out():
    out: list[str] = []
    with pytest.raises(ValueError, match="played a1, which is illegal"):
        serve_nboard(Wrong(), ["go"], out.append, "Served")
    assert "which is illegal" in out[-1]


class Wrong:
    def choose(self, position, limit):
        return Move("a1")


def test_it_ends_when_nobody_listens():
    def gone(line):
        raise BrokenPipeError

    endless = iter(lambda: "go", None)
    serve_nboard(agent_from_spec("engine:depth=60,book=none"), endless, gone, "Served")


GUI = """
import subprocess, sys
pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
engine = subprocess.Popen([sys.executable, "-m", "outflank", "nboard"], **pipes)
engine.stdin.write("nboard 2\\nset depth 60\\ngo\\n")
engine.stdin.flush()
while not engine.stdout.readline().startswith("search"):
    pass
print(engine.pid, flush=True)
engine.wait()
"""


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
def test_it_ends_with_the_program_that_started_it():
    gui = subprocess.Popen([sys.executable, "-c", GUI], stdout=subprocess.PIPE)
    with gui:
        assert gui.stdout is not None
        pid = int(gui.stdout.readline())
        gui.kill()
    assert has_ended(pid)


def test_an_agent_is_let_go_in_the_end():
    agent = agent_from_spec("engine:depth=1,book=none")
    serve_nboard(agent, ["go", "quit"], lambda line: None, "Served")
    assert (agent.stop, agent.progress) == (None, None)
