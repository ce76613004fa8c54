"""The stable discs that the core claims never turn, whatever is played."""

from collections.abc import Callable

import pytest

from outflank import Color, Game, Move, Position


def names(squares: list[Move]) -> str:
    return " ".join(move.name for move in squares)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_stable_discs_stay(size: int, random_game: Callable[..., Game]) -> None:
    for seed in range(20):
        positions = random_game(size, seed).positions
        for color in Color:
            stable: set[Move] = set()
            for position in positions:
                assert stable <= set(position.squares(color))
                now = set(position.stable(color))
                assert stable <= now
                stable = now


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_a_full_board_is_stable(size: int) -> None:
    cells = "".join("XXO"[(i * i) % 3] for i in range(size * size))
    position = Position.parse(cells + " X")
    for color in Color:
        assert position.stable(color) == position.squares(color)


def test_nothing_is_stable_at_the_start() -> None:
    assert Position.initial().stable(Color.BLACK) == []


def test_chains_from_a_corner() -> None:
    position = Position.parse("XXX----- XX------ X------- " + "-------- " * 5 + "O")
    assert names(position.stable(Color.BLACK)) == "a1 b1 c1 a2 b2 a3"
    assert position.stable(Color.WHITE) == []


def test_an_edge_that_no_move_can_turn() -> None:
    """Both sides of the black disc are filled by discs that are safe themselves."""
    position = Position.parse("OOXOOOOO" + "-" * 56 + " X")
    assert names(position.stable(Color.BLACK)) == "c1"
    position = Position.parse("-OXO----" + "-" * 56 + " X")
    assert position.stable(Color.BLACK) == []


def longest_unturnable(length: int) -> None:
    """Every filling of an edge by brute force: what can turn is not called stable."""
    size = max(4, length)
    for code in range(3**length):
        cells = "".join("-XO"[code // 3**i % 3] for i in range(length))
        position = Position.parse(cells + "-" * (size * size - length) + " X")
        claimed = {m.column for color in Color for m in position.stable(color)}
        assert claimed == unturnable(cells)


_known: dict[str, set[int]] = {}


def unturnable(cells: str) -> set[int]:
    """Places whose disc keeps its colour through every sequence of discs put on the edge."""
    if cells not in _known:
        kept = {i for i, c in enumerate(cells) if c != "-"}
        for place in (i for i, c in enumerate(cells) if c == "-"):
            for disc, other in ("XO", "OX"):
                after = list(cells)
                after[place] = disc
                for step in (-1, 1):
                    at = place + step
                    while 0 <= at < len(cells) and cells[at] == other:
                        at += step
                    if 0 <= at < len(cells) and cells[at] == disc:
                        for i in range(place + step, at, step):
                            after[i] = disc
                kept &= unturnable("".join(after))
                kept -= {i for i in kept if cells[i] != after[i]}
        _known[cells] = kept
    return _known[cells]


@pytest.mark.parametrize("length", [4, 6, 8])
def test_edges_are_exact(length: int) -> None:
    longest_unturnable(length)
