"""OBF: what is written reads back, and a line that cannot be read spoils no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import PASS, Color, Game, IllegalMoveError, Move, ParseError, Position
from outflank.formats import Entry, parse_obf, write_obf

BOARD = "-OO--XO--XO----- X"
POSITION = Position.parse(BOARD)
FULL = "XXXXOOOOXXXXOOOO"
MUST_PASS = "OX-OOOOOOOOOOOOO X"
"""Black has no move, White has c1."""


@given(
    st.sampled_from([4, 6, 8, 10, 12, 14, 16]),
    st.integers(0, 10**6),
    st.integers(0, 60),
    st.lists(st.integers(-16, 16), max_size=30),
)
def test_round_trip(
    random_game: Callable[..., Game], size: int, seed: int, plies: int, margins: list[int]
) -> None:
    position = random_game(size, seed, plies).position
    scores = dict(zip(position.legal_moves(), margins, strict=False))
    best = max(scores.values(), default=None)
    for entry in (Entry(position, scores, best), Entry(position, scores, 3, "100% sure; it is")):
        line = write_obf(entry)
        again = parse_obf(line)
        assert again == entry
        assert list(again.scores.values()) == sorted(scores.values(), reverse=True)
        assert write_obf(again) == line
        assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "scores", "score"),
    [
        (BOARD, {}, None),
        (f"{BOARD};", {}, None),
        (f"\ufeff  {BOARD} ;\r\n", {}, None),
        (BOARD.replace(" ", ""), {}, None),
        (f"4 {BOARD}", {}, None),
        (BOARD.replace("O", "w").replace("X", "*").replace("-", "."), {}, None),
        (f"{BOARD[:-1]}Black", {}, None),
        (f"{BOARD}; D4:-4; d1 : -12;D3:-6", {"d4": -4, "d1": -12, "d3": -6}, -4),
        (f"{BOARD}; d3:-6; d4:-4;", {"d3": -6, "d4": -4}, -4),
        (f"{BOARD}; D4:-4; --:-127;", {"d4": -4}, -4),
        (f"{BOARD}; --:-127; % d1:+2;", {}, None),
        (f"{BOARD} -4", {}, -4),
        (f"{BOARD} +2; d4:-4", {"d4": -4}, 2),
        (f"{BOARD}; 0; d4:-4", {"d4": -4}, 0),
    ],
)
def test_what_a_line_says(line: str, scores: dict[str, int], score: int | None) -> None:
    by_move = {Move(name): margin for name, margin in scores.items()}
    assert parse_obf(line) == Entry(POSITION, by_move, score, line.partition("% ")[2])


@pytest.mark.parametrize("name", ["--", "ps", "PA", "pass"])
def test_the_score_of_a_pass(name: str) -> None:
    entry = parse_obf(f"{MUST_PASS}; {name}:-2;")
    assert (entry.scores, entry.position.turn) == ({PASS: -2}, Color.BLACK)
    assert write_obf(entry) == f"{MUST_PASS}; --:-2;\n"


def test_a_game_that_is_over() -> None:
    assert parse_obf(f"{FULL} O; +0;").score == 0


NO_SIDE = "no side to move: put X or O after the board"
MISTAKES = [
    (BOARD[:-2], NO_SIDE),
    (f"{BOARD[:-3]}X", NO_SIDE),
    (f"{BOARD[:-2]} 3", NO_SIDE),
    (f"{BOARD[:-1]}Z", "bad side to move 'Z' at column 18: use X for Black, O for White"),
    (f"{BOARD}; d4", "bad item 'd4': expected a move and its score such as A2:+38"),
    (f"{BOARD}; d4:x", "bad item 'd4:x': expected a move and its score such as A2:+38"),
    (f"{BOARD}; d4:+1.5", "bad item 'd4:+1.5': expected a move and its score such as A2:+38"),
    (f"{BOARD}; d4:+٣", "bad item 'd4:+٣': expected a move and its score such as A2:+38"),
    (f"{BOARD}; d4:+17", "bad score in 'd4:+17': expected -16 to +16"),
    (f"{BOARD}; d4:-127", "bad score in 'd4:-127': expected -16 to +16"),
    (f"{BOARD}; zz:+1", "bad move 'zz': expected a square such as A2"),
    (f"{BOARD}; {'z' * 99}:+1", f"bad move '{'z' * 17}...': expected a square such as A2"),
    (f"{BOARD}; :+1", "bad move '': expected a square such as A2"),
    (f"{BOARD}; a1:+1", "illegal move 'a1': the side to move can play d1, d2, d3, d4"),
    (f"{BOARD}; h8:+1", "illegal move 'h8': the side to move can play d1, d2, d3, d4"),
    (f"{BOARD}; --:+1", "illegal move '--': the side to move can play d1, d2, d3, d4"),
    (f"{FULL} X; a1:+1", "illegal move 'a1': the game is over"),
    (f"{BOARD}; d4:+1; D4:+1", "move 'D4' is there twice"),
    ("XO", "bad board 'XO': 2 squares found, a board has one of 16, 36, 64, 100, 144, 196, 256"),
]


@pytest.mark.parametrize(("line", "reason"), MISTAKES, ids=[line for line, _ in MISTAKES])
def test_mistakes(line: str, reason: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_obf(line)
    assert str(caught.value) == reason


def test_an_illegal_move_is_not_written() -> None:
    with pytest.raises(IllegalMoveError, match="illegal move 'a1': the side to move can play d1"):
        write_obf(Entry(POSITION, {Move("a1"): 0}, None))
