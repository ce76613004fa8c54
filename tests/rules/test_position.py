"""Position, Move, Shape and Color as a program sees them: values that say clearly what is wrong."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outflank
from outflank import PASS, Color, Game, IllegalMoveError, Move, ParseError, Position, Shape

SIZES = range(4, 17, 2)
START = Position.initial()
SQUARES = [Move.at(column, row) for row in range(16) for column in range(16)]
STUCK = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"  # after it Black must pass


def names(moves: Any) -> str:
    """Return moves as one string of names."""
    return " ".join(move.name for move in moves)


class TestColor:
    """The two colours."""

    def test_opponent(self) -> None:
        assert Color.BLACK.opponent is Color.WHITE
        assert Color.WHITE.opponent is Color.BLACK

    def test_members(self) -> None:
        assert [(color.name, color.value) for color in Color] == [("BLACK", 0), ("WHITE", 1)]

    def test_pickle(self) -> None:
        assert all(pickle.loads(pickle.dumps(color)) is color for color in Color)


class TestMove:
    """The 256 squares and the pass."""

    @pytest.mark.parametrize("move", [*SQUARES, PASS])
    def test_interned(self, move: Move) -> None:
        assert Move(move.name) is Move(move.name.upper()) is Move(move) is move
        assert repr(move) == str(move) == move.name
        assert pickle.loads(pickle.dumps(move)) is move

    def test_squares(self) -> None:
        move = Move("f5")
        assert (move.column, move.row, move.name, move.is_pass) == (5, 4, "f5", False)
        assert Move("i1") is Move.at(8, 0)
        assert Move("p16") is Move.at(15, 15)
        assert len(set(SQUARES)) == 256

    def test_pass(self) -> None:
        assert (PASS.column, PASS.row, PASS.name, PASS.is_pass) == (-1, -1, "pass", True)
        for text in ("pass", "PASS", "Pass", "pa", "PA", "--"):
            assert Move(text) is PASS

    def test_order(self) -> None:
        assert sorted([PASS, *reversed(SQUARES)]) == [*SQUARES, PASS]
        assert Move("h1") < Move("a2") < PASS
        assert Move("b1") > Move("a1")
        assert Move("a1") <= Move("a1") >= Move("a1")

    def test_equality(self) -> None:
        assert Move("a1") != Move("b1")
        assert Move("a1") != object()
        assert len({Move("a1"), Move("A1"), PASS, Move("--")}) == 2

    @pytest.mark.parametrize(
        "text", ["", "z9", "q1", "a0", "a17", "a", "5", "f5 ", "a01", "f5d6", "é1"]
    )
    def test_bad_names(self, text: str) -> None:
        with pytest.raises(ParseError, match=text or "''"):
            Move(text)

    @given(st.text(max_size=6))
    def test_fuzz(self, text: str) -> None:
        try:
            move = Move(text)
        except ParseError:
            pass
        else:
            assert move.is_pass or move.name == text.lower()

    @pytest.mark.parametrize("value", [None, 5, 1.5, b"f5", ["f5"]])
    def test_bad_types(self, value: Any) -> None:
        with pytest.raises(TypeError):
            Move(value)

    @pytest.mark.parametrize("place", [(-1, 0), (0, -1), (16, 0), (0, 16), (10**30, 0)])
    def test_places_off_every_board(self, place: tuple[int, int]) -> None:
        with pytest.raises((ValueError, TypeError, OverflowError)):
            Move.at(*place)

    def test_read_only(self) -> None:
        with pytest.raises(AttributeError):
            Move("a1").column = 3  # type: ignore[misc]


class TestShape:
    """Boards of every size."""

    @pytest.mark.parametrize("size", SIZES)
    def test_parts(self, size: int) -> None:
        shape = Shape(size)
        assert shape is Shape(size)
        assert (shape.size, shape.area) == (size, size * size)
        assert list(shape.squares) == [s for s in SQUARES if max(s.column, s.row) < size]
        last = chr(ord("a") + size - 1)
        assert names(shape.corners) == f"a1 {last}1 a{size} {last}{size}"
        assert len(shape.edges) == 4 * (size - 2)
        assert not set(shape.edges) & set(shape.corners)
        assert all({s.column, s.row} & {0, size - 1} for s in shape.edges)
        assert len(shape.x_squares) == 4
        assert len(shape.c_squares) == 8
        assert set(shape.c_squares) <= set(shape.edges)
        near = {near for corner in shape.corners for near in shape.neighbours(corner)}
        assert near == {*shape.c_squares, *shape.x_squares}

    def test_named_squares_of_the_usual_board(self) -> None:
        shape = START.shape
        assert shape is Shape(8)
        assert names(sorted(shape.x_squares)) == "b2 g2 b7 g7"
        assert names(sorted(shape.c_squares)) == "b1 g1 a2 h2 a7 h7 b8 g8"

    def test_neighbours(self) -> None:
        shape = Shape(8)
        assert names(sorted(shape.neighbours("a1"))) == "b1 a2 b2"
        assert names(sorted(shape.neighbours(Move("d4")))) == "c3 d3 e3 c4 e4 c5 d5 e5"
        assert names(sorted(shape.neighbours("h5"))) == "g4 h4 g5 g6 h6"
        with pytest.raises(ValueError, match="i1 is not a square of the 8x8 board"):
            shape.neighbours("i1")
        with pytest.raises(ValueError, match="pass is not a square"):
            shape.neighbours(PASS)

    @pytest.mark.parametrize("size", SIZES)
    def test_neighbours_are_mutual(self, size: int) -> None:
        shape = Shape(size)
        for square in shape.squares:
            near = shape.neighbours(square)
            assert len(near) in (3, 5, 8)
            assert all(square in shape.neighbours(other) for other in near)

    def test_contains(self) -> None:
        assert Move("h8") in Shape(8)
        assert Move("i8") not in Shape(8)
        assert PASS not in Shape(8)

    def test_transform(self) -> None:
        shape = Shape(8)
        images = [shape.transform(Move("b1"), k) for k in range(8)]
        assert names(images) == "b1 g1 b8 g8 a2 a7 h2 h7"
        assert shape.transform(PASS, 3) is PASS
        for k in (-1, 8):
            with pytest.raises(ValueError, match="from 0 to 7"):
                shape.transform(Move("b1"), k)
        with pytest.raises(ValueError, match="i1 is not a square"):
            shape.transform(Move("i1"), 1)

    @pytest.mark.parametrize("size", [0, 2, 3, 5, 7, 15, 17, 18, -8])
    def test_bad_sizes(self, size: int) -> None:
        with pytest.raises(ValueError, match=str(size)):
            Shape(size)
        with pytest.raises(ValueError, match=str(size)):
            Position.initial(size)

    def test_value(self) -> None:
        assert pickle.loads(pickle.dumps(Shape(10))) is Shape(10)
        assert len({Shape(6), Shape(6), Shape(8)}) == 2
        assert eval(repr(Shape(6)), {"Shape": Shape}) is Shape(6)


class TestPosition:
    """The board as a value."""

    @pytest.mark.parametrize("size", SIZES)
    def test_initial(self, size: int) -> None:
        position, low = Position.initial(size), size // 2 - 1
        assert (position.size, position.turn, position.empties) == (size, Color.BLACK, size**2 - 4)
        assert position[Move.at(low, low)] is position[Move.at(low + 1, low + 1)] is Color.WHITE
        assert position[Move.at(low + 1, low)] is position[Move.at(low, low + 1)] is Color.BLACK
        assert position.mobility == len(position.legal_moves()) == 4

    def test_legal_moves(self) -> None:
        assert repr(START.legal_moves()) == "[d3, c4, f5, e6]"
        assert START.is_legal("F5")
        assert not START.is_legal("a1")
        assert not START.is_legal("d4")
        assert not START.is_legal("pass")
        assert not START.is_legal("p16")

    def test_play_makes_a_new_position(self) -> None:
        after = START.play("f5")
        assert Position.initial() == START
        assert after.turn is Color.WHITE
        assert names(after.squares(Color.BLACK)) == "e4 d5 e5 f5"
        assert names(after.squares(Color.WHITE)) == "d4"
        assert (after.discs(), after.discs(Color.BLACK), after.discs(Color.WHITE)) == (5, 4, 1)
        assert after["e5"] is Color.BLACK
        assert after["D4"] is Color.WHITE
        assert after["a1"] is None
        assert len(after.squares(None)) == after.empties == 59

    def test_flips(self) -> None:
        assert names(START.flips("f5")) == "e5"
        assert START.flips(Move("d3")) == [Move("d4")]

    @pytest.mark.parametrize("move", ["a1", "d4", "pass", "i9", "p16"])
    def test_illegal_moves(self, move: str) -> None:
        with pytest.raises(IllegalMoveError, match=move):
            START.play(move)
        with pytest.raises(IllegalMoveError, match=move):
            START.flips(move)

    @pytest.mark.parametrize("move", ["z9", "", "f55", "a17"])
    def test_moves_that_are_none(self, move: str) -> None:
        for method in (START.play, START.flips, START.is_legal):
            with pytest.raises(ParseError):
                method(move)

    def test_moves_of_a_wrong_type(self) -> None:
        for method in (START.play, START.flips, START.is_legal):
            with pytest.raises(TypeError):
                method(5)  # type: ignore[arg-type]

    def test_forced_pass(self) -> None:
        position = Game.parse(STUCK).position
        assert position.must_pass
        assert not position.is_over
        assert position.legal_moves() == [PASS]
        assert position.mobility == 0
        assert position.is_legal(PASS)
        assert position.flips(PASS) == []
        assert position.play(PASS) == position.swapped()
        assert names(position.play("pass").legal_moves()) == "c3 g3 b4"
        with pytest.raises(IllegalMoveError):
            position.play("c3")

    def test_over(self) -> None:
        position = Game.parse("f5d6c5f4e3f6g5e6e7").position
        assert position.is_over
        assert not position.must_pass
        assert position.legal_moves() == []
        assert position.mobility == 0
        assert position.outcome is not None
        assert position.outcome.score == 64
        with pytest.raises(IllegalMoveError):
            position.play(PASS)
        assert not position.is_legal(PASS)

    def test_swapped(self) -> None:
        other = START.swapped()
        assert other.turn is Color.WHITE
        assert other.squares(Color.BLACK) == START.squares(Color.BLACK)
        assert other.swapped() == START
        assert other != START
        assert names(other.legal_moves()) == "e3 f4 c5 d6"

    def test_from_squares(self) -> None:
        same = Position.from_squares(8, ["e4", Move("d5")], ("d4", "e5"))
        assert same == START
        empty = Position.from_squares(6, [], [], Color.WHITE)
        assert (empty.size, empty.turn, empty.discs()) == (6, Color.WHITE, 0)
        assert Position.from_squares(4, iter(["a1", "a1"]), []).discs() == 1

    @pytest.mark.parametrize(
        ("size", "black", "white", "message"),
        [
            (8, ["a1"], ["a1"], "a1 holds both a black and a white disc"),
            (4, ["e1"], [], "e1 is not a square of the 4x4 board"),
            (8, [], ["pass"], "pass is not a square"),
            (8, ["zz"], [], "bad move 'zz'"),
            (5, [], [], "board size 5"),
        ],
    )
    def test_bad_squares(self, size: int, black: list[str], white: list[str], message: str) -> None:
        with pytest.raises(ValueError, match=message):
            Position.from_squares(size, black, white)

    @pytest.mark.parametrize("square", ["i1", "pass", "zz"])
    def test_squares_off_the_board(self, square: str) -> None:
        with pytest.raises(ValueError, match=square):
            START[square]

    def test_equality_and_hash(self) -> None:
        one, two = START.play("f5").play("f6"), START.play("f5").play("f6")
        assert one == two
        assert hash(one) == hash(two)
        assert one.key == two.key
        assert one != START
        assert START != "start"
        assert Position.initial(8) != Position.initial(10)
        assert len({Position.initial(size) for size in SIZES}) == len(SIZES)

    def test_colors_matter(self) -> None:
        mirrored = Position.from_squares(8, ["d4", "e5"], ["e4", "d5"], Color.WHITE)
        assert mirrored != START
        assert mirrored.key != START.key

    def test_keys_do_not_collide(self, random_game: Callable[..., Game]) -> None:
        positions = {
            position
            for size in SIZES
            for seed in range(10)
            for position in random_game(size, seed).positions
        }
        assert len({position.key for position in positions}) == len(positions)
        assert all(0 <= position.key < 2**64 for position in positions)

    @pytest.mark.parametrize("size", SIZES)
    def test_pickle_and_repr(self, size: int, random_game: Callable[..., Game]) -> None:
        for position in random_game(size, seed=size).positions[::7]:
            assert pickle.loads(pickle.dumps(position)) == position
            assert eval(repr(position), {"Position": Position}) == position
            assert Position.parse(str(position)) == position

    def test_read_only(self) -> None:
        with pytest.raises(AttributeError):
            START.turn = Color.WHITE  # type: ignore[misc]

    def test_symmetries(self) -> None:
        position = START.play("f5").play("d6")
        eight = position.symmetries()
        assert eight == [position.symmetry(k) for k in range(8)]
        assert eight[0] == position
        assert len(set(eight)) == 8
        assert len({other.canonical() for other in eight}) == 1
        assert position.canonical() in eight
        for k in (-1, 8):
            with pytest.raises(ValueError, match="from 0 to 7"):
                position.symmetry(k)

    def test_stable_corners(self) -> None:
        cells = "XXXO" + "-" * 11 + "O"
        position = Position.parse(f"{cells} X")
        assert set(position.stable(Color.WHITE)) >= {Move("d1"), Move("d4")}
        assert Move("a1") in position.stable(Color.BLACK)
        assert START.stable(Color.BLACK) == START.stable(Color.WHITE) == []

    def test_full_board_is_stable(self) -> None:
        position = Position.parse("XO" * 32 + " X")
        assert position.stable(Color.BLACK) == position.squares(Color.BLACK)
        assert position.stable(Color.WHITE) == position.squares(Color.WHITE)

    def test_perft(self) -> None:
        assert [START.perft(depth) for depth in range(5)] == [1, 4, 12, 56, 244]
        assert START.perft(9) == 3005288
        assert START.perft(9, free_passes=True) == 3005320
        with pytest.raises((ValueError, TypeError, OverflowError)):
            START.perft(-1)


def test_public_names() -> None:
    for name in ("Color", "Move", "Shape", "Position", "ParseError", "IllegalMoveError"):
        assert getattr(outflank, name).__module__ == "outflank"
    assert issubclass(ParseError, ValueError)
    assert issubclass(IllegalMoveError, ValueError)
    assert not issubclass(ParseError, IllegalMoveError)
