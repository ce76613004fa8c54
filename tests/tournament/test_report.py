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

from outflank import Color, Game, Limit, Position
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
                task.number, task.size, task.opening, task.black, task.white, task.seed, "f5", 1,
                score, fault and fault.side, fault, plies,
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
    assert pairing.discs == pytest.approx((2.5, 2.6299556, 4))
    play = summary.play[0]
    assert (play.agent, play.moves) == (0, 9)
    assert play.depth == (6, 6, 6, 6)
    assert play.choices == pytest.approx((4, 28 / 9, 2, 4))


def test_games_lost_by_a_fault_have_no_margin() -> None:
    summary = summarize(made(Plan(("a", "b"), games=4), [64, -2, 6, 2], faulty=(0,)))
    (pairing,) = summary.comparisons
    assert pairing.results == Results(3, 0, 1)
    assert pairing.discs == (2, inf, 1)
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
    assert re.search(r"^discs +\+2\.50 ± 5\.15$", text, re.MULTILINE)
    assert re.search(r"^a +9 +6 +6 +100 +100 +0\.500000 +0\.500000 +3\.1 +4$", text, re.MULTILINE)
    assert text.endswith("No faults.")


def test_report_of_extremes() -> None:
    plan = Plan(("a", "b"), games=20)
    assert "Elo          infinite (95 %: +140 or more)" in report(made(plan, [2, -2] * 10))
    assert "Elo          minus infinite (95 %: -140 or less)" in report(made(plan, [-2, 2] * 10))
    assert report(made(plan, [])).count("\n") == 1
    assert "0 of 20 games" in report(made(plan, []))
    assert "note: only 1 of 10 openings on 8x8 differ" in report(
        made(plan._replace(openings="start"), [2])
    )


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
    blocks = to_transcripts(field).split("\n\n")
    assert len(blocks) == 24
    for block, record in zip(blocks, field.counted, strict=True):
        *lines, moves = block.strip().splitlines()
        tags = dict(re.fullmatch(r'\[(\w+) "(.*)"\]', line).groups() for line in lines)  # type: ignore[union-attr,misc]
        resigned = {"Black": Color.BLACK, "White": Color.WHITE, None: None}[tags.get("Resigned")]
        game = Game.parse(moves, start=Position.initial(int(tags["Size"])), resigned=resigned)
        assert game.result is not None
        assert tags["Result"] == f"{game.result.black}-{game.result.white}"
        assert game.result.score == record.score
        assert (tags["Black"], tags["White"]) == (
            FIELD.names[record.black],
            FIELD.names[record.white],
        )
        assert ("Fault" in tags) == (record.fault is not None)


def test_equal_agents_have_different_names() -> None:
    assert Plan(("random", "first", "random")).names == ("random", "first", "random (2)")
