"""Judgements: marks, words, accuracy and turning points by the discs lost."""

import pytest

from outflank import Color, Move
from outflank.reviews import MARKS, WORDS, Judgement, total, worst


def judged(best: float, score: float, *, exact: bool = True, size: int = 8, choices: int = 5):
    return Judgement(
        1, Color.BLACK, Move("a1"), size, choices, score, Move("b1"), best, 12, exact, 73
    )


PASSED = Judgement(2, Color.WHITE, Move("pass"), 8, 0)


@pytest.mark.parametrize(
    ("loss", "mark", "word"),
    [
        (0.9, "", ""),
        (1, "?!", "inaccuracy"),
        (2.9, "?!", "inaccuracy"),
        (3, "?", "mistake"),
        (5.9, "?", "mistake"),
        (6, "??", "blunder"),
        (40, "??", "blunder"),
    ],
)
def test_marks_and_words(loss, mark, word):
    assert (judged(20, 20 - loss).mark, judged(20, 20 - loss).word) == (mark, word)
    assert list(WORDS) == list(MARKS.values())


def test_accuracy():
    assert judged(4, 4).accuracy == 100
    assert judged(4, 0).accuracy == pytest.approx(50)
    assert judged(4, -4).accuracy == pytest.approx(25)
    assert judged(9, 0, size=12).accuracy == pytest.approx(50)
    assert judged(4, 0, choices=1).accuracy is None
    assert PASSED.accuracy is None


@pytest.mark.parametrize(
    ("best", "score", "exact", "turning"),
    [
        (2, 0, True, True),
        (2, -2, True, True),
        (0, -2, True, True),
        (4, 2, True, False),
        (-2, -12, True, False),
        (6.5, 0.3, False, False),
        (6.5, -2.9, False, False),
        (2.9, -6.5, False, False),
        (3, -3, False, True),
        (12, 3, False, False),
    ],
)
def test_turning_points(best, score, exact, turning):
    assert judged(best, score, exact=exact).is_turning is turning


def test_confidence():
    assert judged(2, 2).confidence == "exact"
    assert judged(2, 2, exact=False).confidence == "12@73%"
    assert judged(2, 2, exact=False)._replace(selectivity=100).confidence == "12"
    assert PASSED.confidence == ""


def test_totals():
    moves = [judged(8, 0), judged(2, 2), judged(2, 2, choices=1), judged(0, -1), PASSED]
    found = total(moves)
    assert (found.moves, found.loss) == (4, 9)
    assert found.marks == {"??": 1, "?": 0, "?!": 1}
    assert found.accuracy == pytest.approx((25 + 100 + 100 * 2**-0.25) / 3)
    assert total([PASSED]) == (0, 0, {"??": 0, "?": 0, "?!": 0}, None)
    assert worst(moves, 5) == [moves[0], moves[3]]
    assert worst(moves, 1) == [moves[0]]
