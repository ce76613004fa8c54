"""Outcomes: empty squares go to the winner, the raw discs stay visible."""

from __future__ import annotations

import pickle

import pytest

from outflank import Color, Game, Outcome, Position
from outflank.rules import reference
from outflank.rules.outcome import outcome_of, resignation


def test_none_while_the_game_goes_on() -> None:
    assert outcome_of(Position.initial()) is None
    assert Position.initial().outcome is None


def test_no_outcome_while_only_one_side_is_stuck() -> None:
    position = Game.parse("e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8").position
    assert position.must_pass
    assert position.outcome is None


def test_wipeout() -> None:
    outcome = Game.parse("f5d6c5f4e3f6g5e6e7").position.outcome
    assert outcome is not None
    assert tuple(outcome) == (Color.BLACK, 64, 0, 13, 0, None, False, False)
    assert str(outcome) == "Black wins 64-0 (13-0 on the board)"
    assert outcome.score == 64
    assert (outcome.pov(Color.BLACK), outcome.pov(Color.WHITE)) == (64, -64)


@pytest.mark.parametrize(
    ("cells", "winner", "black", "white", "text"),
    [
        ("X" * 9 + "O" * 7, Color.BLACK, 9, 7, "Black wins 9-7"),
        ("O" * 12 + "X" * 4, Color.WHITE, 4, 12, "White wins 4-12"),
        ("X" * 8 + "O" * 8, None, 8, 8, "Draw 8-8"),
        ("X" + "-" * 14 + "O", None, 8, 8, "Draw 8-8 (1-1 on the board)"),
        ("-" * 16, None, 8, 8, "Draw 8-8 (0-0 on the board)"),
        ("OO" + "-" * 14, Color.WHITE, 0, 16, "White wins 0-16 (0-2 on the board)"),
    ],
)
def test_scores(cells: str, winner: Color | None, black: int, white: int, text: str) -> None:
    outcome = outcome_of(Position.parse(f"{cells} X"))
    assert outcome is not None
    assert (outcome.winner, outcome.black, outcome.white) == (winner, black, white)
    assert (black, white) == reference.score(reference.Board(4, cells, "X"))
    assert str(outcome) == text
    assert outcome.black + outcome.white == 16


def test_resignation_gives_every_square_away() -> None:
    outcome = resignation(Position.initial(6), Color.BLACK)
    assert (outcome.winner, outcome.score, outcome.resigned) == (Color.WHITE, -36, Color.BLACK)
    assert str(outcome) == "White wins 0-36 by resignation (2-2 on the board)"
    assert resignation(Position.initial(), Color.WHITE).score == 64
    late = resignation(Position.initial(6), Color.BLACK, on_time=True)
    assert str(late) == "White wins 0-36 on time (2-2 on the board)"


def test_repr_and_pickle() -> None:
    for outcome in (
        resignation(Position.initial(), Color.WHITE),
        outcome_of(Position.parse("X" * 8 + "O" * 8)),
    ):
        assert eval(repr(outcome), {"Color": Color, "Outcome": Outcome}) == outcome
        assert pickle.loads(pickle.dumps(outcome)) == outcome
