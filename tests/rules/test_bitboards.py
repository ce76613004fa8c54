"""Bitboards: both orders of bits, read and written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Game, ParseError, Position
from outflank.rules.bitboards import bitboards
from outflank.rules.text import parse_position_report

from .boards import positions

TIGER = Game.parse("f5d6c3d3c4").position
EGAROUCID = "0x0000100010100000 0x000020380c000000 O"
EDAX = "0x0000080800080000 0x000000301c040000 O"


@given(positions(8), st.sampled_from(["edax", "egaroucid"]))
def test_round_trip(position: Position, dialect: str) -> None:
    assert Position.parse(bitboards(position, dialect), dialect=dialect) == position


def test_the_two_orders() -> None:
    assert bitboards(TIGER, "egaroucid") == EGAROUCID
    assert bitboards(TIGER, "edax") == EDAX
    assert bitboards(TIGER.symmetry(3), "edax") == EGAROUCID


@pytest.mark.parametrize(
    "text",
    [
        EGAROUCID,
        EGAROUCID.upper().replace("0X", "0x").replace(" O", " w;"),
        EGAROUCID.replace(" 0x", ", 0x").replace("O", "White"),
        "0x100010100000 0x20380c000000 o",
    ],
)
def test_spellings(text: str) -> None:
    assert Position.parse(text, dialect="egaroucid") == TIGER


def test_the_side_to_move_is_the_first_number() -> None:
    position, notes = parse_position_report(EGAROUCID[:-2], "egaroucid")
    assert notes == ["no side to move given: Black assumed"]
    assert position.turn is Color.BLACK
    assert position.squares(Color.BLACK) == TIGER.squares(Color.WHITE)
    stuck, _ = parse_position_report("0x0 0x1", "edax")
    assert stuck.turn is Color.BLACK


@pytest.mark.parametrize(
    ("text", "dialect", "reason"),
    [
        (EGAROUCID, None, "bitboards mean two things: name the dialect, edax or egaroucid"),
        ("0x1", "edax", "bad bitboards '0x1': expected 0x and 16 digits twice, then X or O"),
        ("0x1 0x2 Z", "edax", "bad bitboards '0x1 0x2 Z': expected 0x and 16 digits twice"),
        ("0x1 0x3 X", "edax", "bad bitboards: both have a disc on a1"),
        ("0x1 0x3 X", "egaroucid", "bad bitboards: both have a disc on h8"),
        (EGAROUCID, "radagast", "bad disc"),
    ],
)
def test_mistakes(text: str, dialect: str | None, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        Position.parse(text, dialect=dialect)


def test_what_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="bitboards are of 8x8, not of 10x10"):
        bitboards(Position.initial(10), "edax")
    with pytest.raises(ValueError, match="unknown dialect 'fen' of bitboards"):
        bitboards(TIGER, "fen")
