"""Games of Othello Quest, as objects or in messages."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game
from outflank.formats import Note, Problem, Record, is_quest, read_quest

SAMPLE = Path(__file__).parents[3] / "shared" / "data" / "quest" / "sample.json"
GAME: dict[str, Any] = {
    "id": "x",
    "gtype": "reversi",
    "players": [
        {"id": "a", "name": "Ann", "oldR": 1500.4, "newR": 1510.0},
        {"id": "bob", "oldR": 1600},
    ],
    "position": {"moves": [{"t": 1500, "m": "f5"}, {"m": "D6"}], "s": "RESIGN"},
    "tcb": 300000,
    "created": "2024-12-24T00:00:00.000Z",
}
RECORD = Record(
    Game.parse(
        "f5d6",
        tags={
            "Site": "Othello Quest",
            "Event": "5 minutes",
            "Date": "2024-12-24T00:00:00.000Z",
            "Black": "Ann",
            "BlackElo": "1500",
            "White": "bob",
            "WhiteElo": "1600",
            "TimeControl": "300",
            "Termination": "RESIGN",
        },
    ),
    {0: Note(seconds=1.5)},
)


def read(text: str) -> list[Record | Problem]:
    return list(read_quest(StringIO(text)))


def game(**changes: Any) -> str:
    return json.dumps(GAME | changes)


def one_problem(text: str) -> str:
    (found,) = read(text)
    assert isinstance(found, Problem)
    return found.reason


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GAME),
        json.dumps(GAME, indent=2),
        json.dumps({"name": "player", "args": [GAME]}),
        f"\ufeff\n[{json.dumps(GAME)}]",
    ],
)
def test_an_object_or_a_message(text: str) -> None:
    assert is_quest(text)
    assert read(text) == [RECORD]
    assert read(f"{text}\n{text}") == [RECORD, RECORD]


def test_the_sample() -> None:
    if not SAMPLE.exists():
        pytest.skip("no sample")
    (record,) = read(SAMPLE.read_text())
    assert isinstance(record, Record)
    assert record.game.transcript() == "e6f6f5d6c3g4c6f4h4f3g5"
    assert (record.game.tags["Black"], record.game.tags["Event"]) == ("b_player", "1 minute")
    assert record.notes[10] == Note(seconds=2.397)


def test_passes() -> None:
    stuck = [move.name for move in Game.parse("e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8").moves]
    for moves in ([*stuck, "-", "c3"], [*stuck, "c3"]):
        (record,) = read(game(position={"moves": [{"t": 1, "m": move} for move in moves]}))
        assert isinstance(record, Record)
        assert [move.name for move in record.game.moves] == [*stuck, "pass", "c3"]
        assert record.notes[len(stuck) + 1] == Note(seconds=0.001)


@pytest.mark.parametrize("start", ["f5d6c3d3", "f5 d6 c3 d3", str(Game.parse("f5d6c3d3").position)])
def test_openings(start: str) -> None:
    (record,) = read(game(position={"startPos": start, "moves": [{"t": 9, "m": "c4"}]}))
    assert isinstance(record, Record)
    assert record.game.position == Game.parse("f5d6c3d3c4").position
    assert record.notes == {len(record.game) - 1: Note(seconds=0.009)}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"players": [1]}, "bad player '1': expected an object in braces"),
        ({"players": {}}, "bad players '{}': expected a list"),
        ({"position": {}}, "there is no position with moves in it"),
        ({"position": 3}, "bad position '3': expected an object in braces"),
        ({"position": {"moves": [3]}}, "bad move '3': expected such as {'t': 218, 'm': 'f5'}"),
        (
            {"position": {"moves": [{"m": "z9"}]}},
            "bad move 'z9': expected a square such as f5, or -",
        ),
        (
            {"position": {"moves": [{"m": "a1"}]}},
            "illegal move 'a1' (move 1): Black can play d3, c4, f5, e6",
        ),
        (
            {"position": {"moves": [{"m": "-"}]}},
            "pass not legal here (move 1): Black can play d3, c4, f5, e6",
        ),
        ({"position": {"moves": [{"m": "f5", "t": "x"}]}}, "bad t 'x': expected a number"),
        ({"tcb": "long"}, "bad tcb 'long': expected a number"),
    ],
)
def test_broken_games(changes: dict[str, Any], reason: str) -> None:
    assert one_problem(game(**changes)) == reason
    assert read(f"{game(**changes)}\n{game()}")[1] == RECORD


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.sampled_from([*GAME, "args", "s"]), JSON)
def test_fuzz(name: str, value: Any) -> None:
    for text in (
        game(**{name: value}),
        game(position={**GAME["position"], name: value, "m": value}),
    ):
        assert read(f"{text}\n{game()}")[-1] == RECORD
