"""Plain text: boards and transcripts in lines, drawn boards, .pos files, logbooks."""

from __future__ import annotations

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game, Move, Position
from outflank.formats import (
    Entry,
    Item,
    Problem,
    Record,
    dropped_by_transcript,
    read_plain,
    write_transcript,
)
from outflank.formats.plain_items import Line, OpenGame

BOARD = "-OO--XO--XO----- X"
POSITION = Position.parse(BOARD)
DRAWN = "  a b c d\n1 - O O -\n2 - X O -\n3 - X O -\n4 - - - -\nBlack (X) to move"
ENTRY = Entry(POSITION, {}, None)
ASSUMED = "no side to move given: Black assumed"
LARGE = ["-" * 16, *["O" * 16] * 14, "X" * 16]


def read(text: str, size: int = 4, *, live: bool = False) -> list[Item | Problem]:
    return list(read_plain(StringIO(text), size, live=live))


def game(moves: str, size: int = 4, **tags: str) -> Record:
    return Record(Game.parse(moves, size=size, tags=tags))


def unread(words: str, line: int = 1) -> Problem:
    """The problem of words after the last move."""
    return Problem(
        line, f"{words!r} after the last move: neither a move nor a result such as 37-27"
    )


UNREAD = unread("odd")


def bad_move(word: str) -> Problem:
    return Problem(1, f"bad move {word!r} at column 1 (token 1)")


def remark(line: int, reason: str = ASSUMED) -> Problem:
    return Problem(line, reason, harmless=True)


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("b1a1", [game("b1a1")]),
        ("b1 a1\nb1 c1\n\nb1", [game("b1a1"), game("b1c1"), game("b1")]),
        ("1. b1\n2. a1\n1. b1 c1", [game("b1a1"), game("b1c1")]),
        ("1. b1\n a1\n\n1 b1", [game("b1a1"), game("b1")]),
        ("b1a1 9-7 % a comment", [Record(game("b1a1", Result="9-7").game, comment="a comment")]),
        ("b1 +2", [game("b1", Result="+2")]),
        ("b1 1:0", [game("b1", Result="1:0")]),
        ("b1a1 1 - 0", [game("b1a1", Result="1 - 0")]),
        ("b1a1 \xbd-\xbd", [game("b1a1", Result="\xbd-\xbd")]),
        ("b1 1/2", [game("b1", Result="1/2")]),
        ("b1 0.5-0.5\nb1 W+R", [game("b1", Result="0.5-0.5"), game("b1", Result="W+R")]),
        ("b1a1 Black wins", [game("b1a1", Result="Black wins")]),
        ("b1a1 odd", [game("b1a1"), UNREAD]),
        ("b1a1 odd end\nb1", [game("b1a1"), unread("odd end"), game("b1")]),
        ("b1a1 1-0 Black won\nb1", [game("b1a1"), unread("1-0 Black won"), game("b1")]),
        ("1. b1 a1\n2. a2 who knows", [game("b1a1a2"), unread("who knows", 2)]),
        ("b1a1 ?", [game("b1a1"), unread("?")]),
        ("b1a1 \uff08Cow\uff09", [Record(game("b1a1").game, comment="Cow")]),
        ("> b1a1\n>> 1. b1 a1\n> 2. a2", [game("b1a1"), game("b1a1a2")]),
        ("> Hi\n> " + DRAWN.replace("\n", "\n> "), [bad_move("Hi"), ENTRY]),
        ("1. b1 a1\n2. a2 odd\n\nb1", [game("b1a1a2"), UNREAD._replace(line=2), game("b1")]),
        (BOARD, [ENTRY]),
        (f"% first\r\n\r\n{BOARD};\r\nb1", [ENTRY, game("b1")]),
        (f"{BOARD}; D4:-4; % so", [Entry(POSITION, {Move("d4"): -4}, -4, "so")]),
        (BOARD[:-2], [ENTRY, remark(1)]),
        (f"{BOARD[:-2]}\n{BOARD[:-2]}", [ENTRY, remark(1), ENTRY, remark(2)]),
        (f"{BOARD[:-2]}\nBlack\n#1\na2 wins\nb1\n{BOARD}", [ENTRY, game("b1"), ENTRY]),
        (f"{BOARD[:-2]}\n  X\n\nNext move: nobody's", [ENTRY]),
        (DRAWN, [ENTRY]),
        (f"{DRAWN}\n{DRAWN}\n\n{DRAWN}", [ENTRY, ENTRY, ENTRY]),
        (f"b1a1\n{DRAWN}\nb1", [game("b1a1"), ENTRY, game("b1")]),
        (DRAWN.replace("\nBlack", "\n  A B C D\nBlack"), [ENTRY]),
        ("-OO-\n-XO-\n-XO-\n----\nX", [ENTRY]),
        ("-OO-\n-XO-\n% now\n-XO-\n----", [ENTRY, remark(1)]),
        (
            "\n".join(LARGE),
            [Entry(Position.parse("".join(LARGE)), {}, None), remark(1)],
        ),
        ("\n".join([*LARGE, "Black"]), [Entry(Position.parse("".join(LARGE)), {}, None)]),
        ("8/8/8/3pP3/3Pp3/8/8/8[PPpp] w 0 1", [Entry(Position.initial(), {}, None)]),
        ("", []),
        ("\n\n% nothing\n", []),
    ],
)
def test_what_is_read(text: str, expected: list[Item | Problem], live: bool) -> None:
    assert read(text, live=live) == expected


def test_a_numbered_game_takes_only_what_goes_on_with_it() -> None:
    assert read("1. f5 d6 2. c3\nf5f6e6f4\nf5d6c3\n", 8) == [
        game(moves, 8) for moves in ("f5d6c3", "f5f6e6f4", "f5d6c3")
    ]
    assert read("1 f5d6\n2 f5f6\n3 f5f6e6", 8) == [
        game(moves, 8) for moves in ("f5d6", "f5f6", "f5f6e6")
    ]
    bad, good = read("1. f5 d6\n2. z9 c3\n3. d3 c4\nf5d6", 8)
    assert isinstance(bad, Problem)
    assert (bad.line, good) == (2, game("f5d6", 8))
    first, bad = read("1. f5 d6\nnot a move", 8)
    assert (first, isinstance(bad, Problem)) == (game("f5d6", 8), True)
    ended, good = read("1. f5 d6\n2. c3 d3 +2\nc4", 8)[:2]
    assert ended == game("f5d6c3d3", 8, Result="+2")
    assert isinstance(good, Record)


def test_lines_that_go_on_for_ever_are_not_held() -> None:
    numbered = OpenGame(Line(1, "1. f5", ""), Position.initial(8))
    for line in ("2.", "3. z9", "4. z9"):
        assert all(numbered.takes(Line(n, line, "")) for n in range(500))
    assert len(numbered.lines) == 2


MIDGAME = "------------------OX-------OX------XO--------------------------- X"
FROM_THERE = Record(Game.parse("f5f6e6", start=Position.parse(MIDGAME)))


@pytest.mark.parametrize(
    "text",
    [
        f"{MIDGAME}\nf5f6e6",
        f"{MIDGAME} F5F6E6",
        f"{MIDGAME} f5 f6 e6",
        f"{MIDGAME} 1. f5 f6 2. e6 *",
        f"{MIDGAME}\nf5f6\ne6\n",
        f"{MIDGAME}\n1. f5 f6\n2. e6\n",
        f"{MIDGAME[:-2]}\nBlack\nf5f6e6",
        f"{Position.parse(MIDGAME)}\nf5f6e6\n",
        f"\n{Position.parse(MIDGAME)}\n{MIDGAME}\nf5f6e6",
    ],
)
def test_moves_after_a_board_are_a_game_from_there(text: str) -> None:
    assert read(text, 8)[-1] == FROM_THERE
    assert len(read(text, 8)) == 1 + (text[0] == "\n")


def test_moves_after_a_board_without_a_side_to_move() -> None:
    cells = MIDGAME[:-2]
    assert read(f"{cells}\nf5f6e6", 8) == [FROM_THERE, remark(1)]
    black_passes = "OXXXXXXXXXXXXXX-"
    white = Game.parse("d4", start=Position.parse(f"{black_passes} O"))
    assert read(f"{black_passes}\nd4")[0] == Record(white)
    other = Position.parse(f"{cells} O")
    assert read(f"{cells} d2", 8) == [Record(Game.parse("d2", start=other))]


def test_moves_that_are_not_of_the_board_before_them() -> None:
    full = f"{'X' * 15}O X"
    board = Entry(Position.parse(full), {}, None)
    assert read(f"{full}\nb1a1") == [board, game("b1a1")]
    scored, problem = read(f"{BOARD}; D4:-4\nd4")
    assert scored == Entry(POSITION, {Move("d4"): -4}, -4)
    assert isinstance(problem, Problem)
    assert read(f"{MIDGAME}\n\nf5d6", 8) == [
        Entry(Position.parse(MIDGAME), {}, None),
        game("f5d6", 8),
    ]
    b3 = Game.parse("b3", start=Position.parse(MIDGAME))
    assert read(f"{MIDGAME}\n\nb3", 8) == [Record(b3)]
    (problem,) = read(f"{MIDGAME} f5a1", 8)
    assert str(problem).startswith(
        "line 1: illegal move 'a1' at token 2, column 70: White can play"
    )
    assert read(f"{MIDGAME}\nf5f6e6", 8, live=True)[0] == Entry(Position.parse(MIDGAME), {}, None)


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ('"f5d6c3"', ""),
        ("'F5 D6 C3'", ""),
        ("\u201cf5d6c3\u201d", ""),
        ("\u300cf5d6c3\u300d", ""),
        ("f5d6c3...", ""),
        ("f5 d6 c3 \u2026", ""),
        ("1. f5 d6 2. c3 ...", ""),
        ("f5d6c3 *", ""),
        ("f5d6c3*", ""),
        ("f5d6c3 (Tiger)", "Tiger"),
        ("f5d6c3 [No-Kung, main line]", "No-Kung, main line"),
        ('"f5d6c3" (\u864e)\n', "\u864e"),
        ("f5d6c3... (Tiger) % seen often", "Tiger\nseen often"),
        ("f5. d6. c3.", ""),
    ],
)
def test_what_may_stand_around_moves(text: str, comment: str) -> None:
    assert read(text, 8) == [Record(Game.parse("f5d6c3"), comment=comment)]
    assert read(text, 8, live=True) == read(text, 8)


def test_a_board_in_a_table_of_openings() -> None:
    text = "f5d6c3 (Diagonal)\nf5f6 (Parallel)\nf5f4 (Perpendicular)\n"
    found = [item for item in read(text, 8) if isinstance(item, Record)]
    assert [record.comment for record in found] == ["Diagonal", "Parallel", "Perpendicular"]


def test_places() -> None:
    found = read(f"b1\n\n{BOARD}\n{DRAWN}\nb1")
    assert [item.line for item in found if not isinstance(item, Problem)] == [1, 3, 4, 10]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. F5 f4 2. F3 g4 3. H3 f6 4. G5 g6", "f5f4f3g4h3f6g5g6"),
        ("f5d6\nc3d3\nc4", "f5d6c3d3c4"),
        ("1. f5 d6\n\n2. c3 d3", "f5d6c3d3"),
        ("f5\n\n\nd6 c3 +6", "f5d6c3"),
    ],
)  # fmt: skip
def test_one_game_over_several_lines(text: str, moves: str) -> None:
    (record,) = (found for found in read(text, 8) if not isinstance(found, Problem))
    assert isinstance(record, Record)
    assert record.game.transcript() == moves


def test_a_numbered_board() -> None:
    rows = [["--"] * 8 for _ in range(8)]
    rows[3][3:5], rows[4][3:5] = ["()", "##"], ["##", "()"]
    rows[4][5], rows[5][3], rows[2][2] = "1", "2", "3"
    assert read("\n".join(" ".join(row) for row in rows), 8) == [game("f5d6c3", 8)]
    rows[2][2] = "4"
    (problem,) = read("\n".join(" ".join(row) for row in rows), 8)
    assert problem == Problem(1, "move number 3 is missing on the board")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("+d3-c3+c4-e3: -04 10", game("d3c3c4e3", 8, Result="-04")),
        ("+D3-c3", game("d3c3", 8)),
        (
            "960402 e ann 1 (30 0 0) bob 2 (30 0 0) +34-33+43: +02",
            game("c4c3d3", 8, Date="960402", Black="ann", White="bob", Result="+02"),
        ),
    ],
)
def test_logbooks(line: str, expected: Record) -> None:
    assert read(line, 8) == [expected]
    assert read(f"{line}\n{line}\n", 8) == [expected, expected]


def test_a_logbook_with_a_result_that_is_wrong() -> None:
    won = "f5d6c5f4e3f6g5e6e7"
    moves = "".join(f"{'+-'[n % 2]}{won[2 * n : 2 * n + 2]}" for n in range(9))
    record, odd = read(f"{moves}: +10 1", 8)
    assert record == game(won, 8, Result="+10")
    assert odd == remark(1, "the result is given as '+10', but Black wins 64-0 (13-0 on the board)")


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("b1z9", ["line 1: bad move 'z9' at column 3 (token 2)"]),
        ("b1\nz9\nb1", ["line 2: bad move 'z9' at column 1 (token 1)"]),
        ("1. b1\n2. a1 z9", ["line 2: bad move 'z9' at column 7 (token 3)"]),
        ("b1\na1\n% x\n\na2 z9", ["line 5: bad move 'z9' at column 4 (token 4)"]),
        ("b1b1", ["line 1: illegal move 'b1' at token 2, column 3: White can play a1, c1, a3"]),
        (f"{BOARD}; d4:x\n{BOARD}",
         ["line 1: bad item 'd4:x': expected a move and its score such as A2:+38"]),
        ("X" * 10_000 + f"\n{BOARD}",
         [f"line 1: bad board '{'X' * 37}...': 10000 squares found, a board has one of"
          " 16, 36, 64, 100, 144, 196, 256"]),
        ("-OO-\n-XO-\n-Q--\n",
         ["line 1: bad board '-OO- -XO-': 8 squares found, a board has one of"
          " 16, 36, 64, 100, 144, 196, 256", "line 3: bad move 'Q' at column 2 (token 1)"]),
        ("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1",
         ["line 1: bad disc '8' at column 1: name the dialect that gives it a meaning"
          " (edax, egaroucid, fen, flipello, nboard, radagast, xboard)"]),
        ("0x0 0x1", ["line 1: bitboards mean two things: name the dialect, edax or egaroucid"]),
        ("b1" * 50_001, ["line 1: the line is too long: it has over 100,000 characters"]),
        ("12.", ["line 1: there are no moves in '12.'"]),
    ],
)  # fmt: skip
def test_mistakes(text: str, problems: list[str]) -> None:
    assert [str(found) for found in read(text) if isinstance(found, Problem)] == problems


def test_a_dialect_is_for_every_line() -> None:
    lines = ["0" + "." * 14 + "1 1", "0x0000100010100000 0x000020380c000000 O", "f5"]
    first, tiger, bad = read_plain(lines, dialect="egaroucid")
    assert first == Entry(Position.parse("X" + "-" * 14 + "O O"), {}, None)
    assert tiger == Entry(Game.parse("f5d6c3d3c4").position, {}, None)
    assert isinstance(bad, Problem)


def test_answers_come_as_soon_as_the_lines_are_there() -> None:
    def lines():
        yield from (f"{BOARD}\n", "b1\n", *DRAWN.splitlines(), f"{BOARD[:-2]}\n", "Black\n")
        raise AssertionError("read too far")

    found = read_plain(lines(), 4, live=True)
    assert [next(found) for _ in range(4)] == [ENTRY, game("b1"), ENTRY, ENTRY]


def test_long_files_are_not_held() -> None:
    def lines():
        for _ in range(40_000):
            yield "b1a1\n"
        raise AssertionError("read too far")

    found = read_plain(lines(), 4)
    assert [next(found) for _ in range(3)] == [game("b1a1")] * 3


@pytest.mark.parametrize("stated", ["34-30", "1-0", "1/2-1/2"])
def test_results_that_the_moves_do_not_tell_are_written(stated: str) -> None:
    record = Record(Game.parse("f5d6c3", tags={"Result": stated}), line=1)
    assert write_transcript(record) == f"f5d6c3 {stated}\n"
    assert list(read_plain([write_transcript(record)])) == [record]
    assert dropped_by_transcript(record) == []
    finished = Record(Game.parse("f5d6c5f4e3f6g5e6e7", tags={"Result": "64-0"}))
    assert write_transcript(finished) == "f5d6c5f4e3f6g5e6e7\n"
    assert dropped_by_transcript(finished) == []


def test_transcripts_are_written() -> None:
    assert write_transcript(Record(Game.parse("F5 d6"))) == "f5d6\n"
    stuck = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"
    assert write_transcript(Record(Game.parse(f"{stuck}pa"))) == f"{stuck}--\n"
    with pytest.raises(ValueError, match="without moves"):
        write_transcript(Record(Game()))
    with pytest.raises(ValueError, match="the usual start"):
        write_transcript(Record(Game(POSITION)))


@given(
    st.text(max_size=80)
    | st.text("XxOo-*._| 1234abcdBlackWhite\n;:%+", max_size=200)
    | st.lists(st.sampled_from([BOARD, DRAWN, "b1a1", "1. b1", "----", "X", "Black", ""])).map(
        "\n".join
    ),
    st.booleans(),
)
def test_fuzz(text: str, live: bool) -> None:
    for found in read(text, live=live):
        if isinstance(found, Problem):
            assert 0 < len(found.reason) < 400
            assert 1 <= found.line <= text.count("\n") + 1
        else:
            assert 1 <= found.line <= text.count("\n") + 1
