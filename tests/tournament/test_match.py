"""Matches: the same games however they are played, stopped, killed and taken up again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from outflank import Limit
from outflank.agents import AgentError
from outflank.tournament import (
    MatchError,
    Plan,
    PlanError,
    Record,
    Sprt,
    Standing,
    read_results,
    report,
    run_match,
    summarize,
)

FAULTY = Path(__file__).with_name("faulty.py")
PLAN = Plan(
    ("engine:depth=2", "greedy", "random"), games=4, sizes=(6, 8), limit=Limit(depth=1), seed=5
)
CLOSE = Plan(
    ("greedy", "random"), games=600, sizes=(6,), limit=Limit(depth=1), sprt=Sprt(0, 60), seed=2
)


def games_of(standing: Standing) -> list[Record]:
    """The games without the times."""
    return [
        record._replace(plies=tuple(ply._replace(time=0) for ply in record.plies))
        for record in standing.counted
    ]


def test_any_executor_plays_the_same_games() -> None:
    alone = run_match(PLAN)
    assert len(alone.counted) == PLAN.total == 24
    together = run_match(PLAN, jobs=2)
    assert games_of(alone) == games_of(together)
    with ThreadPoolExecutor(3) as pool:
        assert games_of(run_match(PLAN, jobs=3, executor=pool)) == games_of(alone)


def test_sprt_stops_at_the_same_game_whoever_plays(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    alone, together = run_match(CLOSE), run_match(CLOSE, jobs=2, out=out)
    assert alone.is_decided
    assert len(alone.counted) < CLOSE.total
    assert games_of(alone) == games_of(together)
    assert "accepted" in report(together)
    again = run_match(CLOSE, out=out)
    assert games_of(again) == games_of(alone)
    assert report(again) == report(together)


def test_resuming_a_finished_match_plays_nothing(tmp_path: Path) -> None:
    out = tmp_path / "new" / "match.jsonl"
    first = run_match(PLAN, out=out)
    content, played = out.read_bytes(), list[Record]()
    again = run_match(PLAN, out=out, on_game=lambda standing, record: played.append(record))
    assert not played
    assert out.read_bytes() == content
    assert report(again) == report(first)
    header, records = read_results(out)
    assert header["agents"] == list(PLAN.agents)
    assert [record.number for record in records] == list(range(24))


def test_a_gauntlet_is_the_first_agents_games_alone(tmp_path: Path) -> None:
    gauntlet = PLAN._replace(gauntlet=True)
    standing = run_match(gauntlet, out=tmp_path / "match.jsonl")
    assert len(standing.counted) == gauntlet.total == 16
    assert all(0 in (record.black, record.white) for record in standing.counted)
    assert set(standing.results) == {(0, 1), (0, 2)}
    with pytest.raises(PlanError, match=r"holds another match .with gauntlet True, not none"):
        run_match(PLAN, out=tmp_path / "match.jsonl")


def test_no_game_begins_when_the_budget_is_spent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "match.jsonl"
    monkeypatch.setattr("outflank.tournament.match.monotonic", partial(next, count()))
    part = run_match(PLAN, out=out, budget=5)
    assert list(part.records) == [0, 1, 2, 3]
    assert not part.interrupted
    assert games_of(run_match(PLAN, out=out)) == games_of(run_match(PLAN))


@pytest.mark.parametrize("keep", [0, 30, 500, 2000, 5000, -1])
def test_resuming_from_any_byte(tmp_path: Path, keep: int) -> None:
    out = tmp_path / "match.jsonl"
    whole = run_match(PLAN, out=out)
    content = out.read_bytes()
    out.write_bytes(content[:keep])
    assert games_of(run_match(PLAN, out=out)) == games_of(whole)
    lines = out.read_text().splitlines()
    assert sorted(json.loads(line)["number"] for line in lines[1:]) == list(range(24))


@pytest.mark.parametrize("name", ["number", "size", "black", "moves", "score", "fault"])
def test_a_record_of_other_types_is_none(name: str) -> None:
    (record, *_) = run_match(PLAN).records.values()
    line = json.dumps(json.loads(record.to_line()) | {name: []})
    with pytest.raises(ValueError, match="no record of a game"):
        Record.from_line(line)


def test_damaged_and_double_lines_count_once(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    whole = run_match(PLAN, out=out)
    lines = out.read_text().splitlines()
    lines[3], lines[9] = lines[3][:80], "\0" * 40
    out.write_text("\n".join([*lines, lines[5], lines[6]]) + "\n")
    again = run_match(PLAN, out=out)
    assert games_of(again) == games_of(whole)
    assert summarize(again).games == 24


def _start(tmp_path: Path, jobs: int, games: int) -> tuple[subprocess.Popen[str], Path]:
    """A match of slow agents in a process of its own, some way into its games."""
    out = tmp_path / "match.jsonl"
    words = ["match", f"{FAULTY}:slow", "random", "--games", str(games), "--size", "6"]
    words += ["--depth", "1", "--jobs", str(jobs), "--out", str(out)]
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    while process.poll() is None and (not out.exists() or out.read_bytes().count(b"\n") < 8):
        time.sleep(0.01)
    assert process.poll() is None
    return process, out


def _slow_plan(games: int) -> Plan:
    return Plan((f"{FAULTY}:slow", "random"), games, (6,), limit=Limit(depth=1))


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
@pytest.mark.parametrize("jobs", [1, 2])
def test_kill_and_resume(tmp_path: Path, jobs: int) -> None:
    games = 40
    process, out = _start(tmp_path, jobs, games)
    children = _children(process.pid)
    assert len(children) >= (jobs if jobs > 1 else 0)
    process.kill()
    process.communicate()
    before = len(read_results(out)[1])
    assert 7 <= before < games
    new: list[int] = []
    resumed = run_match(
        _slow_plan(games), jobs=2, out=out, on_game=lambda _, record: new.append(record.number)
    )
    assert len(new) == games - before
    whole = run_match(_slow_plan(games))
    assert games_of(resumed) == games_of(whole)
    assert summarize(resumed).comparisons == summarize(whole).comparisons
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < deadline, "workers outlive their match"
        time.sleep(0.05)


def _children(pid: int) -> list[str]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return listed.read_text().split() if listed.exists() else []


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_stops_and_says_how_to_go_on(tmp_path: Path, jobs: int) -> None:
    process, out = _start(tmp_path, jobs, 1000)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.startswith("outflank: stopped after ")
    assert "of 1000 games: the same command goes on from there" in errors
    assert errors.count("\n") == 1
    assert "of 1000 games on 6x6" in output
    assert out.read_bytes().endswith(b"\n")


def test_ctrl_c_that_an_agent_swallows() -> None:
    """An engine takes Ctrl-C for the end of its search: the game does not count."""
    raised: list[int] = []

    def press(standing: Standing, record: Record) -> None:
        raised.append(record.number)
        if record.number == 2:
            with suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)

    standing = run_match(PLAN, on_game=press)
    assert standing.interrupted
    assert raised == [0, 1, 2]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": 6}, r"with games 4, not 6"),
        ({"seed": 6}, r"with seed 5, not 6"),
        (
            {"agents": ("greedy", "random")},
            r"with agents engine:depth=2, greedy, random, not greedy",
        ),
        ({"limit": Limit(depth=2)}, r"with limit depth=1, not depth=2"),
        ({"sizes": (6,)}, r"with sizes 6, 8, not 6"),
    ],
)
def test_another_match_in_the_file(tmp_path: Path, change: dict[str, object], message: str) -> None:
    out = tmp_path / "match.jsonl"
    run_match(PLAN, out=out)
    content = out.read_bytes()
    with pytest.raises(PlanError, match=message):
        run_match(PLAN._replace(**change), out=out)  # type: ignore[arg-type]
    assert out.read_bytes() == content


def test_files_that_changed(tmp_path: Path) -> None:
    agent, book, out = tmp_path / "mine.py", tmp_path / "xot.txt", tmp_path / "match.jsonl"
    agent.write_text("def mine(position): return position.legal_moves()[0]\n")
    book.write_text("f5d6\n")
    plan = Plan((f"{agent}:mine", "first"), 2, openings=f"xot:{book}", limit=Limit(depth=1))
    standing = run_match(plan, out=out)
    assert "note: " not in report(standing)
    book.write_text("f5f6\n")
    with pytest.raises(PlanError, match=r"\(the openings xot:\S+xot\.txt were others\)"):
        run_match(plan, out=out)
    book.write_text("f5d6\n")
    agent.write_text("def mine(position): return position.legal_moves()[-1]\n")
    with pytest.raises(PlanError, match=r"mine\.py has changed since"):
        run_match(plan, out=out)


@pytest.mark.parametrize("content", ["hello\n", "[1]\n", '{"a": 1}\n', "half a line"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: str) -> None:
    out = tmp_path / "diary.txt"
    out.write_text(content)
    with pytest.raises(PlanError, match="no results file of a match"):
        run_match(PLAN, out=out)
    assert out.read_text() == content


@pytest.mark.skipif(os.name != "posix", reason="locks of Unix")
def test_two_matches_do_not_share_a_file(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    errors: list[object] = []

    def second(standing: Standing, record: Record) -> None:
        if not errors:
            with pytest.raises(PlanError, match="another match is writing to") as error:
                run_match(PLAN, out=out)
            errors.append(error)

    run_match(PLAN, out=out, on_game=second)
    assert errors


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan(("greedy",)), "at least two agents"),
        (Plan(("greedy", "random"), games=3), "games 3: expected an even number"),
        (Plan(("greedy", "random"), games=0), "games 0: expected an even number"),
        (Plan(("greedy", "random"), sizes=(7,)), "board size 7"),
        (Plan(("greedy", "random"), sizes=(8, 8)), "sizes 8, 8: expected different"),
        (Plan(("greedy", "random", "first"), sprt=Sprt(0, 5)), "two agents, not 3"),
        (Plan(("greedy", "human")), "'human' cannot play a match"),
        (Plan(("greedy", "random"), grace=-1), "grace -1: expected seconds"),
    ],
)
def test_impossible_matches(plan: Plan, message: str) -> None:
    with pytest.raises(PlanError, match=message):
        run_match(plan)


def test_unknown_agents_and_bad_jobs() -> None:
    with pytest.raises(AgentError, match="did you mean 'greedy'"):
        run_match(Plan(("greed", "random")))
    with pytest.raises(PlanError, match="jobs 0"):
        run_match(PLAN, jobs=0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_faults_do_not_stop_a_match(jobs: int) -> None:
    agents = [f"{FAULTY}:{name}" for name in ("Raises", "illegal", "wrong_type", "leaves")]
    plan = Plan((*agents, "greedy"), games=2, sizes=(6,), limit=Limit(depth=1))
    summary = summarize(run_match(plan, jobs=jobs))
    assert summary.games == 20
    for index, kind in enumerate(["error", "illegal move", "wrong type", "error"]):
        own = [fault for fault in summary.faults if fault.agent == index]
        assert {fault.fault.kind for fault in own} == {kind}
    assert summary.totals[4].wins == 8
    assert all(fault.agent != 4 for fault in summary.faults)
    assert "illegal move" in report(run_match(plan))


def test_a_process_that_dies_is_named(tmp_path: Path) -> None:
    plan = Plan((f"{FAULTY}:dies", "random"), games=2, sizes=(6,), limit=Limit(depth=1))
    with pytest.raises(MatchError, match=r"a process died .* one of the games 0, 1"):
        run_match(plan, jobs=2, out=tmp_path / "match.jsonl")
