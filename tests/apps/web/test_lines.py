"""Lines: what the page is told of positions is what the rules say."""

from __future__ import annotations

import pytest

from outflank import PASS, Color, Game, Position
from outflank.database import opening_name
from outflank.rules.text import compact

PASSING = "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3"
WIPED = "f5d6c5f4e3f6g5e6e7"


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_positions(size, shared, random_game) -> None:
    game = random_game(size, 5)
    found = shared.posted("/line", size=size, moves=game.transcript())
    assert (found["size"], found["start"]) == (size, "")
    assert found["moves"] == game.transcript(passes="--")
    assert len(found["positions"]) == len(game.positions)
    for ply, (shown, position) in enumerate(zip(found["positions"], game.positions, strict=True)):
        assert Position.parse(f"{shown['board']} {'XO'[position.turn is Color.WHITE]}") == position
        legal = position.legal_moves()
        assert shown["turn"] == (position.turn.name.lower() if legal else None)
        assert shown["legal"] == [str(move) for move in legal if move is not PASS]
        assert shown["must_pass"] == position.must_pass
        assert shown["over"] == position.is_over
        assert shown["empties"] == position.empties
        assert shown["discs"] == {c.name.lower(): position.discs(c) for c in Color}
        move = game.moves[ply - 1] if ply else None
        assert shown["last"] == (None if move is None else str(move))
        flips = [] if move is None else game.positions[ply - 1].flips(move)
        assert shown["flipped"] == [str(disc) for disc in flips]
        names = shown["opening"] or {"en": None, "ja": None}
        assert names == {name: opening_name(position, name) for name in ("en", "ja")}
    outcome = game.result
    assert found["result"]["text"] == str(outcome)
    assert found["result"]["black"] - found["result"]["white"] == outcome.score


def test_a_pass(shared) -> None:
    found = shared.posted("/line", moves=PASSING)
    last = found["positions"][-1]
    assert last["must_pass"]
    assert last["turn"] == "white"
    assert last["legal"] == []
    after = shared.posted("/line", moves=f"{PASSING}--")["positions"][-1]
    assert after["last"] == "pass"
    assert after["flipped"] == []
    assert " ".join(after["legal"]) == "g4 h5 h6 a7 b7 c7 g7 h7 d8 e8 f8 g8"
    assert shared.posted("/line", moves=f"{PASSING}g4")["moves"].endswith("h3--g4")


def test_the_end(shared) -> None:
    found = shared.posted("/line", moves=WIPED)
    assert found["positions"][-1]["over"]
    assert found["result"] == {
        "winner": "black",
        "black": 64,
        "white": 0,
        "black_discs": 13,
        "white_discs": 0,
        "text": "Black wins 64-0 (13-0 on the board)",
    }
    assert shared.posted("/line", moves="f5d6")["result"] is None
    resigned = shared.posted("/line", moves="f5d6", resigned="black")["result"]
    assert resigned["winner"] == "white"


def test_openings(shared) -> None:
    found = shared.posted("/line", moves="f5d6c3d3c4f4f6f3e6e7d7b5")["opening"]
    assert found["en"] == {"name": "Scorpion (New)", "ply": 11}
    assert found["ja"] == {"name": "コンポス", "ply": 8}


def test_only_the_last_positions(shared) -> None:
    whole = shared.posted("/line", moves="f5d6c3")["positions"]
    for first in range(5):
        part = shared.post(f"/api/v1/line?from={first}", json={"moves": "f5d6c3"}).json()
        assert part["positions"] == whole[first:]


def test_another_start(shared) -> None:
    start = compact(Game.parse("f5d6c3").position)
    found = shared.posted("/line", start=start, moves="d3c4")
    assert (found["size"], found["start"]) == (8, start)
    assert found["positions"][-1]["board"] == compact(Game.parse("f5d6c3d3c4").position)[:64]
    board = Position.initial(10)
    assert shared.posted("/line", size=10, start=compact(board))["start"] == ""


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"moves": "f5d6z9"}, 400, "bad move 'z9' at column 5"),
        ({"moves": "f5d5"}, 400, "illegal move 'd5' at token 2"),
        ({"moves": "pa"}, 400, "pass not legal here"),
        ({"moves": f"{WIPED}d8"}, 400, "the game is over"),
        ({"start": "nonsense"}, 400, "bad "),
        ({"start": "-" * 64 + " X", "size": 10}, 400, "size 8, but the size given is 10"),
        ({"size": 5}, 422, "size: Input should be 4, 6, 8, 10, 12, 14 or 16"),
        ({"size": "many"}, 422, "size: "),
        ({"moves": "f5" * 3000}, 422, "moves: String should have at most 4000 characters"),
        ({"moves": 7}, 422, "moves: Input should be a valid string"),
        ({"mvoes": "f5"}, 422, "mvoes: Extra inputs are not permitted"),
    ],
)
def test_bad_lines(fields, status, sentence, shared) -> None:
    assert sentence in shared.refused("POST", "/line", status, json=fields)


def test_no_json(shared) -> None:
    plain = {"Content-Type": "application/json"}
    for content in (b"{nonsense", b'{"moves": "f5"'):
        assert "JSON" in shared.refused("POST", "/line", 422, content=content, headers=plain)
    for content in (b"", b"[1, 2]", b'"f5"'):
        assert shared.refused("POST", "/line", 422, content=content, headers=plain)
    deep = b'{"moves":' + b"[" * 100_000
    assert shared.refused("POST", "/line", 400, content=deep, headers=plain)


def test_pictures(shared) -> None:
    svg = shared.get("/api/v1/picture.svg", params={"moves": "f5d6c3", "legal": True})
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    assert "White to move" in svg.text
    png = shared.get("/api/v1/picture.png", params={"size": 16, "width": 100})
    assert png.headers["content-type"] == "image/png"
    assert png.content.startswith(b"\x89PNG")
    assert "illegal" in shared.refused("GET", "/picture.svg?moves=a1", 400)
    assert "width" in shared.refused("GET", "/picture.png?width=99999", 422)
