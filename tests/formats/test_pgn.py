"""PGN: what is written reads back, every dialect is read, what is broken spoils nothing else."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import PASS, Color, Game, Move, Position
from outflank.formats import (
    Branch,
    Note,
    Problem,
    Record,
    dropped_by_pgn,
    is_pgn,
    read_ggf,
    read_pgn,
    write_ggf,
    write_pgn,
    write_sgf,
)
from outflank.formats.results import result_of
from outflank.rules.fen import fen

from .random_records import PLIES, SEEDS, SIZES, branches_for, later, notes_for

OWN = {"Size", "Start", "FEN", "SetUp", "Resigned", "Result", "Termination", "Variant"}
NAMES = st.from_regex(r"\A[A-Za-z][\w-]{0,8}\Z").filter(lambda name: name not in OWN)
TAGS = st.dictionaries(NAMES, st.text(max_size=30), max_size=4)
COMMENTS = ("good", "a } brace", "two\nlines", 'tag:\n\n[Black "x"]\nf5', "; % ( $1 1-0", "ö\u2028")
SAMPLE = Path(__file__).parents[3] / "shared" / "data" / "pgn" / "playok.pgn"


def read(text: str, size: int = 8) -> list[Record | Problem]:
    return list(read_pgn(StringIO(text), size))


def read_one(text: str, size: int = 8) -> Record:
    (found,) = read(text, size)
    assert isinstance(found, Record)
    return found


def told(text: str) -> str:
    """The problem of a text, which is the last thing that is found."""
    found = read(text)[-1]
    assert isinstance(found, Problem)
    return str(found)


@given(st.sampled_from(SIZES), SEEDS, PLIES, st.integers(0, 12), TAGS, st.booleans(), st.data())
def test_round_trip(
    random_game: Callable[..., Game],
    size: int,
    seed: int,
    plies: int | None,
    skipped: int,
    tags: dict[str, str],
    annotated: bool,
    data: st.DataObject,
) -> None:
    game = random_game(size, seed, plies)
    game = later(game, skipped) if seed % 2 else game
    resigned = None if game.result else data.draw(st.sampled_from([None, *Color]))
    game = Game(game.start, game.moves, tags, resigned, on_time=seed % 3 == 0)
    record = Record(game)
    if annotated:
        comments = (*COMMENTS, data.draw(st.text(max_size=20)).strip())
        branches = branches_for(game, seed, comments)
        record = Record(game, notes_for(game, seed, comments), comments[seed % 7], tuple(branches))
    text = write_pgn(record)
    again = read_one(text)
    assert (again.game.start, again.game.moves) == (game.start, game.moves)
    assert (again.game.resigned, again.game.on_time) == (resigned, game.on_time)
    assert {name: value for name, value in again.game.tags.items() if name != "Result"} == tags
    assert clean(again) == clean(record)
    assert write_pgn(again) == text
    assert read(f"{text}\n{text}") == [again, again]
    lines = text.splitlines()
    assert annotated or max(map(len, lines[len(again.game.tags) + 3 :]), default=0) <= 79


def clean(record: Record) -> object:
    """What PGN holds of what is said: comments as lines without blanks around, no other ends."""
    return (
        {ply: tidy(note) for ply, note in record.notes.items() if tidy(note) != Note()},
        tidy_text(record.comment),
        [bare(branch) for branch in held(record.branches, len(record.game))],
    )


def bare(branch: Branch) -> object:
    notes = {ply: tidy(note) for ply, note in branch.notes.items() if tidy(note) != Note()}
    inner = [bare(b) for b in held(branch.branches, len(branch.moves))]
    return branch.ply, branch.moves, notes, inner


def held(branches: tuple[Branch, ...], length: int) -> list[Branch]:
    return [branch for branch in branches if branch.ply < length]


def tidy(note: Note) -> Note:
    return note._replace(comment=tidy_text(note.comment))


def tidy_text(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip().split("\n")
    return (
        "\n".join(line.strip() for line in lines)
        if "}" in text or "[" in text
        else "\n".join(lines)
    )


TEXT = """\
[Black "a"]
[Size "6"]

1. c2 d2

[Black "b"]
[Size "6"]

1. e4 e3
"""
MATCH = '[Game "0"]\n[Black "a"]\n[Size "6"]\n[Result "36-0"]\n[Resigned "White"]\nc2d2\n'
"""As matches wrote their games once."""


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("\n", "\r\n"),
        "\ufeff\n\n" + TEXT,
        TEXT.replace("\n\n", "\n"),
        TEXT.replace("\n\n", "\n\n\n"),
        TEXT.replace("c2 d2", "C2\nd2").replace("[", " [ "),
        TEXT.replace("1. ", "").replace(" d2", "d2"),
        TEXT.replace("1. ", "1."),
        TEXT.replace("1. ", "1 ").replace(" d2", " 1... d2!? $4 {good} ; too\n% not at all\n"),
        TEXT.replace("c2 d2", "c2 (1. d5 (1. b3) c5 {x}) ( 1. e4 ) d2 *"),
        TEXT.replace('"]\n[S', '"] [S').replace('6"]\n\n', '6"] '),
        TEXT.replace("1. c2", "{ \n\n[not a tag]\n[%clk 1]\n\n } 1. c2"),
        TEXT.replace("d2\n\n", "d2 * {X wins 40-24}\n"),
    ],
)
def test_layouts(text: str) -> None:
    assert is_pgn(text)
    games = [found.game for found in read(text) if isinstance(found, Record)]
    tagless = [Game(game.start, game.moves, {"Black": game.tags["Black"]}) for game in games]
    assert tagless == [
        Game.parse(moves, size=6, tags={"Black": name})
        for moves, name in (("c2d2", "a"), ("e4e3", "b"))
    ]
    assert len(read(text)) == 2


@pytest.mark.parametrize(
    "moves", ["1. f5 d6 2. c3 ... *", "1. f5 ... d6 2. c3 \u2026", "1. f5 ... 1... d6 c3"]
)
def test_dots_for_moves_that_are_not_there(moves: str) -> None:
    (record,) = read_pgn(f'[Black "Ann"]\n\n{moves}\n'.splitlines(keepends=True))
    assert isinstance(record, Record)
    assert record.game.transcript() == "f5d6c3"


def test_games_without_tags_or_moves() -> None:
    assert read("f5d6\n\nf5") == [Record(Game.parse("f5d6")), Record(Game.parse("f5"))]
    assert read_one('[Black "a"]\n') == Record(Game(tags={"Black": "a"}))
    assert read_one("c2", size=6) == Record(Game.parse("c2", size=6))
    assert read("") == []
    two = read("1. f5 d6 *\n1. e6 f4 1-0\n{not a game}")
    assert [found.game.transcript() for found in two if isinstance(found, Record)] == [
        "f5d6",
        "e6f4",
    ]


def test_a_loss_on_time() -> None:
    late = Game.parse("f5d6").resign(on_time=True)
    written = write_pgn(Record(late))
    assert '[Result "0-64"]\n[Resigned "Black"]\n[Termination "time forfeit"]\n' in written
    assert read_one(written).game == late.with_tags({"Result": "0-64"})
    assert dropped_by_pgn(Record(late)) == []
    assert dropped_by_pgn(Record(late.with_tags({"Termination": "odd"}))) == ["tag Termination"]
    alone = read_one('[Termination "time forfeit"]\n\nf5').game
    assert (alone.resigned, dict(alone.tags)) == (None, {"Termination": "time forfeit"})


def test_an_empty_line_in_the_moves() -> None:
    assert read_one('[Black "a"]\n\n1. f5 d6\n\n2. c3').game.transcript() == "f5d6c3"


def test_what_matches_wrote_once() -> None:
    found = read_one(MATCH).game
    tags = {"Game": "0", "Black": "a", "Result": "36-0"}
    assert found == Game.parse("c2d2", size=6, tags=tags, resigned=Color.WHITE)
    start = Position.parse("-----OX--XO----- O")
    again = read_one('[Size "4"]\n[Start "-----OX--XO----- O"]\na3').game
    assert again == Game(start, ["a3"])
    assert read_one(write_pgn(Record(again))).game == again


def test_playok_reads_and_writes_the_same() -> None:
    if not SAMPLE.exists():
        pytest.skip("no sample")
    text = SAMPLE.read_text()
    found = read(text)
    assert [str(f.game.result) for f in found if isinstance(f, Record)] == ["Black wins 37-27"] * 2
    assert found[1].game.tags["WhiteElo"] == "1228"  # type: ignore[union-attr]
    passes = [ply + 1 for ply, move in enumerate(found[1].game.moves) if move.is_pass]  # type: ignore[union-attr]
    assert passes == [58, 60]
    assert "\n".join(write_pgn(f) for f in found if isinstance(f, Record)) == text


def test_comments_values_and_times() -> None:
    record = read_one(
        "{the game} 1. f5 {[%eval +1.5] good [%emt 0:01:02.5]} d6 {[%eval 2]}"
        " (1... f6 {[%emt 3] a} ; b\n) 2. c3 ; mine\n; too\n"
    )
    assert record.comment == "the game"
    assert record.notes == {
        0: Note(1.5, 62.5, "good"),
        1: Note(-2.0, None, ""),
        2: Note(None, None, "mine\ntoo"),
    }
    moves = (Move("f6"),)
    assert record.branches == (Branch(1, moves, {0: Note(None, 3.0, "a\nb")}),)


def test_edax() -> None:
    start = Position.initial().play("f5")
    text = f'[Result "0-1"]\n[FEN "{fen(start)}"]\n\n1... d6 2. c3 0-1 {{O wins 40-24}}'
    game = read_one(text).game
    assert (game.start, game.transcript()) == (start, "d6c3")
    assert game.tags == {"Result": "0-1"}


@pytest.mark.parametrize(
    ("tags", "dialect"),
    [
        ("", "fen"),
        ('[Variant "Flipello"]\n', "flipello"),
        ('[Variant "Flipello10"]\n', "flipello"),
        ('[Variant "reversi"]\n', "xboard"),
    ],
)
def test_dialects_of_fen(tags: str, dialect: str) -> None:
    start = Game.parse("f5d6c3d3c4").position
    record = read_one(f'{tags}[FEN "{fen(start, dialect)}"]\n\nf4 f6')
    assert record.game.start == start
    assert read_one(write_pgn(record)) == record


def test_fairy_stockfish_counts_rows_from_the_bottom_and_passes_on_a_square() -> None:
    assert read_one("P@e3 @f3").game == Game.parse("e6f6")
    stuck = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"
    assert read_one(f"{stuck} e2e2 c3").game.moves[-2:] == (PASS, Move("c3"))
    hand = "8/8/8/3pP3/3Pp3/8/8/8[PPPPPPppppppp] w 0 1"
    assert read_one(f'[FEN "{hand}"]\nP@f4').game == Game.parse("f5")


def test_results() -> None:
    won = Game.parse("f5d6c5f4e3f6g5e6e7")
    assert write_pgn(Record(won)).endswith(" 64-0\n")
    for tag, written in [
        ("1-0", "1-0"),
        ("+8.000", "36-28"),
        ("?", "*"),
        ("W+6", "29-35"),
        ("1/2-1/2", "1/2-1/2"),
        ("30-20", "30-20"),
        ("0", "32-32"),
    ]:
        game = Game.parse("f5d6", tags={"Result": tag})
        assert f'[Result "{written}"]' in write_pgn(Record(game))
    record, odd = read('[Result "40-24"]\n\nf5d6c5f4e3f6g5e6e7')
    assert record == Record(Game(won.start, won.moves, {"Result": "40-24"}))
    assert odd == Problem(
        1,
        "the result is given as '40-24', but Black wins 64-0 (13-0 on the board)",
        1,
        harmless=True,
    )


@pytest.mark.parametrize(
    ("end", "result"),
    [
        ("1:0", "1-0"), ("1 - 0", "1-0"), ("0\u20131", "0-1"), ("\xbd-\xbd", "32-32"),
        ("1/2", "32-32"), ("0.5-0.5", "32-32"), ("1/2 - 1/2", "32-32"), ("37:27", "37-27"),
        ("B+R", "1-0"), ("W+6", "29-35"), ("draw", "32-32"), ("White wins", "0-1"),
    ],
)  # fmt: skip
def test_results_after_the_moves(end: str, result: str) -> None:
    for text in (f'[Black "a"]\n\n1. f5 d6 2. c3 {end}\n', f'[Result "{end}"]\n\n1. f5 d6 2. c3 *'):
        record = read_one(text)
        assert record.game.transcript() == "f5d6c3"
        assert f'[Result "{result}"]' in write_pgn(record)


@pytest.mark.parametrize(
    "word", ["3-1-1", "odd", "who knows", "+-", "(1) =?", "finis.", "B wins", "-+"]
)
def test_an_unknown_word_at_the_end_costs_no_game(word: str) -> None:
    word = word.replace("(1) ", "")
    first, problem, second = read(f'[Black "a"]\n\n1. f5 d6 {{so}} {word}\n\n[Black "b"]\nf5')
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (first.game.transcript(), second.game.tags["Black"]) == ("f5d6", "b")
    told = (
        f"{word.removeprefix('-')!r} after the last move: neither a move nor a result such as 37-27"
    )
    assert problem == Problem(3, told, 1)


def test_words_between_moves_are_bad_moves() -> None:
    assert told('[Black "a"]\nf5 odd\nd6').endswith("line 2: bad move 'odd' (move 2)")
    assert told('[Black "a"]\nf5 1-0 odd d6').endswith("line 2: there is 'd6' after the result 1-0")


@pytest.mark.parametrize(
    ("tags", "resigned", "ggf", "sgf"),
    [
        ('[Result "0-1"]\n[Termination "Time forfeit"]', (Color.BLACK, True), "-64.000:t", "W+T"),
        ('[Result "1:0"]\n[Termination "time forfeit"]', (Color.WHITE, True), "+64.000:t", "B+T"),
        ('[White "Bo"]\n[Termination "Bo won on time"]', (Color.BLACK, True), "-64.000:t", "W+T"),
        ('[Result "1-0"]\n[Termination "White resigns"]', (Color.WHITE, False), "+64.000:r", "B+R"),
        ('[Result "0-1"]\n[Termination "Abandoned"]', (None, False), "-64.000:l", "W+F"),
        ('[Result "40-24"]\n[Termination "abandoned"]', (None, False), "+16.000:l", "B+F"),
        ('[Result "0-1"]\n[Termination "Rules infraction"]', (None, False), "-64.000:l", "W+F"),
        ('[Result "0-1"]\n[Termination "Normal"]', (None, False), "?", "W+"),
        ('[Result "*"]\n[Termination "Abandoned"]', (None, False), "?", None),
    ],
)
def test_terminations(
    tags: str, resigned: tuple[Color | None, bool], ggf: str, sgf: str | None
) -> None:
    record = read_one(f"{tags}\n\n1. f5 d6 2. c3 d3 *\n")
    assert (record.game.resigned, record.game.on_time) == resigned
    assert f"RE[{ggf}]" in write_ggf(record)
    if sgf is None:
        assert "RE[" not in write_sgf(record)
    else:
        assert f"RE[{sgf}]" in write_sgf(record)
    again = read_one(write_pgn(record))
    assert (again.game.resigned, again.game.on_time) == resigned
    assert write_ggf(again) == write_ggf(record)
    assert dropped_by_pgn(record) == []


@pytest.mark.parametrize(
    ("result", "stated", "termination"),
    [
        ("-64.000:t", "0-64", "time forfeit"),
        ("-12:l", "26-38", "abandoned"),
        ("+0:t", "32-32", "time forfeit"),
    ],
)
def test_endings_of_ggf_and_back(result: str, stated: str, termination: str) -> None:
    (record,) = (r for r in read_ggf([f"(;GM[Othello]RE[{result}]B[f5]W[d6];)"]))
    assert isinstance(record, Record)
    text = write_pgn(record)
    assert f'[Result "{stated}"]' in text
    assert f'[Termination "{termination}"]' in text
    assert result_of(read_one(text).game) == result_of(record.game)
    assert dropped_by_pgn(record) == []


def test_a_time_forfeit_after_the_last_move_changes_nothing() -> None:
    text = '[Result "64-0"]\n[Termination "Time forfeit"]\n\nf5d6c5f4e3f6g5e6e7 64-0'
    record = read_one(text)
    assert (record.game.resigned, record.game.tags["Termination"]) == (None, "Time forfeit")


def test_clocks_become_seconds() -> None:
    moves = (
        "1. f5 {[%clk 0:03:00]} d6 {[%clk 0:02:57] hm} 2. c3 {[%clk 0:02:50]}"
        " (2. c4 {[%clk 0:02:40]}) d3 {[%eval 1.5] [%clk 0:02:58.5]} 3. c4 {[%clk 0:09:59]}"
    )
    record = read_one(f'[TimeControl "180+2"]\n\n{moves}')
    assert record.notes == {
        0: Note(seconds=0.0),
        1: Note(seconds=5.0, comment="hm"),
        2: Note(seconds=12.0),
        3: Note(value=-1.5, seconds=0.5),
    }
    assert record.branches[0].notes == {0: Note(seconds=22.0)}
    bare = read_one(f'[Black "a"]\n\n{moves}')
    assert [bare.notes.get(ply, Note()).seconds for ply in range(4)] == [None, None, 10.0, None]
    assert read_one('[TimeControl "60"]\n\nf5 {[%clk 0:00:50] [%emt 7]}').notes[0].seconds == 7.0


def test_empty_notes_are_none() -> None:
    assert read_one('[Black "a"]\n\n1. f5 {[%eval 1e999]} d6 {} 2. c3 ;\n*').notes == {}


def test_what_is_dropped() -> None:
    line = Branch(1, (Move("f6"),), branches=(Branch(1, (Move("e6"),)),))
    assert dropped_by_pgn(Record(Game.parse("f5d6"))) == []
    assert dropped_by_pgn(Record(Game.parse("f5d6"), branches=(line,))) == ["variations at the end"]
    with pytest.raises(ValueError, match="bad tag name 'a b'"):
        write_pgn(Record(Game(tags={"a b": "c"})))


def test_a_last_pass_is_kept() -> None:
    stuck = Game.parse("e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8pass")
    assert read_one(write_pgn(Record(stuck))).game == stuck


def test_games_come_as_soon_as_they_are_complete() -> None:
    seen: list[int] = []

    def endless():
        for number in count():
            seen.append(number)
            yield from (f'[Game "{number}"]', "f5d6", "")

    games = read_pgn(endless())
    assert [next(games).game.tags["Game"] for _ in range(3)] == ["0", "1", "2"]  # type: ignore[union-attr]
    assert seen == [0, 1, 2, 3]


BROKEN = [
    ('[Size "7"]\nf5', 1, "board size 7: expected an even number from 4 to 16"),
    ('[Size "big"]\nf5', 1, "bad size 'big': expected an even number from 4 to 16"),
    ('[Black "x"]\nf5z9', 2, "bad move 'z9' (move 2)"),
    ('[Black "x"]\nf5\nz9', 3, "bad move 'z9' (move 2)"),
    ('[Black "x"]\nf5 h9', 2, "bad move 'h9' (move 2): no square of the 8x8 board"),
    ('[Black "x"]\nf5d', 2, "bad move 'd' (move 2)"),
    ('[Black "x"]\n\nf5 f6 a1', 3, "illegal move 'a1' (move 3): Black can play d3, c4, e6, f7"),
    ('[Black "x"]\nf5\n--', 3, "pass not legal here (move 2): White can play f4, d6, f6"),
    ('[Black "x"]\nf5 { open', 2, "a comment has no end: } is missing"),
    ('[Black "x"]\nf5 ) d6', 2, "there is a ) without a ("),
    ('[Black "x"]\nf5 37-27 d6', 2, "there is 'd6' after the result 37-27"),
    ('[Resigned "Red"]\nf5', 1, "bad colour 'Red' resigned: expected Black or White"),
    ('[Start "XO"]\nf5', 1, None),
    ('[FEN "8/8"]\nf5', 1, "bad board '8/8': 2 rows, sizes are even, from 4 to 16"),
    ('[Size "8"]\n[Start "-----OX--XO----- X"]\nb1', 2,
     "the start is of size 4, but the tag Size says 8"),
    ("what is this", 1, "bad move 'what' (move 1)"),
]  # fmt: skip


@pytest.mark.parametrize(("broken", "line", "reason"), BROKEN, ids=[b for b, *_ in BROKEN])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_broken_game_never_swallows_the_next(
    broken: str, line: int, reason: str | None, gap: str
) -> None:
    good = '[Black "a"]\nf5d6\n'
    if "open" in broken and gap == "\n":
        gap = "\n\n"  # a comment may hold what looks like a tag
    first, bad, last = read(f"{good}\n{broken}{gap}{good}")
    assert first == last == Record(Game.parse("f5d6", tags={"Black": "a"}))
    assert isinstance(bad, Problem)
    assert (bad.number, bad.line, bad.harmless) == (2, line + 3, False)
    assert reason is None or bad.reason == reason
    assert str(bad).startswith(f"game 2, line {line + 3}: ")


@pytest.mark.parametrize(
    ("broken", "line", "reason"),
    [
        ('[Event "e"]\n[Event "y"]\n[Black "a"]\nf5d6', 2, "the tag Event is there twice"),
        ('[Black "a"]\n[White "y\nf5d6', 2, "bad tag '[White \"y': expected [Name \"value\"]"),
        ('[Black "a"]\nf5 (e6 a1 b1 (c1) f4) d6', 2,
         "a variation is left out from here: illegal move 'a1' (move 2): White can play"),
        ('[Black "a"]\nf5 d6\n(f6 e6', 3, "a variation has no end: ) is missing"),
        ('[Black "a"]\n(f5) f5 d6', 2,
         "a variation is left out from here: it stands before the first move"),
    ],
)  # fmt: skip
def test_what_can_be_read_is(broken: str, line: int, reason: str) -> None:
    record, problem, last = read(f"{broken}\n\n{TEXT}")[:3]
    assert isinstance(record, Record)
    assert (record.game.tags["Black"], record.game.transcript()) == ("a", "f5d6")
    assert isinstance(problem, Problem)
    assert problem == Problem(line, problem.reason, 1)
    assert reason in problem.reason
    assert isinstance(last, Record)


def test_remarks_between_tags_and_what_is_left_over() -> None:
    found = read(
        '[Event "Cup"];\n[Date "2001"]\n; a remark\n{another}\n[Black "a"]\nf5 *\n\n6\n*\n'
    )
    record, note = found
    assert isinstance(record, Record)
    assert record.game == Game.parse("f5", tags={"Event": "Cup", "Date": "2001", "Black": "a"})
    assert note == Problem(
        8, "'6' and 1 more line: skipped, as no game of this format", harmless=True
    )


def test_variations_too_deep_are_left_out_alone() -> None:
    record, problem = read(
        '[Black "a"]\n1. f5 ' + "(f5 d6 " * 1 + "(d6 " * 150 + ")" * 151 + " d6 *"
    )
    assert isinstance(record, Record)
    assert record.game.transcript() == "f5d6"
    assert "nested more than 100 deep" in str(problem)


def test_quotation_marks_that_are_not_escaped() -> None:
    assert read_one('[Black "the "great" x"]\nf5').game.tags == {"Black": 'the "great" x'}
    assert read_one('[Black "a\\q"]\nf5').game.tags == {"Black": "a\\q"}


def test_bounds() -> None:
    assert told('[Black "a"]\n' + "1. f5 {" + "x" * 2_000_000).endswith("over 2,000,000 characters")
    deep, _ = read("f5" + "( f5" * 100)
    assert isinstance(deep, Record)
    assert len(deep.branches) == 1
    assert "nested more than 100 deep" in str(read("f5" + "( f5" * 101)[1])
    deeper, problem = read("f5" + "( f5" * 102 + ")" * 102 + " d6")
    assert isinstance(deeper, Record)
    assert (deeper.game.transcript(), str(problem)[:7]) == ("f5d6", "game 1,")


@given(
    st.text(alphabet='[]"\\ \naSizeBlck0146f5d(){};%$-*\ufeff', max_size=80) | st.text(max_size=60)
)
def test_fuzz(noise: str) -> None:
    found = read(f"{noise}\n\n{TEXT}")
    last = [f for f in found if isinstance(f, Record)][-2:]
    assert [record.game.tags["Black"] for record in last] == ["a", "b"]
    for record in found:
        if isinstance(record, Record):
            again = read_one(write_pgn(record))
            assert (again.game.moves, again.game.resigned) == (
                record.game.moves,
                record.game.resigned,
            )
        else:
            assert 0 < len(record.reason) < 300
