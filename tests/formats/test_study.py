"""A record looked through and changed: nothing is lost, and every place is a legal game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Game, IllegalMoveError, Move, Position
from outflank.formats import Branch, Note, Record, Study

from .random_records import PLIES, SEEDS, SIZES, branches_for, notes_for

# White must pass after the last of these.
MUST_PASS = "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3"


def moves(study: Study) -> str:
    return study.game.transcript(passes="--")


@given(st.sampled_from(SIZES), SEEDS, PLIES, st.text(max_size=9))
def test_a_record_comes_back_as_it_was(
    random_game: Callable[..., Game], size: int, seed: int, plies: int | None, comment: str
) -> None:
    game = random_game(size, seed, plies).with_tags({"Black": comment})
    notes = notes_for(game, seed, (comment,))
    # A move that is said twice to be another one is one move.
    branches = {branch.ply: branch for branch in branches_for(game, seed, (comment,))}
    kept = tuple(branch for branch in branches.values() if branch.ply < len(game))
    kept = tuple(map(_plain, kept))
    record = Record(game, notes, comment, kept)
    assert Study(record).record() == record


def _plain(branch: Branch) -> Branch:
    """A branch without what leaves it at its end, which goes on with it."""
    inner = tuple(_plain(below) for below in branch.branches if below.ply < len(branch.moves))
    return replace(branch, branches=inner)


def test_a_new_study_is_an_empty_game() -> None:
    study = Study()
    assert (study.record(), study.game) == (Record(Game()), Game())


def test_looking_through() -> None:
    study = Study(Game.parse("f5d6c3"))
    assert moves(study) == "f5d6c3"
    study.back()
    study.back()
    assert moves(study) == "f5"
    study.forward()
    assert moves(study) == "f5d6"
    study.to_start()
    study.back()
    assert moves(study) == ""
    study.to_end()
    study.forward()
    assert moves(study) == "f5d6c3"
    assert study.record() == Record(Game.parse("f5d6c3"))


def test_another_move_is_a_variation_and_the_same_one_is_not() -> None:
    study = Study(Game.parse("f5d6c3d3"))
    study.go(study.line[1])
    study.play("c3")
    assert study.record().branches == ()
    study.back()
    study.play("c4")
    study.play("d3")
    assert study.record() == Record(
        Game.parse("f5d6c3d3"), branches=(Branch(2, (Move("c4"), Move("d3"))),)
    )
    study.to_start()
    study.to_end()
    assert moves(study) == "f5d6c4d3"  # the way that was gone last
    study.go(study.line[2])
    study.aside(1)
    assert moves(study) == "f5d6c3"
    study.to_end()
    assert moves(study) == "f5d6c3d3"


def test_promoting() -> None:
    study = Study(Game.parse("f5d6c3d3"))
    study.go(study.line[0])
    for move in ("f6", "e6"):
        study.play(move)
    study.back()
    study.play("f7")
    study.promote()
    assert study.record().game == Game.parse("f5d6c3d3")
    study.promote()
    assert study.record().game == Game.parse("f5f6f7")
    assert [branch.moves for branch in study.record().branches] == [
        (Move("d6"), Move("c3"), Move("d3")),
        (Move("e6"),),
    ]


def test_cutting_and_restoring() -> None:
    study = Study(Game.parse("f5d6c3d3"))
    node = study.line[2]
    study.cut(node)
    assert (study.root.is_there, node.is_there) == (True, False)
    study.cut(study.line[0])
    assert (moves(study), study.record().game, study.has_cuts) == ("", Game(), True)
    study.restore()
    study.restore()
    assert (moves(study), study.has_cuts) == ("f5d6c3d3", False)
    study.restore()
    study.cut(study.line[2])
    study.play("c3")
    assert not study.has_cuts  # there is a c3 again
    with pytest.raises(ValueError, match="cannot cut off the start"):
        study.cut(study.root)


def test_cutting_elsewhere_leaves_the_place() -> None:
    study = Study(Game.parse("f5d6c3d3"))
    node = study.line[2]
    study.go(study.line[0])
    study.cut(node)
    assert moves(study) == "f5"


def test_a_pass_is_put_in() -> None:
    study = Study(Game.parse(MUST_PASS))
    assert study.position.must_pass
    study.play("g4")
    assert moves(study).endswith("h3--g4")
    study.back()
    assert study.here.move is not None
    assert study.here.move.is_pass


def test_resigning() -> None:
    study = Study(Game.parse("f5d6c3"))
    study.go(study.line[1])
    with pytest.raises(ValueError, match="the game goes on from here"):
        study.resign(Color.BLACK)
    study.play("c4")
    study.resign(Color.WHITE)
    assert study.record().game == Game.parse("f5d6c4", resigned=Color.WHITE)
    assert str(study.result).startswith("Black wins 64-0 by resignation")
    with pytest.raises(IllegalMoveError, match="White resigned"):
        study.play("d3")
    with pytest.raises(ValueError, match="cannot resign: Black wins"):
        study.resign(Color.BLACK)
    study.back()
    assert study.result is None
    study.to_end()
    study.withdraw()
    study.play("d3")
    assert study.record().game == Game.parse("f5d6c4d3")


def test_a_loss_on_time() -> None:
    study = Study(Game.parse("f5d6"))
    study.resign(Color.BLACK, on_time=True)
    late = Game.parse("f5d6").resign(on_time=True)
    assert study.game == study.record().game == Study(late).record().game == late
    assert study.result == late.result
    with pytest.raises(IllegalMoveError, match="Black lost on time"):
        study.play("c3")
    study.withdraw()
    study.resign(Color.BLACK)
    assert study.game == Game.parse("f5d6").resign()


def test_a_loss_by_a_fault() -> None:
    failed = Game.parse("f5d6", tags={"Fault": "crash", "Black": "A"}, resigned=Color.BLACK)
    study = Study(failed)
    assert study.result == study.record().game.result == failed.result
    assert "by a fault" in str(study.result)
    with pytest.raises(IllegalMoveError, match="Black lost by a fault"):
        study.play("c3")
    study.withdraw()
    study.resign(Color.WHITE)
    assert "by resignation" in str(study.result)
    assert study.tags == {"Black": "A"}
    study = Study(failed)
    study.back()
    study.play("f4")
    study.promote()
    assert study.tags == {"Black": "A"}


@pytest.mark.parametrize("change", ["cut", "promote"])
def test_a_changed_main_line_is_not_resigned(change: str) -> None:
    study = Study(Game.parse("f5d6c3", resigned=Color.WHITE))
    resigned = [study.resigned]
    study.back()
    study.play("c4")
    assert [*resigned, study.resigned] == [Color.WHITE, None]
    assert study.record().game.resigned is Color.WHITE
    if change == "promote":
        study.promote()
    else:
        study.cut(study.root.children[0])
    assert study.record().game.resigned is None


@pytest.mark.parametrize("change", ["cut", "promote", "play"])
def test_a_stated_result_goes_with_its_moves(change: str) -> None:
    tags = {"Black": "Ann", "Result": "37-27", "TheoreticalScore": "40-24"}
    study = Study(Game.parse("f5d6c3", tags=tags))
    if change == "promote":
        study.to_start()
        study.play("d3")
        study.play("c3")
        assert study.record().game.tags == tags
        study.promote()
    elif change == "cut":
        study.cut(study.here)
    else:
        study.play("d3")
    assert study.record().game.tags == {"Black": "Ann"}


def test_an_illegal_move_changes_nothing() -> None:
    study = Study(Game.parse("f5"))
    with pytest.raises(IllegalMoveError):
        study.play("a1")
    assert study.record() == Record(Game.parse("f5"))


def test_notes_go_with_their_moves() -> None:
    notes = {1: Note(1.5), 2: Note(comment="good")}
    study = Study(Record(Game.parse("f5d6c3"), notes))
    assert [node.note for node in study.line] == [Note(), *notes.values()]
    study.cut(study.line[2])
    study.here.note = Note(comment="the end")
    assert study.record().notes == {1: Note(comment="the end")}


@given(st.sampled_from(SIZES), SEEDS)
def test_whatever_is_done_it_is_a_game(size: int, seed: int) -> None:
    random = Random(seed)
    study = Study(Game(Position.initial(size)))
    for _ in range(60):
        match random.randrange(8):
            case 0:
                study.back()
            case 1:
                study.aside(random.choice([-1, 1]))
            case 2 if study.line:
                study.go(random.choice(study.line))
            case 3 if study.here.parent is not None and random.random() < 0.3:
                study.cut(study.here)
            case 4:
                study.restore()
            case 5:
                study.promote(whole=random.random() < 0.5)
            case _ if moves := study.position.legal_moves():
                study.play(random.choice(moves))
        assert study.game.position == study.position
        assert all(node.parent is None or node in node.parent.children for node in study.here.path)
    assert Study(study.record()).record() == study.record()


def test_comments_on_moves_and_on_the_game():
    study = Study(Record(Game.parse("f5d6"), {1: Note(1.5)}))
    study.annotate(study.here, "a move")
    study.annotate(study.root, "a game")
    assert study.comment_on(study.here) == "a move"
    assert study.comment_on(study.root) == "a game"
    assert study.record().notes == {1: Note(1.5, comment="a move")}
    assert study.record().comment == "a game"
