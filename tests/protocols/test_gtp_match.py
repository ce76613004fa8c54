"""Programs that speak GTP in matches and games: played, timed, resumed, and beaten for faults."""

import os
import re
import sys
from itertools import islice
from pathlib import Path

import pytest

from outflank import Limit
from outflank.tournament import Plan, report, run_match, summarize

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
PEER = Path(__file__).with_name("gtp_peer.py")


def spec(way):
    return f"gtp:'{sys.executable}' '{PEER}' {way} /dev/null"


WAYS = {
    "no_gtp": "bad answer",
    "stalls": "over time",
    "crashes": "crash",
    "illegal": "illegal move",
    "small": "error",
}
"""How a program fails, and what that is counted as."""


@pytest.mark.parametrize(
    ("way", "kind", "told"),
    [
        ("stalls", "over time", r"gave no answer to '\d+ genmove (black|white)' in 0\.8 s"),
        ("closes_output", "crash", "closed its output"),
    ],
)
def test_what_a_program_did_in_its_last_moment_is_told(way, kind, told):
    plan = Plan((spec(way), "first"), games=2, sizes=(4,), limit=Limit(time=0.3))
    faults = summarize(run_match(plan)).faults
    for fault in faults:
        assert fault.fault.kind == kind
        text = rf"gtp:.* \((Black|White)\) {told}; its last output: '.*Out of ideas'"
        assert re.fullmatch(text, fault.fault.message)
    assert len(faults) == 2


@pytest.mark.parametrize(("jobs", "count"), [(1, len(WAYS)), (2, 2)])
def test_faults_are_losses_of_the_program(jobs, count):
    ways = dict(islice(WAYS.items(), count))
    plan = Plan(
        ("greedy", *map(spec, ways)), games=2, sizes=(6,), limit=Limit(time=1.0), gauntlet=True
    )
    standing = run_match(plan, jobs=jobs)
    summary = summarize(standing)
    assert summary.totals[0].wins == summary.games == 2 * len(ways)
    kinds = {fault.agent: fault.fault.kind for fault in summary.faults}
    assert kinds == dict(enumerate(ways.values(), 1))
    assert "lost 2 by a fault: 2 bad answer" in report(standing)


def test_a_match_is_taken_up_again(tmp_path):
    plan = Plan((spec("knows_no_pass"), "random"), games=4, sizes=(4,), limit=Limit(depth=1))
    out = tmp_path / "match.jsonl"
    first = run_match(plan, out=out)
    assert not summarize(first).faults
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join(lines[:3]) + lines[3][:20])
    played = []
    again = run_match(plan, out=out, on_game=lambda _, record: played.append(record.number))
    assert len(played) == len(lines) - 3
    assert [record.moves for record in again.counted] == [r.moves for r in first.counted]
