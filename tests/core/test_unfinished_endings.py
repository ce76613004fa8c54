"""What an exact search says that was ended early: less, but nothing wrong."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from outflank import Engine, Game, Limit, Move, Position
from outflank.engine import Solution

from .endings import Known, known_endings
from .test_endgame import check_bounds, check_line, unfinished

SIZES = [4, 6, 8, 10, 12, 14, 16]
NODES = [1, 2, 3, 5, 8, 13, 30, 70, 150, 400, 1000, 3000, 10_000, 30_000]


def known(position: Position) -> Known:
    """By a search that nobody ends."""
    solution = Engine().solve(position, every=True)
    return Known(position, {move: bounds.lower for move, bounds in solution.moves.items()})


def check_unfinished(found: Solution, ending: Known) -> None:
    check_bounds(found, ending.truth)
    assert list(found.moves.values()) == sorted(found.moves.values(), reverse=True)
    assert found.move == next(iter(found.moves))
    assert found.lower >= max(bounds.lower for bounds in found.moves.values())
    assert found.upper <= max(bounds.upper for bounds in found.moves.values())
    if found.pv != (found.move,):
        check_line(ending.position, found)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("every", [False, True])
def test_any_limit_of_nodes(size: int, every: bool, random_game: Callable[..., Game]) -> None:
    """One engine goes on from what it found, another starts anew."""
    ending = known(unfinished(random_game, size, min(13, size * size - 5), 11))
    whole = Engine(table=1).solve(ending.position, every=every).nodes
    used = Engine(table=1)
    for nodes in NODES:
        for engine in (used, Engine(table=1)):
            found = engine.solve(ending.position, every=every, limit=Limit(nodes=nodes))
            assert found.nodes <= nodes
            check_unfinished(found, ending)
        assert found.nodes == min(nodes, whole)
        assert not found.interrupted
    found = used.solve(ending.position, every=every)
    assert found.score == max(ending.truth.values())
    check_unfinished(found, ending)


def test_every_limit_of_nodes(random_game: Callable[..., Game]) -> None:
    """Up to the end of the proof, in windows too."""
    ending = known(unfinished(random_game, 8, 10, 12))
    best = max(ending.truth.values())
    for window in [None, (-1, 1), (best - 2, best), (best - 1, best + 1), (best, best + 2)]:
        nodes = 0
        while True:
            nodes += 1 + nodes // 16
            found = Engine(table=0.1).solve(
                ending.position, window=window, every=True, limit=Limit(nodes=nodes)
            )
            assert found.nodes <= nodes
            check_unfinished(found, ending)
            if found.nodes < nodes:
                break
        assert found == Engine(table=0.1).solve(
            ending.position, window=window, every=True
        )._replace(time=found.time)


def test_a_line_is_whole_or_a_single_move() -> None:
    """At every limit of nodes, those that end the search for the line too."""
    ending = known(Position.parse("X--O--XOO-X-XOO-XOXOO-XOOXO--OXXO-OO X"))
    whole = Engine(table=1).solve(ending.position).nodes
    for nodes in range(1, whole):
        found = Engine(table=1).solve(ending.position, limit=Limit(nodes=nodes))
        check_unfinished(found, ending)


def test_the_move_is_the_best_as_far_as_proved() -> None:
    """In the middle of a search, and where a window tells little of every move."""
    position = Position.parse("OXX-OXXOOOOO--X- X")
    found = Engine().solve(position, limit=Limit(nodes=11))
    assert found.move == Move("b4")
    assert found.lower == found.moves[found.move].lower == -6
    for text, window in (("X--XXOXXXXXX--O- O", (-1, 1)), ("OX--OOX-XOXX-OOO X", (15, 16))):
        found = Engine().solve(Position.parse(text), window=window)
        assert found.moves[found.move].upper == found.upper > found.lower
        assert found.pv == (found.move,)


@pytest.mark.parametrize("name", ["ffo-16", "ffo-22", "ffo-27", "hard-243"])
def test_limits_of_long_endings(name: str) -> None:
    """The selective pass ends early, or the exact one."""
    ending = known_endings()[name]
    engine = Engine(table=4)
    for nodes in (100, 10_000, 100_000, 300_000, 1_000_000):
        found = engine.solve(ending.position, every=True, limit=Limit(nodes=nodes))
        assert found.nodes <= nodes
        check_unfinished(found, ending)


def test_a_slow_progress_function_counts() -> None:
    calls = 0

    def slow(solution: Solution) -> None:
        nonlocal calls
        calls += 1
        time.sleep(0.02)

    limit = Limit(time=0.01)
    Engine().solve(Position.parse("OXX-OXXOOOOO--X- X"), limit=limit, progress=slow)
    assert calls == 1


def test_what_is_proved_only_grows(random_game: Callable[..., Game]) -> None:
    """From one report to the next, and the last one is the answer."""
    ending = known(unfinished(random_game, 8, 14, 13))
    reports: list[Solution] = []
    found = Engine().solve(ending.position, every=True, progress=reports.append)
    assert len(reports) >= len(ending.truth)
    for report in reports:
        check_unfinished(report, ending)
    for before, after in zip(reports, [*reports[1:], found], strict=True):
        assert before.nodes <= after.nodes
        assert before.lower <= after.lower
        assert after.upper <= before.upper
        for move, (lower, upper) in before.moves.items():
            assert lower <= after.moves[move].lower
            assert after.moves[move].upper <= upper
    assert reports[-1].moves == found.moves


def test_a_stop_event_set_before() -> None:
    ending = known_endings()["ffo-25"]
    stop = threading.Event()
    stop.set()
    found = Engine().solve(ending.position, every=True, stop=stop)
    check_unfinished(found, ending)
    assert not found.exact


@pytest.mark.parametrize("reports", [1, 2, 5, 9])
def test_a_stop_event_ends_it(reports: int) -> None:
    """Set by one of the reports, it leaves what was proved by then."""
    ending = known_endings()["ffo-25"]
    stop = threading.Event()
    seen: list[Solution] = []

    def progress(solution: Solution) -> None:
        seen.append(solution)
        if len(seen) == reports:
            stop.set()

    found = Engine().solve(ending.position, every=True, stop=stop, progress=progress)
    assert len(seen) >= reports
    check_unfinished(found, ending)
    assert found.moves == seen[-1].moves
    assert not found.interrupted


def test_time_ends_it(random_game: Callable[..., Game]) -> None:
    position = Position.initial(10)
    found = Engine(table=1).solve(position, limit=Limit(time=0.05))
    assert found.time >= 0.045  # up to a tenth is kept back where the machine pauses
    assert found.moves[found.move] == (found.lower, found.upper) == (-100, 100)
    ending = known_endings()["ffo-25"]
    for seconds in (1e-9, 0.001, 0.01, 0.05):
        found = Engine().solve(ending.position, every=True, limit=Limit(time=seconds))
        check_unfinished(found, ending)


def test_an_exception_of_progress_leaves_the_engine_usable() -> None:
    position, truth = known_endings()["ffo-15"]
    engine = Engine(table=1)

    def progress(solution: Solution) -> None:
        raise KeyError(solution.move)

    with pytest.raises(KeyError):
        engine.solve(position, progress=progress)
    found = engine.solve(position, every=True)
    assert found.moves == {move: (margin, margin) for move, margin in truth.items()}


INTERRUPTED = """
import outflank as of
engine, start = of.Engine(table=16), of.Position.initial(8)
engine.solve(start, limit=of.Limit(nodes=100))
print("ready", flush=True)
found = engine.solve(start, every=True)
print(found.interrupted, found.lower, found.upper, len(found.moves), flush=True)
"""


def test_ctrl_c_leaves_the_bounds() -> None:
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "True -64 64 4\n"
        assert process.wait(timeout=30) == 0
