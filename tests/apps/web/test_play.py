"""Opponents: each plays a legal move, in its time, or says why not."""

from __future__ import annotations

import pytest

from outflank import Engine, Game, Limit
from outflank.apps.web.opponents import opponents

PASSING = "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3"
QUICK = {"level": "engine:level=2", "mcts": "mcts:playouts=50", "flat-mc": "flat-mc:playouts=50"}


def asked(talk, **fields):
    """The answer, and what was told of the thinking before it."""
    talk.send(**fields)
    *thinking, answer = talk.until(lambda one: "thinking" not in one)
    return answer, [one["thinking"] for one in thinking]


@pytest.mark.parametrize("name", [opponent.name for opponent in opponents()])
def test_every_opponent(name, shared) -> None:
    spec = {"mcts": "mcts:playouts=50", "flat-mc": "flat-mc:playouts=50"}.get(name, name)
    with shared.talk("/play") as talk:
        for size, moves in ((8, "f5d6c3"), (4, ""), (10, "")):
            line = {"size": size, "moves": moves}
            answer, _ = asked(talk, id=size, line=line, agent=spec, time=0.05, seed=1)
            position = Game.parse(moves, size=size).position
            assert answer["id"] == size
            assert position.is_legal(answer["move"])
            assert answer["seconds"] >= 0


def test_what_it_thinks(shared) -> None:
    with shared.talk("/play") as talk:
        answer, thinking = asked(talk, line={"moves": "f5d6c3"}, agent="engine:depth=6")
    found = Engine().search(Game.parse("f5d6c3").position, Limit(depth=6))
    assert (answer["move"], answer["value"]) == (str(found.move), round(found.score, 2))
    assert (answer["depth"], answer["unit"]) == (6, "discs")
    assert answer["pv"] == [str(move) for move in found.pv]
    assert all(one["depth"] <= 6 and one["value"] is not None for one in thinking)


def test_the_same_seed_the_same_moves(shared) -> None:
    def game(seed: int) -> str:
        moves = ""
        with shared.talk("/play") as talk:
            for _ in range(12):
                answer, _ = asked(talk, line={"moves": moves}, agent="engine:level=1", seed=seed)
                moves += answer["move"]
        return moves

    assert game(1) == game(1)
    assert len({game(seed) for seed in range(4)}) > 1


def test_a_pass_is_played(shared) -> None:
    with shared.talk("/play") as talk:
        assert asked(talk, line={"moves": PASSING}, agent="greedy")[0]["move"] == "pass"


def test_clocks(shared) -> None:
    with shared.talk("/play") as talk:
        for spec in ("engine", "engine:level=20", "mcts", "phased", "greedy"):
            clock = {"time": 1.0, "increment": 0.1}
            answer, _ = asked(talk, line={"moves": "f5d6c3d3"}, agent=spec, clock=clock)
            assert Game.parse("f5d6c3d3").position.is_legal(answer["move"])
        assert asked(talk, line={}, agent="engine", clock={"time": 0})[0]["move"]


def test_move_now(shared) -> None:
    with shared.talk("/play") as talk:
        talk.send(id=1, line={"size": 12}, agent="engine:exact_from=0", time=60)
        assert "thinking" in talk.receive()
        talk.send(stop=True)
        answer = talk.until(lambda one: "thinking" not in one)[-1]
        assert answer["move"]
        assert answer["depth"] >= 1


def test_never_mind(shared) -> None:
    with shared.talk("/play") as talk:
        talk.send(id=1, line={"size": 12}, agent="engine", time=60)
        talk.receive()
        talk.send(cancel=True)
        talk.send(id=2, line={}, agent="greedy")
        assert talk.until(lambda one: one["id"] == 2)[-1]["move"]
    while shared.pools.load != (0, 0):
        shared.got("/about")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"agent": "human"}, "unknown agent 'human'"),
        ({"agent": "/tmp/x.py:Y"}, "unknown agent"),
        ({"agent": "engine:level=99"}, "level 99: expected 1 to 20"),
        ({"agent": "engine:depth=0"}, "depth 0: expected a whole number above 0"),
        ({"line": {"moves": "f5d6c5f4e3f6g5e6e7"}}, "Black wins 64-0"),
        ({"line": {"moves": "f5", "resigned": "black"}}, "there is no move to play"),
        ({"line": {"moves": "zz"}}, "bad move 'zz'"),
        ({"time": 0}, "time: Input should be greater than 0"),
        ({"time": 1000}, "time: Input should be less than or equal to 60"),
        ({"clock": {"time": -1}}, "clock.time: Input should be greater"),
        ({"seed": -1}, "seed: Input should be greater"),
    ],
)
def test_refused(fields, sentence, shared) -> None:
    with shared.talk("/play") as talk:
        answer, _ = asked(talk, **{"id": 3, "line": {}, "agent": "greedy", **fields})
        assert sentence in answer["error"]
        assert "move" in asked(talk, line={}, agent="greedy")[0]
