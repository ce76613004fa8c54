"""The library over the wire: games kept, found, brought in and taken out."""

from __future__ import annotations

import pytest

from outflank import Game
from outflank.database import opening_of
from outflank.formats import Record, parse, write_json

MOVES = "f5d6c3d3c4f4f6f3e6e7"
ANN = {"moves": MOVES, "tags": {"Black": "Ann Ångström", "White": "Bob", "Event": "Cup"}}
NAME = "0123456789abcdef"


def test_kept_and_given_back(client) -> None:
    game = {**ANN, "comment": "x", "notes": {"0": {"value": 1.0}}, "resigned": "white"}
    made = client.posted("/games", game=game, state={"cursor": 3, "clocks": [1.5, None]})
    assert made["revision"] == 1
    kept = client.got(f"/games/{made['id']}")
    assert kept["game"] == {**game, "size": 8, "outflank": 1}
    assert kept["state"] == {"cursor": 3, "clocks": [1.5, None]}
    assert kept["review"] is None
    (row,) = client.got("/games")["games"]
    assert row["black"] == "Ann Ångström"
    opening = opening_of(Game.parse(MOVES))
    assert opening is not None
    assert (row["plies"], row["opening"], row["result"]) == (10, opening.name, "64-0")
    assert row["id"] == made["id"]


def test_a_loss_on_time(client) -> None:
    late = {"size": 8, "moves": "f5d6", "resigned": "black", "on_time": True}
    name = client.posted("/games", game=late)["id"]
    client.posted("/games", game={**late, "on_time": False})
    assert client.got(f"/games/{name}")["game"] == {**late, "outflank": 1}
    rows = client.got("/games")["games"]
    assert {row["id"] == name: row["on_time"] for row in rows} == {True: True, False: False}
    assert "RE[W+T]" in client.posted("/export", game=late, format="sgf")["text"]
    assert client.posted("/line", **late)["result"]["text"].startswith("White wins 0-64 on time")


def put(client, name, revision, status=200, **fields):
    body = {"revision": revision, "game": ANN, **fields}
    answer = client.put(f"/api/v1/games/{name}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_revisions(client) -> None:
    assert put(client, NAME, 0) == {"id": NAME, "revision": 1}
    assert put(client, NAME, 1, state=1) == {"id": NAME, "revision": 2}
    refused = put(client, NAME, 1, state=2, status=409)
    assert refused["revision"] == 2
    assert "another page" in refused["error"]
    assert client.got(f"/games/{NAME}")["state"] == 1
    assert put(client, NAME, 2, state=2)["revision"] == 3


def test_saving_again_what_is_saved_is_no_conflict(client) -> None:
    """An answer may be lost with the server that gave it."""
    put(client, NAME, 0, state=1)
    assert put(client, NAME, 0, state=1)["revision"] == 1
    put(client, NAME, 1, state=2)
    assert put(client, NAME, 1, state=2)["revision"] == 2
    assert put(client, NAME, 0, state=1, status=409)["revision"] == 2


def test_missing(client) -> None:
    for method, options in (
        ("GET", {}),
        ("DELETE", {}),
        ("PUT", {"json": {"revision": 1, "game": {}}}),
    ):
        sentence = client.refused(method, f"/games/{NAME}", 404, **options)
        assert sentence == f"there is no game '{NAME}' in the library"
    for bad in ("..", "a", "%00%00%00%00%00%00%00%00", "x" * 65, "abcdefg'; DROP TABLE game"):
        assert client.get(f"/api/v1/games/{bad}").status_code in (200, 404, 422)
    assert "name" in client.refused("GET", "/games/short", 422)


def test_deleted(client) -> None:
    put(client, NAME, 0)
    assert client.delete(f"/api/v1/games/{NAME}").status_code == 204
    assert client.got("/games") == {"games": [], "total": 0}
    assert client.refused("DELETE", f"/games/{NAME}", 404)


@pytest.mark.parametrize(
    ("search", "count"),
    [
        ("", 3),
        ("ann", 1),
        ("angstrom BOB", 1),
        ("bob", 2),
        ("cup bob", 1),
        ("f5d6c3d3", 1),
        ("tiger", 1),
        ("10x10", 1),
        ("%", 0),
        ("'; DROP TABLE game; --", 0),
        ("ann nobody", 0),
    ],
)
def test_search(search, count, client) -> None:
    client.posted("/games", game=ANN)
    client.posted("/games", game={"moves": "f5f6", "tags": {"White": "Bob"}})
    client.posted("/games", game={"size": 10, "moves": ""})
    found = client.got("/games", search=search)
    assert (len(found["games"]), found["total"]) == (count, count)


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("Engine, level 2", {"2"}),
        ("You \N{EN DASH} Engine,  level 2", {"2"}),
        ("level 8", {"8", "8 8"}),
        ("level 5", {"5 20"}),
        ("level 20", {"5 20"}),
        ("level 11", set()),
        ("level", {"2", "8", "8 8", "5 20"}),
        ("2026", {"2", "8", "8 8", "5 20"}),
        ("2026-11-28", {"2", "8", "8 8", "5 20"}),
        ("2", {"2"}),
        ("8", {"8", "8 8"}),
        ("1", set()),
        ("f", set()),
        ("f5d6", {"2", "8"}),
        ("[*?", set()),
    ],
)
def test_numbers_and_letters_are_not_those_of_moves_dates_and_sizes(search, found, client) -> None:
    games = {
        "2": ("f5d6", "You", "Engine, level 2"),
        "8": ("f5d6c3", "You", "Engine, level 8"),
        "8 8": ("f5f6", "Engine, level 8", "Engine, level 8"),
        "5 20": ("f5f4", "Engine, level 5", "Engine, level 20"),
    }
    for name, (moves, black, white) in games.items():
        tags = {
            "Black": black,
            "White": white,
            "Date": "2026-11-28",
            "Event": {"2": "Pod"}.get(name, "Cup"),
        }
        client.posted("/games", game={"moves": moves, "tags": tags}, state=name)
    rows = client.got("/games", search=search)["games"]
    assert {client.got(f"/games/{row['id']}")["state"] for row in rows} == found


def test_openings_of_rows(client) -> None:
    client.posted("/games", game=ANN)
    client.posted(
        "/games", game={"size": 6, "start": "-" * 14 + "XOO-" + "-" * 18 + " X", "moves": ""}
    )
    other, row = client.got("/games")["games"]
    assert other["openings"] == {"en": None, "ja": None}
    named = [opening_of(Game.parse(MOVES), "en"), opening_of(Game.parse(MOVES), "ja")]
    assert [*row["openings"].values()] == [opening and opening.name for opening in named]
    assert all(named)


def test_several_deleted_at_once(client) -> None:
    names = [client.posted("/games", game={"moves": "f5"})["id"] for _ in range(3)]
    assert client.posted("/games/delete", ids=[*names[:2], "gone"]) == {"deleted": 2}
    assert [game["id"] for game in client.got("/games")["games"]] == names[2:]
    assert client.posted("/games/delete", ids=[]) == {"deleted": 0}


def test_pages_and_order(client) -> None:
    names = [
        client.posted("/games", game={"moves": m})["id"] for m in ("f5", "f5d6", "f5f4", "f5f6")
    ]
    put(client, names[1], 1, state="later")
    order = [names[1], names[3], names[2], names[0]]
    assert [game["id"] for game in client.got("/games")["games"]] == order
    for page in (1, 2, 3):
        found = client.got("/games", page=page, count=2)
        assert [game["id"] for game in found["games"]] == order[2 * page - 2 : 2 * page]
        assert found["total"] == 4
    assert client.got("/games", size=10)["total"] == 0
    assert client.got("/games", size=8)["total"] == 4


def test_brought_in_and_taken_out(client) -> None:
    text = "".join(
        write_json(Record(Game.parse(moves, tags={"Black": name}), comment=name))
        for moves, name in (("f5d6c3", "Ann"), ("f5f6", "Bob"))
    )
    answer = client.post("/api/v1/games/import", content=f"{text}{{nonsense}}\n")
    assert answer.status_code == 201
    assert answer.json()["added"] == 2
    assert answer.json()["problems"]
    out = client.get("/api/v1/games/export", params={"format": "json"})
    assert 'attachment; filename="outflank.json"' in out.headers["content-disposition"]
    assert sorted(map(write_json, parse(out.text).items)) == sorted(text.splitlines(keepends=True))
    for name in ("ggf", "sgf", "pgn"):
        out = client.get("/api/v1/games/export", params={"format": name, "search": "bob"})
        (game,) = parse(out.text).games
        assert game.tags["Black"] == "Bob"
        assert out.headers["x-outflank-left-out"] == "0"
    client.posted("/games", game={})
    out = client.get("/api/v1/games/export", params={"format": "transcript"})
    assert out.headers["x-outflank-left-out"] == "1"
    assert len(out.text.split()) == 2
    assert "unknown format" in client.refused("GET", "/games/export?format=exe", 400)
    assert "empty" in client.refused("POST", "/games/import", 400)


def test_not_too_many_at_once(client, monkeypatch) -> None:
    monkeypatch.setattr("outflank.apps.web.games._MOST_GAMES", 2)
    sentence = client.refused("POST", "/games/import", 400, content=b"f5\nf5d6\nf5f6\n")
    assert "more than 2 games" in sentence
    assert client.got("/games")["total"] == 0
    answer = client.post("/api/v1/games/import", content=b"f5\nf5d6\n")
    assert answer.json()["added"] == 2


def test_refused(client) -> None:
    large = {"game": {}, "state": "x" * 100_000}
    assert "at most 100,000" in client.refused("POST", "/games", 400, json=large)
    assert "illegal" in client.refused("POST", "/games", 400, json={"game": {"moves": "a1"}})
    assert "revision" in client.refused("PUT", f"/games/{NAME}", 422, json={"game": {}})
    assert client.got("/games")["total"] == 0


def test_half_characters_spoil_nothing(client) -> None:
    """A lone half of a surrogate pair can be written in JSON, but be neither sent nor kept."""
    text = r'{"revision": 0, "state": ["\ud83d"], "game": {"moves": "f5", "tags": {"\ud83d": "x"}}}'
    headers = {"Content-Type": "application/json"}
    assert client.put(f"/api/v1/games/{NAME}", content=text, headers=headers).status_code == 200
    kept = client.got(f"/games/{NAME}")
    assert (kept["state"], kept["game"]["tags"]) == (["?"], {"?": "x"})
    lines = r"""{"outflank": 1, "moves": "f5", "tags": {"Black": "A\ud800"}}
        {"outflank": 1, "moves": "d3", "tags": {"Black": "\ud83d\ude00"}}
        {"outflank": 1, "position": "XXXXXXXOXXO-XXXX O", "comment": "\udc00"}"""
    found = client.post("/api/v1/parse", content=lines).json()["games"]
    assert [game.get("tags", {}).get("Black") for game in found] == [
        "A?",
        "\N{GRINNING FACE}",
        None,
    ]
    assert client.post("/api/v1/games/import", content=lines).json()["added"] == 3
    assert client.got("/games")["total"] == 4


def test_a_state_that_is_too_deep(client) -> None:
    """What could be kept, but not sent again, is refused."""
    deep: list[object] = []
    for _ in range(200):
        deep = [deep]
    sentence = client.refused("POST", "/games", 400, json={"game": {}, "state": deep})
    assert sentence == "the state of a game is nested more than 50 deep"
    state = [[[{"a": [1]}]]]
    name = client.posted("/games", game={}, state=state)["id"]
    assert client.got(f"/games/{name}")["state"] == state
