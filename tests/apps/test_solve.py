"""`outflank solve`: what it proves, checks and says, whatever it is given."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from outflank import Color, Position
from outflank.apps.cli.answers import Answer
from outflank.apps.cli.positions import Asked
from outflank.engine import Bounds, Solution
from outflank.formats import Entry, write_obf

from .conftest import ROOT, environment

BOARD = "-OO--XO--XO----- X"
"""Black loses by 4 with d4, by 6 with d3, by 12 with d1 and d2."""
SCORED = f"{BOARD}; D4:-4; D3:-6; D1:-12; D2:-12;"
CLEAR = "X----XX--OX--OX- O"
"""No two moves are equally good."""
START = "-----OX--XO----- X"
"""The start of 4x4."""
AFTER = {"b1a1": "OX---OX--XO----- X", "b1c1": "-XO--XO--XO----- X"}
"""What some moves on 4x4 lead to."""
MUST_PASS = "OX-OOOOOOOOOOOOO X"
OVER = "XXXXXXXXXXXXXXX- O"


def shown(output):
    """A table without what changes with the search."""
    row = re.compile(
        r"^( *\d+ +\d+ .{15}) +(\d+-\d+)? +[\d,]+ +\d+\.\d{3} +[\d,]+  (?:([a-d][1-4]|--)+$)?",
        re.MULTILINE,
    )
    output = row.sub(r"\1 DISCS NODES TIME RATE LINE ", output).replace("LINE \n", "LINE\n")
    return re.sub(r"[\d,]+ nodes in \d+\.\d\d s, [\d,]+ nodes/s", "NODES, TIME, RATE", output)


def solved(run, *words, status=0, stdin="", note=""):
    """The answers as `--json` gives them."""
    found, output, errors = run("solve", "--json", *words, stdin=stdin)
    assert (found, errors) == (status, note)
    return [json.loads(line) for line in output.splitlines()]


@pytest.fixture
def obf(tmp_path):
    """Writes lines into a file and names it."""

    def obf(*lines, name="file.obf"):
        path = tmp_path / name
        path.write_bytes(
            b"".join(line if isinstance(line, bytes) else line.encode() + b"\n" for line in lines)
        )
        return str(path)

    return obf


def test_help(run, golden):
    status, output, errors = run("solve", "--help")
    assert (status, errors) == (0, "")
    golden("help-solve", output)


def test_a_table(run, golden, obf):
    file = obf(
        f"{CLEAR}; D4:+2; B1:-10; D1:-12; D3:-14; D2:-16;",
        "% a comment",
        f"{CLEAR} +2",
        f"{MUST_PASS}; --:-16",
        f"{OVER}; -16",
    )
    status, output, errors = run("solve", file, "--all")
    assert (status, errors) == (0, "")
    golden("solve", shown(output))


def test_what_differs(run, golden, obf, tmp_path):
    file = obf(
        f"{CLEAR}; D4:+4; B1:-10;",
        f"{CLEAR}; D4:+2; B1:-8;",
        f"{CLEAR}; B1:-10;",
        f"{CLEAR}; D4:+2;",
        f"{OVER}; +16",
    )
    status, output, errors = run("solve", file, "--all")
    assert (status, errors) == (1, "")
    golden("solve-differs", shown(output).replace(f"{tmp_path}/", ""))


def test_what_differs_as_win_draw_or_loss(run, obf, tmp_path):
    file = obf(
        f"{CLEAR}; D4:-2;", f"{CLEAR}; D4:+16;", f"{CLEAR}; D4:+4; B1:+0;", f"{MUST_PASS}; 0"
    )
    status, output, errors = run("solve", file, "--wld", "--all")
    assert (status, errors) == (1, "")
    lines = shown(output).replace(f"{tmp_path}/", "").splitlines()
    assert [line[14:28].split() for line in lines if "NODES TIME" in line] == [
        *[["win", "d4"]] * 3,
        ["loss", "pass"],
    ]
    assert [line.strip() for line in lines if "DIFFERS" in line] == [
        "DIFFERS: file.obf, line 1: the position is a win, not -2",
        "DIFFERS: file.obf, line 1: d4 is a win, not -2",
        "DIFFERS: file.obf, line 3: b1 is a loss, not +0",
        "DIFFERS: file.obf, line 4: the position is a loss, not +0",
    ]
    assert lines[-2:] == [
        "4 of 4 solved: NODES, TIME, RATE",
        "3 of 4 checked answers differ: positions 1, 3, 4",
    ]


def test_the_start_of_4x4(run):
    status, output, errors = run("solve", "--size", "4")
    assert (status, errors) == (0, "")
    assert re.search(r"(?m)^  1       12       -10  ..       3-11 .* {2}([a-d][1-4]|--)+$", output)
    (answer,) = solved(run, "--size", "4")
    assert (answer["score"], answer["result"], answer["turn"]) == (-10, "loss", "black")
    assert answer["discs"] == {"black": 3, "white": 11}
    position = Position.initial(4)
    for move in answer["pv"]:
        position = position.play(move)
    assert position.is_over
    assert (position.discs(Color.BLACK), position.discs(Color.WHITE)) == (3, 11)


def test_json(run, obf):
    file = obf(f"{BOARD}; D4:-4; D3:-8;")
    (answer,) = solved(run, file, "--all", status=1)
    assert answer.pop("nodes") > 0
    assert answer.pop("time") >= 0
    assert len(answer.pop("pv")) == 10
    assert answer == {
        "number": 1,
        "place": f"{file}, line 1",
        "position": BOARD,
        "size": 4,
        "empties": 10,
        "turn": "black",
        "score": -4,
        "lower": -4,
        "upper": -4,
        "result": "loss",
        "move": "d4",
        "moves": {
            "d4": {"lower": -4, "upper": -4},
            "d3": {"lower": -6, "upper": -6},
            "d1": {"lower": -12, "upper": -12},
            "d2": {"lower": -12, "upper": -12},
        },
        "discs": {"black": 6, "white": 10},
        "given": {"score": -4, "moves": {"d4": -4, "d3": -8}},
        "differences": ["d3 is -6, not -8"],
    }


@pytest.mark.parametrize(
    ("words", "position", "score"),
    [
        ([START], START, -10),
        ([BOARD, "--size", "8"], BOARD, -4),
        (BOARD.split(), BOARD, -4),
        ([BOARD[:-1], "--wld", "o"], BOARD.replace(" X", " O"), None),
        ([BOARD[:-2]], BOARD, -4),
        ([SCORED], BOARD, -4),
        (["b1a1", "--size", "4"], AFTER["b1a1"], None),
        (["b1 a1", "--size", "4"], AFTER["b1a1"], None),
        ([MUST_PASS], MUST_PASS, -16),
        ([OVER], OVER, -16),
    ],
)
def test_what_can_be_typed(words, position, score, run):
    note = "outflank: no side to move given: Black assumed\n" if words == [BOARD[:-2]] else ""
    (answer,) = solved(run, *words, note=note)
    assert answer["position"] == position
    assert answer["place"] is None
    assert score is None or answer["score"] == score
    assert answer["differences"] == []


def test_a_pass_and_a_finished_game(run):
    passed, over = solved(run, MUST_PASS, OVER)
    assert (passed["pv"], passed["discs"]) == (["pass", "c1"], {"black": 0, "white": 16})
    assert (over["move"], over["pv"], over["moves"]) == (None, [], {})
    assert over["discs"] == {"black": 15, "white": 0}


DRAWN = "  a b c d\n1 - O O -\n2 - X O -\n3 - X O -\n4 - - - -\nBlack (X) to move\n"


@pytest.mark.parametrize(
    ("lines", "positions"),
    [
        (
            [b"\xef\xbb\xbf% comment\r\n\r\n", f"{BOARD}\r\n".encode(), START.encode()],
            [BOARD, START],
        ),
        ([DRAWN], [BOARD]),
        (["-OO-", "-XO-", "-XO-", "----", "X"], [BOARD]),
        (
            ["-" * 16, *["O" * 16] * 14, "X" * 16, "Black"],
            [f"{'-' * 16}{'O' * 224}{'X' * 16} X"],
        ),
        ([BOARD[:-2], "Black", "a FFO test", "a2 wins", "", DRAWN], [BOARD, BOARD]),
        (["1. b1", "2. a1"], [AFTER["b1a1"]]),
        (["b1 a1", "b1 c1"], [AFTER["b1a1"], AFTER["b1c1"]]),
        (["b1 a1", BOARD, "", "% b1"], [AFTER["b1a1"], BOARD]),
        (
            ['[Size "4"]', "b1a1", "", "", '[Size "4"]', "b1c1"],
            [AFTER["b1a1"], AFTER["b1c1"]],
        ),
    ],
)
def test_what_a_file_can_hold(lines, positions, run, obf):
    answers = solved(run, obf(*lines), "--size", "4", "--time", "0.01")
    assert [answer["position"] for answer in answers] == positions


def test_several_files_and_the_input(run, obf):
    first, second = obf(START, name="a.obf"), obf(BOARD, OVER, name="b.obf")
    answers = solved(run, first, "-", second, "--size", "4", stdin=f"{BOARD}\n\nb1a1\n")
    assert [answer["number"] for answer in answers] == [1, 2, 3, 4, 5]
    assert [answer["place"] for answer in answers] == [
        f"{first}, line 1",
        "the standard input, line 1",
        "the standard input, line 3",
        f"{second}, line 1",
        f"{second}, line 2",
    ]


def test_drawn_boards_on_the_input(run):
    answers = solved(run, "-", stdin=f"{DRAWN}{DRAWN}\n{BOARD}\n")
    assert [answer["position"] for answer in answers] == [BOARD] * 3
    assert [answer["place"][-7:] for answer in answers] == [" line 1", " line 7", "line 14"]


def test_the_input_is_answered_line_by_line(start):
    process = start("solve", "-", "--json")
    for line in (BOARD, START):
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["position"] == line
    assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 0


def test_lines_that_cannot_be_read(run, obf):
    file = obf(
        f"{BOARD}; D4:x", SCORED, b"\x80\xff\0bytes\n", "X" * 10_000, f"{BOARD}; D4:+2;", "b1a9"
    )
    status, output, errors = run("solve", file, "--size", "4")
    assert status == 2
    assert shown(output).splitlines()[-2:] == [
        "2 of 2 solved: NODES, TIME, RATE",
        "1 of 2 checked answers differs: position 2",
    ]
    reasons = [
        "line 1: bad item 'D4:x': expected a move and its score such as A2:+38",
        "line 3: bad move '\u20ac\xff\\x00bytes' at column 1 (token 1)",
        f"line 4: bad board '{'X' * 37}...': 10000 squares found, a board has one of"
        " 16, 36, 64, 100, 144, 196, 256",
        "line 6: bad move 'a9' at column 3 (token 2): no square of the 4x4 board",
    ]
    assert errors.splitlines() == [f"outflank: {file}, {reason}" for reason in reasons]


def test_files_without_a_position(run, obf):
    for file in (obf("", "% nothing"), obf(name="empty.txt")):
        status, _, errors = run("solve", file)
        assert (status, errors) == (2, f"outflank: {file}: {NOTHING}\n")


NOTHING = "there are neither moves nor a board in it"
MISTAKES = [
    ([], "solve needs a position: a board, moves, a file or -; or --size 6 for the start of 6x6"),
    ([""], "there are neither moves nor a board in ''"),
    (["no.obf"], "there is no file 'no.obf'"),
    (["no/such"], "there is no file 'no/such'"),
    (["tests"], "'tests' is a directory"),
    (["no.such"], "bad move 'no.such' at column 1 (token 1), and there is no file 'no.such'"),
    (["f5z9"], "bad move 'z9' at column 3 (token 2)"),
    ([BOARD, "f5f5"], "illegal move 'f5' at token 2, column 3: White can play f4, d6, f6"),
    (
        [f"{BOARD}X"],
        "bad board '-OO--XO--XO----- XX': 18 squares found, a board has one of"
        " 16, 36, 64, 100, 144, 196, 256",
    ),
    ([f"{BOARD}; d4"], "bad item 'd4': expected a move and its score such as A2:+38"),
    (["--size", "5"], "board size 5: expected an even number from 4 to 16"),
    (["--size", "0"], "board size 0: expected an even number from 4 to 16"),
    (["f5", "--size", "5"], "board size 5: expected an even number from 4 to 16"),
    ([BOARD, "--threads", "0"], "threads 0: expected 1 to 256"),
    ([BOARD, "--table", "0"], "table size 0.0: expected megabytes above 0 and up to 65536"),
    ([BOARD, "--time", "0"], "time 0.0: expected seconds above 0"),
    ([BOARD, "--tabel", "3"], "unknown option '--tabel': did you mean '--table'?"),
]


@pytest.mark.parametrize(
    ("words", "sentence"), MISTAKES, ids=[" ".join(words) for words, _ in MISTAKES]
)
def test_mistakes(words, sentence, run):
    assert run("solve", *words) == (2, "", f"outflank: {sentence}\n")


def test_no_time(run):
    (easy,) = solved(run, START, "--time", "1000")
    assert easy["score"] == -10
    (hard,) = solved(run, "f5", "--time", "0.1")
    assert (hard["score"], hard["result"], hard["lower"], hard["upper"]) == (None, None, -64, 64)
    _, output, _ = run("solve", "f5", "--wld", "--time", "0.1")
    assert re.search(r"(?m)^  1       59   unknown  .. ", output)


def test_every_move_is_to_be_proved():
    position = Position.initial(4)
    moves = dict(zip(position.legal_moves(), [Bounds(2, 2), Bounds(-16, -4)], strict=False))
    solution = Solution(next(iter(moves)), 2, 2, moves, (), 1, 1.0, False, position.turn)
    for every, wld, known in [(False, False, True), (True, False, False), (True, True, True)]:
        asked = Asked("", Entry(position, {}, None))
        assert Answer(1, asked, wld, every, Bounds(2, 2), solution).is_known is known


def test_bounds_that_contradict(run):
    """A wrong score is found out before the right one is known."""
    won = Position.parse("OX" + "X" * 60 + "-- X")
    for wld in ([], ["--wld"]):
        (answer,) = solved(
            run, write_obf(Entry(won, {}, None)).replace(";", "; -2"), *wld, status=1
        )
        assert len(answer["differences"]) == 1


@pytest.mark.parametrize("words", [["--all"], ["--wld"], ["--table", "1"], ["--threads", "2"]])
def test_options_do_not_change_the_result(words, run, random_game):
    positions = [random_game(size, size, size**2 - 14).position for size in (4, 6, 8, 10)]
    boards = [write_obf(Entry(position, {}, None)) for position in positions]
    usual = solved(run, *boards)
    answers = solved(run, *boards, *words)
    assert [a["result"] for a in answers] == [a["result"] for a in usual]
    if words != ["--wld"]:
        assert [a["score"] for a in answers] == [a["score"] for a in usual]


LONG = (
    "outflank: more than 30 squares are empty, which may take longer than anyone waits to"
    " prove: --time 60 shows the bounds that are proved in a minute\n"
)
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals and terminals")


@posix
@pytest.mark.parametrize("words", [[], ["--json"], ["--wld"]])
def test_ctrl_c_shows_what_is_proved(words, start):
    process = start("solve", START, "f5d6", BOARD, *words)
    while not process.stdout.readline().startswith(("  1 ", "{")):
        pass
    assert process.stderr.readline() == LONG  # said just before it begins
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (130, "")
    if words == ["--json"]:
        (answer,) = map(json.loads, output.splitlines())
        assert (answer["number"], answer["lower"], answer["upper"]) == (2, -64, 64)
    else:
        row, total = shown(output).splitlines()
        text = " unknown" if words else "-64..+64"
        assert re.fullmatch(rf"  2       58  {text}  .. +DISCS NODES TIME RATE LINE", row)
        assert total == "1 of 2 solved: NODES, TIME, RATE"


@posix
def test_ctrl_c_while_it_waits_for_input(start):
    process = start("solve", "-")
    while "nodes/s" not in process.stdout.readline():
        pass
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 130


@posix
def test_a_reader_that_leaves(start, obf):
    process = start("solve", obf(*[BOARD] * 3000))
    process.stdout.readline()
    process.stdout.close()
    process.stdin.close()
    assert process.wait(timeout=30) == 141
    assert process.stderr.read() == ""
    process.stderr.close()


def on_a_terminal(*words, until):
    """What the command prints on a terminal, as its errors, with Ctrl-C a while after some text."""
    import pty

    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "solve", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=slave,
        cwd=ROOT,
        env=environment(TERM="xterm"),
    )
    os.close(slave)
    errors = b""
    while until not in errors:
        errors += os.read(master, 4096)
    time.sleep(1.2)
    process.send_signal(signal.SIGINT)
    output = process.stdout.read()
    assert process.wait(timeout=30) == 130
    while True:
        try:
            block = os.read(master, 4096)
        except OSError:  # the other side is closed
            break
        if not block:
            break
        errors += block
    os.close(master)
    process.stdout.close()
    return output.decode(), errors.decode()


@posix
def test_the_bar_is_for_long_work_on_a_terminal():
    output, errors = on_a_terminal(START, "f5d6", until=b"position 2")
    assert "\033" not in output
    assert "position 1" not in errors
    assert errors.endswith("\033[2K")


@posix
def test_no_bar_beside_json():
    output, errors = on_a_terminal(START, "f5d6", "--json", until=LONG.strip().encode())
    assert [json.loads(line)["number"] for line in output.splitlines()] == [1, 2]
    assert errors.replace("\r", "") == LONG


def test_a_position_that_may_take_for_ever_is_told_before(run, start):
    process = start("solve", "f5d6")
    try:
        assert process.stderr.readline() == LONG
    finally:
        process.kill()
        process.communicate()
    status, _, errors = run("solve", "f5d6", "--time", "0.01")
    assert (status, errors) == (0, "")
