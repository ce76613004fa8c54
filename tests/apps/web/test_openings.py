"""Openings, what was played before, and what agents see."""

from __future__ import annotations

import pytest

from outflank import Color, Engine, Game, Limit, Position
from outflank.database import Database, Source, named_lines
from outflank.engine.book import shipped_book
from outflank.formats import Record
from outflank.heuristics import load_preset

MOVES = "f5d6c3d3c4"


def test_names(shared) -> None:
    everything = shared.got("/openings", count=500)
    assert everything["total"] == len(everything["openings"]) == len(named_lines())
    rose = shared.got("/openings", search="ROSE", count=2)
    assert len(rose["openings"]) == 2 < rose["total"]
    assert all("rose" in f"{row['en']}{row['ja']}".lower() for row in rose["openings"])
    tiger = shared.got("/openings", search="虎", language="ja")
    assert tiger["total"] > 0
    assert all("虎" in row["ja"] for row in tiger["openings"])
    assert shared.got("/openings", search="虎", language="en")["total"] == 0
    assert all(
        r["moves"].startswith("f5d6c3")
        for r in shared.got("/openings", search="f5d6c3")["openings"]
    )


def test_by_name(shared) -> None:
    for name in ("Tiger", "tiger", "虎定石"):
        found = shared.posted("/opening", kind="name", name=name)
        assert (found["size"], found["start"], found["moves"]) == (8, "", MOVES)
        assert found["opening"]["en"] == "Tiger"
    bad = {"kind": "name", "name": "Lion"}
    said = "there is no opening 'Lion': expected a name such as Tiger"
    assert said in shared.refused("POST", "/opening", 400, json=bad)


@pytest.mark.parametrize("size", [6, 8, 10])
def test_by_lot(size, shared) -> None:
    found = shared.posted("/opening", kind="random", size=size, plies=6, seed=3)
    assert len(Game.parse(found["moves"], size=size)) == 6
    assert found == shared.posted("/opening", kind="random", size=size, plies=6, seed=3)
    drawn = {shared.posted("/opening", kind="random", size=size)["moves"] for _ in range(4)}
    assert len(drawn) > 1


def test_even_ones(shared) -> None:
    found = shared.posted("/opening", kind="balanced", seed=5)
    position = Game.parse(found["moves"]).position
    assert abs(Engine().search(position, Limit(nodes=20_000)).score) <= 2


def test_handicaps(shared) -> None:
    found = shared.posted("/opening", kind="handicap", size=10, corners=3)
    start = Position.parse(found["start"])
    assert (start.turn, start.discs(Color.BLACK)) == (Color.WHITE, 5)
    assert len(
        shared.posted("/line", **{k: found[k] for k in ("size", "start", "moves")})["positions"]
    )


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "handicap", "corners": 5}, "corners: Input should be less"),
        ({"kind": "random", "plies": 21}, "plies: Input should be less"),
        ({"kind": "random", "size": 4, "plies": 20}, "has no opening of 20 plies"),
        ({"kind": "name", "name": ""}, "name: String should have at least 1"),
        ({"kind": "xot:/etc/passwd"}, "does not match any of the expected tags"),
        ({}, "kind"),
    ],
)
def test_bad_openings(fields, sentence, shared) -> None:
    answer = shared.post("/api/v1/opening", json=fields)
    assert answer.status_code in (400, 422)
    assert sentence in answer.json()["error"]


def test_no_database(shared) -> None:
    found = shared.posted("/explorer", moves="")
    assert found["available"] is False
    assert found["moves"] == []
    book = shipped_book(8)
    assert book is not None
    with book:
        assert [row["move"] for row in found["book"]] == [
            str(one.move) for one in book.moves(Position.initial())
        ]
    assert shared.posted("/explorer", size=10)["book"] == []


def test_explorer(client, config) -> None:
    tags = {"Black": "Ann", "White": "Bob", "Event": "Cup", "Date": "2001", "Result": "40-24"}
    games = [
        Record(Game.parse(f"{MOVES}f4", tags=tags)),
        Record(Game.parse(f"{MOVES}f4", tags={**tags, "Result": "32-32"})),
        Record(Game.parse(f"{MOVES}b3", tags={**tags, "Black": "Cid", "Date": "1990"})),
        Record(Game.parse("f5f6", tags=tags)),
    ]
    Database.build(config.database, [Source("mine", games)]).close()
    assert client.got("/about")["explorer"] is True
    found = client.posted("/explorer", moves=MOVES)
    assert (found["available"], found["games"]) == (True, 3)
    assert found["opening"]["en"] == "Tiger"
    first, second = found["moves"]
    assert (first["move"], first["games"], first["wins"], first["draws"], first["losses"]) == (
        ("f4", 2, 0, 1, 1)
    )
    assert (first["score"], first["margin"]) == (0.25, -8.0)
    assert second["move"] == "b3"
    assert client.posted("/explorer", moves=MOVES, player="ann")["games"] == 2
    assert client.posted("/explorer", moves=MOVES, player=" ", years=[1980, 1990])["games"] == 1
    assert client.posted("/explorer", moves=MOVES, event="nothing")["games"] == 0


def test_a_broken_database(client, config) -> None:
    config.database.write_text("nonsense " * 500)
    sentence = client.refused("POST", "/explorer", 503, json={})
    assert sentence == "the database of games cannot be read"


@pytest.mark.parametrize(
    ("size", "moves"),
    [
        (8, "f5d6c3d3c4f4f6f3e6"),
        (8, "f5d6c5f4e3f6g5e6e7"),
        (4, ""),
        (6, "e4e3"),
        (10, ""),
        (16, ""),
    ],
)
def test_what_agents_see(size, moves, shared) -> None:
    found = shared.posted("/explain", size=size, moves=moves)
    position = Game.parse(moves, size=size).position
    names = [view["agent"] for view in found["agents"]]
    assert {"phased", "six-factor", "three-factor", "weighted", "tuned"} <= set(names)
    for view in found["agents"]:
        weights = load_preset(view["agent"])
        assert view["unit"] == weights.unit
        rows = weights.explain(position)
        path = sum(row.product for row in rows if row.along_search)
        assert view["total"] == pytest.approx(weights(position) - path, abs=0.01)
        assert ("path_mobility_percent" in weights.names) == (view["agent"] == "six-factor")
        assert [row["feature"] for row in view["features"]] == [row.feature for row in rows]
        for shown, row in zip(view["features"], rows, strict=True):
            if row.feature == "path_mobility_percent":
                assert (shown["value"], shown["adds"]) == (None, None)
            else:
                assert shown["adds"] == pytest.approx(row.product, abs=0.01)
            assert shown["meaning"]
    own = {"black": Color.BLACK, "white": Color.WHITE}
    for name, color in own.items():
        mover = position if position.turn is color else position.swapped()
        assert found["mobility"][name] == [str(move) for move in mover.legal_moves()]
        assert found["stable"][name] == [str(disc) for disc in position.stable(color)]
        for disc in position.squares(color):
            is_frontier = any(position[s] is None for s in position.shape.neighbours(disc))
            assert (str(disc) in found["frontier"][name]) == is_frontier


def test_squares_add_up_without_what_the_search_counts(shared) -> None:
    (view,) = shared.posted("/explain", agents=["six-factor"], moves="f5d6c3")["agents"]
    assert sum(view["squares"].values()) == pytest.approx(view["total"], abs=0.1)
    assert abs(view["total"]) < 500, "not the 1000 points of a path mobility of 100 %"


def test_some_agents(shared) -> None:
    found = shared.posted("/explain", agents=["weighted"])
    assert [view["agent"] for view in found["agents"]] == ["weighted"]
    assert found["agents"][0]["squares"] != {}
    bad = {"agents": ["greedy"]}
    assert "'greedy' weighs no features: there are phased" in shared.refused(
        "POST", "/explain", 400, json=bad
    )
