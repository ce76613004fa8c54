"""The transposition table: its size, and what a full one costs."""

import threading
from collections.abc import Callable

import pytest

from outflank import Engine, Game, Limit, Position, Settings, _core

TINY = 0.001
"""Megabytes: sixteen buckets of four positions."""


@pytest.mark.parametrize("size", [6, 8, 10])
def test_no_table_changes_what_is_found(size: int, random_game: Callable[..., Game]) -> None:
    position = random_game(size, 3, size * size - 15).position
    exact = Engine(table=TINY).solve(position)
    assert exact.score == Engine(table=4).solve(position).score
    position = random_game(size, 3, size).position
    for depth in (3, 5):
        found = Engine(table=TINY).search(position, Limit(depth=depth))
        assert found.score == Engine(table=4).search(position, Limit(depth=depth)).score


def test_a_full_table_costs_nodes() -> None:
    position = Game.parse("f5d6c3d3c4").position

    def nodes(table: float) -> int:
        return Engine(table=table).search(position, Limit(depth=9)).nodes

    assert nodes(TINY) > nodes(16) == nodes(32)


def test_a_table_grows_and_never_shrinks() -> None:
    table = _core.Table(0.25)
    table.grow(1)
    assert table.megabytes == 1
    table.grow(0.5)
    assert table.megabytes == 1


@pytest.mark.parametrize("megabytes", [0, -1, float("nan"), 1e9])
def test_bad_sizes(megabytes: float) -> None:
    with pytest.raises(ValueError, match="expected megabytes above 0 and up to 65536"):
        _core.Table(megabytes)
    with pytest.raises(ValueError, match="expected megabytes above 0 and up to 65536"):
        _core.Table(1).grow(megabytes)


def test_a_table_in_use_does_not_grow() -> None:
    engine = Engine(settings=Settings(exact_from=0))
    started, stop = threading.Event(), threading.Event()
    thread = threading.Thread(
        target=lambda: engine.search(
            Position.initial(16), Limit(depth=99), stop=stop, progress=lambda _: started.set()
        )
    )
    thread.start()
    try:
        assert started.wait(60)
        with pytest.raises(RuntimeError, match="one search at a time"):
            engine.search(Position.initial(16), Limit())
    finally:
        stop.set()
        thread.join()
