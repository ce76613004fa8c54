"""Single games: measured, reproducible, and lost by whoever breaks the rules."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from outflank import Clock, Color, Engine, Game, Limit, Move, Position
from outflank.agents import Agent, agent_from_spec, ask, play_game
from outflank.tournament import Plan, PlanError, Record, Task, play, replay

FAULTY = Path(__file__).with_name("faulty.py")


def first_task(*agents: str, limit: Limit = Limit(depth=1), size: int = 6, **more: float) -> Task:
    plan = Plan(agents, games=2, sizes=(size,), limit=limit, openings="random:2", **more)  # type: ignore[arg-type]
    return next(plan.tasks(plan.books()))


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 16])
def test_a_game_is_that_of_its_agents(size: int) -> None:
    task = first_task("engine:depth=2", "greedy", size=size)
    record = play(task)
    start = Game(Position.initial(size), task.moves).position
    expected = play_game(
        agent_from_spec("engine:depth=2"), agent_from_spec("greedy"), start, Limit(depth=1)
    )
    assert record.game().moves == task.moves + expected.moves
    assert expected.result is not None
    assert record.score == expected.result.score
    assert record.game().result == expected.result
    assert record.opening_plies == 2
    assert play(task)._replace(plies=()) == record._replace(plies=())


def test_what_a_board_needs_is_loaded_before_the_first_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []

    def noted(agent: Agent, *rest: Any) -> Move:
        calls.append("ask")
        return ask(agent, *rest)

    monkeypatch.setattr(Engine, "prepare", lambda _, size: calls.append(f"prepare {size}"))
    monkeypatch.setattr("outflank.tournament.game.ask", noted)
    play(first_task("engine:depth=1", "greedy"))
    assert calls[0] == "prepare 6"
    assert "ask" in calls


def test_decisions_are_measured() -> None:
    record = play(first_task("engine:depth=3", "greedy", size=8))
    game = record.game()
    asked = [
        position
        for position in game.positions[2:-1]
        if not position.must_pass  # forced passes are played without asking
    ]
    assert [ply.side for ply in record.plies] == [position.turn for position in asked]
    assert [ply.choices for ply in record.plies] == [position.mobility for position in asked]
    assert all(ply.time > 0 for ply in record.plies)
    for ply in record.plies:
        searched = ply.side is Color.BLACK and ply.choices > 1
        assert (ply.depth is not None) == (ply.nodes is not None) == searched


def test_seeds_reach_the_agents() -> None:
    one, two = (play(first_task("random", "random", seed=seed, size=8)) for seed in (1, 2))
    assert one.moves[4:] != two.moves[4:]
    assert play(first_task("random", "random", seed=1, size=8)).moves == one.moves


def test_record_round_trip() -> None:
    for record in (
        play(first_task("engine:depth=2", "random")),
        play(first_task(f"{FAULTY}:Raises", "random")),
    ):
        line = record.to_line()
        assert "\n" not in line
        again = Record.from_line(line)
        assert again.to_line() == line
        assert again._replace(plies=()) == record._replace(plies=())
        for cut in range(len(line)):
            with pytest.raises(ValueError, match=r"no record of a game|line 1 column"):
                Record.from_line(line[:cut])
    old = json.loads(line)
    del old["times"]
    assert Record.from_line(json.dumps(old)).times == (None, None)
    for other in ("null", "{}", "[]", '{"number":1}', "7"):
        with pytest.raises(ValueError, match="no record of a game"):
            Record.from_line(other)
    extra = json.loads(line) | {"more": 1}
    with pytest.raises(ValueError, match="no record of a game"):
        Record.from_line(json.dumps(extra))


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("Raises", "error", r"Raises \(Black\) failed: RuntimeError: out of ideas"),
        ("illegal", "illegal move", r"illegal \(Black\) played d4, which is illegal: it can"),
        ("wrong_type", "wrong type", r"wrong_type \(Black\) returned 42 instead of a move"),
        ("no_move", "wrong type", r"no_move \(Black\) returned 'zz9', which is no move"),
        ("leaves", "error", r"leaves \(Black\) failed: SystemExit: 3"),
        ("sleeps", "over time", r"sleeps \(Black\) took \d+\.\d\d s for a move, more than 0.25 s"),
        ("sleeps_deeply", "over time", r"sleeps_deeply \(Black\) took \d+\.\d\d s for a move"),
    ],
)
def test_faults_lose_the_game(name: str, kind: str, message: str) -> None:
    limit = Limit(time=0.05) if kind == "over time" else Limit(depth=1)
    record = play(first_task(f"{FAULTY}:{name}", "greedy", limit=limit, grace=0.2))
    assert record.fault is not None
    assert (record.fault.side, record.fault.kind) == (Color.BLACK, kind)
    assert record.score == -36
    assert record.resigned is Color.BLACK
    assert record.game().resigned is Color.BLACK
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(record.fault.message)


def test_an_agent_that_cannot_be_made_loses(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    marker.touch()
    record = play(first_task("greedy", f"{FAULTY}:Broken:marker={marker}"))
    assert record.fault is not None
    assert record.fault.side is Color.WHITE
    assert "no second time" in record.fault.message
    assert record.score == 36


def test_moves_are_told() -> None:
    told = list[tuple[Move, ...]]()
    task = first_task("greedy", "first", size=4)
    record = play(task, on_move=lambda moves: told.append(tuple(moves)))
    moves = record.game().moves
    assert told == [moves[:count] for count in range(2, len(moves))]


def test_a_stop_ends_searches() -> None:
    """The first search would go on for an hour; it ends, and then the game."""
    stop = Event()
    task = first_task("engine:exact_from=0", "greedy", limit=Limit(time=3600), size=16)
    with pytest.raises(KeyboardInterrupt):
        play(task, stop, lambda moves: stop.set())


def test_replay() -> None:
    plan = Plan(("random", "greedy", "first"), games=4, sizes=(6, 8), limit=Limit(depth=1))
    tasks = list(plan.tasks(plan.books()))
    assert [task.number for task in tasks] == list(range(plan.total)) == list(range(24))
    assert len({task.seed for task in tasks}) == 24
    assert replay(plan, 17).moves == play(tasks[17]).moves
    with pytest.raises(PlanError, match="game 24: expected 0 to 23"):
        replay(plan, 24)


def test_games_come_in_pairs() -> None:
    plan = Plan(("random", "greedy", "first"), games=6, sizes=(6, 8))
    tasks = list(plan.tasks(plan.books()))
    for one, two in zip(tasks[::2], tasks[1::2], strict=True):
        assert (one.size, one.moves, one.opening) == (two.size, two.moves, two.opening)
        assert (one.black, one.white) == (two.white, two.black)
    longer = Plan(("random", "greedy", "first"), games=10, sizes=(6, 8))
    assert list(longer.tasks(longer.books()))[: len(tasks)] == tasks


def test_agents_with_a_limit_of_their_own_keep_to_it() -> None:
    """What is over the match's limit is in time for an agent that was given more, or no time."""
    for spec in ("engine:time=0.05", "engine:depth=3"):
        record = play(first_task(spec, f"{FAULTY}:illegal", limit=Limit(time=1e-9), grace=1.0))
        assert record.fault is not None
        assert record.fault.kind == "illegal move"
    late = play(first_task("greedy", "engine:depth=3", limit=Limit(time=1e-9), grace=0))
    assert late.fault is not None
    assert (late.fault.side, late.fault.kind) == (Color.BLACK, "over time")
    within = play(first_task("engine:depth=3", "engine:depth=2", limit=Limit(time=1e-9), grace=0))
    assert within.fault is None


def test_records_tell_the_time_for_a_move() -> None:
    own = play(first_task("engine:time=0.05", "greedy", limit=Limit(time=7), size=4))
    assert own.times == (0.05, 7)
    assert Record.from_line(own.to_line()).times == own.times
    assert (
        play(first_task("engine:depth=1", "greedy", limit=Limit(time=7), size=4)).times[0] is None
    )


def test_agents_that_watch_see_the_game(tmp_path: Path) -> None:
    path = tmp_path / "watcher.py"
    path.write_text("""
class Watcher:
    def watch(self, game):
        self.game = game

    def choose(self, position, limit):
        assert self.game.position == position
        assert len(self.game.moves) >= 2
        return position.legal_moves()[0]
""")
    record = play(first_task(f"{path}:Watcher", "greedy"))
    assert record.fault is None


class Watching:
    """Keeps the limits that it is given."""

    limits: list[Limit]

    def choose(self, position: Position, limit: Limit) -> Move:
        self.limits.append(limit)
        return position.legal_moves()[0]


def test_a_clock_runs_for_each_side(monkeypatch: pytest.MonkeyPatch) -> None:
    agents = [Watching(), Watching()]
    for agent in agents:
        agent.limits = []
    made = iter(agents)
    monkeypatch.setattr("outflank.tournament.game.agent_from_spec", lambda *_, **__: next(made))
    limit = Limit(depth=1, clock=Clock(60, increment=2))
    record = play(first_task("first", "greedy", limit=limit))
    assert record.fault is None
    assert record.times == (None, None)
    for agent in agents:
        assert [limit.depth for limit in agent.limits] == [1] * len(agent.limits)
        clocks = [limit.clock for limit in agent.limits if limit.clock]
        assert clocks[0] == Clock(60, 2)
        assert all(a.time < b.time < a.time + 2 for a, b in pairwise(clocks))
        assert all(limit.time and limit.time < 60 for limit in agent.limits)


def test_a_clock_that_runs_out_loses_the_game() -> None:
    limit = Limit(clock=Clock(0.05))
    record = play(first_task(f"{FAULTY}:sleeps", "greedy", limit=limit, grace=0.1))
    assert record.fault is not None
    assert (record.fault.side, record.fault.kind) == (Color.BLACK, "over time")
    message = r"sleeps \(Black\) took \d+\.\d\d s for a move with 0.05 s on its clock"
    assert re.search(message, record.fault.message)
    assert (record.game().resigned, record.game().on_time) == (Color.BLACK, True)


def test_whoever_has_time_of_its_own_has_no_clock() -> None:
    limit = Limit(clock=Clock(0.001))
    record = play(first_task("engine:time=0.01", "first", limit=limit, size=4, grace=10))
    assert record.fault is None
    assert record.times == (0.01, None)


@pytest.mark.parametrize("size", [4, 8])
def test_the_engine_keeps_to_its_clock(size: int) -> None:
    limit = Limit(clock=Clock(0.3, increment=0.01))
    record = play(first_task("engine:ponder=true", "engine", limit=limit, size=size, grace=60))
    assert record.fault is None
    assert record.plies[0].depth is None or record.plies[0].depth >= 1
