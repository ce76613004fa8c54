"""Games: values that replay, undo, pickle and print as something that can be pasted back."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import PASS, Color, Game, IllegalMoveError, Move, ParseError, Position

NAMES = {"Color": Color, "Game": Game, "Position": Position}
SIZES = st.sampled_from(range(4, 17, 2))
# After g8 Black must pass: the tail of a real game with four passes.
BEFORE_PASS = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"


def test_empty_game() -> None:
    game = Game()
    assert game.moves == ()
    assert game.positions == (Position.initial(),)
    assert game.position == game.start == Position.initial()
    assert (len(game), game.result, game.resigned) == (0, None, None)
    assert game
    assert dict(game.tags) == {}


def test_play_returns_a_new_game() -> None:
    start = Game()
    game = start.play("f5").play(Move("d6"))
    assert start.moves == ()
    assert list(game) == [Move("f5"), Move("d6")]
    assert game == Game.parse("f5d6") == Game(moves=["f5", "d6"])
    assert game.position == Position.initial().play("f5").play("d6")
    assert hash(game) == hash(Game.parse("F5 D6"))
    assert game != start
    assert game != "f5d6"


def test_play_puts_the_forced_pass_in() -> None:
    game = Game.parse(BEFORE_PASS)
    assert game.position.must_pass
    implied, explicit = game.play("c3"), game.play("pass").play("c3")
    assert implied == explicit
    assert implied.moves[-2:] == (PASS, Move("c3"))
    assert len(implied.positions) == len(implied) + 1
    assert Game(moves=[*game.moves, "c3"]) == implied


def test_illegal_moves() -> None:
    with pytest.raises(IllegalMoveError, match="a1"):
        Game().play("a1")
    with pytest.raises(IllegalMoveError):
        Game().play(PASS)
    with pytest.raises(ParseError, match="z9"):
        Game().play("z9")
    with pytest.raises(IllegalMoveError, match="h8"):
        Game(moves=["f5", "h8"])


def test_undo() -> None:
    game = Game.parse("f5d6c3")
    assert game.undo() == Game.parse("f5d6")
    assert game.undo(3) == Game()
    assert game.undo(0) == game
    with pytest.raises(ValueError, match="cannot undo 4 moves: the game has 3"):
        game.undo(4)
    with pytest.raises(ValueError, match="cannot undo -1 moves"):
        game.undo(-1)


def test_undo_takes_a_pass_with_the_move_before_it() -> None:
    game = Game.parse(BEFORE_PASS).play("c3")
    assert game.undo().moves[-1] is PASS
    assert game.undo().position.turn is Color.WHITE
    assert game.undo(2) == Game.parse(BEFORE_PASS).undo()
    assert game.undo().play("c3") == game


def test_parse_options() -> None:
    assert Game.parse("", size=6).start == Position.initial(6)
    start = Position.initial().play("f5")
    assert Game.parse("d6", start=start).position == Game.parse("f5d6").position
    assert Game.parse("Black took F5, then d6.", prose=True) == Game.parse("f5d6")
    with pytest.raises(ParseError, match="bad move 'z9' at column 3"):
        Game.parse("f5z9")
    with pytest.raises(ValueError, match="board size 7"):
        Game.parse("", size=7)


def test_tags_are_read_only_and_copied() -> None:
    tags = {"black": "Tamenori"}
    game = Game(tags=tags)
    tags["black"] = "changed"
    assert game.tags["black"] == "Tamenori"
    with pytest.raises(TypeError):
        game.tags["black"] = "changed"  # type: ignore[index]
    assert game.play("f5").tags == game.tags
    assert game != Game()


def test_attributes_are_read_only() -> None:
    with pytest.raises(AttributeError):
        Game().moves = ()  # type: ignore[misc]


def test_result() -> None:
    assert str(Game.parse("f5d6c5f4e3f6g5e6e7").result) == "Black wins 64-0 (13-0 on the board)"
    assert Game.parse("f5").result is None


def test_resignation() -> None:
    game = Game.parse("f5d6")
    resigned = game.resign()
    assert resigned.resigned is Color.BLACK
    assert resigned.result is not None
    assert (resigned.result.winner, resigned.result.score) == (Color.WHITE, -64)
    assert game.resign(Color.WHITE).resigned is Color.WHITE
    assert resigned != game
    assert resigned.undo() == game.undo()
    with pytest.raises(IllegalMoveError, match="Black resigned"):
        resigned.play("c3")
    with pytest.raises(ValueError, match="cannot resign: White wins"):
        resigned.resign()
    assert "by resignation" in str(resigned)


def test_a_loss_on_time() -> None:
    game = Game.parse("f5d6")
    late = game.resign(on_time=True)
    assert (late.resigned, late.on_time) == (Color.BLACK, True)
    assert str(late.result) == "White wins 0-64 on time (3-3 on the board)"
    assert late != game.resign()
    assert late.undo() == game.undo()
    assert late.undo(0) == late.with_tags({}) == eval(repr(late)) == late
    assert pickle.loads(pickle.dumps(late)) == late
    with pytest.raises(IllegalMoveError, match="illegal move 'c3': Black lost on time"):
        late.play("c3")
    assert not Game.parse("f5", on_time=True).on_time


def test_a_loss_by_a_fault() -> None:
    failed = Game.parse("f5d6", tags={"Fault": "ended its process"}, resigned=Color.BLACK)
    assert failed.result is not None
    assert (failed.result.by_fault, failed.result.on_time) == (True, False)
    assert str(failed.result) == "White wins 0-64 by a fault (3-3 on the board)"
    with pytest.raises(IllegalMoveError, match="illegal move 'c3': Black lost by a fault"):
        failed.play("c3")
    late = Game.parse("f5d6", tags={"Fault": "no move"}, resigned=Color.BLACK, on_time=True)
    assert str(late.result) == "White wins 0-64 on time (3-3 on the board)"
    played_on = Game.parse("f5d6", tags={"Fault": "none"})
    assert played_on.result is None


def test_transcript() -> None:
    game = Game.parse(BEFORE_PASS).play("c3")
    assert game.transcript() == BEFORE_PASS + "c3"
    assert game.transcript(passes="--", separator=" ").endswith("f8 -- c3")
    assert Game.parse("f5d6c3").transcript(case="upper") == "F5D6C3"
    assert Game.parse("f5d6c3").transcript(case="alternate") == "F5d6C3"


def test_str_draws_the_board() -> None:
    text = str(Game.parse("f5d6"))
    assert text.startswith("f5 d6\n  a b c")
    assert "[O]" in text
    assert text.endswith("Black (X) to move")
    assert str(Game()) == str(Position.initial())


def test_svg() -> None:
    for game in (Game(), Game.parse("f5"), Game.parse(BEFORE_PASS).play("pass")):
        assert ET.fromstring(game._repr_svg_()).tag.endswith("svg")


def test_repr_is_short() -> None:
    assert repr(Game.parse("F5 d6")) == 'Game.parse("f5d6")'
    assert repr(Game.parse("", size=10)) == 'Game.parse("", size=10)'
    assert repr(Game.parse("f5").resign()) == 'Game.parse("f5", resigned=Color.WHITE)'


@given(SIZES, st.integers(0, 999), st.integers(0, 260), st.dictionaries(st.text(), st.text()))
def test_repr_pickle_and_transcript_round_trip(
    random_game: Callable[..., Game], size: int, seed: int, plies: int, tags: dict[str, str]
) -> None:
    moves = random_game(size, seed, plies)
    game = Game(moves.start, moves.moves, tags, Color(seed % 2) if seed % 3 == 0 else None)
    assert eval(repr(game), dict(NAMES)) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert Game.parse(game.transcript(passes="PA"), size=size).moves == game.moves
    middle = game.positions[len(game) // 2]
    rest = Game(middle, game.moves[len(game) // 2 :])
    assert eval(repr(rest), dict(NAMES)) == rest


@given(SIZES, st.integers(0, 999))
def test_undo_of_play(random_game: Callable[..., Game], size: int, seed: int) -> None:
    game = random_game(size, seed)
    placed = sum(not move.is_pass for move in game)
    assert game.undo(placed) == Game(Position.initial(size))
    replayed = Game(game.start)
    for move in game.transcript(separator=" ").split():
        replayed = replayed.play(move)
    assert replayed == game


def test_with_tags() -> None:
    game = Game.parse("f5d6", tags={"Black": "a", "Date": "1999"}).resign()
    tags = {"Black": "b"}
    other = game.with_tags(tags)
    tags["Black"] = "c"
    assert other == Game.parse("f5d6", tags={"Black": "b"}).resign()
    assert (dict(game.tags), other.positions) == ({"Black": "a", "Date": "1999"}, game.positions)
