"""SGF: what is written reads back, sgfmill reads it too, and broken games spoil nothing else."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf

from outflank import PASS, Color, Game, Move, Position
from outflank.formats import (
    Branch,
    Note,
    Problem,
    Record,
    dropped_by_sgf,
    is_ggf,
    is_sgf,
    read_sgf,
    write_sgf,
)
from outflank.formats.results import parse_result, result_of

from .random_records import PLIES, SEEDS, SIZES, branches_for, later, notes_for

SAMPLES = Path(__file__).parents[2].parent / "shared" / "data" / "sgf"
NAMES = ["Black", "White", "BlackElo", "Event", "Site", "Date", "Round", "AP", "GN", "RU", "US"]
LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]))
TAGS = st.dictionaries(st.sampled_from(NAMES), LINE.map(str.strip).filter(bool), max_size=4)
COMMENTS = ("a]b\\", "(;GM[2](;B[fe])", "(; GM[]", "two\nlines\n", " \\\n] ", "r\u00e9ponse", "[")
DIALECTS: list[Literal["letters", "algebraic"]] = ["letters", "algebraic"]
TIME = "1000000"
STUCK = (
    "f5 d6 c5 f4 d3 e3 f2 c6 g5 b5 a5 b4 b3 c4 c3 a6 a7 a3 f3 e6 c7 b6 d7 d8 b8 e7 f7 e8 c8 a8 a4 "
    "f8 a2 b7"
)
WIPEOUT = "f5d6c5f4e3f6g5e6e7"


def records(text: str) -> list[Record]:
    found = list(read_sgf(StringIO(text)))
    assert not [item for item in found if isinstance(item, Problem)], found
    return [item for item in found if isinstance(item, Record)]


def game_of(text: str) -> Game:
    (record,) = records(text)
    return record.game


def remark(text: str) -> tuple[Record, Problem]:
    record, found = read_sgf(StringIO(text))
    assert isinstance(record, Record)
    assert isinstance(found, Problem)
    return record, found


@given(
    st.sampled_from(SIZES),
    SEEDS,
    PLIES,
    st.integers(0, 12),
    TAGS,
    st.sampled_from(["", *COMMENTS]) | LINE,
    st.sampled_from([None, *Color]),
    st.sampled_from(DIALECTS),
)
def test_round_trip(
    random_game: Callable[..., Game],
    size: int,
    seed: int,
    plies: int | None,
    skipped: int,
    tags: dict[str, str],
    comment: str,
    resigned: Color | None,
    dialect: Literal["letters", "algebraic"],
) -> None:
    tags = {**tags, "TimeControl": TIME}
    game = later(random_game(size, seed, plies), skipped)
    resigned = None if game.position.is_over else resigned
    game = Game(game.start, game.moves, tags, resigned, on_time=seed % 3 == 0)
    branches = branches_for(game, seed, COMMENTS) if seed % 2 else []
    record = Record(game, notes_for(game, seed, COMMENTS), comment, tuple(branches))
    text = write_sgf(record, dialect)
    assert is_sgf(text)
    assert not is_ggf(text)
    (again,) = records(text)
    assert (again.game.start, again.game.moves) == (game.start, game.moves)
    assert (again.game.resigned, again.game.on_time) == (game.resigned, game.on_time)
    assert again.comment == comment
    assert again.notes == record.notes
    assert again.branches == record.branches
    written = dict(again.game.tags)
    stated = parse_result(written.pop("Result", ""))
    assert written == tags
    if game.resigned is None:
        assert stated == result_of(game)
    assert write_sgf(again, dialect) == text
    assert records(f"{text} between {text}") == [again, again]
    assert records(text.replace("\n", "\r\n")) == [again]


@given(st.sampled_from(SIZES), SEEDS, PLIES, st.integers(0, 12))
def test_sgfmill_reads_what_is_written(
    random_game: Callable[..., Game], size: int, seed: int, plies: int | None, skipped: int
) -> None:
    tags = {"Black": "a]\u00e9", "TimeControl": TIME}
    game = later(random_game(size, seed, plies), skipped)
    game = Game(game.start, game.moves, tags)
    record = Record(game, notes_for(game, seed, COMMENTS), "x", tuple(branches_for(game, seed, ())))
    theirs = sgf.Sgf_game.from_bytes(write_sgf(record).encode())
    assert theirs.get_size() == size
    assert theirs.get_player_name("b") == tags["Black"]
    assert theirs.get_charset() == "UTF-8"
    root = theirs.get_root()
    if game.start != Position.initial(size):
        black, white, _ = root.get_setup_stones()
        for color, stones in ((Color.BLACK, black), (Color.WHITE, white)):
            squares = {Move.at(column, size - 1 - row) for row, column in stones}
            assert squares == set(game.start.squares(color))
    moves = [node.get_move() for node in theirs.get_main_sequence()[1:]]
    played = [move for move in moves if move != (None, None) and move[1] is not None]
    expected = [
        ("b" if position.turn is Color.BLACK else "w", (size - 1 - move.row, move.column))
        for position, move in zip(game.positions, game.moves, strict=False)
        if not move.is_pass
    ]
    assert played == expected
    comments = [node.get("C") for node in theirs.get_main_sequence()[1:] if node.has_property("C")]
    assert comments == [note.comment for note in record.notes.values() if note.comment]


def test_as_quarry_and_edax_write_it() -> None:
    tags = {"Black": "a", "White": "[b]\\", "TimeControl": "60", "AP": "edax:4.6", "Odd": "x"}
    notes = {0: Note(1.5, 2.25, "good"), 1: Note(1.0)}
    branches = (Branch(1, (Move("f4"), Move("e3"))), Branch(3, (Move("d3"),)))
    record = Record(Game.parse("f5d6c3", tags=tags), notes, "on\n[it]", branches)
    head = "PB[a]\nPW[[b\\]\\\\]\nAP[edax:4.6]\nTM[60]\nGC[on\n[it\\]]\n"
    assert write_sgf(record) == (
        f"(;GM[2]FF[4]\nCA[UTF-8]\nSZ[8]\n{head}"
        ";B[fe]BL[57.75]V[1.5]C[good](;W[df]V[-1];B[cc](;)(;W[dc]))(;W[fd];B[ec])\n)\n"
    )
    assert write_sgf(record, "algebraic") == (
        f"(;GM[2]FF[4]\nCA[UTF-8]\nSZ[8]\n{head}AB[e4][d5]AW[d4][e5]PL[B]\n"
        ";B[f5]BL[57.75]V[1.5]C[good](;W[d6]V[-1];B[c3](;)(;W[d3]))(;W[f4];B[e3])\n)\n"
    )
    assert dropped_by_sgf(record) == ["tag Odd"]
    untimed = Record(Game.parse("f5", tags={"TimeControl": "5:00//2:00"}), {0: Note(None, 1.0)})
    assert "\nOT[5:00//2:00]\n;B[fe]\n" in write_sgf(untimed)
    assert dropped_by_sgf(untimed) == ["times of moves, as TimeControl is no number of seconds"]
    assert game_of(write_sgf(untimed)).tags == untimed.game.tags
    with pytest.raises(ValueError, match="unknown dialect 'go': use letters or algebraic"):
        write_sgf(record, "go")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a variation at ply 4 of a line of 3 moves"):
        write_sgf(Record(record.game, branches=(Branch(4, (Move("d3"),)),)))


def test_numbers_that_cannot_be_written() -> None:
    notes = {0: Note(float("nan"), 61.0), 1: Note(float("inf"), 30.0), 2: Note(-0.0001, 60.0)}
    record = Record(Game.parse("f5d6c3", tags={"TimeControl": "60"}), notes)
    assert ";B[fe];W[df]WL[30];B[cc]BL[0]V[0]" in write_sgf(record)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Game.parse(WIPEOUT), "B+64"),
        (Game.parse(WIPEOUT, tags={"Result": "B+13"}), "B+13"),
        (Game.parse(WIPEOUT, tags={"Result": "Void"}), "B+64"),
        (Game.parse(WIPEOUT, tags={"Result": "W+2"}), "B+64"),
        (Game.parse("f5", tags={"Result": "Void"}), "Void"),
        (Game.parse("f5", tags={"Result": "32-32"}), "0"),
        (Game.parse("f5", tags={"Result": "-10.000:s"}), "W+10"),
        (Game.parse("f5", tags={"Result": "0-1"}), "W+"),
        (Game.parse("f5", tags={"Result": "+12.00:t"}).resign(on_time=True), "B+T"),
        (Game.parse("f5", tags={"Result": "B+Time"}).resign(on_time=True), "B+Time"),
        (Game.parse("f5", resigned=Color.BLACK, on_time=True), "W+T"),
        (Game.parse("f5", tags={"Result": "-12.00:l"}), "W+F"),
        (Game.parse("f5", resigned=Color.BLACK), "W+R"),
        (Game.parse("f5", tags={"Result": "W+Resign"}, resigned=Color.BLACK), "W+Resign"),
        (Game.parse("f5", tags={"Result": "W+64"}, resigned=Color.BLACK), "W+R"),
        (Game.parse("f5", tags={"Result": "B+R"}, resigned=Color.BLACK), "W+R"),
        (Game.parse(WIPEOUT, tags={"KM": "2.5"}), "B+61.5"),
    ],
)
def test_results_as_text(game: Game, text: str) -> None:
    written = write_sgf(Record(game))
    assert f"\nRE[{text}]\n" in written
    again = game_of(written)
    assert (again.resigned, again.on_time) == (game.resigned, game.on_time)


def test_nothing_is_said_of_an_unknown_result() -> None:
    assert "RE[" not in write_sgf(Record(Game.parse("f5")))
    assert "RE[" not in write_sgf(Record(Game.parse("f5", tags={"Result": "*"})))


def test_both_dialects_and_what_they_share() -> None:
    game = Game.parse("f5d6c3")
    assert game_of("(;GM[2];B[fe];W[df];B[cc])") == game
    assert game_of("(;GM[2];B[f5];W[d6];B[c3])") == game
    assert game_of("(;GM[2];B[F5];W[DF];B[c3])") == game
    assert game_of("(;FF[4]GM[2]SZ[8]AB[d5][e4]AW[d4][e5]PL[B]B[f5]W[d6]B[c3];)") == game
    assert game_of("(;FileFormat[1]GaMe[2]SiZe[8];Black[fe];White[df];Black[cc])") == game
    assert game_of("\n\ufeff(\n;GM[2] ;B\n[ fe ]\n;W[df];B[cc])") == game
    assert game_of("(;B[fe];W[df];B[cc])") == game


def test_facts() -> None:
    text = """(;GM[2]FF[3]PB[A\\]b \\
c]PW[d\\: e
f]BR[1800]WR[2d]EV[Open]PC[Oslo]DT[2024-01-02]RO[3]TM[900]OT[none]KM[0]AP[Quarry:0.2.0]
RE[B+R]C[on the
game]GC[more]ZZ[private]LB[aa:1];B[fe])"""
    (record,) = records(text)
    assert record.game.tags == {
        "Black": "A]b c",
        "White": "d: e f",
        "BlackElo": "1800",
        "WhiteElo": "2d",
        "Event": "Open",
        "Site": "Oslo",
        "Date": "2024-01-02",
        "Round": "3",
        "TimeControl": "900",
        "OT": "none",
        "KM": "0",
        "AP": "Quarry:0.2.0",
        "Result": "B+R",
    }
    assert record.game.resigned is Color.WHITE
    assert record.comment == "on the\ngame\nmore"
    assert records(write_sgf(record)) == [record]


def test_setup() -> None:
    usual = Position.initial()
    for text in ("AB[ed][de]AW[dd][ee]", "AB[e4][d5]PL[Black]", "PL[1]", "", ";AB[d5]"):
        assert game_of(f"(;GM[2]{text};B[fe])") == Game.parse("f5")
    assert game_of("(;GM[2]PL[W])").start == usual.swapped()
    assert game_of("(;GM[2];W[fd])").start == usual.swapped()
    corners = game_of("(;GM[2]AB[aa][h8])").start
    assert corners == Position.from_squares(
        8, [*usual.squares(Color.BLACK), "a1", "h8"], usual.squares(Color.WHITE)
    )
    area = game_of("(;GM[2]AB[dd:ee]AE[dd])").start
    assert area == Position.from_squares(8, ["e4", "d5", "e5"], [])
    odd = Position.from_squares(8, ["a1", "b1"], ["c1", "e4"], Color.WHITE)
    text = write_sgf(Record(Game(odd)))
    assert "\nAB[aa][ba]AW[ca][ed]AE[de][dd][ee]PL[W]\n" in text
    assert game_of(text).start == odd


@pytest.mark.parametrize("value", ["pa", "PA", "", "tt", "pass", "--"])
def test_a_forced_pass_at_the_end(value: str) -> None:
    names = "".join(f";{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(STUCK.split()))
    without = Game.parse(STUCK)
    assert without.position.must_pass
    assert game_of(f"(;GM[2]{names})") == without
    assert game_of(f"(;GM[2]{names};B[{value}])") == without.play("pass")
    assert game_of(f"(;GM[2]{names};W[a1])") == without.play("a1")


def test_passes_are_written_where_they_could_not_be_told() -> None:
    passed = Game.parse(STUCK).play("pass")
    assert ";B[]\n)" in write_sgf(Record(passed))
    assert ";B[PA]\n)" in write_sgf(Record(passed), "algebraic")
    on = passed.play("a1")
    assert ";W[bg];W[aa]\n)" in write_sgf(Record(on))
    assert ";W[b7];B[PA];W[a1]\n)" in write_sgf(Record(on), "algebraic")
    noted = write_sgf(Record(on, {34: Note(comment="!")}))
    assert ";W[bg];B[]C[!];W[aa])" in noted.replace("\n", "")


def test_pa_is_a_square_too_on_the_largest_board() -> None:
    square = Position.from_squares(16, ["n1"], ["o1"])
    assert square.legal_moves() == [Move("p1")]
    passing = Position.from_squares(16, ["b1"], ["a1"])
    assert passing.must_pass
    for start, played in ((square, Move("p1")), (passing, PASS)):
        empty = write_sgf(Record(Game(start)))
        assert game_of(empty.replace("\n)", ";B[pa])")).moves == (played,)
        assert game_of(write_sgf(Record(Game(start, [played])))).moves == (played,)


def test_passes_after_the_end() -> None:
    names = "".join(
        f";{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(Game.parse(WIPEOUT).moves)
    )
    assert game_of(f"(;GM[2]{names};W[PA];B[PA])") == Game.parse(WIPEOUT)


def test_variations() -> None:
    text = """(;GM[2];B[f5]C[a];C[b];W[d6](;B[c3]C[main];W[d3])(;C[early];B[c4]C[other]
(;W[d3])(;W[b3]V[2]))(;C[nothing]))"""
    record, found = remark(text)
    assert found.reason == "a variation is left out: there is no move in it"
    assert record.game == Game.parse("f5d6c3d3")
    assert record.notes == {0: Note(comment="a\nb"), 2: Note(comment="main")}
    nested = Branch(1, (Move("b3"),), {0: Note(-2.0)})
    notes = {0: Note(comment="early\nother")}
    assert record.branches == (Branch(2, (Move("c4"), Move("d3")), notes, (nested,)),)
    assert records(write_sgf(record)) == [record]


def test_variations_from_the_start_and_after_the_end() -> None:
    record = Record(
        Game.parse("f5"),
        branches=(Branch(0, (Move("d3"),)), Branch(0, (Move("c4"),)), Branch(1, (Move("d6"),))),
    )
    text = write_sgf(record)
    assert "\n(;B[fe](;)(;W[df]))(;B[dc])(;B[cd])\n)" in text
    assert records(text) == [record]


def test_a_variation_that_leaves_another_at_its_start_is_beside_it() -> None:
    inner = Branch(0, (Move("c4"),), branches=(Branch(1, (Move("c3"),)),))
    record = Record(Game.parse("f5d6"), branches=(Branch(0, (Move("d3"),), branches=(inner,)),))
    text = write_sgf(record)
    assert "(;B[fe];W[df])(;B[dc])(;B[cd](;)(;W[cc]))" in text
    (again,) = records(text)
    assert again.branches == (
        Branch(0, (Move("d3"),)),
        Branch(0, (Move("c4"),), branches=(Branch(1, (Move("c3"),)),)),
    )


def test_a_variation_around_a_pass_does_not_repeat_it() -> None:
    main = Game.parse(STUCK).play("a1")
    pass_at = len(main) - 2
    assert main.moves[pass_at] is PASS
    record = Record(main, branches=(Branch(pass_at + 1, (Move("g1"),)),))
    for dialect in DIALECTS:
        assert records(write_sgf(record, dialect)) == [record]
    repeated = Branch(pass_at, (PASS, Move("g1")), {0: Note(comment="x"), 1: Note(2.0)})
    (again,) = records(write_sgf(Record(main, branches=(repeated,))))
    assert again.branches == (Branch(pass_at + 1, (Move("g1"),), {0: Note(2.0)}),)


def test_variations_that_cannot_be_played_are_left_out() -> None:
    record, found = remark("(;GM[2]\n;B[f5](;W[d6])\n(;W[d7];B[c3]))")
    assert record.game == Game.parse("f5d6")
    assert record.branches == ()
    expected = "a variation is left out: move 1: illegal move d7 for White: it turns no disc"
    assert found == Problem(3, expected, 1)
    assert "AB after the first move" in remark("(;GM[2];B[f5](;W[d6])(;AB[a1];W[d6]))")[1].reason


def test_variations_nested_too_deep(random_game: Callable[..., Game]) -> None:
    game = random_game(16, 1, 150)
    text = ""
    for position, move in reversed(list(zip(game.positions, game.moves, strict=False))):
        name = "B" if position.turn is Color.BLACK else "W"
        other = next(other for other in position.legal_moves() if other is not move)
        text = f"(;{name}[{other}])(;{name}[{move}]{text})"
    record, found = remark(f"(;GM[2]SZ[16]{text})")
    assert found.reason == "a variation is left out: more than 100 are nested"
    depth, branches = 0, record.branches
    while branches:
        depth, branches = depth + 1, branches[0].branches
    assert depth == 100


@pytest.mark.parametrize(
    ("value", "mover"), [("B[fe]V[2.5]", 2.5), ("B[fe];W[df]V[2.5]", -2.5), ("B[fe]V[x]", None)]
)
def test_values_are_for_black(value: str, mover: float | None) -> None:
    (record,) = records(f"(;GM[2];{value})")
    assert record.notes == ({} if mover is None else {len(record.game) - 1: Note(mover)})


def test_seconds_come_from_the_clocks() -> None:
    moves = ";B[fe]BL[55.5];W[df]WL[60];B[cc]BL[56];W[dc];B[cd]BL[50]"
    (record,) = records(f"(;GM[2]TM[60]{moves})")
    assert record.notes == {0: Note(None, 4.5), 1: Note(None, 0.0), 4: Note(None, 6.0)}
    assert records(f"(;GM[2]{moves})")[0].notes == {4: Note(None, 6.0)}


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("(;GM[2]\n;B[fe];W[dg])", 2, "move 2: illegal move d7 for White: it turns no disc"),
        ("(;GM[2];B[fe]\n;B[df])", 2, "move 2: Black plays d6, but White is to move"),
        ("(;GM[2];B[fe];W[pa])", 1, "move 2: illegal move pass for White"),
        ("(;GM[2];B[qq])", 1, "move 1: bad move 'qq'"),
        ("(;GM[2];B[ii])", 1, "move 1: illegal move i9 for Black: not a square of the 8x8"),
        ("(;FF[4]\nGM[1];B[aa])", 2, "GM[1] is another game: expected GM[2], Othello"),
        ("(;GM[2]\n\nSZ[19])", 3, "unsupported board SZ[19]: sizes are even, from 4 to 16"),
        ("(;GM[2]SZ[7])", 1, "unsupported board SZ[7]"),
        ("(;GM[2]SZ[8:10])", 1, "unsupported board SZ[8:10]"),
        ("(;GM[2]\nAB[z1])", 2, "bad square AB[z1]: bad move 'z1'"),
        ("(;GM[2]AB[ii])", 1, "bad square AB[ii]: no square of the 8x8 board"),
        ("(;GM[2]AB[])", 1, "bad square AB[]"),
        ("(;GM[2]\nPL[red])", 2, "bad side to move PL[red]: expected B or W"),
        ("(;GM[2]" + "AB[aa:hh]AW[aa:hh]" * 80 + ")", 1, "setup of more than 10000 squares"),
        ("(;GM[2];B[fe]\n;AW[aa])", 2, "AW after the first move is not supported"),
        ("(;GM[2];B[fe]\n!W[df])", 2, "unexpected '!W[df])': expected such as B[f5]"),
        ("(;GM[2];B[fe];W])", 1, "unexpected 'W])': expected such as B[f5]"),
    ],
)
def test_broken_games(text: str, line: int, reason: str) -> None:
    good = "(;GM[2]PB[good];B[fe])"
    found, *others = read_sgf(StringIO(f"{text}\n{good}"))
    assert isinstance(found, Problem)
    assert (found.line, found.number) == (line, 1)
    assert found.reason.startswith(reason)
    assert others == records(good)


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        (";B[fe];W[df]", "the game is not closed by ); read up to there"),
        (";B[fe];W[df];", "the game is not closed by ); read up to there"),
        (";B[fe];W[df];B[cc", "a value is not closed by ]; read up to there"),
        (";B[fe](;W[df](;B", "the game is not closed by ); read up to there"),
    ],
)
def test_games_cut_short(rest: str, reason: str) -> None:
    good = "(;GM[2];B[cd])"
    for end in ("", "\n", " "):
        found = list(read_sgf(StringIO(f"\n(;GM[2]{rest}{end}{good}")))
        assert found == [Record(Game.parse("f5d6")), Problem(2, reason, 1), *records(good)]
    found = list(read_sgf(StringIO(f"(;GM[2]{rest}")))
    assert found == [Record(Game.parse("f5d6")), Problem(1, reason, 1)]


def test_results_that_do_not_fit() -> None:
    moves = "".join(f";{'BW'[p % 2]}[{m}]" for p, m in enumerate(Game.parse(WIPEOUT).moves))
    record, found = remark(f"(;GM[2]\nRE[W+2]{moves})")
    assert record.game.tags["Result"] == "W+2"
    assert found.line == 2
    assert found.reason.startswith("the result is given as 'W+2', but Black wins 64-0")
    for fits in ("B+64", "B+13", "B+", "?", "B+64]KM[6.5", "B+57.5]KM[6.5"):
        records(f"(;GM[2]RE[{fits}]{moves})")


def test_other_remarks() -> None:
    assert remark("(;GM[2]PB[a]\nPB[b])")[1] == Problem(2, "the tag PB is there twice", 1)
    assert list(read_sgf([])) == []
    reason = "'no game (at all) ;': skipped, as no game of this format"
    assert list(read_sgf(["no game (at all) ;"])) == [Problem(1, reason, harmless=True)]
    assert is_sgf("\ufeff (\n;FF[4]GM[2]")
    assert is_sgf("(;B[fe])")
    assert not is_sgf("(;GM[Othello]PC[x]")
    assert not is_sgf("f5d6")
    assert not is_sgf("(; a remark)")


@pytest.mark.parametrize(
    ("charset", "encoding"),
    [("ISO-8859-1", "latin-1"), ("windows-1252", "cp1252"), ("UTF-8", "utf-8"), ("", "latin-1")],
)
def test_charsets(charset: str, encoding: str) -> None:
    named = f"CA[{charset}]" if charset else ""
    data = f"(;GM[2]{named}PB[Ren\u00e9];B[fe]C[\u00fcber])".encode(encoding)
    text = data.decode("utf-8", "surrogateescape")
    (record,) = records(text)
    assert record.game.tags["Black"] == "Ren\u00e9"
    assert record.notes == {0: Note(comment="\u00fcber")}


def test_charsets_that_are_unknown() -> None:
    for charset in ("klingon", "hex", "punycode", "..", "utf-16"):
        data = f"(;GM[2]CA[{charset}]PB[Ren\u00e9])".encode("latin-1")
        assert game_of(data.decode("utf-8", "surrogateescape")).tags["Black"] == "Ren\u00e9"
    assert game_of("(;GM[2]PB[\ud800\udce9])").tags["Black"] == "\ud800\udce9"


def test_variations_nested_before_any_move_leave_the_main_line() -> None:
    """They are lifted to it, and each but once, however deep they are."""

    def calls(nested: int) -> int:
        count = 0

        def on_event(frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event == "call"

        text = f"(;GM[2];B[fe](;W[fd]){'(;(;W[df])' * nested}{'(;W[df])' * 200}{')' * nested})"
        sys.setprofile(on_event)
        try:
            (record,) = records(text)
        finally:
            sys.setprofile(None)
        assert record.branches == (Branch(1, (Move("d6"),)),) * (nested + 200)
        return count

    assert calls(50) < 2 * calls(1)


def test_games_come_as_soon_as_they_are_complete() -> None:
    seen: list[int] = []

    def endless():
        for number in count():
            seen.append(number)
            yield f"(;GM[2]PB[{number}]"
            yield ";B[fe])"

    games = read_sgf(endless())
    assert [next(games).game.tags["Black"] for _ in range(3)] == ["0", "1", "2"]  # type: ignore[union-attr]
    assert seen == [0, 1, 2]


@pytest.mark.skipif(not SAMPLES.exists(), reason="needs the sample games beside the checkout")
@pytest.mark.parametrize(
    ("name", "size", "moves", "passes", "result"),
    [("quarry_12x12_complete", 12, 141, 1, (96, 48)), ("quarry_8x8_unfinished", 8, 3, 0, None)],
)
def test_samples(
    name: str, size: int, moves: int, passes: int, result: tuple[int, int] | None
) -> None:
    (record,) = records((SAMPLES / f"{name}.sgf").read_text())
    game = record.game
    assert (game.start.size, len(game), game.moves.count(PASS)) == (size, moves, passes)
    outcome = game.result
    assert (outcome and (outcome.black, outcome.white)) == result
    assert game.tags["AP"] == "Quarry:0.2.0"
    for dialect in DIALECTS:
        assert records(write_sgf(record, dialect)) == [record]
