"""What ends a search, and what is left of it then."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from outflank import Analysis, Engine, Game, Limit, MonteCarlo, Position, Settings


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
@pytest.mark.parametrize("nodes", [1, 2, 7, 100, 5000])
def test_node_limits_are_exact(size: int, nodes: int) -> None:
    position = Position.initial(size)
    found = Engine(settings=Settings(exact_from=0)).search(position, Limit(nodes=nodes, depth=30))
    assert found.nodes <= nodes
    assert found.exact or found.nodes == nodes
    assert position.is_legal(found.move)
    assert found.pv[0] is found.move


@pytest.mark.parametrize("size", [4, 8, 16])
def test_a_very_short_time_still_gives_a_move(size: int, random_game: Callable[..., Game]) -> None:
    for plies in (0, 7, size * size // 2):
        position = random_game(size, 3, plies).position
        found = Engine().search(position, Limit(time=1e-9))
        assert position.is_legal(found.move)


@pytest.mark.parametrize("size", [8, 16])
def test_a_short_search_looks_at_the_clock_often(size: int) -> None:
    start, limit = Position.initial(size), Limit(time=1e-9)
    assert Engine(settings=Settings(exact_from=0)).search(start, limit).nodes <= 64
    assert MonteCarlo().search(start, limit).nodes <= 4


def test_time_ends_a_search() -> None:
    found = Engine(settings=Settings(exact_from=0)).search(Position.initial(16), Limit(time=0.05))
    assert (
        found.time >= 0.04
    )  # up to a tenth of what is left of it is kept back where the machine pauses
    assert not found.exact


def test_a_stop_event_ends_a_search() -> None:
    stop = threading.Event()
    depths: list[int] = []

    def progress(analysis: Analysis) -> None:
        depths.append(analysis.depth)
        if analysis.depth == 3:
            stop.set()

    found = Engine().search(Position.initial(16), Limit(), stop=stop, progress=progress)
    assert depths[:3] == [1, 2, 3]
    assert Position.initial(16).is_legal(found.move)
    assert not found.interrupted


def test_an_evaluator_gives_its_own_exception() -> None:
    class MineError(Exception):
        pass

    calls = 0

    def fails_late(position: Position) -> float:
        nonlocal calls
        calls += 1
        if calls == 50:
            raise MineError("fiftieth")
        return 0.0

    engine = Engine(fails_late)
    with pytest.raises(MineError, match="fiftieth"):
        engine.search(Position.initial(), Limit(depth=8))
    assert engine.search(Position.initial(), Limit(depth=2)).depth == 2


def test_progress_gives_its_own_exception() -> None:
    def progress(analysis: Analysis) -> None:
        raise KeyError(analysis.depth)

    with pytest.raises(KeyError):
        Engine().search(Position.initial(), Limit(depth=3), progress=progress)


@pytest.mark.parametrize("value", ["x", None, [1]])
def test_an_evaluator_must_return_a_number(value: object) -> None:
    with pytest.raises(TypeError, match="expected a number, the value for the side to move"):
        Engine(lambda position: value).search(Position.initial(), Limit(depth=1))  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1e300])
def test_an_evaluator_must_return_a_finite_number(value: float) -> None:
    with pytest.raises(ValueError, match="expected a finite number"):
        Engine(lambda position: value).search(Position.initial(), Limit(depth=1))


def test_one_search_at_a_time() -> None:
    engine = Engine()

    def again(position: Position) -> float:
        return engine.search(position, Limit(depth=1)).score

    engine.evaluator = again
    with pytest.raises(RuntimeError, match="one search at a time"):
        engine.search(Position.initial(), Limit(depth=1))
    engine.clear()


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ({"time": 0}, "time 0: expected seconds above 0"),
        ({"time": -1}, "time -1: expected seconds above 0"),
        ({"time": float("nan")}, "time nan: expected seconds above 0"),
        ({"time": 10**400}, "time 10+: expected seconds above 0"),
        ({"time": True}, "time True: expected seconds above 0"),
        ({"depth": True}, "depth True: expected a whole number above 0"),
        ({"depth": 0}, "depth 0: expected a whole number above 0"),
        ({"nodes": -5}, "nodes -5: expected a whole number above 0"),
        ({"depth": 2.5}, r"depth 2\.5: expected a whole number above 0"),
    ],
)
def test_bad_limits(bounds: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Limit(**bounds)  # type: ignore[arg-type]


def test_huge_limits_mean_no_limit() -> None:
    found = Engine().search(Position.initial(4), Limit(depth=10**12, nodes=10**30, time=1e300))
    assert found.exact


@pytest.mark.parametrize("table", [0, -1, float("nan"), 1e9])
def test_bad_table_sizes(table: float) -> None:
    with pytest.raises(ValueError, match="expected megabytes above 0 and up to 65536"):
        Engine(table=table)


def test_an_evaluator_must_be_callable() -> None:
    expected = "evaluator 'mobility': expected a Linear, a Learned or a function"
    with pytest.raises(TypeError, match=expected):
        Engine("mobility")  # type: ignore[arg-type]


INTERRUPTED = """
import outflank as of, sys
def slow(position):
    return 0.0
def tell(found):
    if found.depth == 1:
        print("ready", flush=True)
engine = of.Engine({evaluator}, settings=of.Settings(exact_from=0))
found = engine.search(of.Position.initial(16), of.Limit(), progress=tell)
print(found.interrupted, of.Position.initial(16).is_legal(found.move), flush=True)
"""


@pytest.mark.parametrize("evaluator", ["None", "slow"])
def test_ctrl_c_ends_the_search_with_a_move(evaluator: str) -> None:
    code = INTERRUPTED.format(evaluator=evaluator)
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "True True\n"
        assert process.wait(timeout=30) == 0
