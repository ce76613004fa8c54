"""Board text: every spelling of the field reads as the same position, every bad one says where."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Game, ParseError, Position
from outflank.rules.text import (
    DIALECTS,
    board_text,
    compact,
    parse_position,
    parse_position_report,
    position_repr,
)

from .boards import positions

START = Position.initial()
CELLS = "---------------------------OX------XO---------------------------"
ROWS = [CELLS[i : i + 8] for i in range(0, 64, 8)]
# Tiger: f5 d6 c3 d3 c4, White to move. Not symmetric, so that a wrong order of rows shows.
TIGER = Game.parse("f5d6c3d3c4").position
TIGER_FENS = {
    "fen": "8/8/3P4/3Ppp2/2ppp3/2pP4/8/8 w - - 0 1",
    "flipello": "8/8/2Pp4/2PPP3/3pPP2/3p4/8/8[PPPPppp] b 0 3",
    "xboard": "8/8/3p4/3pPP2/2PPP3/2Pp4/8/8 b - - 0 1",
}
ASSUMED_BLACK = ["no side to move given: Black assumed"]


@pytest.mark.parametrize(
    "text",
    [
        f"{CELLS} X",
        f"{CELLS}X",
        f"  {CELLS}\tx;\n",
        f"{CELLS} *",
        f"{CELLS} b",
        f"{CELLS} Black",
        f"{CELLS}\nBlack to move.",
        f"{CELLS}\nNext move: Black",
        f"{CELLS}\nX to move",
        "\n".join(ROWS) + "\nX",
        " ".join(ROWS) + " X",
        "\r\n".join(ROWS) + "\r\nBlack\r\n",
        " ".join(CELLS) + " X",
        f"8 {' '.join(ROWS)} *",
        f"8\n{CELLS}\nX",
        f"{CELLS.replace('X', '*').replace('-', '.')} *",
        f"{CELLS.replace('X', 'b').replace('O', 'w').replace('-', '_')} B",
        f"{CELLS.replace('X', 'x').replace('O', 'o')} x",
        "  A B C D E F G H\n"
        + "\n".join(f"{n} {' '.join(row)} {n}" for n, row in enumerate(ROWS, 1))
        + "\n  A B C D E F G H\nBlack to move",
        "\n".join(f"{n} |{'|'.join(row)}|" for n, row in enumerate(ROWS, 1)) + "\nBlack to move",
    ],
)
def test_spellings_of_the_start(text: str) -> None:
    assert parse_position(text) == START
    assert parse_position_report(text) == (START, [])
    assert Position.parse(text) == START


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("egaroucid", CELLS.replace("X", "0").replace("O", "1").replace("-", ".") + " 0"),
        ("egaroucid", f"{CELLS} X"),
        ("radagast", CELLS.replace("O", "0").replace("X", "*") + " X"),
        ("nboard", CELLS.replace("O", "0") + " *"),
        ("nboard", f"8 {CELLS} *"),
        ("edax", CELLS.replace("X", "/") + " b"),
        ("fen", "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1"),
        ("flipello", "8/8/8/3pP3/3Pp3/8/8/8[PPPPPpppp] w 0 1"),
        ("xboard", "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1"),
    ],
)
def test_dialects_of_the_start(dialect: str, text: str) -> None:
    assert parse_position(text, dialect) == START
    assert Position.parse(text, dialect=dialect) == START


@pytest.mark.parametrize("dialect", TIGER_FENS)
def test_fens_of_an_asymmetric_position(dialect: str) -> None:
    assert parse_position(TIGER_FENS[dialect], dialect) == TIGER


def test_fen_of_a_large_board() -> None:
    rows = ["10"] * 4 + ["4pP4", "4Pp4"] + ["10"] * 4
    assert parse_position("/".join(rows) + " w 0 1", "flipello") == Position.initial(10)


def test_zero_means_opposite_colors_in_two_dialects() -> None:
    text = "0" + "-" * 15 + " X"
    assert parse_position(text, "egaroucid").discs(Color.BLACK) == 1
    assert parse_position(text, "radagast").discs(Color.WHITE) == 1


def test_egaroucid_side_digits() -> None:
    cells = CELLS.replace("X", "0").replace("O", "1")
    assert parse_position(f"{cells} 1", "egaroucid").turn is Color.WHITE


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_size_from_the_number_of_squares(size: int) -> None:
    position = Position.initial(size)
    assert parse_position(compact(position)) == position
    assert parse_position(f"{size} {compact(position)}") == position


def test_missing_side_is_black() -> None:
    assert parse_position_report(CELLS) == (START, ASSUMED_BLACK)
    assert parse_position_report("8/8/8/3pP3/3Pp3/8/8/8", "fen") == (START, ASSUMED_BLACK)


def test_missing_side_is_white_when_only_white_can_move() -> None:
    cells = "OXXXXXXXXXXXXXX-"
    position, notes = parse_position_report(cells)
    assert position == parse_position(f"{cells} O")
    assert notes == ["no side to move given: White, because Black has no move"]


def test_missing_side_of_a_finished_game_is_black() -> None:
    assert parse_position_report("X" * 16) == (parse_position("X" * 16 + " X"), ASSUMED_BLACK)


@pytest.mark.parametrize(
    ("text", "dialect", "message"),
    [
        ("", None, "bad board '': 0 squares found, a board has one of 16, 36, 64, 100"),
        ("-" * 63, None, "63 squares found"),
        (f"{CELLS} X X", None, "66 squares found"),
        (f"{CELLS} X\nWhite to move", None, "65 squares found"),
        (f"8 {CELLS[1:]}", None, "63 squares found, 8x8 has 64"),
        ("-" * 9, None, "9 squares found"),
        ("7 " + "-" * 49, None, "bad board size 7 at column 1: sizes are even, from 4 to 16"),
        ("18 " + "-" * 324, None, "bad board size 18"),
        ("-" * 20 + "?" + "-" * 43, None, r"bad disc '\?' at column 21: use X for black"),
        ("----\n--Q-\n----\n----", None, "bad disc 'Q' at line 2, column 3"),
        (f"{CELLS} Red", None, "bad side to move 'Red' at column 66"),
        (f"{CELLS} -", None, "bad side to move '-' at column 66"),
        (CELLS.replace("O", "0"), None, "bad disc '0' at column 28: name the dialect"),
        (CELLS.replace("O", "1"), "radagast", "bad disc '1' at column 28: no symbol of the 'rad"),
        ("8/8/8/3pP3/3Pp3/8/8/8 b", None, "name the dialect that gives it a meaning.*flipello"),
        ("8/8/8/3pP3/3Pp3/8/8/8[] w", "fen", r"bad disc '\[' at column 22"),
        ("8/8/8/3pQ3/3Pp3/8/8/8 b", "fen", "bad disc 'Q' at column 9"),
        ("8/8/8/3pP2/3Pp3/8/8/8 b", "fen", "row 4 has 7 squares"),
        ("8/8/8 b", "fen", "3 rows"),
        ("8/8/8/8/8/8/8/8 x", "fen", "bad side to move 'x' at column 17"),
        (" ", "fen", "empty"),
        ("a b c d\n1 ----\n3 ----", None, "row label 2 is missing at line 3, column 1"),
        ("a b c\n1 ---", None, "bad board size 3"),
    ],
)
def test_errors_name_the_text_and_the_place(text: str, dialect: str | None, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse_position(text, dialect)


def test_unknown_dialects() -> None:
    with pytest.raises(ValueError, match="unknown dialect 'klingon': there are edax, egaroucid"):
        parse_position(CELLS, "klingon")


def test_board_text() -> None:
    position = Position.initial(4).play("b1")
    assert board_text(position, legal_moves=True, last_move="b1") == (
        "  a b c d\n1 .[X]. -\n2 - X X -\n3 . X O -\n4 - - - -\nWhite (O) to move"
    )
    assert str(position) == board_text(position)
    assert "." not in board_text(position)


def test_board_text_aligns_two_digit_rows() -> None:
    lines = board_text(Position.initial(10), last_move="j10").splitlines()
    assert lines[0] == "   a b c d e f g h i j"
    assert lines[1].startswith(" 1 - ")
    assert lines[10].endswith(" -[-]")
    assert {len(line) for line in lines[:10]} == {22}


def test_status_lines() -> None:
    stuck = parse_position("OXXXXXXXXXXXXXX- X")
    assert board_text(stuck).endswith("\nBlack (X) must pass")
    over = stuck.play("pass").play("d4")
    assert board_text(over).endswith("\nGame over: Black wins 12-4, Black (X) on turn")


def test_repr() -> None:
    assert repr(START) == position_repr(START) == f'Position.parse("{CELLS} X")'


@given(positions(), st.booleans(), st.integers(0, 255))
def test_round_trips(position: Position, legal_moves: bool, square: int) -> None:
    last = position.shape.squares[square % position.shape.area]
    drawn = board_text(position, legal_moves=legal_moves, last_move=last)
    assert parse_position_report(drawn) == (position, [])
    assert parse_position(str(position)) == position
    assert parse_position(compact(position)) == position
    assert eval(repr(position), {"Position": Position}) == position


@given(positions())
def test_every_dialect_of_letters_reads_the_plain_form(position: Position) -> None:
    for dialect in (None, "egaroucid", "radagast", "nboard", "edax"):
        assert parse_position(compact(position), dialect) == position


def test_round_trips_of_real_games(random_game: Callable[..., Game]) -> None:
    for size in range(4, 17, 2):
        for position in random_game(size, seed=1).positions:
            assert parse_position(str(position)) == position


NOISE = st.one_of(
    st.text(max_size=80),
    st.text("XxOoBbWw*-._01/8 \n|[]ab;", max_size=300),
    st.from_regex(r"\A([1-8pP]{1,8}/){3,15}[1-8pP]{1,8}(\[[pP]*\])?( [bwx])?( - - 0 1)?\Z"),
    st.builds(
        lambda a, b, i: a[:i] + b + a[i:], st.just(str(TIGER)), st.text(), st.integers(0, 200)
    ),
)


@given(NOISE, st.sampled_from([None, *DIALECTS]))
def test_fuzz(text: str, dialect: str | None) -> None:
    try:
        position = parse_position(text, dialect)
    except ParseError:
        pass
    else:
        assert parse_position(str(position)) == position
