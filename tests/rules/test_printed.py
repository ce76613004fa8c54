"""Printed boards: every mark, label, grid and remark around the squares reads as the position."""

# ruff: noqa: RUF001

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Game, ParseError, Position
from outflank.formats import Entry, parse
from outflank.rules.printed import columns, is_grid_line, read_row, side_named
from outflank.rules.text import parse_position_report

from .boards import positions

TIGER = Game.parse("f5d6c3d3c4").position
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}

MARKS = [
    ("X", "O", "-", "-"),
    ("x", "o", ".", "."),
    ("*", "O", "-", "."),  # Edax, which shows what can be played
    ("X", "O", ".", "*"),
    ("@", "O", ".", "."),
    ("#", "O", "_", "_"),
    ("B", "W", ".", "."),
    ("●", "○", "・", "・"),
    ("●", "◯", "-", "*"),
    ("⚫", "⚪", "·", "·"),
    ("⚫\ufe0f", "⚪\ufe0f", "・", "・"),
    ("●", "○", "□", "□"),
    ("黒", "白", "・", "・"),
    ("×", "○", "－", "－"),
    ("Ｘ", "Ｏ", "．", "．"),
    ("＊", "Ｏ", "－", "－"),
    ("＠", "Ｏ", "－", "－"),
    ("＃", "Ｏ", "－", "－"),
]
"""Black, White, an empty square, and one that can be played."""
SIDES = {
    Color.BLACK: ["* to move", "X to move", "BLACK to move", "Black's turn", "Next: Black", "黒番"],
    Color.WHITE: ["O to move", "○ to move", "WHITE to move", "White to play", "Turn: O", "白の番"],
}
REMARKS = [
    "ply 32 29 empties",
    "BLACK: 17 WHITE: 18",
    "*: discs =  2    moves =  4",
    "empties = 60",
]


@dataclass(frozen=True)
class Style:
    """How a board is printed."""

    marks: tuple[str, str, str, str]
    form: str
    """What stands between squares: "spaced", "wide", "packed", "barred", "framed" or "grid"."""
    left: str
    """What follows the number of a row at its left; empty for no numbers there."""
    right: bool
    above: bool
    below: bool
    upper: bool
    full_width: bool
    remarks: bool


STYLES = st.builds(
    Style,
    st.sampled_from(MARKS),
    st.sampled_from(["spaced", "wide", "packed", "barred", "framed", "+---", "┼───"]),
    st.sampled_from(["", " ", ". ", ") ", ": "]),
    *[st.booleans()] * 6,
)


def printed(position: Position, style: Style, side: str = "") -> str:
    """Draw a position; the side to move stands below it, or among the remarks."""
    size, squares = position.size, position.shape.squares
    black, white, empty, playable = style.marks
    legal = set(position.legal_moves())
    mark_of = {Color.BLACK: black, Color.WHITE: white}
    cells = [
        mark_of[color] if (color := position[at]) else playable if at in legal else empty
        for at in squares
    ]
    margin = " " * (len(str(size)) + len(style.left)) if style.left else ""
    between = {"spaced": " ", "wide": "   ", "packed": "", "barred": "|", "framed": " "}
    gap = between.get(style.form, " | ")
    letters = ascii_lowercase[:size].upper() if style.upper else ascii_lowercase[:size]
    head = margin + gap.replace("|", " ").join(letters)
    if style.full_width:
        head = head.translate(FULL_WIDTH)
    rule = {
        "framed": f"{margin}+{'-' * (2 * size - 1)}+",
        "+---": f"{margin}+{'---+' * size}",
        "┼───": f"{margin}├{'┼'.join(['───'] * size)}┤",
    }.get(style.form, "")
    lines = [head] * style.above + [rule] * bool(rule)
    labelled = style.left or style.right or style.above
    for row in range(size):
        text = gap.join(cells[row * size : (row + 1) * size])
        if style.form == "barred" or rule:
            text = f"|{text}|" if style.form in ("barred", "framed") else f"| {text} |"
        if style.form == "┼───":
            text = text.replace("|", "│")
        if style.left:
            number = str(row + 1).rjust(len(str(size)))
            text = f"{number}{style.left}{text}"
        if style.right:
            text = f"{text} {row + 1}"
        if style.remarks and labelled and row < 4:
            text = f"{text}  {side if side and row == 2 else REMARKS[row]}"
        lines.append(
            text.translate({d: d + 0xFEE0 for d in range(0x30, 0x3A)} if style.full_width else {})
        )
        if rule and style.form != "framed" and row < size - 1:
            lines.append(rule)
    lines += [rule] * bool(rule) + [head] * style.below
    if side and not (style.remarks and labelled):
        lines.append(side)
    return "\n".join(lines)


@given(positions(), STYLES, st.integers(0, 5))
def test_every_way_to_print_a_board(position: Position, style: Style, number: int) -> None:
    if position.must_pass and style.marks[3] == "*":
        return
    text = printed(position, style, SIDES[position.turn][number])
    assert parse_position_report(text) == (position, [])
    parsed = parse(text)
    assert parsed.items == [Entry(position, {}, None)]
    assert parsed.problems == []


@given(positions(), STYLES)
def test_printed_boards_without_a_side_to_move(position: Position, style: Style) -> None:
    if style.marks[3] != "*":
        expected, _ = parse_position_report("".join(mark(position)))
        found, notes = parse_position_report(printed(position, style))
        assert found == expected
        assert notes == [
            "no side to move given: "
            + ("White, because Black has no move" if found.turn is Color.WHITE else "Black assumed")
        ]


def mark(position: Position) -> list[str]:
    """Return the squares of a position on one line."""
    symbol = {Color.BLACK: "X", Color.WHITE: "O", None: "-"}
    return [symbol[position[square]] for square in position.shape.squares]


def test_the_consoles_of_edax_and_egaroucid() -> None:
    rows = ["".join(f"{cell} " for cell in mark(TIGER)[at : at + 8]) for at in range(0, 64, 8)]
    edax = [f"{n} {row.replace('X', '*')}{n}" for n, row in enumerate(rows, 1)]
    edax[1] += " O to move"
    edax[3] += " *: discs =  6    moves = 10"
    edax[5] += "  empties = 55      ply =  6"
    egaroucid = [f"{n} {row.replace('-', '.')}" for n, row in enumerate(rows, 1)]
    egaroucid[2] += "  WHITE to move"
    egaroucid[3] += "  ply 6 55 empties"
    egaroucid[4] += "  BLACK: 6 WHITE: 3"
    texts = [
        "\n".join(["  A B C D E F G H", *edax, "  A B C D E F G H"]),
        "\n".join(["  a b c d e f g h ", *egaroucid]),
    ]
    for text in texts:
        assert parse_position_report(text) == (TIGER, [])
    for gap in ("\n", "\n\n"):  # a session has one board after the other
        parsed = parse(gap.join(texts * 2) + "\n")
        assert parsed.items == [Entry(TIGER, {}, None)] * 4
        assert parsed.problems == []


EDAX = """\
  A B C D E F G H            BLACK            A  B  C  D  E  F  G  H
1 - - - - - - - - 1         0:00.012       1 |  |  |  |  |  |  |  |  | 1
2 - - - - - - - - 2    6 discs   9 moves   2 |  |  |  |  |  |  |  |  | 2
3 - . * O - . - - 3                        3 |  |  | 3| 4|  |  |  |  | 3
4 - - * * * . - - 4  ply  6 (55 empties)   4 |  |  | 5|()|##|  |  |  | 4
5 - . - O * * . - 5    White's turn (O)    5 |  |  |  |##|()| 1|  |  | 5
6 - - - O - - . - 6                        6 |  |  |  | 2|  |  |  |  | 6
7 - - - - - - - - 7    3 discs   6 moves   7 |  |  |  |  |  |  |  |  | 7
8 - - - - - - - - 8         0:00.000       8 |  |  |  |  |  |  |  |  | 8
  A B C D E F G H            WHITE            A  B  C  D  E  F  G  H
"""
"""As Edax shows a game: text and the numbers of the moves at the right, of the letters too."""


FOUR = Position.parse("-X---XX--XO----- O")
OTHERS = {
    "text beside the letters": (
        "  a b c d   Ann\n1 - X - -\n2 - X X -\n3 - X O -\n4 - - - -   White"
    ),
    "labels beside the squares": (
        "　ａｂｃｄ\n１＋●＋＋\n２＋●●＋\n３＋●○＋\n４＋＋＋＋\n白の手番です"
    ),
    "a count of discs before the side": (
        "  a b c d\n1 - X - - 1\n2 - X X - 2\n3 - X O - 3\n4 - - - - 4\n  a b c d\n"
        "Black: 4  White: 1  Empty: 11\nWhite to move"
    ),
    "an underline below the letters": (
        "   a   b   c   d\n -----------------\n1 |   | * |   |   |\n -----------------\n"
        "2 |   | * | * |   |\n -----------------\n3 |   | * | O |   | Black: Ann\n"
        " -----------------\n4 |   |   |   |   |\n -----------------\nSide to move: White"
    ),
}


def test_a_game_in_edax() -> None:
    assert parse_position_report(EDAX) == (TIGER, [])
    parsed = parse(f"{EDAX}\n>\n{EDAX}")
    assert (parsed.items, parsed.problems) == ([Entry(TIGER, {}, None)] * 2, [])


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_more_around_a_board(text: str) -> None:
    assert parse_position_report(text) == (FOUR, [])
    parsed = parse(f"{text}\n\n{text}\n")
    assert (parsed.items, parsed.problems) == ([Entry(FOUR, {}, None)] * 2, [])


@pytest.mark.parametrize("full_width", [False, True])
@pytest.mark.parametrize("head", ["", " abcdefgh\n"])
def test_numbers_right_before_the_squares(head: str, full_width: bool) -> None:
    """Boards of full-width signs need no space there to be aligned."""
    rows = [f"{n}{''.join(mark(TIGER)[8 * n - 8 : 8 * n])}\n" for n in range(1, 9)]
    text = head + "".join(rows)
    if full_width:
        text = text.translate({**FULL_WIDTH, ord(" "): "\u3000", ord("X"): "●", ord("-"): "・"})
    parsed = parse(f"{text}白番\n")
    assert parsed.items == [Entry(TIGER, {}, None)]
    assert parsed.problems == []


def test_a_star_is_a_move_if_all_of_them_have_one() -> None:
    text = "  a b c d\n1 - * - -\n2 * O X -\n3 - X O *\n4 - - * -"
    assert parse_position_report(text)[0] == Position.initial(4)
    with pytest.raises(ParseError, match=r"there are \* and X on the board: use one of them"):
        parse_position_report(text.replace("1 - * - -", "1 * * - -"))
    with pytest.raises(ParseError, match="there are # and X on the board: use one of them"):
        parse_position_report(text.replace("*", "#"))


@pytest.mark.parametrize(
    "text",
    [
        "----\n----\nwords\n----\n----",
        "1 ----\n2 ----\n4 ----\n3 ----",
        "---- words\n---- here\n---- and\n---- there",
        "a b c d e f\n1 ----\n2 ----\n3 ----\n4 ----",
        "| a | b |\n+---+---+\n| c | d |\n+---+---+",
        "- wood\n- box\n- owl\n- wow",
        "X O X O\nX O X\nX O X O\nX O X O",
    ],
)
def test_what_is_not_a_board(text: str) -> None:
    with pytest.raises(ParseError):
        parse_position_report(text)
    assert not parse(text, strict=False).items


def test_lines_of_a_board() -> None:
    assert read_row("1 - * [O] . 1 to move") == ("1", "-*O.", "to move")
    assert read_row("３ │●│　│○│・│ 3") == ("3", "X-O.", "")
    assert read_row("f5d6c3") is None
    assert read_row("- x o") is None
    assert columns(" ａ ｂ ｃ ｄ ") == columns("ABCD") == 4
    assert columns("  A B C D E F G H      CHESS") == 8
    assert columns("a b c d or so") == 0
    assert columns("a c b d") == columns("b c d") == 0
    assert is_grid_line("+---+---+")
    assert is_grid_line("├───┼───┤")
    assert not is_grid_line("----")
    assert not is_grid_line("│ - │ - │")
    assert is_grid_line("---------", 4)
    assert side_named("手番：●") == "X"
    assert side_named("Player: white") == "O"
    assert side_named("*: discs = 2  moves = 4") == side_named("BLACK: 2 WHITE: 2") == ""
