"""Statistics against numbers that others published, and against what follows from definitions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import factorial, inf, log, prod, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.tournament import (
    Pairs,
    Results,
    Sprt,
    elo,
    mean_of,
    ratings,
    score,
    superiority,
)
from outflank.tournament.sprt import Model
from outflank.tournament.statistics import elo_of, share_of, student95

COUNTS = st.integers(0, 500)
PAIRS = st.builds(Pairs, COUNTS, COUNTS, COUNTS, COUNTS, COUNTS).filter(lambda p: p.total > 0)


def wld(wins: int, losses: int, draws: int) -> Results:
    """Counts in the order of fastchess."""
    return Results(wins, draws, losses)


def six(ll: int, ld: int, wl: int, dd: int, wd: int, ww: int) -> Pairs:
    """Counts as fastchess lists them."""
    return Pairs(ll, ld, wl + dd, wd, ww)


# The values that fastchess tests its own with: app/tests/sprt_test.cpp (github.com/Disservin/
# fastchess), most of them finished tests of Stockfish. Two more of its cases, all games drawn and
# all pairs won, are left out: see test_llr_of_extremes.
@pytest.mark.parametrize(
    ("model", "elos", "counts", "llr"),
    [
        ("normalized", (0, 2), wld(36433, 36027, 68692), 0.92),
        ("normalized", (-1.75, 0.25), wld(10871, 10650, 20431), 2.30),
        ("logistic", (0.5, 2.5), wld(21404, 21184, 40708), -1.57),
        ("logistic", (0, 2), wld(57433, 57030, 106593), -2.59),
        ("normalized", (0, 2), six(365, 16618, 36029, 200, 16974, 390), 2.25),
        ("normalized", (-1.75, 0.25), six(127, 4883, 10311, 401, 5150, 104), 3.01),
        ("logistic", (0.5, 2.5), six(223, 9863, 20279, 1000, 10037, 246), -3.07),
        ("logistic", (0, 2), six(871, 26175, 55003, 980, 26678, 821), -4.98),
    ],
)
def test_llr_of_fastchess(
    model: Model, elos: tuple[float, float], counts: Results | Pairs, llr: float
) -> None:
    assert Sprt(*elos, model=model).llr(counts) == pytest.approx(llr, abs=0.005)


# app/tests/elo_test.cpp of fastchess.
@pytest.mark.parametrize(
    ("counts", "difference", "error", "likelihood"),
    [
        (wld(136, 96, 111), 40.70, 30.43, 0.9960),
        (six(34, 54, 31, 32, 64, 75), 55.58, 27.65, 1.0),
        (six(332, 433, 457, 41, 333, 334), -8.64, 10.33, 0.0505),
        (six(7895, 8757, 5485, 200, 568, 9999), -21.04, 2.95, 0.0),
    ],
)
def test_elo_of_fastchess(
    counts: Results | Pairs, difference: float, error: float, likelihood: float
) -> None:
    found = elo(counts)
    assert found.value == pytest.approx(difference, abs=0.005)
    assert found.error == pytest.approx(error, abs=0.005)
    assert superiority(counts) == pytest.approx(likelihood, abs=5e-5)


def test_superiority_of_games() -> None:
    """The trinomial value of fastchess for 76 wins, 89 losses and 123 draws: 15.53 %."""
    assert superiority(wld(76, 89, 123)) == pytest.approx(0.1553, abs=5e-5)


def test_elo_table() -> None:
    """Expected shares of Elo's logistic curve (FIDE and USCF handbooks round these)."""
    assert share_of(0) == 0.5
    assert share_of(400) == pytest.approx(10 / 11)
    assert share_of(200) == pytest.approx(0.7597, abs=5e-5)
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.005)
    assert (elo_of(0), elo_of(1)) == (-inf, inf)


def test_wald_bounds() -> None:
    """log(beta / (1 - alpha)) and log((1 - beta) / alpha): plus and minus log 19 at 5 %."""
    assert Sprt(0, 5).bounds == pytest.approx((-log(19), log(19)))
    assert Sprt(0, 5, alpha=0.1, beta=0.05).bounds == pytest.approx((-2.89, 2.25), abs=0.005)


def test_llr_of_extremes() -> None:
    """Where the best fits are known in closed form.

    All pairs won: the fit with mean m puts m on two wins and 1 - m on two losses, so that the ratio
    is n log(m1 / m0). In normalised Elo, m - 1/2 is t standard deviations: m = 1/2 + t / (2 sqrt(1
    + t^2)). All games drawn: the null hypothesis of 0 Elo fits perfectly, so no ratio is above 0.
    (fastchess tests 2.94 and 2.97 here: its solver stops before these fits.)
    """
    won = Pairs(ww=104)
    expected = 104 * log(share_of(5) / share_of(0))
    assert Sprt(0, 5).llr(won) == pytest.approx(expected, rel=1e-2)
    ratio = sqrt(2) * 5 / (800 / log(10))
    mean = 0.5 + ratio / (2 * sqrt(1 + ratio**2))
    normalized = Sprt(0, 5, model="normalized")
    assert normalized.llr(won) == pytest.approx(104 * log(mean / 0.5), rel=1e-2)
    assert Sprt(0, 5).llr(Results(draws=16700)) < 0
    assert normalized.llr(Results(draws=16700)) < 0


@given(PAIRS, st.floats(-50, 50), st.floats(1, 50), st.sampled_from(["logistic", "normalized"]))
def test_llr_changes_sign_with_the_sides(
    pairs: Pairs, low: float, width: float, model: Model
) -> None:
    there = Sprt(low, low + width, model=model).llr(pairs)
    back = Sprt(-low - width, -low, model=model).llr(Pairs(*reversed(pairs)))
    assert there == pytest.approx(-back, rel=1e-3, abs=1e-3)


@given(PAIRS)
def test_estimates_change_sign_with_the_sides(pairs: Pairs) -> None:
    there, back = elo(pairs), elo(Pairs(*reversed(pairs)))
    assert there.value == pytest.approx(-back.value, abs=1e-6)
    assert there.low == pytest.approx(-back.high, abs=1e-6)
    assert there.low <= there.value <= there.high
    assert superiority(pairs) == pytest.approx(1 - superiority(Pairs(*reversed(pairs))))


def test_extreme_scores_have_bounds() -> None:
    """Ten pairs won: the lower end is Clopper and Pearson's 0.025^(1/10) = 0.6915."""
    assert score(Pairs(ww=10)) == pytest.approx((1, 0.6915, 1), abs=5e-5)
    assert score(Pairs(ll=10)) == pytest.approx((0, 0, 0.3085), abs=5e-5)
    assert elo(Pairs(ww=10)).value == inf
    level = score(Pairs(level=10))
    assert level == pytest.approx((0.5, 0.6915 / 2, 1 - 0.6915 / 2), abs=5e-5)
    assert superiority(Pairs(ww=1)) == 0.75
    assert superiority(Pairs(ll=9)) == 0.5**10
    assert superiority(Pairs(level=9)) == 0.5


def test_pairs_from_points() -> None:
    assert Pairs.from_points([0, 0.5, 1, 1, 1.5, 2]) == Pairs(1, 1, 2, 1, 1)
    assert Results(3, 2, 1).points == 4
    assert (Results(3, 2, 1).games, Pairs(1, 1, 2, 1, 1).total) == (6, 6)


def test_mean_of() -> None:
    """The textbook sample 2 4 4 4 5 5 7 9: mean 5, sample deviation sqrt(32 / 7)."""
    mean = mean_of([2, 4, 4, 4, 5, 5, 7, 9])
    assert mean == pytest.approx((5, sqrt(32 / 7 / 8), 8, 8))
    assert mean.margin == pytest.approx(2.3646 * mean.error, rel=1e-3)
    assert mean_of([2, 4, 4, 4, 5, 5, 7, 9], 4).error == pytest.approx(sqrt(2) * mean.error)


@pytest.mark.parametrize("values", [[3], [3, 5], [3, 3], [3] * 50])
def test_values_that_tell_nothing_of_their_spread(values: list[int]) -> None:
    assert mean_of(values).margin == inf


def test_student() -> None:
    """The usual table at 97.5 %."""
    table = {2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 30: 2.042, 10**9: 1.960}
    for freedom, value in table.items():
        assert student95(freedom) == pytest.approx(value, rel=0.01 if freedom < 6 else 1e-3)


def test_few_pairs_have_the_binomial_interval() -> None:
    """Clopper and Pearson's 95 % interval for 7 of 9 is 0.3999 to 0.9719, for 1 of 2 0.0126 to
    0.9874; half points make it wider.
    """
    assert score(Pairs(ll=2, ww=7)) == pytest.approx((7 / 9, 0.3999, 0.9719), abs=5e-5)
    assert score(Pairs(ll=1, ww=1)) == pytest.approx((0.5, 0.0126, 0.9874), abs=5e-5)
    assert score(Pairs(level=1, ww=1)) == pytest.approx((0.75, 0.0126, 1), abs=5e-5)
    assert superiority(Pairs(ll=1, ww=2)) == 11 / 16  # at most 2 heads of 4
    assert superiority(Pairs(ll=1, ww=1, wd=1)) == (5 + 3 * 11) / 64  # 1.75 of 3 points


def test_repeated_pairs_count_once() -> None:
    assert score(Pairs(level=100), 1) == score(Pairs(level=1))
    assert score(Pairs(ll=100, ww=100), 2) == score(Pairs(ll=1, ww=1))
    assert elo(Pairs(ww=100), 3).low == elo(Pairs(ww=3)).low
    assert superiority(Pairs(ww=100), 1) == superiority(Pairs(ww=1)) == 0.75
    wide, narrow = score(Pairs(50, 0, 50, 0, 50), 50), score(Pairs(50, 0, 50, 0, 50))
    assert wide.error == pytest.approx(sqrt(3) * narrow.error)


@pytest.mark.parametrize("number", [1, 2, 4, 7])
def test_few_pairs_keep_the_promise_of_95_percent(number: int) -> None:
    """Over all that so few pairs can show, whatever the chances of each of their results."""
    random, outcomes = Random(3), list(_all_pairs(number))
    found = [(pairs, score(pairs), factorial(number)) for pairs in outcomes]
    for _ in range(60):
        weights = [random.gammavariate(random.choice([0.05, 0.2, 1]), 1) + 1e-9 for _ in range(5)]
        chances = [weight / sum(weights) for weight in weights]
        mean = sum(i / 4 * chance for i, chance in enumerate(chances))
        held = sum(
            orders
            * prod(chance**n / factorial(n) for chance, n in zip(chances, pairs, strict=True))
            for pairs, interval, orders in found
            if interval.low - 1e-9 <= mean <= interval.high + 1e-9
        )
        assert held >= 0.95


def _all_pairs(number: int, kinds: int = 5) -> Iterator[Pairs]:
    for cuts in combinations(range(number + kinds - 1), kinds - 1):
        ends = (-1, *cuts, number + kinds - 1)
        yield Pairs(*(b - a - 1 for a, b in pairwise(ends)))


def test_nothing_has_no_mean() -> None:
    with pytest.raises(ValueError, match="no values"):
        mean_of([])
    with pytest.raises(ValueError, match="no games"):
        score(Pairs())
    assert Sprt(0, 5).llr(Pairs()) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 5), "the first must be the smaller"),
        ((0, 5, 0.0), "expected a sum below 1"),
        ((0, 5, 0.5, 0.5), "expected a sum below 1"),
        ((0, 5, 0.05, 0.05, "bayesian"), "expected logistic or normalized"),
    ],
)
def test_bad_sprt(arguments: tuple[float, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Sprt(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(("true_elo", "accepted"), [(0, "elo0"), (40, "elo1")])
def test_sprt_keeps_its_promise(true_elo: float, accepted: str) -> None:
    """Of 200 simulated tests at 5 %, about 10 err: more than 24 happen once in 10,000 times."""
    random, sprt, wrong = Random(7), Sprt(0, 40), 0
    for _ in range(200):
        counts = [0] * 5
        while (decision := sprt.decision(Pairs(*counts))) is None:
            for _ in range(4):  # a look at every fourth pair saves time and errs no more often
                won = [random.random() < share_of(true_elo) for _ in range(2)]
                counts[2 * sum(won)] += 1
        wrong += decision != accepted
    assert wrong <= 24


def test_ratings_of_two() -> None:
    """Between two players the model is Elo's curve."""
    first, second = ratings(2, {(0, 1): Results(60, 20, 20)})
    assert first - second == pytest.approx(elo_of(0.7))
    assert first + second == pytest.approx(0)


def test_ratings_of_a_consistent_field() -> None:
    """Shares that come from ratings give these ratings back."""
    true = [120, 10, -30, -100]
    games = 10**6
    meetings = {}
    for i in range(4):
        for j in range(i + 1, 4):
            wins = round(games * share_of(true[i] - true[j]))
            meetings[i, j] = Results(wins, 0, games - wins)
    assert ratings(4, meetings) == pytest.approx(true, abs=0.01)


def test_ratings_of_extremes() -> None:
    won_all = {(0, 1): Results(10), (0, 2): Results(10), (1, 2): Results(5, 0, 5)}
    assert ratings(3, won_all) == (inf, 0, 0)
    assert ratings(2, {(0, 1): Results(losses=3)}) == (-inf, inf)
    assert ratings(3, {(0, 1): Results(1, 0, 1)}) == (0, 0, 0)
    ladder = ratings(3, {(0, 1): Results(10), (0, 2): Results(10), (1, 2): Results(10)})
    assert [a >= b for a, b in pairwise(ladder)] == [True, True]
