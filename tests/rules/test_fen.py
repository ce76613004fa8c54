"""FEN: what is written reads back, in every dialect, and the dialects differ as they should."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game, Position
from outflank.rules.fen import FENS, fen

from .boards import positions

TIGER = Game.parse("f5d6c3d3c4").position


@given(positions(), st.sampled_from([*FENS]))
def test_round_trip(position: Position, dialect: str) -> None:
    assert Position.parse(fen(position, dialect), dialect=dialect) == position


def test_what_is_written() -> None:
    assert fen(Position.initial()) == "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1"
    assert fen(Position.initial(), "flipello") == "8/8/8/3pP3/3Pp3/8/8/8 w 0 1"
    assert fen(Position.initial(), "xboard") == "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1"
    assert fen(TIGER) == "8/8/3P4/3Ppp2/2ppp3/2pP4/8/8 w - - 0 1"
    assert fen(Position.initial(12)).startswith("12/12/12/12/12/5pP5/")


def test_unknown_dialects() -> None:
    with pytest.raises(ValueError, match="unknown dialect 'edax' of FEN: there are fen, flipello"):
        fen(TIGER, "edax")
