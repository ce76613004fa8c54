"""Mistakes on the command line: one sentence, exit status 2, nothing half-done."""

import sys

import pytest

from outflank.apps.cli import main

MISTAKES = [
    (["pley"], "unknown command 'pley': did you mean 'play'?"),
    (["--versoin"], "unknown option '--versoin': did you mean '--version'?"),
    (["play", "--dept", "3"], "unknown option '--dept': did you mean '--depth'?"),
    (["play", "--depth", "x"], "bad value 'x' for --depth: expected a whole number"),
    (["play", "--time", "x"], "bad value 'x' for --time: expected a number"),
    (["play", "--depth"], "--depth needs a value"),
    (["play", "--depth", "3", "--depth", "4"], "--depth is given twice"),
    (["play", "--depth", "0"], "depth 0: expected a whole number above 0"),
    (["play", "--time", "-1"], "time -1.0: expected seconds above 0"),
    (["play", "--size", "7"], "board size 7: expected an even number from 4 to 16"),
    (["play", "--color", "red"], "bad value 'red' for --color: expected black, white or random"),
    (["play", "gredy"], "unknown agent 'gredy': did you mean 'greedy'?"),
    (["play", "none.py:A"], "there is no file 'none.py'"),
    (["play", "first", "first", "first"], "a game takes two agents at most, not 3"),
    (
        ["play", "first", "first", "--color", "white"],
        "--color is for games of yours: with two agents, name Black's first",
    ),
    (
        ["play", "--moves", "f5f5"],
        "illegal move 'f5' at token 2, column 3: White can play f4, d6, f6",
    ),
    (
        ["analyze"],
        "analyze needs a game: moves such as f5d6c3, a file name, or - for stdin",
    ),
    (["analyze", "f5z9"], "bad move 'z9' at column 3 (token 2)"),
    (["analyze", "no/such"], "there is no file 'no/such'"),
    (["analyze", "no.TXT"], "there is no file 'no.TXT'"),
    (
        ["analyze", "no.such"],
        "bad move 'no.such' at column 1 (token 1), and there is no file 'no.such'",
    ),
    (["analyze", "tests/apps"], "'tests/apps' is a directory"),
    (["analyze", "tests"], "'tests' is a directory"),
    (["analyze", ""], "there are neither moves nor a board in ''"),
    (["analyze", "-" * 16], f"no game was given: there are no moves in '{'-' * 16}'"),
    (
        ["analyze", "-"],
        "cannot read the standard input: there are neither moves nor a board in it",
    ),
    (["analyze", "f5", "--json=maybe"], "bad value 'maybe' for --json: expected true or false"),
    (["analyze", "f5", "--depth", "2.5"], "bad value '2.5' for --depth: expected a whole number"),
    (["perft", "--depth", "1.5"], "bad value '1.5' for --depth: expected a whole number"),
    (
        ["play", "first", "first", "--size", "4.4"],
        "bad value '4.4' for --size: expected a whole number",
    ),
    (["-"], "unknown option '-': there are --help, --version"),
    (["analyze", "f5", "--size", "5"], "board size 5: expected an even number from 4 to 16"),
    (["agents", "gredy"], "unknown agent 'gredy': did you mean 'greedy'?"),
    (["agents", "greedy", "more"], "unexpected 'more': see 'outflank agents --help'"),
    (
        ["play", "engine:evaluation=mobility"],
        "bad evaluation 'mobility': expected PATH.py:NAME, PATH.toml or PATH.weights",
    ),
    (
        ["match", "greedy", "first", "--games", "0"],
        "games 0: expected an even number above 0, for every opening is played twice",
    ),
    (["perft", "--depth", "0"], "depth 0: expected a whole number above 0"),
    (["bench", "--depth", "0"], "depth 0: expected a whole number above 0"),
]


@pytest.mark.parametrize(
    ("words", "sentence"), MISTAKES, ids=[" ".join(words) for words, _ in MISTAKES]
)
def test_mistakes(words, sentence, run):
    assert run(*words) == (2, "", f"outflank: {sentence}\n")


def test_a_text_too_long_for_a_file_name(run):
    status, output, errors = run("analyze", "\uff46" * 90)
    assert (status, output) == (2, "")
    assert errors.startswith("outflank: bad move 'ffff")


def test_a_module_that_is_not_built(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "outflank.apps.cli.app", None)
    assert main(["agents"]) == 2
    assert capsys.readouterr().err.startswith("outflank: import of outflank.apps.cli.app halted")


def test_an_agent_that_closes_the_output(run, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(
        "import sys\n\ndef bad(position):\n"
        "    sys.stdout.close()\n    return position.legal_moves()[0]\n"
    )
    status, _, errors = run("play", "first", f"{path}:bad")
    assert (status, errors) == (2, "outflank: an agent closed the standard input or output\n")


def test_a_word_like_no_command(run):
    status, output, errors = run("zzz")
    assert (status, output) == (2, "")
    assert errors.startswith("outflank: unknown command 'zzz': there are web, play, tui, ")


def test_a_board_that_cannot_be_read(run):
    status, output, errors = run("perft", "--position", "XO")
    assert (status, output) == (2, "")
    assert errors.startswith("outflank: ")
    assert errors.count("\n") == 1


def test_a_file_that_is_no_text(run, tmp_path):
    path = tmp_path / "game.bin"
    path.write_bytes(bytes(range(128, 256)))
    assert run("analyze", str(path)) == (
        2,
        "",
        f"outflank: cannot read {str(path)!r}: it is neither text nor a file of WTHOR games\n",
    )


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("1 / 0", "failed: ZeroDivisionError: division by zero (bad.py, line 2)"),
        ("return None", "returned None instead of a move"),
        ("return 'a1'", "played a1, which is illegal: it can play c3, e3, c5"),
    ],
)
def test_an_agent_that_fails(body, sentence, run, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(f"def bad(position):\n    {body}\n")
    status, output, errors = run("play", "first", f"{path}:bad")
    assert (status, output) == (2, "  1. Black (first) plays d3\n")
    assert errors == f"outflank: {path}:bad (White) {sentence}\n"
