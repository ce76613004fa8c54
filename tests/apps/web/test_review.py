"""Reviews over a socket: those of the library, told as they come, and kept with their puzzles."""

from __future__ import annotations

import sqlite3

import pytest

from outflank import Color, Game, Limit, Position, review
from outflank.apps.library import Library
from outflank.reviews import puzzles_of, review_fields

NAME = "0123456789abcdef"
SMALL = "b1a1a2c1d1a3a4d3c4"
"""On 4x4, with the fifth move an inaccuracy that is a puzzle."""


def is_last(answer) -> bool:
    return "review" in answer or "stopped" in answer or "error" in answer


def reviewed(client, **fields):
    with client.talk("/review") as talk:
        talk.send(id=1, **fields)
        *told, last = talk.until(is_last)
    return told, last


def test_the_same_as_the_library(shared, random_game) -> None:
    game = random_game(6, 3)
    line = {"size": 6, "moves": game.transcript(), "tags": {"Black": "Ann"}}
    told, last = reviewed(shared, game=line, depth=4)
    expected = review_fields(review(game.with_tags({"Black": "Ann"}), Limit(depth=4), threads=1))
    assert last["review"] == expected
    assert told[0] == {"id": 1, "moves": len(game)}
    assert [one["done"] for one in told[1:]] == list(range(1, len(game) + 1))
    moves = sorted((one["move"] for one in told[1:]), key=lambda move: move["ply"])
    assert moves == expected["moves"]
    assert last["kept"] is False


def test_one_side(shared) -> None:
    _, last = reviewed(shared, game={"size": 4, "moves": SMALL}, side="white")
    game = Game.parse(SMALL, size=4)
    assert last["review"] == review_fields(review(game, side=Color.WHITE, threads=1))


def test_without_moves(shared) -> None:
    told, last = reviewed(shared, game={})
    assert told == [{"id": 1, "moves": 0}]
    assert last["review"]["moves"] == []


def test_kept_with_its_game(client) -> None:
    game = {"size": 4, "moves": SMALL, "tags": {"Black": "Ann", "White": "Bob"}}
    client.put(f"/api/v1/games/{NAME}", json={"revision": 0, "game": game})
    # 12 empty squares at the start: all is exact, and every puzzle has 6 to 14.
    _, last = reviewed(client, game=game, keep=NAME)
    assert last["kept"] is True
    kept = client.got(f"/games/{NAME}")
    assert kept["review"] == last["review"]
    assert client.got("/games")["games"][0]["reviewed"] is True
    expected = puzzles_of(review(Game.parse(SMALL, size=4), threads=1))
    assert [puzzle["ply"] for puzzle in last["puzzles"]] == [one.judgement.ply for one in expected]
    assert client.got("/puzzles") == {"puzzles": last["puzzles"], "total": len(expected)}

    named = {**game, "comment": "the moves are the same"}
    client.put(f"/api/v1/games/{NAME}", json={"revision": 1, "game": named})
    assert client.got(f"/games/{NAME}")["review"] == last["review"]
    other = {"size": 4, "moves": SMALL[:-2]}
    client.put(f"/api/v1/games/{NAME}", json={"revision": 2, "game": other})
    assert client.got(f"/games/{NAME}")["review"] is None
    assert reviewed(client, game=game, keep=NAME)[1]["kept"] is False
    assert reviewed(client, game=game, keep="no-such-game")[1]["kept"] is False


def test_puzzles(client) -> None:
    game = {"size": 4, "moves": SMALL, "tags": {"Black": "Ann", "White": "Bob"}}
    client.put(f"/api/v1/games/{NAME}", json={"revision": 0, "game": game})
    (puzzle,) = reviewed(client, game=game, keep=NAME)[1]["puzzles"]
    assert Position.parse(puzzle["board"]) == Game.parse(SMALL, size=4).positions[4]
    assert (puzzle["turn"], puzzle["empties"], puzzle["task"]) == ("black", 8, "lose by least")
    assert (puzzle["margin"], puzzle["best"], puzzle["played"]) == (-10, ["d4"], "d1")
    assert (puzzle["players"], puzzle["game"]) == ("Ann - Bob", NAME)

    again = reviewed(client, game=game, keep=NAME)[1]["puzzles"]
    assert again == [puzzle]
    number = puzzle["id"]
    wrong = client.posted(f"/puzzles/{number}/tries", move="d1")
    assert wrong == {"right": False, "margin": -12, "best": -10}
    assert client.got("/puzzles", solved=True)["total"] == 0
    assert client.posted(f"/puzzles/{number}/tries", move="d4")["right"] is True
    (found,) = client.got("/puzzles", solved=True, size=4, least=8, most=8)["puzzles"]
    assert (found["tried"], found["solved"]) == (2, 1)
    for params in ({"solved": False}, {"size": 8}, {"least": 9}, {"most": 7}):
        assert client.got("/puzzles", **params)["total"] == 0
    assert "a1 cannot be played" in client.refused(
        "POST", f"/puzzles/{number}/tries", 400, json={"move": "a1"}
    )
    assert client.refused("POST", "/puzzles/999/tries", 404, json={"move": "a1"})
    client.delete(f"/api/v1/games/{NAME}")
    assert client.got("/puzzles")["puzzles"][0]["game"] is None


def test_stop(shared, random_game) -> None:
    with shared.talk("/review") as talk:
        talk.send(id=1, game={"moves": random_game(8, 1).transcript()}, depth=30)
        assert talk.receive()["moves"] == len(random_game(8, 1))
        talk.send(stop=True)
        assert talk.until(is_last)[-1] == {"id": 1, "stopped": True}
    while shared.pools.load != (0, 0):
        shared.got("/about")


def test_who_is_gone(shared, random_game) -> None:
    with shared.talk("/review") as talk:
        talk.send(id=1, game={"moves": random_game(8, 1).transcript()}, depth=30)
        talk.receive()
        while shared.pools.load[0] == 0:
            shared.got("/about")
    while shared.pools.load != (0, 0):
        shared.got("/about")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "game: Field required"),
        ({"game": {"moves": "a1"}}, "illegal move 'a1'"),
        ({"game": {}, "depth": 99}, "depth: Input should be less"),
        ({"game": {}, "keep": "../x"}, "keep: String should match"),
    ],
)
def test_refused(fields, sentence, shared) -> None:
    assert sentence in reviewed(shared, **fields)[1]["error"]


def test_told_though_it_cannot_be_kept(client, monkeypatch) -> None:
    """What was worked out for long is not lost because the disk is full."""
    game = {"size": 4, "moves": SMALL}
    client.put(f"/api/v1/games/{NAME}", json={"revision": 0, "game": game})

    def full(*values):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Library, "keep_review", full)
    _, last = reviewed(client, game=game, keep=NAME)
    assert last["kept"] is False
    assert len(last["review"]["moves"]) == len(Game.parse(SMALL, size=4))
