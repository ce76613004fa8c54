"""The oracle itself: known starts, known counts, and the rules' corner cases by hand."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from outflank.rules import reference
from outflank.rules.reference import PASS, Board

PERFT = {
    4: (4, 12, 44, 128, 424, 1256, 3624),
    6: (4, 12, 56, 244, 1364),
    8: (4, 12, 56, 244, 1396),
    10: (4, 12, 56, 244),
    16: (4, 12, 56),
}
PERFT_FREE_4 = (4, 12, 44, 128, 436, 1296, 3788)


def test_imports_nothing_from_the_core() -> None:
    tree = ast.parse(Path(reference.__file__).read_text())
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules == {"__future__", "typing"}


def test_initial() -> None:
    board = reference.initial()
    white = [square for square in reference.names(8) if reference.disc(board, square) == "O"]
    black = [square for square in reference.names(8) if reference.disc(board, square) == "X"]
    assert (white, black, board.turn) == (["d4", "e5"], ["e4", "d5"], "X")
    assert reference.legal_moves(board) == ["d3", "c4", "f5", "e6"]


@pytest.mark.parametrize("size", PERFT)
def test_perft(size: int) -> None:
    start = reference.initial(size)
    counts = tuple(reference.perft(start, depth + 1) for depth in range(len(PERFT[size])))
    assert counts == PERFT[size]


def test_perft_with_free_passes() -> None:
    start = reference.initial(4)
    counts = tuple(reference.perft(start, depth, free_passes=True) for depth in range(1, 8))
    assert counts == PERFT_FREE_4


def test_flips_run_to_the_next_own_disc_only() -> None:
    board = Board(4, "-OX-OOO-X--X----", "X")
    assert sorted(reference.flips(board, "a1")) == ["a2", "b1"]
    assert reference.flips(board, "d4") == []
    assert reference.flips(board, "b1") == []


def test_pass_then_play() -> None:
    board = Board(4, "OXXXXXXXXXXXXXX-", "X")
    assert reference.legal_moves(board) == [PASS]
    after = reference.play(board, PASS)
    assert after == board._replace(turn="O")
    assert reference.legal_moves(after) == ["d4"]
    assert reference.is_over(reference.play(after, "d4"))
    with pytest.raises(ValueError, match="illegal move 'pass'"):
        reference.play(after, PASS)


def test_empty_squares_go_to_the_winner() -> None:
    assert reference.score(Board(4, "XXX" + "-" * 13, "X")) == (16, 0)
    assert reference.score(Board(4, "XO" + "-" * 14, "X")) == (8, 8)
    assert reference.score(Board(4, "XOOOOOOOOOOOOOO-", "X")) == (1, 15)


def test_flippable_finds_discs_behind_a_pass() -> None:
    board = Board(4, "OXXXXXXXXXXXXXX-", "X")
    assert reference.flippable(board) == {"b2", "c3"}
    assert reference.flippable(Board(4, "X" * 16, "X")) == set()
