"""The words of NBoard's protocol: what is written is read back, and no text does harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import PASS, Color, Move, ParseError
from outflank.formats import parse_ggf
from outflank.protocols.nboard_text import (
    MoveEntry,
    game_text,
    read_move,
    search_line,
    seconds_left,
)
from outflank.protocols.thinking import Thought

from .nboard_dialogue import said

MOVES = st.one_of(st.just(PASS), st.builds(Move.at, st.integers(0, 15), st.integers(0, 15)))
CENTS = st.integers(-25600, 25600).map(lambda cents: cents / 100)


@given(MOVES, st.none() | CENTS, CENTS.map(abs))
def test_moves_are_read_back(move, value, seconds):
    assert MoveEntry.parse(str(MoveEntry(move, value, seconds))) == (move, value, seconds)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("F5", (Move("f5"), None, 0.0)),
        (" d6 -1.00 0.0", (Move("d6"), -1.0, 0.0)),
        ("D6/-1.16/0.25", (Move("d6"), -1.16, 0.25)),
        ("d3//0.01", (Move("d3"), None, 0.01)),
        ("p16 / +3 / 2", (Move("p16"), 3.0, 2.0)),
        ("PA//", (PASS, None, 0.0)),
        ("pass", (PASS, None, 0.0)),
        ("f5/..", (Move("f5"), None, 0.0)),
        ("f5/nan/-3", (Move("f5"), None, 0.0)),
        ("f5/1e999/inf", (Move("f5"), None, 0.0)),
    ],
)
def test_moves_in_every_spelling(text, entry):
    assert MoveEntry.parse(text) == entry


@pytest.mark.parametrize("text", ["", "/", "p", "pas s", "z9", "f", "f0", "5f", "f5f6", "q1"])
def test_what_is_no_move(text):
    with pytest.raises(ParseError):
        read_move(text)


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_positions_are_sent_as_games(size, random_game):
    for position in random_game(size, 1).positions[::7]:
        text = game_text(position)
        assert "\n" not in text
        assert parse_ggf(text).game.position == position
        assert position == parse_ggf(text).game.start


def test_clocks_at_the_end_of_a_game():
    game = "(;GM[Othello]TI[1:00]BO[8 {} *]B[F5/1/2.5]W[D6//10]B[C3]W[D3//4];)"
    board = "---------------------------O*------*O---------------------------"
    left = seconds_left(parse_ggf(game.format(board)))
    assert left == {Color.BLACK: 57.5, Color.WHITE: 46.0}
    for clock in ("", "?", "0", "//2:00"):
        assert seconds_left(parse_ggf(game.format(board).replace("1:00", clock))) == {}


def test_what_is_thought():
    pv = (Move("f5"), PASS, Move("c10"))
    thought = Thought(pv, -1.255, "discs", 8, False, False, 10, 0.1)
    assert search_line(thought) == "search F5-PA-C10 -1.25 0 8"
    assert search_line(thought._replace(unit="points")) == "search F5-PA-C10 -1.25 0 8 points"
    assert search_line(thought._replace(proven=True)) == "search F5-PA-C10 -1.25 0 100%W"
    assert search_line(thought._replace(exact=True, proven=True)).endswith(" 0 100%")


WORDS = st.sampled_from(
    ["nboard", "set", "depth", "game", "contempt", "move", "go", "hint", "ping", "analyze", "learn",
     "1", "-1", "F5", "PA", "(;GM[Othello]", "BO[8 -- *]", "B[F5]", ";)", "//", "\x00"]
)  # fmt: skip
LINES = st.lists(st.lists(WORDS | st.text(max_size=8), max_size=6).map(" ".join), max_size=8)


@given(LINES)
def test_no_lines_do_harm(lines):
    lines = [line for line in lines if line.split()[:1] != ["quit"]]
    assert said(*lines, "learn", agent="first")[-1] == "learned"
