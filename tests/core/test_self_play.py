"""Games of the search against itself: legal, repeatable, and with the labels that they claim."""

import threading
from struct import iter_unpack
from typing import Any, NamedTuple

import pytest

from outflank import Color, Engine, Linear, Position, Shape, _core
from outflank.heuristics import standard


class Example(NamedTuple):
    position: Position
    value: float
    margin: int
    exact: bool


def unpacked(size: int, data: bytes) -> list[Example]:
    width = 8 if size <= 8 else 16
    side, shift = width * width // 8, (width - size) // 2
    found = []
    for player, opponent, value, margin, exact in iter_unpack(f"<{side}s{side}sfhh", data):
        squares = [
            [
                square
                for square in Shape(size).squares
                if int.from_bytes(word, "little")
                >> ((square.row + shift) * width + square.column + shift)
                & 1
            ]
            for word in (player, opponent)
        ]
        position = Position.from_squares(size, squares[0], squares[1], Color.BLACK)
        found.append(Example(position, value, margin, exact == 1))
    return found


def discs(position: Position) -> str:
    """The board as the side to move sees it."""
    board, _, turn = repr(position).split('"')[1].rpartition(" ")
    return board if turn == "X" else board.translate(str.maketrans("XO", "OX"))


def play(size: int, games: int = 3, seed: int = 1, **options: Any) -> list[Example]:
    evaluator = standard().for_size(size)
    given = {"random": (2, size**2 - 14), "depth": 2, "exact_from": 8, **options}
    return unpacked(
        size,
        _core.self_play(evaluator, evaluator, games=games, seed=seed, **given),
    )


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_the_same_seed_plays_the_same_games(size: int) -> None:
    options: dict[str, Any] = {"random": (1, 5)}
    assert play(size, **options) == play(size, **options) != play(size, seed=2, **options)


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_examples_follow_one_another(size: int) -> None:
    """Each comes from the one before by a move, and a pass where it must, or begins a game."""
    starts = 0
    signs = {"": 0}  # of the margin, by the boards that may come next
    margin = 0
    for position, value, label, _ in play(size, games=4, random=(1, 5)):
        assert position.mobility
        assert abs(label) <= size**2
        assert abs(value) < 1000
        sign = signs.get(discs(position), 0)
        if sign == 0:
            starts += 1
        else:
            assert label == sign * margin
        margin, signs = label, {}
        for move in position.legal_moves():
            after = position.play(move)
            signs[discs(after.play("pass") if after.must_pass else after)] = (
                1 if after.must_pass else -1
            )
    assert starts == 4


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_exact_labels_are_those_of_the_solver(size: int) -> None:
    engine = Engine()
    proved = [e for e in play(size, games=6, random=(1, size**2 - 8)) if e.exact]
    assert proved
    for position, value, margin, _ in proved:
        assert position.empties <= 8
        assert value == margin == engine.solve(position).score


def test_exact_from_none_on() -> None:
    examples = play(6, exact_from=0)
    assert not any(example.exact for example in examples)
    last = examples[-1]
    assert last.position.empties < 8


def test_no_games() -> None:
    assert play(8, games=0) == []


def test_stopped_games_are_left_out() -> None:
    stop = threading.Event()
    stop.set()
    evaluator = standard().for_size(8)
    data = _core.self_play(
        evaluator,
        evaluator,
        games=10**9,
        seed=1,
        random=(0, 40),
        depth=30,
        exact_from=40,
        stop=stop,
    )
    assert data == b""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"random": (5, 4)}, "range of random plies within 0 to 31"),
        ({"random": (-1, 4)}, "range of random plies"),
        ({"random": (0, 32)}, "range of random plies"),
        ({"depth": 0}, "a depth above 0"),
        ({"exact_from": -1}, "no less than 0 to solve"),
        ({"games": -1}, "no fewer than 0 games"),
    ],
)
def test_what_cannot_be_played(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        play(6, **options)


def test_evaluators_of_two_sizes() -> None:
    six, eight = (Linear(discs=1).for_size(size) for size in (6, 8))
    with pytest.raises(ValueError, match="of one size"):
        _core.self_play(six, eight, games=1, seed=1, random=(0, 1), depth=1, exact_from=0)


def test_a_function_plays_not() -> None:
    slow = _core.function_evaluator(6, lambda position: 0.0)
    with pytest.raises(ValueError, match="native"):
        _core.self_play(slow, slow, games=1, seed=1, random=(0, 1), depth=1, exact_from=0)
