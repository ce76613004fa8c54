"""Openings: legal, reproducible, different from each other, and clear about what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank import Color, Engine, Game, Limit, Position
from outflank.tournament import OpeningError, handicap, openings_from_spec


@pytest.mark.parametrize("size", [4, 6, 8, 10, 16])
def test_random_openings(size: int) -> None:
    plies = 4 if size == 4 else 8
    openings = openings_from_spec(f"random:{plies}", size, 40, seed=3)
    ends = []
    for moves in openings:
        game = Game(Position.initial(size), moves)
        assert game.moves == moves
        assert game.result is None
        assert sum(not move.is_pass for move in moves) == plies
        ends.append(game.position)
    assert len(set(ends)) == 40
    assert openings == openings_from_spec(f"random:{plies}", size, 40, seed=3)
    assert openings[:15] == openings_from_spec(f"random:{plies}", size, 15, seed=3)
    assert openings != openings_from_spec(f"random:{plies}", size, 40, seed=4)


def test_fewer_openings_than_games() -> None:
    assert len(set(openings_from_spec("random:1", 8, 50, seed=1))) == 4
    assert openings_from_spec("random:0", 8, 2, seed=1) == [(), ()]
    assert openings_from_spec("start", 10, 3, seed=1) == [(), (), ()]


def test_deep_random_openings_leave_a_game() -> None:
    for moves in openings_from_spec("random:10", 4, 20, seed=1):
        assert Game(Position.initial(4), moves).result is None


@pytest.mark.parametrize("size", [6, 8, 10])
def test_balanced_openings(size: int) -> None:
    openings = openings_from_spec("balanced:8", size, 6, seed=2)
    assert len(set(openings)) == 6
    assert openings == openings_from_spec("balanced:8", size, 6, seed=2)
    for moves in openings:
        position = Game(Position.initial(size), moves).position
        assert abs(Engine().search(position, Limit(nodes=20_000)).score) <= 2
    assert openings != openings_from_spec("random:8", size, 6, seed=2)


def test_as_even_as_can_be() -> None:
    """On 4x4 no two moves leave an even game."""
    openings = openings_from_spec("balanced:2", 4, 20, seed=1)
    ahead = [
        abs(Engine().solve(Game(Position.initial(4), moves).position).score) for moves in openings
    ]
    every = [
        abs(Engine().solve(Game(Position.initial(4), moves).position).score)
        for moves in openings_from_spec("random:2", 4, 20, seed=1)
    ]
    assert ahead == [min(every)] * 20
    assert max(every) > min(every) > 2


def test_handicap() -> None:
    for corners, names in enumerate((["a1"], ["a1", "h8"], ["a1", "h1", "h8"]), 1):
        start = handicap(8, corners)
        assert start.turn is Color.WHITE
        assert [str(s) for s in start.squares(Color.BLACK) if s in start.shape.corners] == names
        assert start.squares(Color.WHITE) == Position.initial(8).squares(Color.WHITE)
    assert handicap(4, 4).discs(Color.BLACK) == 6
    for corners in (0, 5):
        with pytest.raises(ValueError, match="expected 1 to 4"):
            handicap(8, corners)


def test_xot(tmp_path: Path) -> None:
    path = tmp_path / "xot.txt"
    path.write_text("f5d6c4d3c2b3b4b5\n\nf5f6d3c5d6c7b5e3\n F5F4E3D2C3E6E1G5\n")
    openings = openings_from_spec(f"xot:{path}", 8, 5, seed=1)
    assert len(set(openings)) == 3
    assert openings[3:] == openings[:2]
    assert openings[:2] == openings_from_spec(f"xot:{path}", 8, 2, seed=1)
    orders = {tuple(openings_from_spec(f"xot:{path}", 8, 3, seed=seed)) for seed in range(9)}
    assert len(orders) > 1


@pytest.mark.parametrize(
    ("spec", "size", "message"),
    [
        (
            "nonsense",
            8,
            "unknown openings 'nonsense': expected start, random:PLIES, balanced:PLIES or xot:FILE",
        ),
        ("start:3", 8, "unknown openings 'start:3'"),
        ("random", 8, "random needs a number of plies, as in random:8"),
        ("random:-1", 8, "random needs a number"),
        ("random:many", 8, "random needs a number"),
        ("balanced:x", 8, "balanced needs a number of plies, as in balanced:8"),
        ("random:12", 4, "4x4: no 12 random plies leave a game to play"),
        ("random:61", 8, "8x8 has no opening of 61 plies"),
        ("xot:", 8, "need a file"),
        ("xot:/no/such/file", 8, "cannot read the openings /no/such/file: No such file"),
        ("xot:any", 6, "the openings in any are for 8x8, not for 6x6"),
    ],
)
def test_bad_openings(spec: str, size: int, message: str) -> None:
    with pytest.raises(OpeningError, match=message):
        openings_from_spec(spec, size, 4, seed=1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\n \n", "there are no openings"),
        (b"f5d6\nf5d5\n", "line 2: illegal move 'd5'"),
        (b"f5x9\n", "line 1: bad move 'x9'"),
        (b"f5d6c5f4e3f6g5e6e7\n", "line 1: the game is over"),
        (b"\xff\xfe\n", "it is not text"),
    ],
)
def test_bad_xot_files(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    with pytest.raises(OpeningError, match=message):
        openings_from_spec(f"xot:{path}", 8, 4, seed=1)


@pytest.mark.parametrize(
    "content",
    [
        b"f5d6c3\r\n\x1a",
        b"\xef\xbb\xbff5d6c3\n",
        "\uff26\uff15\uff24\uff16\uff23\uff13\n".encode("shift_jis"),
        "f5d6c3\n".encode("utf-16"),
        b'"f5d6c3"\n',
    ],
)
def test_xot_files_as_editors_save_them(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "xot.txt"
    path.write_bytes(content)
    openings = openings_from_spec(f"xot:{path}", 8, 1, seed=1)
    assert [move.name for move in next(iter(openings))] == ["f5", "d6", "c3"]
