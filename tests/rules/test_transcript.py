"""Transcripts: every spelling reads as the same moves, passes included, and errors say where."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import PASS, Color, Game, IllegalMoveError, Move, ParseError, Position
from outflank.rules.transcript import parse_moves, write_moves

START = Position.initial()
TIGER = [Move(name) for name in ("f5", "d6", "c3", "d3", "c4")]
STUCK = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"  # after it Black must pass


class Case(NamedTuple):
    """A real game with the right answers."""

    text: str
    passes: tuple[int, ...]
    """The plies (from 1) that are passes written in the text."""
    board: str
    state: str
    """move, pass or over."""
    legal: str
    """What can be played, after the pass if there must be one."""
    discs: tuple[int, int]
    score: int | None


CASES = [
    Case(
        "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3",
        (),
        "XXXXXXXXXXXXXOXXXXOXXXXXXXXOOO-OXXOOOOO--OOOOOO----OOO---------- O",
        "pass",
        "g4 h5 h6 a7 b7 c7 g7 h7 d8 e8 f8 g8",
        (27, 20),
        None,
    ),
    Case(
        "f5d6c4d3c3f4f6f3e6e7f7c5e3e2g3b4g5g6d8h5b5b3h4f2d2e1h6c2c6e8d7c8c7a4a2a3a5b8b6h3g4h7"
        "g2a6c1d1g1f1h1a1g7b1a7a8b7f8h8h2g8",
        (),
        "OOOOOOXXO-OOOOOOOOXOXXOOOOXXXOXOOOXXXOXOOXXOXXXOOXXXOXXOOOOOOOXX O",
        "pass",
        "b2",
        (25, 38),
        None,
    ),
    Case(
        "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1d7e7f6a4e2a5d1f7b6c8d8f8b8c7a3f1e1g6a7g3g4f2f3h4g2"
        "h1g1g5h5h6e8a8b7a2b2b1a1h3",
        (),
        "OOOOOOOXXOXOOOX-XXOXOOXXXXXXXXXXXXOOOXXXXXOXXXXXXXOXOX--XXXXXX-- O",
        "move",
        "h2 g7 h7 g8",
        (39, 20),
        None,
    ),
    Case(
        "f5f4f3g4h3f6g5g6e6h6h5e7e3d2",
        (),
        "-----------O--------OX-X---OOOX----XOXOX----OOOO----O----------- X",
        "move",
        "d3 c4 d7 f7 g7 h7",
        (6, 12),
        None,
    ),
    Case(
        "f5d6c5f4d3e3f2c6g5b5a5b4b3c4c3a6a7a3f3e6c7b6d7d8b8e7f7e8c8a8a4f8a2b7",
        (),
        "--------X----X--XXXXXX--XXXXXX--XXOXXXX-XOXOX---XOOOOX--OOOOOO-- X",
        "pass",
        "a1 g1 b2 c2 d2 e2 g2 g3 g4 h5 f6 g6 g7",
        (25, 13),
        None,
    ),
    Case(
        "f5 d6 c3 d3 c4 f4 c5 b3 c2 e3 d2 b4 e2 e6 e7 f3 g4 g3 g5 f2 f1 c1 c7 f6 f7 d7 c6 b5 "
        "c8 h5 h6 h4 b6 h7 a5 g6 d1 f8 e8 d8 h2 b8 a2 a3 a4 a7 b1 e1 b2 b7 g2 h1 h3 g1 h8 a1 "
        "a6 -- a8 -- g8 g7",
        (58, 60),
        "OOOOOOOOXOXXXOOXXXOXOXOXXXXOOXOXXXOOXXOXXXXXXOOXXXOOOOOXXXXXXXXX X",
        "over",
        "",
        (37, 27),
        10,
    ),
    Case(
        "f5 f4 e3 f6 e6 c5 g5 d3 d6 f7 g6 e7 c6 d7 f3 c4 f8 h6 b5 e8 c7 g8 d8 c8 c2 a6 c3 h5 "
        "b4 a3 b6 g3 g4 h4 a5 a4 b7 c1 b3 d2 f2 e2 b8 a8 a7 g7 e1 d1 b1 g2 h1 b2 h3 g1 h2 pa",
        (56,),
        "-XXXX-OX-OOOOOOXOOOXXXXXOOXXXXOOOXXOXXOOOXOXXOOOXXXOOOO-OOOOOOO- X",
        "move",
        "a1 f1 a2 h7 h8",
        (25, 34),
        None,
    ),
    Case(
        "e6 f6 f5 d6 c3 g4 c6 f4 h4 f3 g5 e3 d3 c4 c5 g6 h6 h3 g3 e2 e1 d7 d8 b3 b5 f7 f8 d2 "
        "d1 c7 a3 h5 h2 c8 f2 e8 b8 e7 b4 a4 a6 a5 b6 h7 h8 g8 g7 a8 pa a7 pa b7 pa a2 b2 g2 "
        "f1 h1 pa a1 c2 g1 b1 c1",
        (49, 51, 53, 59),
        "OOOOOOOOOOOOXOOXOXOXOOOXOXOOOOOXOXOOOOOXOXOXOOOXOOOOXXOXOOOOOOOX X",
        "over",
        "",
        (16, 48),
        -32,
    ),
    Case(
        "f5d6c5f4e3f6g5e6e7",
        (),
        "--------------------X------XXX----XXXXX----XXX------X----------- O",
        "over",
        "",
        (13, 0),
        64,
    ),
    Case(
        "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8",
        (),
        "--------------------------XXXXX---XXX-X---XXXXXX----X-X------OOO X",
        "pass",
        "c3 g3 b4",
        (17, 3),
        None,
    ),
]


@pytest.mark.parametrize("case", CASES)
def test_real_games(case: Case) -> None:
    game = Game.parse(case.text)
    position = game.position
    assert tuple(i for i, move in enumerate(game, 1) if move.is_pass) == case.passes
    assert position == Position.parse(case.board)
    assert (position.discs(Color.BLACK), position.discs(Color.WHITE)) == case.discs
    assert (position.must_pass, position.is_over) == (case.state == "pass", case.state == "over")
    after = position.play(PASS) if position.must_pass else position
    assert " ".join(map(str, after.legal_moves())) == case.legal
    assert (game.result.score if game.result else None) == case.score


@pytest.mark.parametrize("case", [case for case in CASES if case.passes])
@pytest.mark.parametrize("token", ["PA", "pa", "PS", "ps", "--", "pass", "PASS", "Pass", "@@"])
def test_passes_in_any_spelling_or_left_out(case: Case, token: str) -> None:
    moves = parse_moves(case.text, START)
    for separator in ("", " ", ",", "\n", " / "):
        assert parse_moves(write_moves(moves, passes=token, separator=separator), START) == moves
    trailing = 1 if moves[-1].is_pass else 0
    assert parse_moves(write_moves(moves), START) == moves[: len(moves) - trailing]


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4",
        "F5D6C3D3C4",
        "F5d6C3d3C4",
        "f5 d6 c3 d3 c4",
        "f5, d6, c3, d3, c4",
        "f5;d6;c3;d3;c4;",
        "f5-d6-c3-d3-c4",
        "f5/d6/c3/d3/c4",
        "f5>d6>c3>d3>c4",
        "f5 -> d6 -> c3->d3-->c4",
        "f5→d6→c3→d3→c4",
        "f5_d6_c3_d3_c4",
        "f5\u2013d6\u2013c3\u2013d3\u2013c4",
        "  f5d6\nc3d3\r\nc4\n",
        "1. F5 d6 2. C3 d3 3. C4",
        "1.F5 d6 2.C3 d3 3.C4",
        "1.f5d62.c3d33.c4",
        "1 f5 d6 2 c3 d3 3 c4",
        "1) f5 2) d6 3) c3 4) d3 5) c4",
        "1: f5 2: d6 3: c3 4: d3 5: c4",
        "1. f5 1... d6 2. c3 2... d3 3. c4",
        "".join(chr(ord(c) + 0xFEE0) for c in "F5d6c3d3c4"),
    ],
)
def test_spellings(text: str) -> None:
    assert parse_moves(text, START) == TIGER


def test_prose() -> None:
    text = (
        "Black opened F5, White answered d6 (diagonal); then C3-d3 and finally c4. See z9, i9, x1!"
    )
    assert parse_moves(text, START, prose=True) == TIGER
    assert parse_moves("Tiger is F5d6C3d3C4, a line from 2010.", START, prose=True) == TIGER
    assert parse_moves("虎はF5d6C3d3C4です", START, prose=True) == TIGER
    assert parse_moves("nothing here", START, prose=True) == []
    with pytest.raises(IllegalMoveError, match="illegal move 'a1' at token 2, line 2, column 8"):
        parse_moves("first f5\nand on a1", START, prose=True)


def test_prose_on_a_large_board() -> None:
    start = Position.initial(12)
    moves = Game(start, ["h7", "f8", "e5"]).moves
    assert tuple(parse_moves("So h7f8 and then e5, not m3 or a13.", start, prose=True)) == moves


GRID = """
-- -- -- -- -- -- -- --
-- -- -- -- -- -- -- --
-- --  3  4 -- -- -- --
-- --  5 () ## -- -- --
-- -- -- ## ()  1 -- --
-- -- --  2 -- -- -- --
-- -- -- -- -- -- -- --
-- -- -- -- -- -- -- --
"""
GRID_ROWS = GRID.strip().splitlines()


@pytest.mark.parametrize(
    "text",
    [
        GRID,
        GRID.replace("--", "."),
        GRID.replace("()", "( )"),
        "   A  B  C  D  E  F  G  H\n" + "\n".join(f"{n} {r}" for n, r in enumerate(GRID_ROWS, 1)),
        "\n".join(
            f"{n} | {r.replace(' ', ' | ')} | {n}" for n, r in enumerate(GRID_ROWS, 1)
        ).replace("|  |", "|"),
        "\n".join(
            f'<PARAM name="Line{n}" value="{row}">'
            for n, row in reversed([*enumerate(GRID_ROWS, 1)])
        ),
    ],
)
def test_numbered_boards(text: str) -> None:
    assert parse_moves(text, START) == TIGER


@pytest.mark.parametrize(
    ("old", "new", "kind", "message"),
    [
        ("4", "3", ParseError, "move number 3 is on c3 and on d3"),
        ("4", "9", ParseError, "move number 4 is missing"),
        ("2", "6", ParseError, "move number 2 is missing"),
        (" 1 -- --\n", "-- -- 1\n", IllegalMoveError, "illegal move 'h5', number 1: Black can"),
        ("-- --  3", "-- ##  3", ParseError, "bad start disc '##' on b3"),
        ("-- --  3", "--  3", ParseError, "63 squares found, 8x8 has 64"),
    ],
)
def test_bad_numbered_boards(old: str, new: str, kind: type[ValueError], message: str) -> None:
    with pytest.raises(kind, match=message):
        parse_moves(GRID.replace(old, new), START)


def test_bad_cell_of_an_applet_page() -> None:
    with pytest.raises(ParseError, match="bad move number 'huh' on a1"):
        parse_moves('<PARAM name="Line1" value="huh ' + "-- " * 63 + '">', START)


def numbered(game: Game, *, passes: bool) -> str:
    """Write a game as a numbered board, counting passes or not."""
    plies = [move for move in game if passes or not move.is_pass]
    number_of = {move: str(number) for number, move in enumerate(plies, 1)}
    marks = [
        number_of.get(square, "--" if game.start[square] is None else "##")
        for square in game.start.shape.squares
    ]
    size = game.start.size
    return "\n".join(" ".join(marks[i : i + size]) for i in range(0, size * size, size))


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        (
            "pa",
            IllegalMoveError,
            r"pass not legal here \(token 1\): 'pa' at column 1, Black can pl",
        ),
        ("f5--d6", IllegalMoveError, r"pass not legal here \(token 2\): '--' at column 3"),
        ("f5 d6 z9", ParseError, r"bad move 'z9' at column 7 \(token 3\)"),
        ("f5d6c3d3c4f4i9", ParseError, "bad move 'i9' at column 13 .*: no square of the 8x8 board"),
        ("f5d6a10", ParseError, r"bad move 'a10' at column 5 \(token 3\): no square"),
        ("f5 d0", ParseError, "bad move 'd0' at column 4"),
        ("f5\nd6\nwhat", ParseError, r"bad move 'what' at line 3, column 1 \(token 3\)"),
        ("f5---d6", ParseError, "bad move '---' at column 3"),
        ("f5 37-27", ParseError, "bad move '37' at column 4"),
        ("f5 d6 a1", IllegalMoveError, "illegal move 'a1' at token 3, column 7: Black can play c3"),
        ("1. F5 f5", IllegalMoveError, "illegal move 'f5' at token 2, column 7: White can play"),
        (STUCK + "a1", IllegalMoveError, "'a1' at token 17, column 33: Black must pass, White can"),
        ("f5d6c5f4e3f6g5e6e7a1", IllegalMoveError, "token 10, column 19: the game is over"),
        ("f5d6c5f4e3f6g5e6e7pa", IllegalMoveError, "pass not legal here .*: the game is over|over"),
        ("5٣", ParseError, "bad move '5٣' at column 1"),
    ],
)
def test_errors_say_what_where_and_why(text: str, kind: type[ValueError], message: str) -> None:
    with pytest.raises(kind, match=message):
        parse_moves(text, START)


def test_a_trailing_pass_is_kept_and_a_forced_one_not_added() -> None:
    assert not parse_moves(STUCK, START)[-1].is_pass
    assert parse_moves(STUCK + " pass", START)[-1] is PASS
    with pytest.raises(IllegalMoveError, match="pass not legal here"):
        parse_moves(STUCK + " pass pass", START)


def test_reads_on_from_any_position() -> None:
    middle = START.play("f5").play("d6")
    assert parse_moves("c3d3c4", middle) == TIGER[2:]
    assert parse_moves("c3", Position.parse(str(Game.parse(STUCK).position))) == [PASS, Move("c3")]


def test_two_digit_rows_and_move_numbers_without_spaces(random_game: Callable[..., Game]) -> None:
    for seed in range(20):
        game = random_game(12, seed)
        glued = "".join(f"{ply}.{move}" for ply, move in enumerate(game, 1) if not move.is_pass)
        placed = [move for move in parse_moves(glued, game.start) if not move.is_pass]
        assert placed == [move for move in game if not move.is_pass]


def test_long_and_ambiguous_text_ends() -> None:
    with pytest.raises(ParseError, match="bad move 'x' at column 100003"):
        parse_moves("f5" + " " * 100_000 + "x", START)
    with pytest.raises(IllegalMoveError):
        parse_moves("f5d6" * 25_000, START)
    with pytest.raises(IllegalMoveError, match="illegal move 'a11' at token 1"):
        parse_moves("a11." * 10_000, Position.initial(16))


def test_write_moves() -> None:
    moves = [*parse_moves(STUCK, START), PASS, Move("c3")]
    assert write_moves(moves) == STUCK + "c3"
    assert write_moves(TIGER, separator=" ", case="upper") == "F5 D6 C3 D3 C4"
    assert write_moves(TIGER, case="alternate") == "F5d6C3d3C4"
    assert write_moves(moves, passes="--", separator=" ").endswith("f8 -- c3")
    assert write_moves([]) == ""
    with pytest.raises(ValueError, match="unknown case 'title'"):
        write_moves(TIGER, case="title")


SEPARATORS = ["", " ", ", ", "\n", "/", ">", " - ", "→", ";"]


@given(
    st.sampled_from(range(4, 17, 2)),
    st.integers(0, 10**6),
    st.integers(0, 260),
    st.sampled_from(SEPARATORS),
    st.sampled_from(["PA", "pass", "--", "@@", "ps"]),
    st.sampled_from(["lower", "upper", "alternate"]),
)
def test_round_trips(
    random_game: Callable[..., Game],
    size: int,
    seed: int,
    plies: int,
    separator: str,
    token: str,
    case: str,
) -> None:
    game = random_game(size, seed, plies)
    text = write_moves(game, passes=token, separator=separator, case=case)
    assert parse_moves(text, game.start) == list(game)
    placed = write_moves(game, separator=separator, case=case)
    inferred = parse_moves(placed, game.start)
    assert inferred == list(game)[: len(inferred)]
    assert all(move.is_pass for move in list(game)[len(inferred) :])
    assert parse_moves(placed, game.start, prose=True) == inferred


@given(st.sampled_from(range(4, 17, 2)), st.integers(0, 10**6), st.booleans())
def test_numbered_boards_round_trip(
    random_game: Callable[..., Game], size: int, seed: int, passes: bool
) -> None:
    game = random_game(size, seed)
    assert parse_moves(numbered(game, passes=passes), game.start) == list(game)


NOISE = st.one_of(
    st.text(max_size=60),
    st.text("abcdefghip123456789. -/>,\npas@", max_size=60),
    st.lists(st.from_regex(r"\A([a-p][0-9]{1,2}|[0-9]{1,3}\.?|--|pa|\(\)|##)\Z"), max_size=40).map(
        " ".join
    ),
    st.builds(lambda i, s: GRID[:i] + s + GRID[i:], st.integers(0, 200), st.text(max_size=5)),
)


@given(NOISE, st.sampled_from([4, 8, 10, 16]), st.booleans())
def test_fuzz(text: str, size: int, prose: bool) -> None:
    start = Position.initial(size)
    try:
        moves = parse_moves(text, start, prose=prose)
    except (ParseError, IllegalMoveError):
        pass
    else:
        assert list(Game(start, moves)) == moves
