"""`outflank convert`: from any format into any other, filters, and the report of what is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from errno import ENOSPC
from io import BytesIO, TextIOWrapper
from pathlib import Path
from time import sleep

import pytest

from outflank import Game, Position
from outflank.apps.cli import main
from outflank.formats import (
    Branch,
    Entry,
    Note,
    Record,
    WthorWriter,
    parse,
    read,
    write_json,
    write_obf,
    write_pgn,
)
from outflank.part import Part

from ..formats.vectors import MISTAKES, TWO_GAMES, VECTORS
from .conftest import ROOT, environment

DATA = ROOT.parent / "shared" / "data"
WON = "f5d6c5f4e3f6g5e6e7"
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
BOARD = "-OO--XO--XO----- X"
TAGS = {"Black": "Ann", "White": "Bob", "Date": "2001-02-03", "Event": "Open"}
RECORD = Record(
    Game.parse(WON, tags={**TAGS, "Result": "64-0"}),
    {0: Note(1.5, 2.0, "a comment"), 3: Note(comment="so")},
    "the game",
    (Branch(1, Game.parse("f5f6").moves[1:]),),
)


@pytest.fixture
def files(tmp_path):
    """Files of several formats, by their names."""
    games = [
        ("f5d6c3", {"Black": "Tamenori", "White": "Ann", "Date": "1999.05.01", "Result": "40-24"}),
        (WON, {**TAGS}),
        ("d3c5f6", {"Black": "Bob", "White": "Eve", "Date": "2003", "Result": "20-44"}),
        ("e6f4", {"Black": "Bob", "White": "Ann", "Date": "947375357", "Result": "32-32"}),
    ]
    records = [Record(Game.parse(moves, tags=tags)) for moves, tags in games]
    small = Record(Game.parse("c2d2", size=6, tags={"Black": "Ann"}))
    writer = WthorWriter()
    for record in records[:2]:
        writer.add(record)
    wthor = writer.files()
    texts = {
        "all.json": write_json(RECORD),
        "four.pgn": "\n".join(map(write_pgn, records)),
        "small.pgn": write_pgn(small),
        "two.txt": "f5d6\nf5f6\n",
        "bad.pgn": TWO_GAMES,
        "ends.obf": write_obf(Entry(Position.parse(BOARD), {}, -4)),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    for ending, data in zip((".wtb", ".jou", ".trn"), wthor, strict=True):
        (tmp_path / f"two{ending}").write_bytes(data)
    return tmp_path


@pytest.fixture
def here(capsys, monkeypatch):
    """Runs `outflank` as `run` does, but in this process."""

    def here(*words, stdin=""):
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin.encode())))
        status = main(words)
        return status, *capsys.readouterr()

    return here


@pytest.fixture
def convert(here, files):
    """Converts, and returns the exit status, the output and the report, without the folder."""

    def convert(*words, stdin=""):
        words = (str(files / word) if "." in word and "/" not in word else word for word in words)
        status, output, errors = here("convert", *words, stdin=stdin)
        return status, output, errors.replace(f"{files}{os.sep}", "")

    return convert


def test_a_link_of_the_page_is_read(capsys):
    link = "http://127.0.0.1:8150/?m=f5d6(f4)c3%7Bwhy%7D&white=engine:level=5&n=2"
    assert main(["convert", link, "-", "--to", "pgn"]) == 0
    written = capsys.readouterr().out
    assert "1. f5 d6 (1... f4) 2. c3 {why}" in written
    assert '[White "engine:level=5"]' in written
    assert main(["convert", "http://127.0.0.1:8150/?m=f5z9", "-", "--to", "pgn"]) == 2
    assert capsys.readouterr().err == "outflank: bad move 'z9' (move 2)\n"


def test_help(run, golden):
    status, output, errors = run("convert", "--help")
    assert (status, errors) == (0, "")
    golden("help-convert", output)


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x.pgn", "x.sgf", "x.ggf", "x.txt", "x.wtb"])
def test_into_every_format_of_games(name, convert, files):
    status, output, report = convert("all.json", "two.wtb", "two.txt", "-", name, stdin="1. f5 d6")
    lines = report.splitlines()
    written = "x.wtb, x.jou and x.trn" if name == "x.wtb" else name
    assert (status, output, lines[0]) == (0, "", f"6 games written to {written}")
    items = list(read(files / name))
    assert [item.game.transcript() for item in items] == [
        WON,
        "f5d6c3",
        WON,
        "f5d6",
        "f5f6",
        "f5d6",
    ]
    if name.startswith("x.json"):
        assert (items[0], lines[1:]) == (RECORD, [])
    assert name == "x.txt" or items[1].game.tags["Black"] == "Tamenori"
    assert not list(files.glob("*.part"))


@pytest.mark.parametrize("name", ["x.obf", "x.json", "x.pgn", "x.sgf", "x.ggf"])
def test_positions(name, convert, files):
    status, _, report = convert("ends.obf", BOARD, name)
    assert (status, report.splitlines()[0]) == (0, f"2 positions written to {name}")
    found = [getattr(i, "game", i) for i in read(files / name)]
    assert [getattr(item, "start", None) or item.position for item in found] == [
        Position.parse(BOARD)
    ] * 2
    assert ("scores" in report) == (name not in ("x.obf", "x.json"))


def test_what_a_whole_file_of_wthor_has_no_place_for(convert, files):
    report = convert("four.pgn", "x.wtb")[2]
    assert "dropped: the year: a file has one for all (4 times)\n" in report
    assert "Date" not in next(iter(read(files / "x.wtb"))).game.tags
    report = convert("four.pgn", "y.wtb", "--year", "1999")[2]
    assert "the year" not in report
    assert next(iter(read(files / "y.wtb"))).game.tags["Date"] == "1999"


def test_years_of_dates_in_every_order(convert, files):
    dates = ["24.11.2019", "11/24/2019", "Nov 24, 2019", "2019\u5e7411\u670824\u65e5", "2018-2019",
             "2020", "?", "24/11/19"]  # fmt: skip
    (files / "d.pgn").write_text("".join(f'[Date "{date}"]\n\n1. f5 d6 *\n\n' for date in dates))
    status, output, report = convert("d.pgn", "-", "--to", "transcript", "--year", "2019")
    assert (status, output) == (0, "f5d6\n" * 5)
    told = "odd: the year of the date '24/11/19' is not understood: expected such as 2019-05-04"
    assert report.splitlines()[0] == "5 games written to the output, 3 not wanted"
    assert f"{told} (d.pgn, game 8)" in report
    report = convert("d.pgn", "-", "--to", "transcript")[2]
    assert "not understood" not in report
    assert "dropped: the date (2 times" in convert("d.pgn", "d.wtb")[2]


def test_results_of_unfinished_games(convert, files):
    (files / "x.pgn").write_text('[Result "1-0"]\n\n1. f5 d6 2. c3 1-0\n')
    status, output, report = convert("x.pgn", "-", "--to", "ggf")
    assert (status, "RE[?]" in output) == (0, True)
    assert "dropped: the result '1-0' (x.pgn, game 1)\n" in report
    report = convert("x.pgn", "x.wtb")[2]
    assert "dropped: the result of an unfinished game (x.pgn, game 1)\n" in report
    assert dict(next(iter(read(files / "x.wtb"))).game.tags) == {"Termination": "unterminated"}


def test_all_that_is_dropped_is_told(convert, files):
    tags = {f"T{number}": "x" for number in range(20)}
    (files / "x.json").write_text(write_json(Record(Game.parse("f5", tags=tags))))
    assert convert("x.json", "-", "--to", "transcript")[2].count("dropped: tag T") == 20


def test_the_report(convert, golden, files):
    (files / "odd.txt").write_text(f"{WON} 40-24\n{'-' * 64}\nz9\nz8\nf5f6 z9\n")
    status, output, report = convert(
        "all.json", "small.pgn", "odd.txt", "ends.obf", "bad.pgn", "x.wtb"
    )
    assert (status, output) == (1, "")
    golden("convert-report", report)
    assert len(list(read(files / "x.wtb"))) == 4


def test_no_file_is_left_when_nothing_is_written(convert, files):
    before = set(files.iterdir())
    status, output, report = convert("four.pgn", "x.sgf", "--player", "nobody")
    assert (status, output, report) == (1, "", "nothing written to x.sgf, 4 not wanted\n")
    assert set(files.iterdir()) == before


FILTERS = [
    (["--player", "ANN"], ["f5d6c3", WON, "e6f4"]),
    (["--player", "tamenori"], ["f5d6c3"]),
    (["--player", "tame"], []),
    (["--year", "2001"], [WON]),
    (["--year", "1999-2001"], ["f5d6c3", WON, "e6f4"]),
    (["--moves", "f5d6c5"], [WON]),
    (["--moves", "c4e3"], ["f5d6c3", WON, "d3c5f6", "e6f4"]),
    (["--moves", "f5f4"], []),
    (["--moves", "f5f6"], []),
    (["--result", "black"], ["f5d6c3", WON]),
    (["--result", "white"], ["d3c5f6"]),
    (["--result", "draw"], ["e6f4"]),
    (["--result", "64-0"], [WON]),
    (["--result", "+16"], ["f5d6c3"]),
    (["--size", "8", "--player", "ann", "--result", "black", "--year", "2001"], [WON]),
    (["--size", "6"], []),
    (["--game", "3"], ["d3c5f6"]),
]


@pytest.mark.parametrize(("options", "expected"), FILTERS, ids=[" ".join(o) for o, _ in FILTERS])
def test_filters(options, expected, convert):
    status, output, report = convert("four.pgn", "--to", "transcript", "-", *options)
    assert [line.split()[0] for line in output.splitlines()] == expected
    assert status == (not expected)
    games = {0: "nothing", 1: "1 game"}.get(len(expected), f"{len(expected)} games")
    rest = f", {4 - len(expected)} not wanted" if len(expected) < 4 else ""
    assert report.splitlines()[0] == f"{games} written to the output{rest}"


def test_pictures(convert, files):
    pytest.importorskip("resvg_py")
    assert convert("f5d6c3", "x.svg") == (0, "", "1 game written to x.svg\n")
    assert convert(BOARD, "x.png") == (0, "", "1 position written to x.png\n")
    svg = (files / "x.svg").read_text()
    assert svg.startswith("<svg ")
    assert "White to move" in svg
    assert (files / "x.png").read_bytes().startswith(b"\x89PNG")
    status, output, report = convert("four.pgn", "y.svg")
    assert (status, output) == (2, "")
    assert report == (
        "outflank: a picture shows one position, but there are more: choose with --game 1\n"
    )
    assert convert("four.pgn", "y.svg", "--game", "2")[0] == 0


def test_png_without_the_library(files):
    (files / "resvg_py.py").write_text("raise ImportError\n")
    done = subprocess.run(
        [sys.executable, "-m", "outflank", "convert", "f5", str(files / "x.png")],
        capture_output=True,
        text=True,
        env=environment(PYTHONPATH=str(files)),
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "outflank: PNG pictures need the library resvg: pip install 'outflank[pictures]'\n"
    )
    assert not list(files.glob("*x.png*"))


def test_an_output_that_is_there(convert, files):
    old = (files / "all.json").read_text()
    for name, there in [("all.json", "all.json"), ("two.wtb", "two.wtb")]:
        status, _, report = convert("f5", name)
        assert (status, report) == (
            2,
            f"outflank: '{there}' is there already: --force replaces it\n",
        )
    assert (files / "all.json").read_text() == old
    assert convert("all.json", "f5", "all.json", "--force")[0] == 0
    assert (files / "all.json").read_text() == old + write_json(parse("f5").items[0])


def test_wthor_is_written_back_byte_for_byte(here, tmp_path):
    folder = DATA / "wthor"
    if not folder.exists():
        pytest.skip("no sample")
    for name in ("WTH_1977.wtb", "WTH_2001.wtb", "one-game-size-byte-0.WTB"):
        out = tmp_path / name.lower()
        assert here("convert", str(folder / name), str(out))[0] == 0
        assert out.read_bytes() == (folder / name).read_bytes()
    assert (tmp_path / "wth_1977.jou").read_bytes()[16:] == (folder / "WTH.JOU").read_bytes()[16:]


MISTAKES_TYPED = [
    ([], "convert needs files to read and one to write, as in: a.ggf b.wtb out.sgf"),
    (["f5"], "convert needs files to read and one to write, as in: a.ggf b.wtb out.sgf"),
    (["no.pgn", "x.sgf"], "there is no file 'no.pgn'"),
    (["f5z9", "x.sgf"], "bad move 'z9' at column 3 (token 2)"),
    (["f5", "x.xyz"], "'x.xyz' ends like no format: name it with --to, one of ggf, sgf, json, pgn,"
     " obf, board, transcript, wthor, svg, png"),
    (["f5", "-"], "the output has no ending: name its format with --to, one of ggf, sgf, json, pgn,"
     " obf, board, transcript, wthor, svg, png"),
    (["f5", "-", "--to", "doc"], "unknown format 'doc': there are ggf, sgf, json, pgn, obf, board,"
     " transcript, wthor, svg, png"),
    (["f5", "-", "--to", "quest"], "unknown format 'quest': there are ggf, sgf, json, pgn, obf,"
     " board, transcript, wthor, svg, png"),
    (["f5", "-", "--to", "wthor"],
     "WTHOR is three files and cannot go to the output: name OUT.wtb"),
    (["-", "-", "x.sgf"], "the standard input can be read only once"),
    (["f5", "no/x.sgf"], "cannot write 'no/x.sgf': no such folder, or not yours to write in"),
    (["f5", "no/x.wtb"], "cannot write 'no/x.wtb': no such folder, or not yours to write in"),
    (["f5", "x.sgf", "--year", "77"], "bad value '77' for --year: expected a year or 1990-1999"),
    (["f5", "x.sgf", "--year", "2003-1999"],
     "bad value '2003-1999' for --year: the first year is after the last"),
    (["f5", "x.sgf", "--player", " "],
     "bad value ' ' for --player: expected a name, or a part of one"),
    (["f5", "x.jou", "--to", "wthor"],
     "'x.jou' is a file of names: name that of the games, OUT.wtb"),
    (["f5", "x.sgf", "--result", "red"],
     "bad value 'red' for --result: expected black, white, draw or such as 64-0"),
    (["f5", "x.sgf", "--moves", "z9"], "bad move 'z9' at column 1 (token 1)"),
    (["f5", "x.sgf", "--moves", ""], "bad value '' for --moves: expected moves such as f5d6"),
    (["f5", "x.sgf", "--size", "7"], "board size 7: expected an even number from 4 to 16"),
    (["f5", "x.sgf", "--game", "0"], "game 0: expected a whole number above 0"),
    (["f5", "x.sgf", "--dialect", "klingon"], "unknown dialect 'klingon': there are edax,"
     " egaroucid, fen, flipello, nboard, radagast, xboard"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "sentence"), MISTAKES_TYPED, ids=[" ".join(words) for words, _ in MISTAKES_TYPED]
)
def test_mistakes(words, sentence, here):
    assert here("convert", *words) == (2, "", f"outflank: {sentence}\n")
    assert not Path("x.sgf").exists()


def test_the_vectors(run):
    texts = [vector.text for vector in VECTORS]
    status, output, report = run("convert", *texts, "-", "--to", "board")
    assert status == 0
    assert "odd: no side to move given: Black assumed\n" in report
    boards = output.split("\n\n")
    for vector, board in zip(VECTORS, boards, strict=True):
        last = board.splitlines()[-1]
        if vector.result:
            assert last.startswith(f"Game over: {vector.result}")
        else:
            state = "must pass" if vector.legal == "pass" else "to move"
            assert last == f"{vector.turn} ({'XO'[vector.turn == 'White']}) {state}"
        position = Position.parse(board)
        assert " ".join(map(str, position.legal_moves())) == vector.legal


@pytest.mark.parametrize(("text", "reason"), MISTAKES)
def test_mistakes_of_the_vectors(text, reason, here):
    assert here("convert", text, "-", "--to", "sgf") == (2, "", f"outflank: {reason}\n")


def test_a_broken_tag_does_not_swallow_the_next_game(convert):
    status, output, report = convert("bad.pgn", "-", "--to", "transcript")
    assert (status, output.splitlines()) == (1, ["f5d6 1-0", "f5f6 0-1"])
    assert (
        'not read: bad tag \'[Black "x\': expected [Name "value"] (bad.pgn, game 1, line 1)'
        in report
    )


def test_boards_in_a_dialect(convert):
    tiger = "0x0000100010100000 0x000020380c000000 O"
    status, output, _ = convert(tiger, "-", "--to", "obf", "--dialect", "egaroucid")
    assert (status, parse(output).items[0].position) == (0, Game.parse("f5d6c3d3c4").position)


def test_the_input_and_the_output(convert):
    status, output, report = convert("-", "-", "--to", "json", stdin="f5d6\nf5f6\n")
    assert (status, report) == (0, "2 games written to the output\n")
    assert [json.loads(line)["moves"] for line in output.splitlines()] == ["f5d6", "f5f6"]


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_leaves_nothing(name, status, files):
    if signal.getsignal(getattr(signal, name)) == signal.SIG_IGN:
        pytest.skip("ignored here, as by nohup")
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "convert", "-", str(files / "x.sgf")],
        stdin=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    )
    process.stdin.write(b'[Event "Cup"]\n\n1. f5 d6 *\n\n' * 20_000)
    process.stdin.flush()
    while not list(files.glob(".*.part")):
        assert process.poll() is None
        sleep(0.01)
    process.send_signal(getattr(signal, name))
    assert process.wait(timeout=30) == status
    process.stdin.close()
    assert not list(files.glob("*.part"))
    assert not list(files.glob("x.sgf"))


class TestWthorBesideNames:
    """The three files, where some are there already."""

    def players(self, path):
        return [game.game.tags["Black"] for game in read(path)]

    @pytest.fixture
    def capitals(self, files):
        """Names in capitals: no files of ours, but read as those of s.wtb."""
        for ending in (".jou", ".trn"):
            (files / f"two{ending}").rename(files / f"s{ending.upper()}")
        return files

    def test_names_in_capitals_are_there(self, convert, capitals):
        before = set(capitals.iterdir())
        status, _, report = convert("four.pgn", "s.wtb")
        assert (status, report) == (
            2,
            "outflank: 's.JOU' is there already: --force replaces it\n",
        )
        assert set(capitals.iterdir()) == before

    def test_names_in_capitals_are_replaced(self, here, capitals, monkeypatch):
        monkeypatch.chdir(capitals)
        status, _, report = here("convert", "four.pgn", "s.wtb", "--game", "4", "--force")
        assert status == 0
        assert report.startswith("1 game written to s.wtb, s.JOU and s.TRN, 3 not wanted\n")
        assert self.players(capitals / "s.wtb") == ["Bob"]
        assert not list(capitals.glob("s.jou")) + list(capitals.glob("s.trn"))

    @pytest.mark.parametrize("name", ["OUT.WTB", "q.dat"])
    def test_the_file_that_is_named_is_written(self, name, convert, files):
        before = {path.name for path in files.iterdir()}
        status, _, report = convert("four.pgn", name, "--to", "wthor")
        stem = name.split(".")[0]
        assert status == 0
        assert report.startswith(f"4 games written to {name}, {stem}.jou and {stem}.trn\n")
        made = {path.name for path in files.iterdir()} - before
        assert made == {name, f"{stem}.jou", f"{stem}.trn"}
        assert self.players(files / name) == ["Tamenori", "Ann", "Bob", "Bob"]

    def test_nothing_is_written_if_one_cannot_be(self, convert, files, monkeypatch):
        before = {path: path.read_bytes() for path in files.iterdir()}
        finish, count = Part.finish, 0

        def breaks(part):
            nonlocal count
            count += 1
            if count == 3:
                raise OSError(ENOSPC, "No space left on device")
            finish(part)

        monkeypatch.setattr(Part, "finish", breaks)
        status, output, report = convert("all.json", "two.wtb", "--force")
        assert (status, output) == (2, "")
        assert report == "outflank: cannot write 'two.wtb': No space left on device\n"
        assert {path: path.read_bytes() for path in files.iterdir()} == before

    @needs_pipes
    @pytest.mark.parametrize("name", ["x.wtb", "x.jou"])
    def test_a_pipe_cannot_hold_them(self, name, convert, files):
        os.mkfifo(files / name)
        status, output, report = convert("f5", "x.wtb", "--force")
        assert (status, output) == (2, "")
        assert report == (
            f"outflank: cannot write WTHOR, which is three files, to '{name}': no ordinary file\n"
        )
        assert (files / name).is_fifo()


@needs_pipes
@pytest.mark.parametrize(("name", "out"), [("four.pgn", "x.sgf"), ("two.wtb", "x.wtb")])
def test_pipes(name, out, files):
    """What is read cannot be asked how far that is."""
    pipe = files / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "convert", str(pipe), str(files / out)],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
        env=environment(),
    )
    pipe.write_bytes((files / name).read_bytes())
    report = process.communicate(timeout=60)[1]
    assert process.returncode == 0
    moves = [item.game.transcript() for item in read(files / out)]
    assert report.startswith(f"{len(moves)} games written to ")
    assert moves == [item.game.transcript() for item in read(files / name)]


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file of errors")
def test_what_cannot_be_read_is_told(here, tmp_path):
    out = str(tmp_path / "x.wtb")
    status, output, report = here("convert", "/proc/self/mem", out)
    assert (status, output) == (1, "")
    assert report.endswith("\nnot read: cannot read it: Input/output error (/proc/self/mem)\n")


@needs_pipes
def test_into_a_pipe(files):
    pipe = files / "x.sgf"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "convert", "f5d6", str(pipe)], env=environment()
    )
    (item,) = read(pipe)
    assert (item.game.transcript(), process.wait(timeout=60)) == ("f5d6", 0)
    assert pipe.is_fifo()


@pytest.mark.skipif(os.name != "posix", reason="closes a stream as shells of Unix do")
def test_a_closed_output(files):
    done = subprocess.run(
        ["sh", "-c", '"$0" -m outflank convert f5 - --to pgn >&-', sys.executable],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        2,
        "outflank: cannot write to the standard output: it is closed\n",
    )


def test_a_link_is_followed(convert, files):
    link = files / "link.json"
    try:
        link.symlink_to("all.json")
    except OSError:
        pytest.skip("no symbolic links here")
    assert convert("f5", "link.json", "--force")[0] == 0
    assert link.is_symlink()
    assert (files / "all.json").read_text() == write_json(parse("f5").items[0])
