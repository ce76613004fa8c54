"""`outflank database`: built from files of games, asked about positions and players."""

import json
import os
from datetime import date
from pathlib import Path
from time import sleep

import pytest

from outflank import Game
from outflank.formats import Record, WthorWriter

GAMES = [
    line.split()[0]
    for line in (Path(__file__).parent / "wthor_first_ten.txt").read_text().splitlines()
]
PLAYERS = ["Àmélie Ann", "Bob", "Carol", "Dave"]
PRINTED = {
    "help-database": ["--help"],
    "help-database-build": ["build", "--help"],
    "help-database-show": ["show", "--help"],
    "help-database-games": ["games", "--help"],
    "help-database-info": ["info", "--help"],
    "database-show": ["show"],
    "database-show-names": ["show", "f5", "f6"],
    "database-show-ja": ["show", "f5", "--language", "ja", "--year", "1977-1980"],
    "database-show-json": ["show", "f5d6c3", "--player", "bob", "--json"],
    "database-games": ["games", "--player", "ANN amelie", "--limit", "2"],
    "database-games-json": ["games", "--moves", "f5d6c3", "--year", "1978", "--json"],
    "database-info": ["info"],
    "database-info-json": ["info", "--json"],
}
"""The file in golden/ and the command that prints it."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two files of games, with names, and one that is cut off."""
    folder = tmp_path_factory.mktemp("wthor")
    for year in (1977, 1978):
        writer = WthorWriter()
        for number, moves in enumerate(GAMES[year % 2 :: 2]):
            tags = {
                "Black": PLAYERS[number % 4],
                "White": PLAYERS[(number + 1) % 4],
                "Event": f"Open {year}",
                "Date": str(year),
            }
            writer.add(Record(Game.parse(moves, tags=tags)))
        games, players, tournaments = writer.files(date(2026, 2, 16))
        (folder / f"{year}.wtb").write_bytes(games)
        (folder / f"{year}.jou").write_bytes(players)
        (folder / f"{year}.trn").write_bytes(tournaments)
    (folder / "1979.wtb").write_bytes(games[:-1])
    return folder


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The folder where the usual database would be, if there were one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def usual(run, folder, tmp_path_factory):
    """A folder with the usual database."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(home))
        files = (str(folder / "1977.wtb"), str(folder / "1978.wtb"))
        status, output, _ = run("database", "build", *files)
    assert (status, output) == (0, f"10 games of 1977 to 1978 in {home}/outflank/games.db\n")
    return home


@pytest.fixture
def built(usual, home, monkeypatch):
    """The usual database is there."""
    monkeypatch.setenv("XDG_DATA_HOME", str(usual))


@pytest.mark.parametrize("name", PRINTED)
def test_printed(name, run, golden, built, usual, folder):
    status, output, errors = run("database", *PRINTED[name])
    assert (status, errors) == (0, "")
    golden(name, output.replace(str(usual), "HOME").replace(str(folder), "FOLDER"))


def test_a_folder_and_what_is_wrong_in_it(run, folder, tmp_path):
    path = str(tmp_path / "mine.db")
    status, output, errors = run("database", "build", str(folder), "--out", path)
    assert (status, output) == (0, f"14 games of 1977 to 1978 in {path}\n")
    assert errors == (
        f"outflank: {folder}/1979.wtb: no file of names (.jou or .trn) beside it:"
        " they are given as numbers\n"
        f"outflank: {folder}/1979.wtb: game 5: it ends after 67 of its 68 bytes\n"
        f"outflank: {folder}/1979.wtb: the header says 5 games, but the file holds 4\n"
    )
    output = run("database", "show", "--database", path)[1]
    assert output.startswith("14 games come to this position, Black to move.\n")
    output = run("database", "games", "--database", path, "--player", "player 1", "--limit", "9")[1]
    assert output.splitlines()[-1] == "2 games"


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_a_signal_leaves_nothing(start, tmp_path):
    games = tmp_path / "a.txt"
    games.write_text("f5d6c3\n" * 100_000)
    with start("database", "build", str(games), "--out", str(tmp_path / "a.db")) as process:
        while not list(tmp_path.glob(".*.part")):
            assert process.poll() is None
            sleep(0.01)
        process.terminate()
        assert process.wait(timeout=30) == 143
    assert list(tmp_path.iterdir()) == [games]


def test_one_game(run, tmp_path):
    (tmp_path / "a.txt").write_text("f5d6\n")
    path = str(tmp_path / "a.db")
    assert run("database", "build", str(tmp_path / "a.txt"), "--out", path)[0] == 0
    output = run("database", "show", "f5d6", "--database", path)[1]
    assert output.startswith("1 game comes to this position, Black to move.\n")
    assert output.endswith("\n1 game ends here.\n")


def test_files_of_games_are_not_replaced(run, tmp_path):
    read, other = tmp_path / "a.txt", tmp_path / "b.txt"
    for path in (read, other):
        path.write_text("f5d6\n")
    for out, reason in [
        (read, f"'{read}' is read from: name another file with --out"),
        (other, f"cannot replace '{other}': it is no database of Outflank"),
    ]:
        status, output, errors = run("database", "build", str(read), "--out", str(out))
        assert (status, output, errors) == (2, "", f"outflank: {reason}\n")
        assert out.read_text() == "f5d6\n"


def test_many_problems_are_not_all_told(run, tmp_path):
    writer = WthorWriter()
    for _ in range(31):
        writer.add(Record(Game.parse("f5")))
    data = writer.files().games
    path = tmp_path / "bad.wtb"
    path.write_bytes(data[: 16 + 68] + data[16 + 68 :].replace(b"\x38", b"\x0b"))
    status, output, errors = run("database", "build", str(path), "--out", str(tmp_path / "a.db"))
    assert (status, output) == (0, f"1 game in {tmp_path / 'a.db'}\n")
    assert len(errors.splitlines()) == 21
    assert errors.endswith("outflank: and 11 more\n")


@pytest.mark.parametrize("symmetry", [0, 6])
def test_positions_in_every_form(run, built, symmetry):
    position = Game.parse("f5d6").position.symmetry(symmetry)
    _, output, errors = run("database", "show", "--json", str(position))
    assert errors == ""
    document = json.loads(output)
    assert document["opening"] == "Perpendicular"
    assert document["games"] == sum(move["games"] for move in document["moves"]) == 4
    compact = document["position"]
    assert json.loads(run("database", "show", compact, "--json")[1]) == document
    assert json.loads(run("database", "show", "-", "--json", stdin=compact)[1]) == document
    assert run("database", "games", "--moves", compact)[1].endswith("\n4 games\n")


def test_a_position_that_nobody_came_to(run, built):
    status, output, _ = run("database", "show", "e4", "--size", "6")
    assert status == 0
    assert output == (
        "0 games come to this position, White to move.\n"
        "Of all the games in the database none does.\n"
    )
    output = run("database", "show", "f5", "--player", "nobody")[1]
    assert output.splitlines()[-1] == (
        "Without --player, --event and --year it is 10 games; 0 games in all fit these."
    )
    assert run("database", "games", "--player", "nobody")[1] == "0 games\n"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["build"], "database build needs files of games, or a folder of them"),
        (["build", "missing.wtb"], "there is no file 'missing.wtb'"),
        (["build", "x.wtb", "--out", "docs"], "cannot write 'docs': it is a directory"),
        (
            ["build", "x.wtb", "--out", "-"],
            "a database cannot go to the output: name a file, --out FILE",
        ),
        (["show"], "there is no database 'HOME/outflank/games.db'"),
        (["info", "--database", "README.md"], "cannot read the database 'README.md': file is not"),
        (
            ["show", "--database", "x"],
            "there is no database 'x': make it with outflank database build",
        ),
        (["show", "f5f5"], "illegal move 'f5' at token 2"),
        (["show", "--year", "77"], "bad value '77' for --year: expected a year or 1990-1999"),
        (["games", "--year", "2003-1999"], "bad value '2003-1999' for --year: the first year is"),
        (["games", "--player", ""], "bad value '' for --player: expected a name, or a part of"),
        (["show", "--event", " "], "bad value ' ' for --event: expected a name, or a part of one"),
        (["show", "--language", "fr"], "bad value 'fr' for --language: expected en or ja"),
        (["games", "--limit", "0"], "limit 0: expected a whole number above 0"),
        (["shwo"], "unknown command 'shwo': did you mean 'show'?"),
    ],
)
def test_errors(words, reason, run, home):
    status, output, errors = run("database", *words)
    assert (status, output) == (2, "")
    assert errors.replace(str(home), "HOME").startswith(f"outflank: {reason}")
    assert len(errors.splitlines()) == 1
