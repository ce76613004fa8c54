"""What a text may mean."""

from __future__ import annotations

import pytest

from outflank import Game, Position
from outflank.formats import Reading, parse, readings
from outflank.rules.bitboards import bitboards
from outflank.rules.text import compact

BOARD = Game.parse("f5d6c3").position


def read(text, size=8):
    """What all readings find."""
    ways = readings(text, size)
    return [parse(text, size=way.size, dialect=way.dialect, strict=False) for way in ways]


@pytest.mark.parametrize("shown", [4, 6, 8, 10, 16])
@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_moves_are_of_the_board_on_which_they_can_be_played(size, shown):
    game = Game(Position.initial(size))
    for _ in range(5):
        game = game.play(game.position.legal_moves()[0])
    text = game.transcript()
    for source in (text, text.encode(), f"{text}\n{text}\n"):
        assert readings(source, shown) == [Reading(size, None)]
        (found,) = read(source, shown)
        assert found.games[0].moves == game.moves
        assert not found.problems


def test_the_size_that_is_given_comes_first():
    junk = "nothing at all"
    for size in (4, 8, 12):
        assert readings(junk, size) == [Reading(size, None)]


def test_a_mistake_is_told_of_the_board_on_which_the_rest_is_right():
    for text in ("f5d6z9", "f5d6\nf5z9\n"):
        (found,) = read(text, 4)
        assert "'z9' at column" in found.problems[0].reason
    assert read("f5d6c3\nf5z9\nf5\n", 4)[0].games == [Game.parse("f5d6c3"), Game.parse("f5")]


def test_one_meaning_needs_no_dialect():
    text = compact(BOARD).replace("X", "0").replace("O", "1")
    assert readings(text) == [Reading(8, "egaroucid")]
    (found,) = read(text)
    assert found.items[0].position == BOARD
    assert len(readings(bitboards(Position.initial(), "edax"))) == 1  # both ways the same


@pytest.mark.parametrize("dialect", ["edax", "egaroucid"])
def test_both_meanings_of_bitboards_are_there(dialect):
    text = bitboards(BOARD, dialect)
    assert [way.dialect for way in readings(text)] == ["edax", "egaroucid"]
    assert BOARD in [found.items[0].position for found in read(text)]


def test_what_no_dialect_reads_is_told_without_asking_for_one():
    both = "0x0000000810000000 0x0000000810000000 X"
    (found,) = read(both)
    assert "both have a disc on d5" in found.problems[0].reason
    (found,) = read("0" * 20 + "-" * 40)
    assert "60 squares found" in found.problems[0].reason
