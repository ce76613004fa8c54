"""Links to the app's page."""

from __future__ import annotations

import pytest

from outflank import Color, Game, Move
from outflank.formats import Branch, Entry, Note, Problem, Record, is_link, parse, read_links
from outflank.rules.text import compact

WHOLE = (
    "http://127.0.0.1:8150/?m=%7Bbegin%7Df5d6(f4e3%7Ba+%5C%7D+b%7D)c3%7Bwhy%7D"
    "&white=engine:level=5&clock=5%2B3&view=study&n=2&values=0&g=0123456789abcdef"
)


def read(text):
    return [*read_links([text])]


def test_all_of_a_game_comes_back():
    game = Game.parse("f5d6c3", tags={"White": "engine:level=5"})
    aside = Branch(1, (Move("f4"), Move("e3")), {1: Note(comment="a } b")})
    expected = Record(game, {2: Note(comment="why")}, "begin", (aside,), 1)
    assert read(WHOLE) == [expected]
    parsed = parse(WHOLE)
    assert (parsed.format, parsed.items, parsed.problems) == ("link", [expected], [])


@pytest.mark.parametrize(
    "text",
    ["?m=f5", "https://example.org/board?view=study&m=f5d6#x", "  ?size=10", "?edit=X", "?g=1"],
)
def test_what_is_a_link(text):
    assert is_link(text)


@pytest.mark.parametrize("text", ["f5d6", "m=f5", "? m=f5", "https://example.org/", "?move=f5"])
def test_what_is_none(text):
    assert not is_link(text)


def test_other_starts_and_ends():
    (found,) = read("?size=6&m=e4e3")
    assert found.game == Game.parse("e4e3", size=6)
    start = Game.parse("f5").position
    (found,) = read(f"?start={compact(start).replace(' ', '+')}&m=d6&resigned=black&late=1")
    assert (found.game.start, found.game.moves) == (start, (Move("d6"),))
    assert (found.game.resigned, found.game.on_time) == (Color.BLACK, True)


def test_a_board_that_is_painted():
    (found,) = read("?edit=OX--XO--OO------+O&view=study")
    assert isinstance(found, Entry)
    assert compact(found.position) == "OX--XO--OO------ O"
    (found,) = read("?m=f5&edit=OX--XO--OO------+O")
    assert isinstance(found, Record)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("?m=f5z9", "bad move 'z9' (move 2)"),
        ("?m=f5a1", "illegal move 'a1' (move 2)"),
        ("?m=f5&size=7", "bad size '7' in the link: there are 4, 6,"),
        ("?m=f5&start=XO", "bad board 'XO'"),
        ("?m=f5&resigned=red", "bad colour 'red' resigned"),
        ("?m=f5 and more", "bad link"),
        ("nothing", "bad link 'nothing': expected such as ?m=f5d6c3"),
    ],
)
def test_mistakes(text, reason):
    (found,) = read(text)
    assert isinstance(found, Problem)
    assert found.line == 1
    assert reason in found.reason


def test_names_of_other_letters_are_not_passed_over():
    assert is_link("HTTP://host/?m=f5")
    assert not is_link("?M=f5")


def test_a_variation_that_cannot_be_is_left_out():
    record, problem = read("?m=f5d6(f4a1)c3")
    assert record.game.moves == (Move("f5"), Move("d6"), Move("c3"))
    assert record.branches == (Branch(1, (Move("f4"),)),)
    assert "illegal move 'a1'" in problem.reason


def test_several_in_a_file():
    assert [record.line for record in read_links(["?m=f5\n", "\n", "?m=e6\n"])] == [1, 3]
