"""Live values: those of the engine, deepening, and ended when they are no longer wanted."""

from __future__ import annotations

import gc
import json
from itertools import pairwise
from weakref import ref

import pytest

from outflank import PASS, Engine, Game, Limit
from outflank.apps.web import analysis

from .conftest import Client

PASSING = "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3"


def is_last(answer) -> bool:
    return answer.get("done") or "error" in answer


def test_values_are_those_of_the_engine(shared) -> None:
    with shared.talk("/analysis") as talk:
        talk.send(id=7, line={"moves": "f5d6c3"}, depth=5)
        *answers, last = talk.until(is_last)
    position = Game.parse("f5d6c3").position
    found = Engine().search(position, Limit(depth=5), multipv=len(position.legal_moves()))
    assert [move["move"] for move in last["moves"]] == [str(line.move) for line in found.lines]
    assert [move["value"] for move in last["moves"]] == [round(ln.score, 2) for ln in found.lines]
    assert [move["pv"] for move in last["moves"]] == [[*map(str, ln.pv)] for ln in found.lines]
    assert (last["depth"], last["turn"], last["unit"]) == (5, "white", "discs")
    assert all(one["id"] == 7 and not one["done"] for one in answers)
    assert all(one["depth"] <= two["depth"] for one, two in pairwise([*answers, last]))


def test_only_some_moves(shared) -> None:
    with shared.talk("/analysis") as talk:
        talk.send(line={"moves": "f5"}, moves=["d6", "f4"], depth=3)
        last = talk.until(is_last)[-1]
        assert {move["move"] for move in last["moves"]} == {"d6", "f4"}
        assert last["id"] is None
        talk.send(id="x", line={"moves": "f5"}, moves=["a1"], depth=3)
        assert "a1" in talk.until(is_last)[-1]["error"]


def test_exact(shared, random_game) -> None:
    game = random_game(8, 1, 51)
    with shared.talk("/analysis") as talk:
        talk.send(id=1, line={"moves": game.transcript()}, depth=60)
        last = talk.until(is_last)[-1]
    solved = Engine().solve(game.position, every=True)
    assert last["exact"]
    assert all(move["proven"] for move in last["moves"])
    margins = {str(move): bounds.lower for move, bounds in solved.moves.items()}
    assert {move["move"]: move["value"] for move in last["moves"]} == margins


def test_pass_and_end(shared) -> None:
    with shared.talk("/analysis") as talk:
        talk.send(id=1, line={"moves": PASSING}, depth=3)
        last = talk.until(is_last)[-1]
        assert [move["move"] for move in last["moves"]] == [str(PASS)]
        talk.send(id=2, line={"moves": "f5d6c5f4e3f6g5e6e7"}, depth=3)
        assert talk.receive().items() >= {"id": 2, "done": True, "turn": None, "moves": []}.items()


@pytest.mark.parametrize("size", [4, 10, 16])
def test_other_sizes(size, shared) -> None:
    with shared.talk("/analysis") as talk:
        talk.send(id=1, line={"size": size}, depth=2)
        assert len(talk.until(is_last)[-1]["moves"]) == 4


def test_stop(shared) -> None:
    with shared.talk("/analysis") as talk:
        talk.send(id=1, line={"moves": "f5"}, time=600)
        assert not talk.receive()["done"]
        talk.send(stop=True)
        last = talk.until(is_last)[-1]
        assert len(last["moves"]) == 3
        talk.send(id=2, line={"moves": "f5"}, depth=1)
        assert talk.until(is_last)[-1]["id"] == 2


def test_a_new_request_replaces_the_old(shared) -> None:
    with shared.talk("/analysis") as talk:
        talk.send(id=1, line={"moves": "f5"}, time=600)
        talk.receive()
        talk.send(id=2, line={"moves": "f5d6"}, depth=2)
        answers = talk.until(is_last)
        assert answers[-1]["id"] == 2
        assert {one["id"] for one in answers if one["done"]} == {2}
        talk.send(cancel=True)
        talk.send(id=3, line={"moves": "f5d6"}, depth=2)
        assert talk.until(is_last)[-1]["id"] == 3


def test_who_is_gone_ends_the_search(shared) -> None:
    with shared.talk("/analysis") as talk:
        talk.send(id=1, line={"moves": "f5"}, time=600)
        talk.receive()
        while shared.pools.load != (1, 0):  # between two turns it waits
            shared.got("/about")
    while shared.pools.load != (0, 0):
        shared.got("/about")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense", "Invalid JSON"),
        ("[]", "object"),
        ("{}", "line: Field required"),
        ('{"line": {}, "time": 0}', "time: Input should be greater than 0"),
        ('{"line": {}, "time": 1e9}', "time: Input should be less than or equal to 600"),
        ('{"line": {}, "time": NaN}', ""),
        ('{"line": {}, "depth": 0}', "depth: Input should be greater"),
        ('{"line": {}, "moves": ["x9"]}', "moves.0: String should match pattern"),
        ('{"line": {"size": 7}}', "line.size: Input should be 4, 6,"),
        ('{"line": {}, "id": {}}', "id"),
        ('{"line": {}, "more": 1}', "more: Extra inputs are not permitted"),
        ('{"line": {"moves": "f5f5"}}', "illegal move 'f5' at token 2"),
        ('{"stop": "perhaps"}', "line: Field required"),
        ("\ud83d\ude00", "Invalid JSON"),
        ("", "Invalid JSON"),
    ],
)
def test_bad_messages(text, sentence, shared) -> None:
    with shared.talk("/analysis") as talk:
        talk.socket.send_text(text.encode("utf-16", "surrogatepass").decode("utf-16"))
        answer = talk.receive()
        assert sentence in answer["error"]
        talk.send(id=1, line={}, depth=1)
        assert talk.until(is_last)[-1]["id"] == 1


def test_bytes_end_the_conversation(shared) -> None:
    with shared.talk("/analysis") as talk:
        talk.socket.send_bytes(json.dumps({"line": {}}).encode())
        assert talk.socket.receive()["code"] == 1003


def test_tables_are_given_back(client, monkeypatch) -> None:
    """One is kept while somebody looks on, and none after that."""
    made = list[ref[Engine]]()

    class Counted(Engine):
        def __init__(self, *, table: float) -> None:
            super().__init__(table=table)
            made.append(ref(self))

    monkeypatch.setattr(analysis, "Engine", Counted)
    with client.talk("/analysis") as one, client.talk("/analysis") as other:
        for talk in (one, other):
            talk.send(line={"size": 12}, time=600)
        for talk in (one, other):
            talk.receive()
            talk.send(stop=True)
        for talk in (one, other):
            talk.until(is_last)
        kept(client, made, 1)
    kept(client, made, 0)
    assert len(made) == 2


def kept(client: Client, made: list[ref[Engine]], count: int) -> None:
    """Waits until no more engines than that are there, as soon as nothing is under way."""
    while client.pools.load != (0, 0):
        client.got("/about")
    while sum(one() is not None for one in made) > count:
        gc.collect()
