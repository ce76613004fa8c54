"""What the commands print, compared with files."""

import json
import os
import re

import pytest

from outflank.apps.cli.errors import UsageError
from outflank.apps.cli.output import check_writable

from .conftest import masked

GAME = "f5d6c3d3c4f4f6f3e6e7"

PRINTED = {
    "help": ["--help"],
    "help-play": ["play", "--help"],
    "help-analyze": ["analyze", "--help"],
    "help-puzzles": ["puzzles", "--help"],
    "help-gtp": ["gtp", "--help"],
    "help-agents": ["agents", "--help"],
    "help-nboard": ["nboard", "--help"],
    "help-perft": ["perft", "--help"],
    "help-bench": ["bench", "--help"],
    "version": ["--version"],
    "agents": ["agents"],
    "agents-engine": ["agents", "engine"],
    "agents-weighted": ["agents", "weighted"],
    "agents-greedy": ["agents", "greedy"],
    "agents-gtp": ["agents", "gtp"],
    "agents-comp424": ["agents", "comp424"],
    "agents-nboard": ["agents", "nboard"],
    "perft": ["perft", "--depth", "7"],
    "perft-free-passes": ["perft", "--size", "4", "--depth", "9", "--free-passes"],
    "perft-whole": ["perft", "--size", "4", "--depth", "99999999999999999999"],
    "perft-position": ["perft", "--depth", "2", "--position", "-----XO--OX----- O"],
    "analyze": ["analyze", GAME, "--depth", "4"],
    "analyze-whole": ["analyze", "b1a1a2c1d1a3a4d3c4", "--size", "4"],
    "analyze-json": ["analyze", "--json", "--depth", "2", "f5 d6", "c3"],
    "play-agents": ["play", "greedy", "engine:depth=3", "--size", "6"],
    "play-boards": ["play", "first", "random:seed=1", "--size", "4", "--boards"],
    "play-seed": ["play", "random", "random", "--size", "4", "--seed", "7"],
    "play-moves": ["play", "first", "greedy", "--moves", "e4 e5", "--size", "6"],
    "bench": ["bench", "--depth", "3"],
}
"""The file in golden/ and the command that prints it."""

SCRIPTED = {
    "human": (
        ["play", "first", "--size", "4"],
        ["A2", "b2", "zz", "hnt", "moves", "undo", "a2", "hint", "board", "help", "", "c4"],
    ),
    "human-resigns": (
        ["play", "engine:depth=2", "--size", "6", "--color", "white", "--depth", "2"],
        ["undo", "resign"],
    ),
    "human-quits": (["play", "--size", "16", "--depth", "1"], ["quit"]),
    "human-both": (["play", "human", "human", "--size", "4"], ["a2", "a1", "undo", "c4", "quit"]),
}
"""The file in golden/, the command, and what is typed; then the input ends."""


@pytest.mark.parametrize("name", PRINTED)
def test_printed(name, run, golden):
    status, output, errors = run(*PRINTED[name])
    assert (status, errors) == (0, "")
    golden(name, output)


@pytest.mark.parametrize("name", SCRIPTED)
def test_scripted(name, run, golden):
    words, lines = SCRIPTED[name]
    status, output, errors = run(*words, stdin="".join(f"{line}\n" for line in lines))
    assert (status, errors) == (0, "")
    golden(name, output)


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_fits_a_screen(words, run):
    status, output, _ = run(*words)
    lines = output.splitlines()
    assert status == 0
    assert len(lines) <= 32
    assert max(map(len, lines)) < 80


def test_agents_fit_a_terminal(run):
    for words in (["agents"], ["agents", "engine"]):
        assert max(map(len, run(*words)[1].splitlines())) < 80


SLOW = """
from time import sleep

def slow(position):
    sleep(0.02)
    return position.legal_moves()[0]
"""


def test_only_time_worth_telling_is_told(run, tmp_path):
    path = tmp_path / "slow.py"
    path.write_text(SLOW)
    status, output, errors = run("play", f"{path}:slow", "first", "--size", "4")
    assert (status, errors) == (0, "")
    took = re.findall(r"(?m)^(\w+) \((.+)\) took (\d+\.\d\d) s,", output)
    assert took[0][:2] == ("Black", f"{path}:slow")
    assert all(float(seconds) >= 0.01 for *_, seconds in took)


EVALUATIONS = """
from outflank import Linear

def mobility(position):
    return position.mobility - position.swapped().mobility

weights = Linear(mobility=10, corners=25)
"""


@pytest.mark.parametrize(
    "spec", ["engine:evaluation={}:mobility,depth=2", "engine:evaluation={}:weights", "{}:weights"]
)
def test_an_evaluation_plays(spec, run, tmp_path):
    path = tmp_path / "ev.py"
    path.write_text(EVALUATIONS)
    spec = spec.format(path)
    status, output, errors = run("play", spec, "greedy", "--size", "6", "--depth", "2")
    assert (status, errors) == (0, "")
    assert " points for Black, depth 2)\n" in output
    assert "Result: " in output


def test_weights_of_a_file_are_explained(run, tmp_path):
    path = tmp_path / "ev.py"
    path.write_text(EVALUATIONS)
    status, output, errors = run("explain", "--agent", f"engine:evaluation={path}:weights", "f5d6")
    assert (status, errors) == (0, "")
    assert "mobility" in output
    assert "corners" in output


def test_what_is_counted_along_the_search_is_not_explained_at_a_position(run):
    """Path mobility is the mover's alone at the root of a search, in every position."""
    status, output, errors = run("explain", "f5d6c3", "--agent", "six-factor")
    assert (status, errors) == (0, "")
    assert re.search(
        r"(?m)^path_mobility_percent +- +10 +-  counted along the search, not here$", output
    )
    adds = re.findall(r"(?m)^[a-z_]+ +\S+ +\S+ +([+-]\d+\.\d\d)  ", output)
    total = float(re.search(r"(?m)^total +(\S+)  points$", output)[1])
    assert total == pytest.approx(sum(map(float, adds)), abs=0.05)
    assert "What each square adds for White (all features but path mobility):" in output
    squares = re.findall(r"[+-]\d+(?:\.\d+)?", output.partition("What each square")[2])
    assert len(adds) == 5
    assert sum(map(float, squares)) == pytest.approx(total, abs=3)  # of three digits each
    status, output, errors = run("explain", "f5", "--agent", "six-factor", "--feature", "path")
    assert (status, output) == (2, "")
    assert errors == (
        "outflank: path_mobility_percent of six-factor is counted along the search: no square adds "
        "to it here\n"
    )


def test_bench_prints_the_same_nodes_every_time(run):
    first, second = (run("bench", "--depth", "2")[1] for _ in range(2))

    def nodes(output):
        return next(line for line in output.splitlines() if line.startswith("nodes: "))

    assert nodes(first) == nodes(second)


class TestAnalyzeReads:
    def moves(self, run, *words, stdin=""):
        status, output, errors = run("analyze", "--depth", "1", "--json", *words, stdin=stdin)
        assert (status, errors) == (0, "")
        return [move["move"] for move in json.loads(output)["moves"]]

    def test_a_transcript_in_words(self, run):
        assert self.moves(run, "F5", "d6", "C3") == ["f5", "d6", "c3"]

    def test_the_standard_input(self, run):
        assert self.moves(run, "-", stdin="1. f5 d6\n2. c3\n") == ["f5", "d6", "c3"]

    def test_a_file(self, run, tmp_path):
        path = tmp_path / "game.txt"
        path.write_text("f5d6\nc3\n")
        assert self.moves(run, str(path)) == ["f5", "d6", "c3"]

    def test_a_transcript_too_long_for_a_file_name(self, run):
        assert len(self.moves(run, "f5 d6 c3 d3 c4 f4" + " " * 300)) == 6

    def test_passes(self, run):
        moves = self.moves(run, "b1a1a2c1d1a3a4d3c4", "--size", "4")
        assert moves == ["b1", "a1", "a2", "c1", "d1", "a3", "a4", "d3", "pass", "c4"]


def test_a_limit_by_time_gives_scores_of_one_depth(run):
    status, output, _ = run("analyze", "f5f4e3f6", "--time", "0.02", "--json")
    assert status == 0
    for move in json.loads(output)["moves"]:
        assert move["depth"] >= 1
        assert move["loss"] >= 0


@pytest.mark.skipif(os.name != "posix", reason="permissions of Unix")
@pytest.mark.parametrize("mode", [0o555, 0o000])
def test_a_result_that_cannot_be_written_is_told_before_the_work(mode, tmp_path):
    """By whoever is not the superuser, who may write anywhere."""
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "a.json").write_text("{}")
    folder.chmod(mode)
    try:
        if os.access(folder, os.W_OK):
            pytest.skip("the superuser may write anywhere")
        with pytest.raises((UsageError, PermissionError), match=r"a\.json"):
            check_writable(folder / "a.json")
    finally:
        folder.chmod(0o755)


def test_a_file_is_no_folder(run, tmp_path):
    (tmp_path / "a").write_text("")
    path = tmp_path / "a" / "games.txt"
    status, output, errors = run("grade", "first", "--size", "4", "--games-out", str(path))
    assert (status, output) == (2, "")
    assert errors == (
        f"outflank: cannot write '{path}': no such folder, or not yours to write in\n"
    )


@pytest.fixture
def two_games(tmp_path):
    """A file of a game whose result is wrong and another."""
    path = tmp_path / "two.pgn"
    path.write_text(
        '[Event "Open"]\n[Date "2001"]\n[Black "Ann"]\n[White "Bob"]\n[Result "40-24"]\n\n'
        '1. f5 d6 2. c5 f4 3. e3 f6 4. g5 e6 5. e7 40-24\n\n[Black "Eve"]\n\n1. f5 f6 *\n'
    )
    return str(path)


def test_analyze_says_which_game_and_what_is_odd(run, two_games):
    status, output, errors = run("analyze", two_games, "--depth", "1")
    assert (status, output.splitlines()[:5]) == (
        0,
        [
            "Game 1, more follow: --game 2, or --all",
            "Black: Ann, White: Bob",
            "Open, 2001",
            "Result as stated: 40-24",
            "Values are in discs, for the side that moves.",
        ],
    )
    assert errors == (
        "outflank: the result is given as '40-24', but Black wins 64-0 (13-0 on the board)\n"
    )
    status, output, errors = run("analyze", two_games, "--depth", "1", "--game", "2")
    assert (status, errors) == (0, "")
    assert output.startswith("Game 2\nBlack: Eve, White: ?\nValues")


def test_game_chooses_a_position(run, two_games):
    for words in (["explain"], ["perft", "--depth", "1", "--position"]):
        second = run(*words, two_games, "--game", "2")[1]
        assert masked(second) == masked(run(*words, "f5f6")[1])
        status, _, errors = run(*words, two_games, "--game", "3")
        assert (status, errors.startswith("outflank: there is no game 3 in")) == (2, True)
    status, output, _ = run(
        "play", "first", "first", "--moves", two_games, "--game", "1", "--boards"
    )
    assert (status, "Black wins 64-0" in output) == (0, True)
