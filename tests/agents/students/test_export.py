"""Agents of ours in the COMP424 simulator, or in what stands in for it."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import outflank
from outflank import Color, Game, IllegalMoveError, Position
from outflank.agents import AgentError, agent_from_spec
from outflank.agents.students.boards import BoardAgent, position_of
from outflank.agents.students.export import _embedded, export

SIMULATOR = Path(__file__).with_name("simulator.py")


def simulated(folder, *words):
    """What the stand-in prints, from a folder of its own and with nothing else on the path."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(SIMULATOR), str(folder), *words],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def exported(folder, **agents):
    """Writes agents into a folder for the simulator, each registered under its name."""
    (folder / "agents").mkdir(parents=True, exist_ok=True)
    for name, spec in agents.items():
        text = export(spec, name)
        (folder / "agents" / f"{name}.py").write_text(text, encoding="utf-8")


def test_agents_play_on_every_size_of_the_course(tmp_path):
    exported(tmp_path, ours="engine:depth=2", other="random")
    played = simulated(tmp_path, "ours", "other", "4", "6", "8", "10", "12", "14", "16")
    assert played["faults"] == []
    as_first, as_second = played["results"][::2], played["results"][1::2]
    wins = [mine > other for mine, other in as_first] + [mine > other for other, mine in as_second]
    assert sum(wins) >= 11


def test_an_agent_plays_the_same_there_as_here(tmp_path):
    exported(tmp_path, one="phased:depth=2", two="greedy-corners")
    there = simulated(tmp_path, "one", "two", "6", "8")["results"]
    here = []
    for size in (6, 8):
        for specs in (("phased:depth=2", "greedy-corners"), ("greedy-corners", "phased:depth=2")):
            position = Position.initial(size)
            agents = dict(zip(Color, map(BoardAgent, specs, (1.9, 1.9)), strict=True))
            while not position.is_over:
                if position.must_pass:
                    position = position.swapped()
                    continue
                number = 1 if position.turn is Color.BLACK else 2
                row, column = agents[position.turn].step(board_of(position), number)
                position = position.play(f"{chr(97 + column)}{row + 1}")
            here.append([position.discs(color) for color in Color])
    assert there == here


def board_of(position):
    board = np.zeros((position.size, position.size), dtype=int)
    for number, color in enumerate(Color, 1):
        for square in position.squares(color):
            board[square.row, square.column] = number
    return board


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_boards_are_read(random_game, size):
    for plies in (0, 3, 9):
        position = random_game(size, seed=plies, plies=plies).position
        player = 1 if position.turn is Color.BLACK else 2
        assert position_of(board_of(position), player) == position
        assert position_of(board_of(position).tolist(), 3 - player) == position.swapped()


FILES = {
    "mine.py": """
import beside
from parcel.inner import pick
class Mine:
    def __init__(self, which=0):
        self.which = which
    def choose(self, position, limit):
        beside.note(limit)
        return pick(position.legal_moves(), self.which)
class Two(Mine):
    def __init__(self, file=""):
        self.which = 0
""",
    "beside.py": "def note(limit):\n    assert limit.time == 1.9 or limit.time == 0.1, limit\n",
    "parcel/__init__.py": "",
    "parcel/inner.py": "def pick(moves, which):\n    'A \\\\ and a \"'\n    return moves[which]\n",
    "weights.toml": 'unit = "points"\n[size.8.all]\nmobility = 10\ncorners = 50\n',
    "reads.py": """
from pathlib import Path
book = Path(__file__).with_name("book.txt").read_text()
def choose(position):
    return position.legal_moves()[0]
""",
    "book.txt": "f5",
    "illegal.py": "def choose(position):\n    return 'a1'\n",
}


@pytest.fixture
def files(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / "mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "mine"


@pytest.mark.parametrize(
    "spec",
    ["{0}/mine.py:Mine:which=-1", "phased:weights={0}/weights.toml,depth=1"],
)
def test_files_go_along(files, tmp_path, spec):
    exported(tmp_path / "there", ours=spec.format(files))
    for path in sorted(files.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    assert simulated(tmp_path / "there", "ours", "ours", "6", "8")["faults"] == []


@pytest.mark.parametrize("folder", ["a:b", "a=b", "a b"])
def test_paths_may_hold_what_parts_a_spec(files, folder, tmp_path):
    odd = tmp_path / folder
    files.rename(odd)
    (odd / "mine.py").rename(odd / "my=o:wn.py")
    (odd / "weights.toml").rename(odd / "w:e.toml")
    text = export(f"{odd}/my=o:wn.py:Mine:which=-1")
    assert "SPEC = 'my_o_wn.py:Mine:which=-1'" in text
    assert "'beside.py': (" in text
    assert "'phased:depth=1,weights=w_e.toml'" in export(f"phased:depth=1,weights={odd}/w:e.toml")
    linked = export(f"{odd}/my=o:wn.py:Mine", linked=True)
    assert f"SPEC = '{odd}/my=o:wn.py:Mine'" in linked


def test_files_that_cannot_go_along(files, tmp_path):
    with pytest.raises(AgentError, match=r"fails elsewhere: .*book\.txt.*try --link"):
        export(f"{files}/reads.py:choose")
    (tmp_path / "there" / "agents").mkdir(parents=True)
    text = export(f"{files}/reads.py:choose", "ours", linked=True)
    (tmp_path / "there" / "agents" / "ours.py").write_text(text, encoding="utf-8")
    assert simulated(tmp_path / "there", "ours", "ours", "6")["faults"] == []


def test_two_files_of_one_name(files):
    (files / "deeper").mkdir()
    (files / "deeper" / "mine.py").write_text("")
    with pytest.raises(AgentError, match=r"cannot export two files called mine\.py: rename one"):
        export(f"{files}/mine.py:Two:file={files}/deeper/mine.py")
    assert export(f"{files}/mine.py:Two:file={files}/mine.py").count("'mine.py': (") == 1


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("rndom", "unknown agent 'rndom': did you mean 'random'?"),
        ("human", "'human' cannot be exported: the simulator has a human_agent of its own"),
        ("none.py:A", "there is no file 'none.py'"),
        ("{0}/illegal.py:choose", "fails elsewhere: IllegalMoveError: choose (Black) played a1"),
    ],
)
def test_what_cannot_be_exported(files, spec, sentence):
    with pytest.raises(AgentError) as raised:
        export(spec.format(files))
    assert sentence in str(raised.value)


def test_a_name_and_a_spec_may_hold_anything(tmp_path):
    name = 'it\'s "mine" {here}\n'
    namespace = {}
    text = export(" engine:depth=1 ", name).replace("from agents.agent import Agent", "")
    text = text.replace("from store import register_agent", "")
    namespace.update(Agent=object, register_agent=lambda given: lambda agent: (given, agent))
    exec(compile(text, "exported", "exec"), namespace)
    assert namespace["StudentAgent"][0] == name


def test_an_agent_that_watches_sees_the_game(random_game, monkeypatch):
    seen = []

    class Watcher:
        def watch(self, game: Game) -> None:
            seen.append(game)

        def choose(self, position, limit):
            return position.legal_moves()[0]

    monkeypatch.setattr("outflank.agents.students.boards.agent_from_spec", lambda spec: Watcher())
    for seed in range(20):
        for side in Color:
            agent, game = BoardAgent("watcher", 1.9), Game(Position.initial(4))
            while game.result is None:
                position = game.position
                moves = position.legal_moves()
                move = moves[seed % len(moves)]
                if position.turn is side and not position.must_pass:
                    number = 1 if side is Color.BLACK else 2
                    row, column = agent.step(board_of(position), number)
                    assert seen[-1].positions == game.positions
                    move = next(m for m in moves if (m.row, m.column) == (row, column))
                game = game.play(move)
    agent = BoardAgent("watcher", 1.9)
    agent.step(board_of(random_game(8, seed=1, plies=21).position.swapped()), 1)
    assert len(seen[-1].moves) == 0  # a board that no moves lead to begins a game of its own


def test_an_illegal_move_is_told(files):
    agent = BoardAgent("illegal.py:choose", 1.9, {"illegal.py": FILES["illegal.py"]})
    with pytest.raises(IllegalMoveError, match=r"choose \(White\) played a1, which is illegal"):
        agent.step(board_of(Position.initial(6).play("d5")), 2)


def test_the_file_is_an_agent_here_too(files, tmp_path):
    path = tmp_path / "student_agent.py"
    path.write_text(export(f"{files}/mine.py:Mine"), encoding="utf-8")
    with agent_from_spec(f"comp424:{path}") as agent:
        from outflank import Limit

        assert str(agent.choose(Position.initial(), Limit(time=1.9))) == "d3"
        assert agent.faults == []


def test_weights_are_linked_and_modules_of_the_package_go_along(tmp_path, monkeypatch):
    weights = Path(outflank.__file__).parent / "data" / "8x8.weights"
    (tmp_path / "my.weights").write_bytes(weights.read_bytes())
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AgentError, match=r"cannot export 'my\.weights', which is not a text: try "):
        export("engine:evaluation=my.weights,depth=1")
    text = export("engine:evaluation=my.weights,depth=1", linked=True)
    assert f"SPEC = 'engine:evaluation={tmp_path}/my.weights,depth=1'" in text
    (tmp_path / "mine.py").write_text("def choose(position):\n    from agents.tricks import x\n")
    (tmp_path / "tricks.py").write_text("x = 1\n")
    files = {}
    assert _embedded("mine.py", files) == Path("mine.py")
    assert list(files) == ["mine.py", "tricks.py"]
