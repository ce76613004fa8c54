"""Whole games in the core: played from lists of moves, and searched for a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import PASS, Color, Game, IllegalMoveError, Move, ParseError, Position, Shape
from outflank._core import replay, visits

SIZES = [4, 6, 8, 10, 12, 14, 16]
ENDS, ELSEWHERE = 257, 65535
CODES = {move: code for code, move in enumerate((*Shape(16).squares, PASS))}

RandomGame = Callable[..., Game]


def squares(game: Game) -> bytes:
    return bytes(CODES[move] for move in game.moves if not move.is_pass)


def found(position: Position, games: Sequence[Game], start: Position | None = None) -> list[int]:
    lists = [squares(game) for game in games]
    start = start or Position.initial(position.size)
    packed = visits(position, start, b"".join(lists), bytes(map(len, lists)))
    return memoryview(packed).cast("H").tolist()


def expected(position: Position, game: Game) -> int:
    """The same, with Python and all eight images."""
    moves = list(game.moves)
    while moves and moves[-1].is_pass:  # it is not written
        moves.pop()
    for symmetry in range(8):
        image = position.symmetry(symmetry)
        if image not in game.positions[: len(moves) + 1]:
            continue
        index = game.positions.index(image)
        if index == len(moves):
            return ENDS
        shape = position.shape
        origins = (s for s in shape.squares if shape.transform(s, symmetry) == moves[index])
        return CODES[next(origins, PASS)]
    return ELSEWHERE


@given(st.sampled_from(SIZES), st.integers(0, 10**6), st.integers(0, 250), st.integers(0, 7))
def test_visits_agree_with_python(
    random_game: RandomGame, size: int, seed: int, ply: int, symmetry: int
) -> None:
    games = [random_game(size, seed + i, None if i else 12) for i in range(4)]
    known = games[seed % 4].positions
    position = known[min(ply, len(known) - 1)].symmetry(symmetry)
    assert found(position, games) == [expected(position, game) for game in games]
    other = position.swapped()
    assert found(other, games) == [expected(other, game) for game in games]


@given(st.integers(0, 10**6), st.integers(0, 30))
def test_every_position_of_a_game_is_found(
    random_game: RandomGame, seed: int, skipped: int
) -> None:
    whole = random_game(6, seed)
    start = whole.positions[min(skipped, len(whole))]
    game = Game(start, whole.moves[min(skipped, len(whole)) :])
    for position in game.positions:
        wanted = expected(position, game)
        if position.must_pass and position == game.position:
            wanted = ENDS
        assert found(position, [game], start) == [wanted]


def test_a_forced_pass_is_a_continuation() -> None:
    game = Game.parse("e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8c3")
    stuck = game.positions[-3]
    assert stuck.must_pass
    assert found(stuck, [game]) == [CODES[PASS]]
    assert found(game.positions[-2], [game]) == [CODES[Move("c3")]]
    assert found(game.position, [game]) == [ENDS]


def test_transpositions_are_found() -> None:
    tiger, other = Game.parse("f5d6c3d3c4f4"), Game.parse("f5d6c4d3c3f4")
    assert found(tiger.positions[5], [tiger, other]) == [CODES[Move("f4")]] * 2
    assert found(tiger.positions[3], [tiger, other]) == [CODES[Move("d3")], ELSEWHERE]


@given(
    st.sampled_from([4, 8, 10]), st.lists(st.binary(max_size=70), max_size=5), st.integers(0, 60)
)
def test_any_bytes(random_game: RandomGame, size: int, games: list[bytes], plies: int) -> None:
    position = random_game(size, plies, plies).position
    start = Position.initial(size)
    packed = visits(position, start, b"".join(games), bytes(map(len, games)))
    codes = memoryview(packed).cast("H").tolist()
    assert len(codes) == len(games)
    assert all(code in CODES.values() or code in (ENDS, ELSEWHERE) for code in codes)


def test_lengths_must_add_up() -> None:
    position = Position.initial()
    with pytest.raises(ValueError, match="the lengths of the games do not add up"):
        visits(position, position, b"abc", b"\2")
    with pytest.raises(ValueError, match="on a board of the position's size"):
        visits(position, Position.initial(6), b"", b"")


@given(st.sampled_from(SIZES), st.integers(0, 10**6))
def test_replay_puts_passes_in(random_game: RandomGame, size: int, seed: int) -> None:
    game = random_game(size, seed)
    without = [move for move in game.moves if not move.is_pass]
    moves, positions = replay(game.start, without)
    assert moves == game.moves
    assert replay(game.start, game.moves) == (moves, positions)
    assert replay(game.start, map(str, without)) == (moves, positions)
    position = game.start
    for move, after in zip(moves, positions[1:], strict=True):
        position = position.play(move)
        assert position == after


@pytest.mark.parametrize(
    ("moves", "error", "reason"),
    [
        (["f5", "f5"], IllegalMoveError, r"f5 for White: the square is taken \(ply 2\)"),
        (["a1"], IllegalMoveError, r"a1 for Black: it turns no disc \(ply 1\)"),
        (["pass"], IllegalMoveError, "a pass is legal only without any other move"),
        (["f5", "zz"], ParseError, "bad move 'zz'"),
        (["f5", 7], TypeError, "expected a Move or its name, not 7"),
        (7, TypeError, None),
    ],
)
def test_what_cannot_be_played(moves: object, error: type[Exception], reason: str | None) -> None:
    with pytest.raises(error, match=reason):
        replay(Position.initial(), moves)  # type: ignore[arg-type]


def test_after_the_end_nothing_can_be_played() -> None:
    over = Game.parse("f5d6c5f4e3f6g5e6e7").position
    with pytest.raises(IllegalMoveError, match="the game is over"):
        replay(over, [PASS])
    assert replay(over, []) == ((), (over,))
    assert over.discs(Color.WHITE) == 0
