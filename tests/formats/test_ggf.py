"""GGF: what is written reads back, real games, and what is broken spoils nothing else."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from itertools import count, cycle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import PASS, Color, Game, Move, ParseError, Position
from outflank.formats import (
    Branch,
    Note,
    Problem,
    Record,
    dropped_by_ggf,
    is_ggf,
    parse_ggf,
    read_ggf,
    write_ggf,
)
from outflank.formats.results import parse_result, result_of

from .random_records import PLIES, SEEDS, SIZES, later, notes_for

SAMPLES = Path(__file__).parents[2].parent / "shared" / "data" / "ggf"
HOUSE = ["Black", "White", "BlackElo", "WhiteElo", "Site", "Date", "TimeControl", "TB", "KW"]
PLAIN = st.text(st.characters(exclude_characters="[]\n\r", exclude_categories=["Cs", "Cc"]))
TAGS = st.dictionaries(st.sampled_from(HOUSE), PLAIN.map(str.strip).filter(bool), max_size=4)

USUAL = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
# The game of a bug report: engines took the last pass for the side to move.
STUCK = (
    "f5 d6 c5 f4 d3 e3 f2 c6 g5 b5 a5 b4 b3 c4 c3 a6 a7 a3 f3 e6 c7 b6 d7 d8 b8 e7 f7 e8 c8 a8 a4 "
    "f8 a2 b7"
)
# Its passes are the moves of index 48, 50, 52 and 58.
FOUR_PASSES = (
    "e6 f6 f5 d6 c3 g4 c6 f4 h4 f3 g5 e3 d3 c4 c5 g6 h6 h3 g3 e2 e1 d7 d8 b3 b5 f7 f8 d2 d1 c7 a3 "
    "h5 h2 c8 f2 e8 b8 e7 b4 a4 a6 a5 b6 h7 h8 g8 g7 a8 pa a7 pa b7 pa a2 b2 g2 f1 h1 pa a1 c2 g1 "
    "b1 c1"
)
WIPEOUT = "f5d6c5f4e3f6g5e6e7"


def ggf(moves: str, tags: str = "") -> str:
    entries = (f"{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(moves.split()))
    return f"(;GM[Othello]{tags}{''.join(entries)};)\n"


def records(text: str) -> list[Record]:
    found = list(read_ggf(StringIO(text)))
    assert not [item for item in found if isinstance(item, Problem)], found
    return [item for item in found if isinstance(item, Record)]


def problem(text: str) -> Problem:
    (found,) = read_ggf(StringIO(text))
    assert isinstance(found, Problem)
    return found


def remark(text: str) -> tuple[Record, Problem]:
    record, found = read_ggf(StringIO(text))
    assert isinstance(record, Record)
    assert isinstance(found, Problem)
    return record, found


@given(
    st.sampled_from(SIZES),
    SEEDS,
    PLIES,
    st.integers(0, 12),
    TAGS,
    PLAIN.map(str.strip),
    st.sampled_from([None, *Color]),
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
) -> None:
    game = later(random_game(size, seed, plies), skipped)
    resigned = None if game.position.is_over else resigned
    game = Game(game.start, game.moves, tags, resigned, on_time=seed % 2 == 0)
    record = Record(game, notes_for(game, seed), comment)
    text = write_ggf(record)
    assert text.endswith(";)\n")
    assert text.count("\n") == 1
    assert is_ggf(text)
    (again,) = records(text)
    assert (again.game.start, again.game.moves) == (game.start, game.moves)
    assert (again.game.resigned, again.game.on_time) == (game.resigned, game.on_time)
    assert again.comment == comment
    assert again.notes == record.notes
    assert {name: again.game.tags[name] for name in tags} == tags
    assert set(again.game.tags) == {*tags, "TY", "Result"}
    stated = parse_result(again.game.tags["Result"])
    assert stated == result_of(game)
    assert write_ggf(again) == text
    assert records(text + text) == [again, again]
    assert parse_ggf(text) == again


def test_a_game_of_each_kind_as_text() -> None:
    tags = {
        "Site": "GGS/os",
        "Date": "2003.12.15",
        "Black": "a[b]",
        "BlackElo": "2196.37",
        "Event": "no place for it",
        "KM": "-2.5",
    }
    game = Game.parse("d3c5", tags=tags)
    notes = {0: Note(None, 0.01, "good"), 1: Note(-1.50, 20.9704)}
    record = Record(game, notes, "two\nlines", (Branch(1, (Move("c3"),)),))
    assert write_ggf(record) == (
        "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[a(b)]PW[]RB[2196.37]KM[-2.5]TY[8]RE[?]"
        f"{USUAL}CO[two lines]B[D3//0.01]W[C5/-1.5/20.97];)\n"
    )
    assert dropped_by_ggf(record) == [
        "tag Event",
        "line breaks in the comment or in names",
        "square brackets in the comment or in names",
        "comments on moves",
        "variations",
    ]
    assert dropped_by_ggf(Record(Game.parse("d3", tags={"TY": "8"}), {0: Note(1.0)}, "x")) == []


def test_a_random_start() -> None:
    start = Position.parse(
        "-------- -------- --XXX--- --XOX--- --XOO--- ---O---- -------- -------- O"
    )
    text = write_ggf(Record(Game(start)))
    assert "TY[8r10]" in text
    assert "BO[8 -------- -------- --***--- --*O*--- --*OO--- ---O---- -------- -------- O]" in text
    assert records(text)[0].game.start == start


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Game.parse(WIPEOUT), "+64.000"),
        (Game.parse(WIPEOUT, tags={"Result": "13-0"}), "+64.000"),
        (Game.parse(WIPEOUT, tags={"Result": "+13"}), "+13"),
        (Game.parse(WIPEOUT, tags={"Result": "-13"}), "+64.000"),
        (Game.parse(WIPEOUT, tags={"KM": "+2.25"}), "+61.750"),
        (Game.parse(WIPEOUT, tags={"KM": "+2.25", "Result": "+61.75"}), "+61.75"),
        (Game.parse("f5"), "?"),
        (Game.parse("f5", tags={"Result": "Void"}), "?"),
        (Game.parse("f5", tags={"Result": "1-0"}), "?"),
        (Game.parse("f5", tags={"Result": "37-27"}), "+10.000"),
        (Game.parse("f5", tags={"Result": "-8:l"}), "-8:l"),
        (Game.parse("f5", tags={"Result": "W+Time"}), "-64.000:t"),
        (Game.parse("f5", resigned=Color.BLACK), "-64.000:r"),
        (Game.parse("f5", resigned=Color.BLACK, on_time=True), "-64.000:t"),
        (Game.parse("f5", tags={"Result": "W+R"}).resign(Color.BLACK, on_time=True), "-64.000:t"),
        (Game.parse("f5", tags={"Result": "?"}, resigned=Color.BLACK), "-64.000:r"),
        (Game.parse("f5", tags={"Result": "-64"}, resigned=Color.BLACK), "-64.000:r"),
        (Game.parse(WIPEOUT, tags={"Result": "?"}), "+64.000"),
        (Game.parse("f5", tags={"Result": "B+R"}, resigned=Color.WHITE), "+64.000:r"),
        (Game.parse("f5", tags={"Result": "+12.00:r"}, resigned=Color.WHITE), "+12.00:r"),
        (Game.parse("f5", tags={"Result": "+12:r"}, resigned=Color.BLACK), "-64.000:r"),
    ],
)
def test_results_as_text(game: Game, text: str) -> None:
    assert f"RE[{text}]" in write_ggf(Record(game))


def test_who_resigned() -> None:
    (record,) = records(ggf("F5", "RE[-32.00:r]"))
    assert record.game.resigned is Color.BLACK
    assert record.game.tags["Result"] == "-32.00:r"
    (record,) = records(ggf("F5", "RE[-32.00:t]"))
    assert (record.game.resigned, record.game.on_time) == (Color.BLACK, True)
    (record,) = records(ggf("F5", "RE[-32.00:l]"))
    assert record.game.resigned is None


@pytest.mark.parametrize("text", ["PA", "pass", "pa", "P", "Pas", "--", "ps", "pass//4.23"])
def test_a_forced_pass_at_the_end(text: str) -> None:
    without = records(ggf(STUCK))[0].game
    assert without.position.must_pass
    assert without.position.turn is Color.BLACK
    record = records(ggf(f"{STUCK} {text}"))[0]
    assert record.game == without.play("pass")
    assert record.game.position.turn is Color.WHITE
    playable = "a1 g1 b2 c2 d2 e2 g2 g3 g4 h5 f6 g6 g7"
    assert " ".join(map(str, record.game.position.legal_moves())) == playable
    assert record.notes == ({34: Note(None, 4.23)} if "/" in text else {})
    assert "B[PA" in write_ggf(record)


def test_passes_on_the_way_may_be_left_out() -> None:
    whole = ggf(FOUR_PASSES, "RE[-32]")
    (record,) = records(whole)
    assert records(whole.replace("B[pa]", "")) == [record]
    assert [ply for ply, move in enumerate(record.game.moves) if move is PASS] == [48, 50, 52, 58]
    assert record.game.result is not None
    assert (record.game.result.black, record.game.result.white) == (16, 48)
    assert records(whole.replace(";)", "B[pa]W[pa];)")) == [record]


def test_layouts() -> None:
    one = ggf("F5 d6", "PB[a]TY[8]" + USUAL)
    (record,) = records(one)
    assert record.game == Game.parse("f5d6", tags={"Black": "a", "TY": "8"})
    spread = one.replace("[8 ", "[8\n").replace("]B[", "]\n B [ ").replace("W[", "\r\nW[")
    for text in (
        spread,
        one.replace(";)", ")"),
        one.replace("- *]", "-]"),
        one.replace("*]", " * ]"),
    ):
        assert records(text) == [record]
    assert records("\ufeff\n\n" + one) == [record]
    assert is_ggf("\ufeff\n 1 (;PC[GGS/os]GM[Othello]")
    assert not is_ggf("(;GM[2]FF[4]")
    assert not is_ggf("f5d6")


@pytest.mark.parametrize(
    ("board", "size"),
    [("4 ---- -O*- -*O- ---- *", 4), ("10 " + "-" * 44 + "O*--------*O" + "-" * 44 + " O", 10)],
)
def test_the_board_tells_size_and_side(board: str, size: int) -> None:
    (record,) = records(f"(;GM[Othello]BO[{board}];)")
    usual = Position.initial(size)
    assert record.game.start == (usual if size == 4 else usual.swapped())


def test_types() -> None:
    for text in ("10", "s10", "10k", "s10kr20b", "10w"):
        (record,) = records(f"(;GM[Othello]TY[{text}]BO[10 {'-' * 100} *];)")
        assert record.game.start.size == 10
        assert record.game.tags["TY"] == text
        assert f"TY[{text}]" in write_ggf(record)
    (record,) = records("(;GM[Othello]TY[6]B[c2];)")
    assert record.game == Game.parse("c2", size=6, tags={"TY": "6"})
    (record,) = records(ggf("F5", "TY[0]"))
    assert "TY[8]" in write_ggf(record)


def test_synchro_matches() -> None:
    first, second = ggf("F5", "PB[a]PW[b]"), ggf("C4", "PB[b]PW[a]")
    single, lone = f"1 {first}", second
    found = records(f"2 {first.strip()}{second}{single}{lone}2 {first.strip()} {second}{lone}")
    parts = [record.game.tags.get("Synchro") for record in found]
    assert parts == ["1 of 2", "2 of 2", None, None, "1 of 2", "2 of 2", None]
    assert [record.game.tags["Black"] for record in found] == [*"abab", "a", "b", "b"]
    broken = list(read_ggf([f"2 {ggf('a1').strip()}{second}", single]))
    assert isinstance(broken[0], Problem)
    assert [r.game.tags.get("Synchro") for r in broken[1:]] == ["2 of 2", None]  # type: ignore[union-attr]


@pytest.mark.parametrize(("says", "has"), [(2, 1), (1, 2), (3, 2), (2, 3)])
def test_a_number_of_games_that_is_wrong(says: int, has: int) -> None:
    game = ggf("F5", "PB[a]PW[b]").strip()
    *games, problem, last = read_ggf([f"{says} {game * has}\n", game])
    assert [r.game.tags.get("Synchro") for r in (*games, last)] == [None] * (has + 1)  # type: ignore[union-attr]
    told = f"the line begins with {says} as the number of its games, but has {has}"
    assert problem == Problem(1, told, harmless=True)


def test_results_that_do_not_fit() -> None:
    record, found = remark("\n" + ggf(FOUR_PASSES, "\nRE[+32]"))
    assert record.game.tags["Result"] == "+32"
    expected = "the result is given as '+32', but White wins 16-48"
    assert found == Problem(3, expected, 1, harmless=True)
    for fits in ("KM[-3.133]RE[-28.87]", "TY[8k]KM[-3.133]RE[-28.867]", "TY[8k]RE[-28.87]"):
        records(ggf(FOUR_PASSES, fits))
    found = remark(ggf(FOUR_PASSES, "KM[-3.133]RE[-32]"))[1]
    assert found.reason == "the result is given as '-32', but White wins 16-48, komi -3.133"
    assert "bad result 'lost'" in remark(ggf("F5", "RE[lost]"))[1].reason


def test_values_and_seconds() -> None:
    (record,) = records(ggf("F5/1.20/0.01 d6/-.5 C3//12 d3 C4/+2/"))
    assert record.notes == {
        0: Note(1.2, 0.01),
        1: Note(-0.5),
        2: Note(None, 12.0),
        4: Note(2.0),
    }
    record, found = remark(ggf("F5/good/1 D6"))
    assert record.notes == {0: Note(None, 1.0)}
    assert found.reason.startswith("move 1: 'good' left out, expected a move, its value and")
    assert remark(ggf("F5/1/2/3"))[1].reason.startswith("move 1: 'F5/1/2/3' left out")
    odd = Record(record.game, {0: Note(float("nan"), float("inf")), 1: Note(-0.0001)})
    assert "B[F5]W[D6/0]" in write_ggf(odd)


def test_values_are_for_the_side_that_moves() -> None:
    """Near the end of a GGS game both players' values agree with its result, +8, in this way."""
    board = "8 -------- -------- --OOO*-- -O*OO*-- --O*OO-- --O***-- --O*---- -------- O"
    moves = (
        "b5 e2 d8 g4 f2 d2 d1 c1 f1 e1 b1 c2 b3 a6 a5 b6 a7 e8 f8 a3 e7 b8 g7 h8 g3 f7 h5 b2 c8 "
        "g8 a1 a2 a4 g6 g5 h3 h4 b7 h6 h7 a8 h2 g2 g1 h1"
    )
    signs = ("W", -8.0), ("B", 8.0)
    entries = "".join(
        f"{name}[{move}/{value:.2f}]"
        for move, (name, value) in zip(moves.split(), cycle(signs), strict=False)
    )
    (record,) = records(f"(;GM[Othello]TY[s8r19]RE[+8.000]BO[{board}]{entries};)")
    outcome = record.game.result
    assert outcome is not None
    for ply, note in record.notes.items():
        assert note.value == outcome.pov(record.game.positions[ply].turn)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (ggf("F5 d7"), 1, "move 2: illegal move d7 for White: it turns no disc"),
        (ggf("F5 z9"), 1, "move 2: bad move 'z9': expected a column letter and a row"),
        (ggf("F5 i9"), 1, "move 2: illegal move i9 for White: not a square of the 8x8"),
        (ggf("F5 pa"), 1, "move 2: illegal move pass for White: a pass is legal only"),
        ("(;GM[Othello]\nB[F5]\nB[D6];)", 3, "move 2: Black plays d6, but White is to move"),
        (ggf("F5", "\nTY[88]"), 2, "unsupported board 88: the octagon"),
        (ggf("F5", "BO[88 ---- *]"), 1, "unsupported board 88: the octagon"),
        (ggf("F5", "TY[8a]"), 1, "unsupported rules TY[8a]: in anti games the fewer discs win"),
        (ggf("F5", "TY[9]"), 1, "unsupported board TY[9]: sizes are even, from 4 to 16"),
        (ggf("F5", "TY[cube]"), 1, "unsupported game type TY[cube]: expected such as 8, s8r20"),
        (ggf("F5", "TY[s8r20]"), 1, "no start BO, but TY[s8r20] is a random one"),
        (ggf("F5", "\n\nBO[8 --O* *]"), 3, "bad start BO: bad board"),
        (ggf("F5", f"BO[8 {'-' * 63} *]"), 1, "bad start BO: 63 squares found, 8x8 has 64"),
        (ggf("F5", f"BO[{'-' * 15} O]"), 1, "bad start BO: 15 squares found, 4x4 has 16"),
        (ggf("F5", "BO[8 ?]"), 1, "bad start BO: bad disc '?'"),
        ("(;GM[Go]PB[a];)", 1, "GM[Go] is another game: expected GM[Othello]"),
        ("(;GM[Othello]\nB]f5[;)", 2, "unexpected 'B]f5[;)': expected such as B[f5]"),
        ("(;GM[Othello](;B[f5];);)", 1, "a ( inside a game: expected ;) before it"),
    ],
)
def test_broken_games(text: str, line: int, reason: str) -> None:
    good = ggf("F5", "PB[good]")
    (record,) = records(good)
    found, *others = read_ggf(StringIO(f"{text}\n{good}"))
    assert isinstance(found, Problem)
    assert (found.line, found.number) == (line, 1)
    assert found.reason.startswith(reason)
    assert others == [record]
    with pytest.raises(ParseError) as caught:
        parse_ggf(text)
    assert str(caught.value) == found.reason


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        ("B[F5]W[D6]", "the game is not closed by ); read up to there"),
        ("B[F5]W[D6];", "the game is not closed by ); read up to there"),
        ("B[F5]W[D6]B[C3", "a value is not closed by ]; read up to there"),
        ("B[F5]W[D6]B", "the game is not closed by ); read up to there"),
    ],
)
def test_games_cut_short(rest: str, reason: str) -> None:
    good = ggf("C4")
    cut = f"(;GM[Othello]PB[a]{rest}"
    game = Game.parse("f5d6", tags={"Black": "a"})
    for end in ("", "\n", " "):
        found = list(read_ggf(StringIO(f"\n{cut}{end}{good}")))
        assert found == [Record(game), Problem(2, reason, 1), *records(good)]
        assert list(read_ggf(StringIO(cut + end))) == [Record(game), Problem(1, reason, 1)]
    with pytest.raises(ParseError, match="not closed"):
        parse_ggf(cut)


def test_other_remarks() -> None:
    assert remark(ggf("F5", "PB[a]\nPB[b]"))[1] == Problem(2, "the tag PB is there twice", 1)
    record, found = remark(ggf("c2", "TY[8]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]"))
    assert record.game.start.size == 6
    assert found.reason == "the board is taken to be 6x6 as in BO, not as TY says"
    with pytest.raises(ParseError, match="no game in 'f5d6': expected"):
        parse_ggf("f5d6")
    assert list(read_ggf([])) == []
    reason = "'f5d6 (not a game) ;': skipped, as no game of this format"
    assert list(read_ggf(["f5d6 (not a game) ;"])) == [Problem(1, reason, 1)]


def test_games_come_as_soon_as_they_are_complete() -> None:
    seen: list[int] = []

    def endless():
        for number in count():
            seen.append(number)
            yield f"(;GM[Othello]PB[{number}]"
            yield "B[F5];)"

    games = read_ggf(endless())
    assert [next(games).game.tags["Black"] for _ in range(3)] == ["0", "1", "2"]  # type: ignore[union-attr]
    assert seen == [0, 1, 2]


@pytest.mark.skipif(not SAMPLES.exists(), reason="needs the sample games beside the checkout")
@pytest.mark.parametrize(
    ("name", "black", "result", "passes", "values", "seconds"),
    [("four-passes", "b_player", -32, 4, 0, 0), ("two-games", "Saio1200", 0, 0, 11, 60)],
)
def test_samples(
    name: str, black: str, result: int, passes: int, values: int, seconds: int
) -> None:
    (record,) = records((SAMPLES / f"{name}.ggf").read_text())
    game = record.game
    assert game.tags["Black"] == black
    assert game.result is not None
    assert game.result.score == result
    assert game.moves.count(PASS) == passes
    assert sum(note.value is not None for note in record.notes.values()) == values
    assert sum(note.seconds is not None for note in record.notes.values()) == seconds
    assert records(write_ggf(record)) == [record]
