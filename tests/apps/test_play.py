"""`outflank play` at a level, and with a clock."""

from itertools import count
from pathlib import Path

import pytest

import outflank
from outflank import Clock, Color, Game, Limit, Position
from outflank.agents import COMMANDS, First, Human
from outflank.apps.cli import session
from outflank.rules.text import compact

WEIGHTS = Path(outflank.__file__).parent / "data" / "6x6.weights"


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
    assert "Result: White wins 0-16 on time (3-5 on the board)\n" in output


@pytest.mark.parametrize("word", ["undo", "hint", "board", "quit"])
def test_time_is_over_at_a_command_too(word, ticking, capsys):
    typed = iter(["a2", word])
    human = Human(COMMANDS, ask=lambda _: next(typed), board=False)
    game = session_of(human, First(), Clock(1.5))
    game.run()
    assert game.game.resigned is Color.BLACK
    output = capsys.readouterr().out
    assert "Black's time is over.\nResult: White wins 0-16 on time (3-3 on the board)\n" in output


def test_a_move_taken_back_makes_no_time(ticking, capsys):
    typed = iter(["a2", "undo", "a2", "undo", "quit"])
    human = Human(COMMANDS, ask=lambda _: next(typed), board=False)
    session_of(human, First(), Clock(100, increment=30)).run()
    output = capsys.readouterr().out
    assert output.count("Black 2, White 2 (1:40)") == 0
    assert output.count("Black 2 (1:40), White 2 (1:40)") == 3
    assert "Game left.\nMoves: none\n" in output


def test_a_game_left_tells_how_to_go_on(run):
    words = ["play", "first", "--size", "4"]
    status, output, errors = run(*words, stdin="a2\n")
    assert (status, errors) == (0, "")
    *_, left, moves, how = output.splitlines()
    assert left == "Game left."
    assert moves == "Moves: a2a1"
    assert how == "To go on, give the same command with --moves a2a1"
    assert "Black 3, White 3" in run(*words, "--moves", "a2a1")[1]


def test_a_game_from_a_board_goes_on_from_one(run):
    board = "-----XO--OX----- X"
    output = run("play", "first", f"--moves={board}", stdin="d2\n")[1]
    *_, left, moves, how = output.splitlines()
    left_at = Game.parse(moves.removeprefix("Moves: "), start=Position.parse(board)).position
    assert left == "Game left."
    assert how == f"To go on, give the same command with --moves='{compact(left_at)}'"


@pytest.mark.parametrize("command", ["play", "tui"])
def test_a_board_that_begins_with_a_hyphen_is_no_option(command, run):
    board = "-----XO--OX----- X"
    spaced = run(command, "first", "--moves", board, stdin="d2\n")
    assert spaced == run(command, "first", f"--moves={board}", stdin="d2\n")


def test_what_is_typed_takes_time_and_the_increment_comes_after_a_move(ticking, capsys):
    typed = iter(["moves", "a2", "resign"])
    human = Human(COMMANDS, ask=lambda _: next(typed), board=False)
    session_of(human, First(), Clock(100, increment=30)).run()
    output = capsys.readouterr().out
    assert "Black 2 (1:40), White 2 (1:40)" in output
    assert "Black 3 (2:08), White 3 (2:09)" in output


def test_a_game_with_a_clock(run):
    words = ["play", "engine:level=2", "first", "--seed", "3", "--size", "4"]
    status, output, errors = run(*words, "--clock", "2+9", "--boards")
    assert (status, errors) == (0, "")
    assert "Black 2 (2:00), White 2 (2:00)" in output
    assert "Black 4 (2:0" in output
    assert output.endswith("Seed: 3\n")


def test_a_level(run):
    words = ["play", "--level", "2", "--seed", "5", "--size", "4", "--color", "white"]
    outputs = [run(*words, stdin="resign\n")[1] for _ in range(2)]
    games = {output.partition("Moves: ")[0] for output in outputs}  # then come measured times
    assert len(games) == 1
    assert "Black (engine:level=2) plays" in games.pop()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--level", "21"],
         "cannot make the agent 'engine:level=21': level 21: expected 1 to 20"),
        (["random", "--level", "2"],
         "--level is for the engine alone: write engine:level=2 instead"),
        (["engine:level=5", "--level", "3"],
         "the level is given twice: in 'engine:level=5' and by --level 3"),
        ([f"engine:evaluation={WEIGHTS}"],
         f"'engine:evaluation={WEIGHTS}' cannot play on 8x8: its weights are for 6x6"),
        (["--color", "red"], "bad value 'red' for --color: expected black, white or random"),
        (["--clock", "0"],
         "bad clock '0': it has no time, expected minutes, and seconds for each move, as in 5+3"),
        (["--clock", "5+x"],
         "bad clock '5+x': expected minutes, and seconds for each move, as in 5+3"),
        (["--clock", "5", "--time", "1"],
         "--time is for each move and --clock for a game: give one of them"),
    ],
)  # fmt: skip
def test_mistakes(run, words, message):
    assert run("play", *words) == (2, "", f"outflank: {message}\n")


def test_a_depth_that_no_search_reaches_is_told(run):
    told = "outflank: to look more than 30 moves ahead may take longer than anyone waits"
    assert run("play", "--depth", "99")[2].startswith(told)
    assert run("play", "--depth", "99", "--time", "1")[2] == ""
    assert run("play", "--depth", "99", "--size", "4")[2] == ""


@pytest.mark.parametrize("color", ["White", "w", "BLACK"])
def test_a_color_is_read_in_any_case(color, run):
    output = run("play", "first", "--size", "4", "--color", color)[1]
    side = "Black" if color == "BLACK" else "White"
    assert f"\n{side} to move: \nGame left.\n" in output


def test_a_color_by_chance(run):
    words = ["play", "first", "--size", "4", "--color", "random", "--seed"]
    outputs = [run(*words, str(seed))[1] for seed in (1, 1, 2, 3, 4, 5, 6)]
    assert outputs[0] == outputs[1]
    assert len(set(outputs)) == 2


def test_a_level_goes_with_other_options(run):
    words = ["play", "engine:table=1", "--level", "2", "--size", "4"]
    output = run(*words, "--color", "white", "--seed", "1")[1]
    assert "Black (engine:table=1,level=2) plays" in output


@pytest.mark.parametrize("command", ["gtp", "engine"])
def test_a_level_can_be_served(run, command):
    output = run(command, "--level", "3", stdin="genmove b\nquit\n")[1]
    assert output.startswith("= ")
