"""What comes out of a match: text, JSON, CSV and transcripts that say the same."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from math import inf
from pathlib import Path
from random import Random

import pytest

from outflank import Color, Limit, formats
from outflank.tournament import (
    Fault,
    Pairs,
    Plan,
    Ply,
    Record,
    Results,
    Sprt,
    Standing,
    game_line,
    report,
    run_match,
    running_line,
    summarize,
    to_csv,
    to_json,
    to_transcripts,
)

FAULTY = Path(__file__).with_name("faulty.py")
FIELD = Plan(
    ("greedy", "random", f"{FAULTY}:illegal"), games=4, sizes=(4, 6), openings="random:2",
    limit=Limit(depth=1),
)  # fmt: skip


@pytest.fixture(scope="module")
def field() -> Standing:
    return run_match(FIELD)


def made(plan: Plan, scores: list[int], *, faulty: tuple[int, ...] = ()) -> Standing:
    """A standing with these scores for Black, without games."""
    standing = Standing(plan, plan.books())
    for task, score in zip(plan.tasks(standing.books), scores, strict=False):
        fault = Fault(Color.WHITE, "error", "went wrong") if task.number in faulty else None
        plies = (Ply(Color.BLACK, 4, 0.5, 6, 100), Ply(Color.WHITE, 2, 0.25, None, None))
        standing.add(
            Record(
                task.number, task.size, task.opening, task.black, task.white, task.seed,
                f"game {task.number}", 1, score, fault and fault.side, fault, plies, (0.4, None),
            )
        )  # fmt: skip
    return standing


def test_summary_of_hand_made_games() -> None:
    plan = Plan(("a", "b"), games=10)
    summary = summarize(made(plan, [10, -10, 6, 6, 0, -4, -2, 2, 0], faulty=()))
    (pairing,) = summary.comparisons
    # As a sees them: +10 +10, +6 -6, 0 +4, -2 -2, 0 and no second game yet.
    assert pairing.results == Results(wins=4, draws=2, losses=3)
    assert (pairing.black, pairing.white) == (Results(2, 2, 1), Results(2, 0, 2))
    assert pairing.pairs == Pairs(ll=1, level=1, wd=1, ww=1)
    assert pairing.discs is not None
    assert pairing.discs == pytest.approx((2.5, 2.6299556, 4, 4))
    play = summary.play[0]
    assert (play.agent, play.moves) == (0, 9)
    assert play.depth == (6, 6, 6, 6)
    assert play.choices == pytest.approx((4, 28 / 9, 2, 4))


def test_games_lost_by_a_fault_have_no_margin() -> None:
    summary = summarize(made(Plan(("a", "b"), games=4), [64, -2, 6, 2], faulty=(0,)))
    (pairing,) = summary.comparisons
    assert pairing.results == Results(3, 0, 1)
    assert pairing.discs == (2, inf, 1, 1)
    assert [(f.agent, f.game) for f in summary.faults] == [(1, 0)]


def test_order_of_arrival_does_not_matter() -> None:
    plan = Plan(("a", "b"), games=400, sprt=Sprt(0, 50))
    scores = [Random(i).choice([-2, 2, 4]) * (1 - 2 * (i % 2)) for i in range(400)]
    ordered = made(plan, scores)
    records = list(ordered.records.values())
    Random(1).shuffle(records)
    shuffled = Standing(plan, ordered.books)
    for record in records:
        shuffled.add(record)
        shuffled.add(record)
    assert ordered.is_decided
    assert shuffled.counted == ordered.counted
    assert len(ordered.counted) < 400
    assert report(shuffled) == report(ordered)


def test_running_line() -> None:
    plan = Plan(("a", "b"), games=10, sprt=Sprt(0, 20))
    assert running_line(made(plan, [])) == "0/10  +0 =0 -0  LLR +0.00"
    assert running_line(made(plan, [10, -10, 2], faulty=(1,))).startswith("3/10  +3 =0 -0  100.0 %")
    assert running_line(made(plan, [10, -10, 2], faulty=(1,))).endswith("1 by fault")
    field = made(Plan(("a", "b", "c"), games=2), [2, -2, 0, 0])
    assert running_line(field) == "4/6  a 3  c 1  b 0"
    assert game_line(field.plan, field.records[1]) == "game 1: b - a, 8x8, -2"


def test_report_of_a_duel() -> None:
    text = report(made(Plan(("a", "b"), games=10), [10, -10, 6, 6, 0, -4, -2, 2, 0]))
    assert "9 of 10 games on 8x8, time 0.1, seed 1, openings random:8" in text
    assert re.search(r"^a +4 +2 +3  55\.6 %$", text, re.MULTILINE)
    assert re.search(r"^  as White +2 +0 +2  50\.0 %$", text, re.MULTILINE)
    assert "1 won twice, 1 won and drawn, 1 level, 0 drawn and lost, 1 lost twice" in text
    assert re.search(r"^discs +\+2\.50 ± 8\.31$", text, re.MULTILINE)
    assert re.search(r"^a +9 +6 +6 +100 +100 +0\.500000 +0\.500000 +3\.1 +4$", text, re.MULTILINE)
    assert "a was over its time of 0.4 s: 5 of 5 moves, worst 0.50 s" in text
    assert "b was over its time of 0.4 s: 4 of 4 moves, worst 0.50 s" in text
    assert text.endswith("No game was lost by a fault.")


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([2, -2, 2, -2], "87.50 % that a is the stronger one"),
        ([-2, 2, -2, 2], "87.50 % that b is the stronger one"),
        ([2, 2], "none: nothing speaks for either"),
    ],
)
def test_the_leader_is_named(scores: list[int], said: str) -> None:
    text = report(made(Plan(("a", "b"), games=4), scores))
    assert f"superiority  {said}\n" in text


@pytest.mark.parametrize(
    ("kind", "on_time", "how"),
    [
        ("crash", False, "by a fault"),
        ("over time", True, "on time"),
        ("late move", True, "on time"),
        (None, False, "by resignation"),
    ],
)
def test_how_a_game_was_lost(kind: str | None, on_time: bool, how: str) -> None:
    (record,) = made(Plan(("a", "b"), games=2), [64], faulty=(0,)).records.values()
    fault = record.fault and kind and record.fault._replace(kind=kind)
    game = record._replace(moves="f5d6", fault=fault or None, resigned=Color.WHITE).game()
    assert game.on_time == on_time
    assert str(game.result) == f"Black wins 64-0 {how} (3-3 on the board)"


def test_report_of_extremes() -> None:
    plan = Plan(("a", "b"), games=20)
    assert "Elo          infinite (95 %: +140 or more)" in report(made(plan, [2, -2] * 10))
    assert "Elo          minus infinite (95 %: -140 or less)" in report(made(plan, [-2, 2] * 10))
    assert report(made(plan, [])).count("\n") == 1
    assert "0 of 20 games" in report(made(plan, []))
    assert "note: only 1 of 10 openings on 8x8 differ" in report(
        made(plan._replace(openings="start"), [2])
    )


def test_report_of_too_little() -> None:
    """One level pair, or the same one again and again, shows next to nothing."""
    one = made(Plan(("a", "b"), games=2), [2, 6])
    again = Standing(Plan(("a", "b"), games=80, openings="start"), one.books)
    for number in range(80):
        again.add(one.records[number % 2]._replace(number=number))
    assert "1 level, 0 drawn and lost, 0 lost twice\n" in report(one)
    assert "; only 1 of 40 differ in their moves\n" in report(again)
    for standing in (one, again):
        assert re.search(
            r"^discs +-2\.00 \(too few pairs for an interval\)$", report(standing), re.MULTILINE
        )
        assert re.search(r"^Elo +\+0\.0 ± 759\.1 \(95 %: ", report(standing), re.MULTILINE)
    alike = made(Plan(("a", "b"), games=6), [2, 6] * 3)
    assert "-2.00 (pairs too much alike for an interval)" in report(alike)


def test_moves_over_the_limit_are_counted(field: Standing) -> None:
    standing = made(Plan(("a", "b"), games=4, limit=Limit(time=0.4)), [2, -2, 2, 2])
    assert summarize(standing).clocks == ((0, 0.4, 2, 2, 0.5), (1, 0.4, 2, 2, 0.5))
    data = json.loads(to_json(standing))
    assert data["agents"][0]["clocks"] == [{"time": 0.4, "moves": 2, "over": 2, "worst": 0.5}]
    assert summarize(field).clocks == ()
    within = Standing(standing.plan, standing.books)
    within.add(standing.records[0]._replace(times=(0.48, 0.24)))
    assert [clock.over for clock in summarize(within).clocks] == [0, 0]
    assert report(within).endswith("No faults.")


def test_cross_table(field: Standing) -> None:
    text = report(field)
    assert re.search(r"^ +1 +2 +3 +points +score +Elo$", text, re.MULTILINE)
    assert re.search(r"^3 .*:illegal +0 +0 +- +0/16 +0\.0 % +-inf$", text, re.MULTILINE)
    assert ":illegal lost 16 by a fault: 16 illegal move" in text
    assert "  and 11 more" in text
    assert "4x4 greedy - random" in text


def test_json(field: Standing) -> None:
    data = json.loads(to_json(field), parse_constant=lambda name: pytest.fail(f"{name} in JSON"))
    assert data["complete"] is True
    assert data["games"] == 24
    assert data["plan"]["agents"] == list(FIELD.agents)
    assert data["pairings"][0]["second"] == "random"
    assert [p["size"] for p in data["sizes"]] == [4, 4, 4, 6, 6, 6]
    assert data["pairings"][1]["elo"]["value"] is None
    assert data["pairings"][1]["pairs"] == {"ll": 0, "ld": 0, "level": 0, "wd": 0, "ww": 4}
    illegal = data["agents"][2]
    assert (illegal["losses"], illegal["rating"], len(illegal["faults"])) == (16, None, 16)
    assert data["sprt"] is None
    tested = run_match(Plan(("greedy", "random"), 2, (4,), "start", sprt=Sprt(0, 5)))
    assert json.loads(to_json(tested))["sprt"]["pairs"] == 1
    assert json.loads(to_json(made(FIELD, [])))["games"] == 0


def test_csv(field: Standing) -> None:
    rows = list(csv.DictReader(StringIO(to_csv(field))))
    assert [int(row["game"]) for row in rows] == list(range(24))
    for row, record in zip(rows, field.counted, strict=True):
        assert None not in row
        assert int(row["score"]) == record.score
        assert row["moves"] == record.moves
        assert bool(row["fault"]) == (record.fault is not None)
        assert row["winner"] in (*FIELD.names, "")
        asked = int(row["black_moves"]) + int(row["white_moves"])
        assert asked == len(record.plies)


def test_transcripts(field: Standing) -> None:
    written = list(formats.read_pgn(to_transcripts(field).splitlines()))
    assert len(written) == 24
    for found, record in zip(written, field.counted, strict=True):
        assert isinstance(found, formats.Record)
        game = found.game
        assert game == record.game().with_tags(game.tags)
        assert game.on_time == (record.fault is not None and record.fault.kind == "over time")
        assert game.result is not None
        assert game.tags["Result"] == f"{game.result.black}-{game.result.white}"
        assert game.result.score == record.score
        assert game.start.size == record.size
        assert game.tags["Black"] == FIELD.names[record.black]
        assert game.tags["White"] == FIELD.names[record.white]
        assert ("Fault" in game.tags) == (record.fault is not None)


def test_equal_agents_have_different_names() -> None:
    assert Plan(("random", "first", "random")).names == ("random", "first", "random (2)")
