"""Texts and files: read as the library reads them, written as it writes them."""

from __future__ import annotations

from unittest.mock import ANY

import pytest

from outflank import Game
from outflank.apps.web.security import MOST_TEXT
from outflank.database import opening_of
from outflank.formats import Note, Record, WthorWriter, read_json, write_json

MOVES = "f5d6c3d3c4f4f6f3e6e7"
GAME = {
    "moves": MOVES,
    "tags": {"Black": "Ann <b>", "White": "Bob & Co"},
    "comment": "A game",
    "notes": {"2": {"value": 1.5, "seconds": 3.0, "comment": "sharp"}},
    "branches": [{"ply": 2, "moves": "c4d3", "branches": [{"ply": 1, "moves": "b3"}]}],
}


def read(client, data, **params):
    answer = client.post("/api/v1/parse", content=data, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("name", ["ggf", "sgf", "json", "pgn", "transcript"])
def test_games_go_round(name, shared) -> None:
    written = shared.posted("/export", game=GAME, format=name)
    found = read(shared, written["text"])
    assert (found["format"], found["total"], found["problems"]) == (name, 1, [])
    (game,) = found["games"]
    assert (game["size"], game["moves"]) == (8, MOVES)
    if name != "transcript":
        assert game["tags"]["Black"] == "Ann <b>"
    if name == "json":
        assert written["dropped"] == []
        assert game == {**GAME, "outflank": 1, "size": 8}
    if name == "transcript":
        assert "variations" in written["dropped"]


@pytest.mark.parametrize("name", ["board", "obf"])
def test_positions_go_round(name, shared) -> None:
    written = shared.posted("/export", game=GAME, format=name)
    assert "all but the last position" in written["dropped"]
    (game,) = read(shared, written["text"])["games"]
    assert game["moves"] == ""
    last = shared.posted("/line", moves=MOVES)["positions"][-1]
    assert game["start"] == f"{last['board']} X"


def test_what_is_exported_is_what_the_library_writes(shared) -> None:
    record = Record(Game.parse(MOVES, tags={"Black": "Ann"}), {1: Note(value=-2.0)})
    (game,) = read(shared, write_json(record))["games"]
    text = shared.posted("/export", game=game, format="json")["text"]
    assert list(read_json([text])) == [record]


def test_scores_of_positions(shared) -> None:
    line = "OOO-XXO--XO----- X; D4:-10; D1:-12; % a comment"
    (game,) = read(shared, line)["games"]
    assert game["scores"] == {"d4": -10, "d1": -12}
    assert game["score"] == -10
    assert game["comment"] == "a comment"


def test_bytes(shared) -> None:
    writer = WthorWriter()
    writer.add(Record(Game.parse(MOVES, tags={"Result": "40-24"})))
    found = read(shared, writer.files().games)
    assert found["format"] == "wthor"
    assert found["games"][0]["moves"] == MOVES
    latin = "(;FF[4]GM[2]CA[ISO-8859-1]PB[Jos\xe9];B[f5])".encode("latin-1")
    assert read(shared, latin)["games"][0]["tags"]["Black"] == "Jos\xe9"


def test_some_of_many(shared) -> None:
    text = "\n".join([MOVES[:4], MOVES[:6], "z9 and junk", MOVES[:8]])
    found = read(shared, text, first=1, count=1)
    assert found["total"] == 3
    assert [game["moves"] for game in found["games"]] == [MOVES[:6]]
    (problem,) = found["problems"]
    assert problem["place"] == "line 3"
    assert "z9" in problem["reason"]
    assert not problem["harmless"]


def test_sizes_and_dialects(shared) -> None:
    assert read(shared, "e4e3", size=6)["games"][0]["size"] == 6
    board = "0" * 27 + "01" + "0" * 6 + "10" + "0" * 27
    assert shared.refused("POST", "/parse?dialect=nonsense", 422, content=board)
    fen = "8/8/8/3Pp3/3pP3/8/8/8 w 0 1"
    (game,) = read(shared, fen, dialect="flipello")["games"]
    assert game["size"] == 8


@pytest.mark.parametrize(
    "text", ["\x00\x01\x02", "nothing at all!", "\n\n", '{"json": 1}', "((((("]
)
def test_nonsense_is_no_error(text, shared) -> None:
    found = read(shared, text)
    assert found["games"] == []
    assert found["problems"]


def test_what_takes_too_long_is_left(shared, monkeypatch) -> None:
    monkeypatch.setattr("outflank.apps.web.files.MOST_SECONDS", 0.0)
    for path in ("/parse", "/games/import"):
        monkeypatch.setattr("outflank.apps.web.games._MOST_SECONDS", 0.0)
        sentence = shared.refused("POST", path, 400, content=b"f5\nf5d6\n")
        assert "give it in parts" in sentence
    assert shared.got("/games")["total"] == 0


def test_refused(shared) -> None:
    assert "empty" in shared.refused("POST", "/parse", 400, content=b"")
    large = b"x" * (MOST_TEXT + 1)
    assert "8,000,000 bytes" in shared.refused("POST", "/parse", 413, content=large)
    formats = "unknown format 'exe': there are ggf, sgf, json, pgn, obf, board, transcript"
    bad = {"game": {"moves": MOVES}, "format": "exe"}
    assert formats == shared.refused("POST", "/export", 400, json=bad)
    for name, sentence in {"quest": "unknown format", "transcript": "no games without"}.items():
        none = {"game": {"moves": ""}, "format": name}
        assert sentence in shared.refused("POST", "/export", 400, json=none)


def test_variations_that_cannot_be(shared) -> None:
    bad = {"moves": "f5d6", "branches": [{"ply": 1, "moves": "a1"}]}
    assert "illegal" in shared.refused("POST", "/export", 400, json={"game": bad, "format": "sgf"})
    far = {"moves": "f5d6", "branches": [{"ply": 9, "moves": "a1"}]}
    assert shared.refused("POST", "/export", 400, json={"game": far, "format": "sgf"})
    deep: dict[str, object] = {"ply": 0, "moves": "f5"}
    for _ in range(200):
        deep = {"ply": 0, "moves": "f5", "branches": [deep]}
    game = {"moves": "f5d6", "branches": [deep]}
    assert shared.refused("POST", "/export", 400, json={"game": game, "format": "json"})


@pytest.mark.parametrize("size", [4, 8, 10])
def test_moves_of_another_board_than_the_one_that_is_shown(size, shared) -> None:
    (game,) = read(shared, "c2b2a2", size=size)["games"]
    assert (game["size"], game["moves"]) == (6, "c2b2a2")
    found = read(shared, "f5d6z9", size=size)
    assert found["problems"][0]["reason"] == "bad move 'z9' at column 5 (token 3)"
    assert (found["problems"][0]["line"], found["problems"][0]["column"]) == (1, 5)


def test_boards_that_need_a_dialect(shared) -> None:
    found = read(shared, "0x0000000810000000 0x0000001008000000 X")
    assert [facts["dialect"] for facts in found["facts"]] == [""]
    found = read(shared, "0x0000000810000000 0x0000001008000001 X")
    names = [facts["dialect"] for facts in found["facts"]]
    starts = dict(zip(names, (game["start"] for game in found["games"]), strict=True))
    assert starts["edax"].startswith("O")
    assert starts["egaroucid"].endswith("O X")
    (game,) = read(shared, "-" * 27 + "00" + "-" * 6 + "01" + "-" * 27 + " X")["games"]
    assert game["start"] == "-" * 27 + "XX" + "-" * 6 + "XO" + "-" * 27 + " X"


def test_the_link_of_a_page(shared) -> None:
    found = read(shared, "http://127.0.0.1:8150/?m=f5d6(f4)c3%7Bwhy%7D&n=1&white=engine:level=5")
    assert found["format"] == "link"
    (game,) = found["games"]
    assert game["moves"] == "f5d6c3"
    assert game["notes"] == {"2": {"comment": "why"}}
    assert game["tags"] == {"White": "engine:level=5"}


def wthor_files(*games):
    writer = WthorWriter()
    for game in games:
        writer.add(Record(game))
    return writer.files()


def test_wthor_finds_its_names_among_the_files(shared) -> None:
    tags = {"Black": "Ann", "White": "Bob", "Event": "Cup"}
    files = wthor_files(Game.parse(MOVES, tags=tags))
    alone = read(shared, files.games)
    assert "Ann" not in alone["games"][0].get("tags", {}).values()
    assert "files of their own (.jou, .trn)" in alone["problems"][0]["reason"]
    assert alone["problems"][0]["harmless"]
    for order in (list(files), list(reversed(files))):
        lengths = ",".join(str(len(data)) for data in order)
        found = read(shared, b"".join(order), lengths=lengths)
        assert (found["format"], found["total"], found["problems"]) == ("wthor", 1, [])
        assert found["games"][0]["tags"].items() >= tags.items()
        query = f"/games/import?lengths={lengths}"
        added = shared.post(f"/api/v1{query}", content=b"".join(order)).json()
        assert (added["added"], added["problems"]) == (1, [])
        (row,) = shared.got("/games", search="ann")["games"]
        assert shared.posted("/games/delete", ids=[row["id"]]) == {"deleted": 1}


def test_several_files_at_once(shared) -> None:
    texts = [b"f5d6", b'[Black "Ann"]\n\n1. f5 f6', b"junk"]
    lengths = ",".join(str(len(text)) for text in texts)
    found = read(shared, b"".join(texts), lengths=lengths)
    assert (found["format"], found["total"]) == ("transcript, pgn", 2)
    assert len(found["problems"]) == 1
    sentence = shared.refused("POST", "/parse?lengths=3,4", 400, content=b"12345678")
    assert sentence == "the body has 8 bytes, but the lengths make 7"
    assert shared.refused("POST", "/parse?lengths=x", 422, content=b"12345678")


def test_what_tells_games_apart(shared) -> None:
    text = f'[Black "Ann"]\n[Result "40-24"]\n\n{MOVES}\n\n[Black "Bob"]\n\nf5f6\n'
    opening = opening_of(Game.parse(MOVES))
    assert opening is not None
    found = read(shared, text)
    assert found["facts"][0] == {
        "plies": 10,
        "result": "40-24",
        "openings": {"en": opening.name, "ja": ANY},
        "dialect": "",
    }
    assert (found["facts"][1]["plies"], found["facts"][1]["result"]) == (2, "")
    found = read(shared, text, search="bob")
    assert (found["total"], found["games"][0]["moves"]) == (1, "f5f6")
    assert read(shared, text, search="nobody")["total"] == 0
