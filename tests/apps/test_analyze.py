"""`outflank analyze` and `puzzles`: many games, graphs, and what they refuse."""

import json
import xml.etree.ElementTree as ET

import pytest

from outflank import Color, Game, Move, Review
from outflank.apps.cli import puzzles as command
from outflank.apps.cli.analyze import analyze
from outflank.apps.cli.review_text import game_text
from outflank.formats import parse_obf
from outflank.reviews import Judgement

GAMES = """\
[Black "Ann"]
[White "Bob"]
[Size "4"]

b1a1a2c1d1a3a4d3c4

[Black "Bob"]
[White "Cy"]
[Size "4"]

b1a1a2c1d1a3a4d3c4

"""


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return str(path)


class TestAll:
    def test_printed(self, run, golden, games):
        status, output, errors = run("analyze", games, "--all")
        assert (status, errors) == (0, "")
        golden("analyze-all", output)

    def test_json(self, run, games):
        status, output, errors = run("analyze", games, "f5d6", "--all", "--depth", "1", "--json")
        assert (status, errors) == (0, "")
        *found, summary = map(json.loads, output.splitlines())
        assert [game["number"] for game in found] == [1, 2, 3]
        assert [game["size"] for game in found] == [4, 4, 8]
        assert summary["games"] == 3
        assert list(summary["players"]) == ["Ann", "Bob", "Cy", "Black", "White"]
        assert summary["players"]["Bob"]["games"] == 2
        assert summary["players"]["Bob"]["marks"] == {"??": 0, "?": 0, "?!": 1}
        assert summary["all"]["moves"] == 9 + 9 + 2
        one = json.loads(run("analyze", games, "--game", "2", "--depth", "1", "--json")[1])
        del one["limit"], one["exact_from"], found[1]["number"]
        assert one == found[1]

    def test_one_player(self, run, games):
        status, output, errors = run("analyze", games, "--all", "--player", "bob", "--json")
        assert (status, errors) == (0, "")
        *found, summary = map(json.loads, output.splitlines())
        assert [{move["color"] for move in game["moves"]} for game in found] == [
            {"white"},
            {"black"},
        ]
        assert list(summary["players"]) == ["Bob"]

    def test_a_game_has_the_number_that_it_has_in_its_file(self, run, tmp_path):
        path = tmp_path / "games.pgn"
        players = [
            ("Ann", "Bob", "1. f5 d6"),
            ("Bob", "Ann", ""),
            ("Cy", "Di", "1. f5"),
            ("", "Ann", "1. d3"),
        ]
        path.write_text(
            "".join(f'[Black "{b}"]\n[White "{w}"]\n\n{moves} *\n\n' for b, w, moves in players)
        )
        words = ["analyze", str(path), "--all", "--player", "ann", "--depth", "1"]
        status, output, errors = run(*words)
        assert (status, errors) == (0, "outflank: 1 game without moves left out\n")
        assert [line.split()[0] for line in output.splitlines()[:2]] == ["1", "4"]
        output = run("analyze", str(path), "--game", "4", "--depth", "1")[1]
        assert "Black: ?, White: Ann" in output

    def test_what_cannot_be_read_is_told(self, run, tmp_path):
        path = tmp_path / "games.txt"
        path.write_text("f5d6\nf5z9\nf5\n")
        status, output, errors = run("analyze", str(path), "--all", "--depth", "1")
        assert (status, output.count("not over")) == (1, 2)
        assert errors.startswith(f"outflank: {path}, line 2: bad move 'z9'")


@pytest.mark.parametrize(
    ("best", "score", "exact", "told"),
    [
        (6.5, -4.25, False, "  1  Black f5: +6.5 to -4.2 (estimated)"),
        (4.0, 0.0, True, "  1  Black f5 made a draw of a win"),
        (0.0, -2.0, True, "  1  Black f5 made a loss of a draw"),
    ],
)
def test_turning_points(best, score, exact, told):
    black, moves = Color.BLACK, (Move("f5"), Move("d3"))
    judged = Judgement(1, black, moves[0], 8, 4, score, moves[1], best, 12, exact)
    text = game_text(Review(Game.parse("f5"), (judged,), None))
    assert f"\nTurning points:\n{told}\n" in text


class TestGraph:
    def test_svg(self, run, tmp_path):
        path = tmp_path / "graph.svg"
        words = ["analyze", "f5d6c3", "--depth", "1"]
        assert run(*words, "--graph", str(path)) == run(*words)
        assert ET.fromstring(path.read_text()).tag.endswith("svg")
        assert list(tmp_path.iterdir()) == [path]

    def test_png(self, run, tmp_path):
        path = tmp_path / "graph.PNG"
        assert run("analyze", "f5d6c3", "--depth", "1", "--graph", str(path))[0] == 0
        assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


class TestPuzzles:
    @pytest.mark.parametrize("name", ["found.obf", "found.json"])
    def test_solve_reads_them_back(self, name, run, games, tmp_path):
        path = tmp_path / name
        status, output, errors = run(
            "puzzles", games, "--player", "ann", "--empties", "1-12", "--out", str(path)
        )
        assert (status, output) == (0, "")
        assert errors == f"outflank: 1 puzzle written to {path}\n"
        status, output, errors = run("solve", str(path), "--all", "--json")
        assert (status, errors) == (0, "")
        solved = json.loads(output)
        assert (solved["score"], solved["move"], solved["differences"]) == (-10, "d4", [])
        assert solved["given"]["moves"]["d1"] == -12

    def test_printed(self, run, games):
        status, output, errors = run("puzzles", games, "--empties", "8")
        assert (status, errors) == (0, "outflank: 1 puzzle written to the output\n")
        entry = parse_obf(output)
        assert entry.position.empties == 8
        assert entry.comment.startswith("Black to move and lose by least (-10): d4 ")
        assert entry.comment.endswith("; played was d1 (-12); Ann - Bob, move 5")

    def test_none(self, run, games, tmp_path):
        path = tmp_path / "found.obf"
        found = run("puzzles", games, "--player", "Cy", "--empties", "1-12", "--out", str(path))
        assert found == (0, "", "outflank: no puzzle was found\n")
        assert not path.exists()
        _, _, errors = run("puzzles", games, "--player", "zzz", "--empties", "1-12")
        assert errors == "outflank: no puzzle was found: no game has a player 'zzz'\n"

    def test_ctrl_c_keeps_those_in_the_file(self, games, tmp_path, monkeypatch):
        path = tmp_path / "found.obf"
        find = command.find_puzzles

        def interrupted(*words, **options):
            yield next(find(*words, **options))
            raise KeyboardInterrupt

        monkeypatch.setattr(command, "find_puzzles", interrupted)
        with pytest.raises(KeyboardInterrupt):
            command.puzzles(games, empties="1-12", out=path)
        assert parse_obf(path.read_text()).score == -10
        assert sorted(tmp_path.iterdir()) == sorted([path, tmp_path / "games.pgn"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["analyze", "f5", "--all", "--game", "2"], "--all reviews every game: leave out --game 2"),
        (
            ["analyze", "f5", "--all", "--graph", "a.svg"],
            "a graph shows one game: choose it with --game instead of --all",
        ),
        (["analyze", "f5", "--player", "Ann"], "--player chooses among games: add --all"),
        (
            ["analyze", "f5", "--graph", "a.gif"],
            "cannot draw a graph to 'a.gif': expected .svg or .png",
        ),
        (
            ["analyze", "f5", "--graph", "no/a.svg"],
            "cannot write 'no/a.svg': no such folder, or not yours to write in",
        ),
        (["analyze", "f5", "--exact", "-1"], "exact_from -1: expected a number of empty squares"),
        (["analyze", "f5", "--threads", "0"], "threads 0: expected 1 to 256"),
        (
            ["analyze", "f5", "--all", "--player", "Ann"],
            "nothing to judge: no game has a player 'Ann'",
        ),
        (["puzzles"], "puzzles needs games: files, moves such as f5d6c3, or - for stdin"),
        (
            ["puzzles", "f5", "--empties", "9-3"],
            "bad value '9-3' for --empties: expected numbers such as 6-14",
        ),
        (
            ["puzzles", "f5", "--out", "a.txt"],
            "cannot write puzzles to 'a.txt': expected .obf or .json",
        ),
        (["puzzles", "f5", "--threads", "999"], "threads 999: expected 1 to 256"),
    ],
)
def test_refused(words, sentence, run):
    assert run(*words) == (2, "", f"outflank: {sentence}\n")


@pytest.mark.parametrize("more", [{"depth": 99}, {"exact": 12}, {"depth": 99, "every": True}])
def test_a_depth_that_no_search_reaches_is_told(more, monkeypatch, capsys):
    monkeypatch.setattr("outflank.apps.cli.options.MOST_PLIES", 11)
    words = ["b1a1a2c1d1a3a4d3c4"]
    analyze(*words, size=4, **more)
    assert "outflank: to look more than 11 moves ahead may take" in capsys.readouterr().err
    analyze(*words, size=4, time=60, **more)
    assert "outflank:" not in capsys.readouterr().err


def test_a_png_without_the_library_is_told_before_the_work(monkeypatch, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(ImportError, match="PNG pictures need the library resvg"):
        analyze("f5d6c3", time=60, graph=tmp_path / "a.png")
