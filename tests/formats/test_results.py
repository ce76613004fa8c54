"""Every spelling of a result, and whether it fits the game."""

import re

import pytest

from outflank import Color, Game
from outflank.formats.results import (
    Result,
    komi_of,
    lost_of_result,
    mismatch,
    parse_result,
    result_by,
    result_of,
    stated_result,
    stated_text,
)

BLACK, WHITE = Color.BLACK, Color.WHITE
WIPEOUT = "f5d6c5f4e3f6g5e6e7"  # 13-0, with the empty squares 64-0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("37-27", Result(10, BLACK)),
        (" 16 - 48 ", Result(-32, WHITE)),
        ("32\u201332", Result(0, None)),
        ("+8.000", Result(8, BLACK)),
        ("-32", Result(-32, WHITE)),
        ("-22.87", Result(-22.87, WHITE)),
        ("+0.000", Result(0, None)),
        ("0", Result(0, None)),
        ("-32:r", Result(-32, WHITE, "resigned")),
        ("+12.00:t", Result(12, BLACK, "time")),
        ("-2:s", Result(-2, WHITE, "agreed")),
        ("+64:l", Result(64, BLACK, "left")),
        ("B+6", Result(6, BLACK)),
        ("W+4.5", Result(-4.5, WHITE)),
        ("b+R", Result(None, BLACK, "resigned")),
        ("W+Resign", Result(None, WHITE, "resigned")),
        ("W+Time", Result(None, WHITE, "time")),
        ("B+F", Result(None, BLACK, "forfeit")),
        ("B+", Result(None, BLACK)),
        ("1-0", Result(None, BLACK)),
        ("0-1", Result(None, WHITE)),
        ("1/2-1/2", Result(0, None)),
        ("Draw", Result(0, None)),
        ("1:0", Result(None, BLACK)),
        (" 1 - 0 ", Result(None, BLACK)),
        ("0 : 1", Result(None, WHITE)),
        ("0\u20131", Result(None, WHITE)),
        ("\uff10\uff1a\uff11", Result(None, WHITE)),
        ("1.0-0.0", Result(None, BLACK)),
        ("\xbd-\xbd", Result(0, None)),
        ("\xbd : \xbd", Result(0, None)),
        ("\xbd", Result(0, None)),
        ("1/2", Result(0, None)),
        ("1/2 - 1/2", Result(0, None)),
        ("0.5-0.5", Result(0, None)),
        (".5:.5", Result(0, None)),
        ("0,5-0,5", Result(0, None)),
        ("20:44", Result(-24, WHITE)),
        ("2-0", Result(2, BLACK)),
        ("0-0", Result()),
        ("-", Result()),
        ("black", Result(None, BLACK)),
        ("White wins", Result(None, WHITE)),
        ("Black won by 12", Result(12, BLACK)),
        ("White won on time", Result(None, WHITE, "time")),
        ("White resigns", Result(None, BLACK, "resigned")),
        ("Black loses on time", Result(None, WHITE, "time")),
        ("Void", Result()),
        ("?", Result()),
        ("*", Result()),
        ("", Result()),
    ],
)
def test_spellings(text, expected):
    assert parse_result(text) == expected


@pytest.mark.parametrize(
    "text",
    ["who knows", "B+huge", "+8:x", "8+B", "1e9", "12345-3", "+-3", "\u0663-\u0664", "nan", "1:",
     ".-.", "White shines", "Black wins somehow", "3-1-1"],
)  # fmt: skip
def test_what_is_no_result(text):
    assert parse_result(text) is None


@pytest.mark.parametrize(
    ("result", "termination", "expected"),
    [
        ("0-1", "Time forfeit", Result(None, WHITE, "time")),
        ("0-1", "time forfeit", Result(None, WHITE, "time")),
        ("1:0", "Ann won on time", Result(None, BLACK, "time")),
        ("", "Ann won on time", Result(None, BLACK, "time")),
        ("*", "ben Li won by resignation", Result(None, WHITE, "resigned")),
        ("?", "Black ran out of time", Result(None, WHITE, "time")),
        ("1-0", "Ann won - game abandoned", Result(None, BLACK, "left")),
        ("0-1", "Abandoned", Result(None, WHITE, "left")),
        ("0-1", "abandoned", Result(None, WHITE, "left")),
        ("20-44", "Rules infraction", Result(-24, WHITE, "forfeit")),
        ("1-0", "Ben Li forfeits by disconnection", Result(None, BLACK, "left")),
        ("1/2-1/2", "Game drawn by agreement", Result(0, None, "agreed")),
        ("1-0", "Normal", Result(None, BLACK)),
        ("*", "Abandoned", Result()),
        ("*", "Carl won on time", Result()),
        ("-8:r", "Time forfeit", Result(-8, WHITE, "resigned")),
        ("odd", "Time forfeit", None),
    ],
)
def test_what_termination_adds(result, termination, expected):
    tags = {"Black": "Ann", "White": "Ben Li", "Result": result, "Termination": termination}
    assert stated_result(tags) == expected


def test_a_winner_named_twice():
    tags = {"Black": "Ann", "White": "Ben", "Result": "1-0", "Termination": "Ben won on time"}
    assert mismatch(Game.parse("f5d6", tags=tags)) == (
        "the result is given as '1-0', but the termination as 'Ben won on time'"
    )
    assert mismatch(Game.parse("f5d6", tags={**tags, "Result": "0-1"})) is None
    alike = {**tags, "Black": "Ben"}
    assert mismatch(Game.parse("f5d6", tags=alike)) is None


def test_who_resigned():
    assert result_by(-32, "resigned").resigned is BLACK
    assert Result(None, BLACK, "resigned").resigned is WHITE
    assert result_by(-32, "time").resigned is BLACK
    assert result_by(-32, "left").resigned is result_by(0, "resigned").resigned is None
    assert Result(None, BLACK, "time").lost == (WHITE, True)
    assert Result(None, BLACK, "resigned").lost == (WHITE, False)
    assert result_by(32).lost == result_by(0, "time").lost == (None, False)


def test_the_game_decides_the_result_to_write():
    assert result_of(Game.parse(WIPEOUT, tags={"Result": "10-20"})) == Result(64, BLACK)
    assert result_of(Game.parse("f5d6", tags={"Result": "+12:t"})) == Result(12, BLACK, "time")
    assert result_of(Game.parse("f5d6")) == result_of(Game(tags={"Result": "odd"})) == Result()


def test_a_stated_margin_of_a_resignation_stands():
    def given(text):
        return result_of(Game.parse("f5d6", tags={"Result": text}, resigned=BLACK))

    assert given("-32:r") == Result(-32, WHITE, "resigned")
    assert given("W+R") == Result(None, WHITE, "resigned")
    assert given("?") == given("+32:r") == given("-32") == Result(-64, WHITE, "resigned")
    assert given("-32:t") == Result(-64, WHITE, "resigned")
    assert given("0-1") == Result(None, WHITE, "resigned")


def test_a_loss_on_time_is_written_as_one():
    def given(text):
        return result_of(Game.parse("f5d6", tags={"Result": text}, resigned=BLACK, on_time=True))

    assert given("-32:t") == Result(-32, WHITE, "time")
    assert given("W+T") == Result(None, WHITE, "time")
    assert given("?") == given("-32:r") == given("+32:t") == Result(-64, WHITE, "time")


@pytest.mark.parametrize(
    ("text", "komi", "fits"),
    [
        ("64-0", 0, True),
        ("13-0", 0, True),
        ("+64.000", 0, True),
        ("1-0", 0, True),
        ("B+", 0, True),
        ("?", 0, True),
        ("", 0, True),
        ("+66.13", -2.133, True),
        ("+10.87", 2.133, True),
        ("+64", 2.133, False),
        ("0-64", 0, False),
        ("W+Time", 0, False),
        ("0", 0, False),
    ],
)
def test_mismatch_of_a_finished_game(text, komi, fits):
    found = mismatch(Game.parse(WIPEOUT, tags={"Result": text}), komi)
    assert (found is None) is fits
    if found:
        assert found.startswith(f"the result is given as {text!r}, but Black wins 64-0 (13-0 ")


def test_mismatch_of_other_games():
    assert mismatch(Game.parse("f5", tags={"Result": "+12"})) is None
    bad = mismatch(Game.parse("f5", tags={"Result": "unclear"}))
    assert bad == "bad result 'unclear': expected such as 37-27, +10, B+10, 1-0 or ?"
    resigned = Game.parse("f5", tags={"Result": "-32:r"}, resigned=WHITE)
    assert mismatch(resigned) == (
        "the result is given as '-32:r', but Black wins 64-0 by resignation (4-1 on the board)"
    )
    assert mismatch(Game.parse("f5", tags={"Result": "-32:r"}, resigned=BLACK)) is None


def test_komi():
    assert komi_of({"KM": " -3.133 "}) == -3.133
    assert komi_of({"KM": "+2"}) == 2.0
    assert komi_of({}) is komi_of({"KM": "none"}) is komi_of({"KM": "1e5"}) is None
    assert result_of(Game.parse(WIPEOUT), 2.25) == Result(61.75, BLACK)
    assert result_of(Game.parse(WIPEOUT), 64) == Result(0, None)


@pytest.mark.parametrize(
    ("game", "stands"),
    [
        (Game.parse("f5", tags={"Result": "+8"}), True),
        (Game.parse("f5", tags={"Result": "?"}), True),
        (Game.parse("f5", tags={"Result": "B+8"}), False),
        (Game.parse("f5"), False),
        (Game.parse("f5", tags={"Result": "+8:r"}), False),
        (Game.parse("f5", tags={"Result": "+8:r"}, resigned=WHITE), True),
        (Game.parse("f5", tags={"Result": "+8:r"}, resigned=BLACK), False),
        (Game.parse("f5", tags={"Result": "+8"}, resigned=WHITE), False),
        (Game.parse(WIPEOUT, tags={"Result": "+64"}), True),
        (Game.parse(WIPEOUT, tags={"Result": "+8"}), False),
        (Game.parse(WIPEOUT, tags={"Result": "?"}), False),
    ],
)
def test_which_tags_stand(game, stands):
    text = stated_text(game, re.compile(r"[?]|[+-][0-9]+(?::r)?"))
    assert text == (game.tags["Result"] if stands else None)


@pytest.mark.parametrize(
    ("tag", "written", "lost"),
    [
        ("1-0", "?", ["the result '1-0'"]),
        ("1-0", "1-0", []),
        ("abandoned", "*", ["the result 'abandoned'"]),
        ("abandoned", "37-27", []),
        ("?", "*", []),
        ("", "", []),
        ("+4:t", "34-30", ["how the game ended (time)"]),
        ("+4:t", "B+T", []),
        ("-2:l", "W+F", []),
        ("-32:r", "16-48", []),
    ],
)
def test_what_is_lost(tag, written, lost):
    assert lost_of_result(Game.parse("f5d6c3", tags={"Result": tag}), written) == lost
