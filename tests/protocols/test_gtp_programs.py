"""Programs of others at the other end: Quarry and Sabaki ask us for moves, we ask GRhino."""

import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from shutil import copytree

import pytest

from outflank import Color, Game, Limit, Position
from outflank.agents import agent_from_spec
from outflank.protocols.gtp_text import read_color
from outflank.tournament import Plan, run_match, summarize

from .real import program

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
SABAKI = Path(__file__).with_name("sabaki")
QUARRY = """\
[GTP Engine "Black"]
Name = "Black"
Command line = "{black}"
Supported games = "Reversi"

[GTP Engine "White"]
Name = "White"
Command line = "{white}"
Supported games = "Reversi"

[New Game Parameters]
Game = "Reversi"
Black is computer = true
Engine playing black = "Black"
White is computer = true
Engine playing white = "White"

[New Reversi Game Parameters]
Board size = {size}
Time control type = {control}
Time limit for game = 00:04
"""


def ours(*words):
    return [sys.executable, "-m", "outflank", "gtp", "--agent", *words]


def replayed(size, commands, answers):
    """The game in a session; each move is checked to be legal for the colour that makes it."""
    game = Game(Position.initial(size))
    for command, answer in zip(commands, answers, strict=False):
        assert answer.startswith("="), (command, answer)
        match command.split(), answer[1:].split():
            case (["play", color, vertex], []) | (["genmove", color], [vertex]):
                game = game.play(vertex.lower())
                assert game.positions[-2].turn is read_color(color)
    return game


def test_sabaki_plays_a_game_with_us(tmp_path):
    node, npm = program("node"), program("npm")
    folder = copytree(SABAKI, tmp_path / "sabaki")
    subprocess.run([npm, "ci", "--prefer-offline", "--no-audit"], cwd=folder, check=True)
    done = subprocess.run(
        [node, "play.js", "8", *ours("greedy")], cwd=folder, capture_output=True, check=True
    )
    answers = json.loads(done.stdout)
    assert [answer["id"] for answer in answers] == list(range(1, len(answers) + 1))
    assert [answer["content"] for answer in answers if answer["error"]] == ["illegal move"]
    game = Game()
    for move in (answer["content"] for answer in answers if answer["name"] == "genmove"):
        if game.result is None:
            game = game.play(move.lower())
    score = game.result.score
    assert answers[-1]["content"] == f"{'B' if score > 0 else 'W'}+{abs(score)}"


def test_grhino_plays_a_match_against_us():
    spec = f"gtp:{program('gtp-rhino')} --level=1 --book=0"
    agents = spec, "random", "engine:depth=3"  # one that it makes pass, one that makes it pass
    plan = Plan(agents, 8, openings="random:30", limit=Limit(time=2), gauntlet=True)
    standing = run_match(plan)
    assert not summarize(standing).faults
    passes = [
        (p.turn, record.black)
        for record in standing.counted
        for m, p in zip(record.game().moves, record.game().positions, strict=False)
        if m.is_pass
    ]
    assert {(turn is Color.BLACK) == (black == 0) for turn, black in passes} == {True, False}


def test_grhino_tells_its_name_and_what_it_cannot_do():
    agent = agent_from_spec(f"gtp:{program('gtp-rhino')}")
    try:
        assert agent.name == "GTP GRhino"
        with pytest.raises(Exception, match="does not play on 10x10"):
            agent.choose(Position.initial(10), Limit())
    finally:
        agent.close()


@pytest.fixture(scope="module")
def display():
    """A screen that nobody sees."""
    reader, writer = os.pipe()
    command = [program("Xvfb"), "-displayfd", str(writer), "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL) as server:
        os.close(writer)
        with os.fdopen(reader) as told:
            number = told.readline().strip()
        assert number
        yield f":{number}"
        server.terminate()


class Quarry:
    """A game that Quarry lets two programs play, each overheard."""

    def __init__(self, folder, display, commands, size, control):
        self.folder, self.size = folder, size
        self.environment = {**os.environ, "HOME": str(folder), "DISPLAY": display}
        scripts = {}
        for name, command in commands.items():
            scripts[name] = folder / f"{name}.sh"
            heard, said = folder / f"{name}.heard", folder / f"{name}.said"
            scripts[name].write_text(
                f"#!/bin/sh\ntee '{heard}' | {shlex.join(command)} | tee '{said}'\n"
            )
            scripts[name].chmod(0o755)
        config = QUARRY.format(size=size, control=control, **scripts)
        (folder / ".quarry").write_text(config)
        self.process = subprocess.Popen(
            [program("quarry")], env=self.environment, stderr=subprocess.DEVNULL
        )

    def start(self):
        """Presses the buttons that begin a game."""
        self.press("Quarry Control Center", ["alt+n"], lambda: self.window("New Game"))
        self.press("New Game", ["alt+f", "alt+p"], lambda: self.session("black")[0])

    def session(self, name):
        """What a program was sent and has answered so far."""
        heard, said = self.folder / f"{name}.heard", self.folder / f"{name}.said"
        if not (heard.exists() and said.exists()):
            return [], []
        return heard.read_text().splitlines(), said.read_text().split("\n\n")[:-1]

    def xdotool(self, *words):
        done = subprocess.run(
            [program("xdotool"), *words], env=self.environment, capture_output=True, check=False
        )
        return done.stdout.decode().split()

    def window(self, title):
        return self.xdotool("search", "--onlyvisible", "--name", f"^{title}$")

    def press(self, title, keys, has_worked):
        """Presses keys in a window, when it is there, until that has worked."""

        def tried():
            for window in self.window(title):
                for key in keys:
                    self.xdotool("windowfocus", window, "key", key)
                    time.sleep(0.3)
            return has_worked()

        waited(tried, 30)

    def close(self):
        self.process.kill()
        self.process.wait()


def begun(*arguments, tries=3):
    """A Quarry whose game has begun; one that no key reaches is started anew."""
    quarry = Quarry(*arguments)
    try:
        quarry.start()
    except AssertionError:
        quarry.close()
        if tries == 1:
            raise
        return begun(*arguments, tries=tries - 1)
    return quarry


def waited(for_what, seconds=60):
    """What comes of it, as soon as anything does; AssertionError after so many seconds."""
    end = time.monotonic() + seconds
    while not (found := for_what()):
        assert time.monotonic() < end
        time.sleep(0.1)
    return found


@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_quarry_plays_whole_games(tmp_path, display, size):
    """On 6x6 by the clock, on 8x8 against GRhino; passes are never told."""
    program("xdotool")
    fast = ours("greedy")
    black, white, control = {
        6: (ours("engine"), ours("engine:depth=2"), 1),
        8: (fast, [program("gtp-rhino"), "--level=1"], 0),
    }.get(size, (fast, ours("random:seed=1"), 0))
    quarry = begun(tmp_path, display, {"black": black, "white": white}, size, control)
    try:

        def finished():
            games = [replayed(size, *quarry.session(name)) for name in ("black", "white")]
            assert quarry.process.poll() is None
            return games[0] if games[0] == games[1] and games[0].result else None

        game = waited(finished)
    finally:
        quarry.close()
    commands, _ = quarry.session("black")
    assert f"boardsize {size}" in commands
    assert not any("pass" in command.lower() for command in commands)
    assert ("time_settings 4 0 0" in commands) == (control == 1)
    assert len(game) > size
