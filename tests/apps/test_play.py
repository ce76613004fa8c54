"""`outflank play` at a level, and with a clock."""

from itertools import count

import pytest

from outflank import Clock, Color, Game, Limit, Position
from outflank.agents import COMMANDS, First, Human
from outflank.apps.cli import session


def session_of(black, white, clock):
    players = {Color.BLACK: black, Color.WHITE: white}
    names = {Color.BLACK: "one", Color.WHITE: "two"}
    return session.Session(Game(Position.initial(4)), players, names, Limit(clock=clock))


@pytest.fixture
def ticking(monkeypatch):
    """Lets a second pass at each look at the clock."""
    seconds = count()
    monkeypatch.setattr(session, "perf_counter", lambda: next(seconds))


def test_whoever_is_late_loses(ticking, capsys):
    game = session_of(First(), First(), Clock(2.5))
    game.run()
    assert len(game.game) == 4
    assert game.game.resigned is Color.BLACK
    output = capsys.readouterr().out
    assert "Black's time is over.\n" in output
    assert "Result: White wins 0-16 by resignation" in output


def test_what_is_typed_takes_time_and_the_increment_comes_after_a_move(ticking, capsys):
    typed = iter(["moves", "a2", "resign"])
    human = Human(COMMANDS, ask=lambda _: next(typed), board=False)
    session_of(human, First(), Clock(100, increment=30)).run()
    output = capsys.readouterr().out
    assert "Black 2 (1:40), White 2 (1:40)" in output
    assert "Black 3 (2:08), White 3 (2:09)" in output


def test_a_game_with_a_clock(run):
    words = ["play", "engine:level=2", "first", "--seed", "3", "--size", "4"]
    status, output, errors = run(*words, "--clock", "2+1", "--boards")
    assert (status, errors) == (0, "")
    assert "Black 2 (2:00), White 2 (2:00)" in output
    assert "Black 4 (2:0" in output
    assert output.endswith("Seed: 3\n")


def test_a_level(run):
    words = ["play", "--level", "2", "--seed", "5", "--size", "4", "--color", "white"]
    outputs = [run(*words, stdin="resign\n") for _ in range(2)]
    assert outputs[0] == outputs[1]
    assert "Black (engine:level=2) plays" in outputs[0][1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--level", "21"],
         "cannot make the agent 'engine:level=21': level 21: expected 1 to 20"),
        (["random", "--level", "2"],
         "--level is for the engine alone: write engine:level=2 instead"),
        (["--clock", "5+x"],
         "bad clock '5+x': expected minutes, and seconds for each move, as in 5+3"),
        (["--clock", "5", "--time", "1"],
         "--time is for each move and --clock for a game: give one of them"),
    ],
)  # fmt: skip
def test_mistakes(run, words, message):
    assert run("play", *words) == (2, "", f"outflank: {message}\n")


@pytest.mark.parametrize("command", ["gtp", "engine"])
def test_a_level_can_be_served(run, command):
    output = run(command, "--level", "3", stdin="genmove b\nquit\n")[1]
    assert output.startswith("= ")
