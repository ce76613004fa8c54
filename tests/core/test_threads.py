"""Searches with several threads: the values of one, however they take turns."""

import threading
from collections.abc import Callable

import pytest

from outflank import Engine, Game, Limit, Position, Settings
from outflank.engine import Analysis

from .calibrated import Calibrated
from .endings import Known, known_endings
from .test_endgame import SIZES, check_bounds, check_line, unfinished

KNOWN = known_endings()


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("name", ["ffo-16", "ffo-19", "ffo-22", "ffo-23"])
def test_known_values(name: str, threads: int) -> None:
    position, truth = KNOWN[name]
    for _ in range(4):
        every = Engine(threads=threads).solve(position, every=True)
        assert every.moves == {move: (margin, margin) for move, margin in truth.items()}
        check_line(position, every)
        best = Engine(threads=threads).solve(position)
        assert best.score == max(truth.values())
        check_bounds(best, truth)
        check_line(position, best)


@pytest.mark.parametrize("size", SIZES)
def test_every_size(size: int, random_game: Callable[..., Game]) -> None:
    for empties in (4, 9, 12, 14):
        position = unfinished(random_game, size, min(empties, size * size - 5), empties)
        truth = {move: b.lower for move, b in Engine().solve(position, every=True).moves.items()}
        engine = Engine(threads=2, table=1)
        for window in ((-1, 1), (-6, 5), None):
            found = engine.solve(position, window=window, every=True)
            check_bounds(found, truth)
        assert found.moves == {move: (margin, margin) for move, margin in truth.items()}
        check_line(position, found)


@pytest.mark.parametrize("size", [6, 8, 10])
def test_limits_of_nodes_are_kept(size: int, random_game: Callable[..., Game]) -> None:
    position = unfinished(random_game, size, 14, 2)
    for nodes in (1, 1000, 20_000):
        alone, together = (
            Engine(threads=threads).solve(position, limit=Limit(nodes=nodes)) for threads in (1, 2)
        )
        assert together._replace(time=0) == alone._replace(time=0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("threads", [2, 5])
def test_midgame_scores_agree(size: int, threads: int, random_game: Callable[..., Game]) -> None:
    """Without moves left out and to a depth; with them, to the depth at least."""
    settings = Settings(exact_from=0, selectivity=100)
    for seed in (1, 2):
        position = unfinished(random_game, size, size * size - 5 if size == 4 else 40, seed)
        limit = Limit(depth=min(7 if size < 10 else 6, position.empties - 1))
        alone = Engine(settings=settings).search(position, limit)
        for _ in range(3):
            found = Engine(threads=threads, settings=settings).search(position, limit)
            assert (found.score, found.depth) == (alone.score, alone.depth)
        three = Engine(threads=threads, settings=settings).search(position, limit, multipv=3)
        assert three.lines[0].score == alone.score
        if size in Calibrated.errors:
            swift = Engine(Calibrated(), threads=threads).search(position, limit)
            assert (swift.depth, swift.selectivity) == (limit.depth, 73)


def test_midgame_ends_early() -> None:
    """By a limit of time, a stop event or an exception in the middle of what threads share."""
    position = Game.parse("f5d6c3d3c4f4f6").position
    engine = Engine(threads=3)
    for seconds in (1e-9, 0.003, 0.03):
        assert engine.search(position, Limit(time=seconds)).move in position.legal_moves()
    stop = threading.Event()

    def stops(found: Analysis) -> None:
        if found.depth == 6:
            stop.set()

    assert engine.search(position, Limit(), stop=stop, progress=stops).depth >= 6

    def fails(found: Analysis) -> None:
        if found.depth == 6:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        engine.search(position, Limit(), progress=fails)


def test_a_function_keeps_one_thread() -> None:
    def mobility(position: Position) -> float:
        return position.mobility - position.swapped().mobility

    position = Game.parse("f5d6c3d3c4f4f6").position
    alone, together = (
        Engine(mobility, threads=threads).search(position, Limit(depth=5)) for threads in (1, 3)
    )
    assert together._replace(time=0) == alone._replace(time=0)


@pytest.mark.parametrize("reports", [1, 3, 6])
def test_ended_early(reports: int) -> None:
    """By a stop event or an exception, in the middle of what the threads share."""
    ending = KNOWN["ffo-25"]
    for _ in range(3):
        check_ended(ending, reports)


def check_ended(ending: Known, reports: int) -> None:
    engine = Engine(threads=3)
    stop = threading.Event()
    left = reports

    def progress(solution: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            stop.set()

    def fails(solution: object) -> None:
        raise KeyError("mine")

    found = engine.solve(ending.position, every=True, stop=stop, progress=progress)
    check_bounds(found, ending.truth)
    with pytest.raises(KeyError, match="mine"):
        engine.solve(ending.position, every=True, progress=fails)


@pytest.mark.parametrize("seconds", [1e-9, 0.002, 0.02, 0.1])
def test_time_ends_it(seconds: float) -> None:
    ending = KNOWN["ffo-27"]
    found = Engine(threads=2).solve(ending.position, every=True, limit=Limit(time=seconds))
    check_bounds(found, ending.truth)


def test_engines_side_by_side() -> None:
    position, truth = KNOWN["ffo-16"]
    scores: list[int] = []

    def solve() -> None:
        scores.append(Engine(threads=2, table=1).solve(position).score)

    workers = [threading.Thread(target=solve) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert scores == [max(truth.values())] * 4


def test_a_position_for_one_thread() -> None:
    assert Engine(threads=256).solve(Position.initial(4)).score == -10


@pytest.mark.parametrize("threads", [0, -1, 257])
def test_bad_numbers(threads: int) -> None:
    with pytest.raises(ValueError, match=f"threads {threads}: expected 1 to 256"):
        Engine(threads=threads)


@pytest.mark.parametrize("threads", [1.5, "2", None])
def test_bad_types(threads: int) -> None:
    with pytest.raises(TypeError, match=f"threads {threads!r}: expected a whole number"):
        Engine(threads=threads)
