"""What a search needs is loaded before its time begins, once. The clock is an imagined one."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import outflank.engine.engine
import outflank.engine.ranking
import outflank.engine.timed
from outflank import Clock, Engine, Game, Limit, Position
from outflank.engine import Pace, rank
from outflank.heuristics import standard

SIZES = [4, 6, 8, 10, 12, 14, 16]
LIMIT = Limit(time=0.05, depth=2)


class Watch:
    """A clock that stands still but for loading, which takes an hour; and what was loaded."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.loaded: list[str] = []

    def __call__(self) -> float:
        return self.now

    def loads(self, name: str) -> None:
        self.now += 3600
        self.loaded.append(name)


class Heavy:
    """An evaluator that loads weights for each board size."""

    unit = "discs"

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def for_size(self, size: int) -> Any:
        self.watch.loads(f"weights {size}")
        return standard().for_size(size)

    def __call__(self, position: Position) -> float:
        raise AssertionError("it is to be used natively")


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Nothing is loaded yet, and loading takes long."""
    watch = Watch()
    engine: Any = outflank.engine.engine

    def once(name: str, load: Callable[..., Any], *, by_size: bool) -> Callable[..., Any]:
        def loaded(*arguments: Any) -> Any:
            what = f"{name} {arguments[0]}" if by_size else name
            if what not in watch.loaded:
                watch.loads(what)
            return load(*arguments)

        return loaded

    monkeypatch.setattr(engine, "adviser", once("ordering", engine.adviser, by_size=True))
    monkeypatch.setattr(
        engine, "native_settings", once("settings", engine.native_settings, by_size=False)
    )
    monkeypatch.setattr(engine, "time", SimpleNamespace(perf_counter=watch, monotonic=watch))
    monkeypatch.setattr(outflank.engine.timed, "perf_counter", watch)
    monkeypatch.setattr(outflank.engine.ranking, "perf_counter", watch)
    return watch


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that native searches are given."""
    times: list[float] = []
    for name in ("search", "solve"):
        native = getattr(outflank._core, name)

        def noted(*arguments: Any, native: Any = native, **options: Any) -> Any:
            times.append(options["time"])
            return native(*arguments, **options)

        monkeypatch.setattr(outflank._core, name, noted)
    return times


@pytest.mark.parametrize("size", SIZES)
def test_a_first_search_has_all_of_its_time(size: int, watch: Watch, times: list[float]) -> None:
    engine = Engine(Heavy(watch))
    for _ in range(3):
        assert engine.search(Position.initial(size), LIMIT).depth >= 2
    assert times == [0.05] * 3
    assert sorted(watch.loaded) == [f"ordering {size}", "settings", f"weights {size}"]


def test_each_size_is_loaded_once(watch: Watch, times: list[float]) -> None:
    engine = Engine(Heavy(watch))
    for size in (8, 6, 8, 12, 6, 12):
        engine.search(Position.initial(size), LIMIT)
        engine.clear()
    assert times == [0.05] * 6
    assert [name for name in watch.loaded if "weights" in name] == [
        "weights 8", "weights 6", "weights 12"
    ]  # fmt: skip


def test_a_first_solution_has_all_of_its_time(
    watch: Watch, times: list[float], random_game: Callable[..., Game]
) -> None:
    ending = random_game(6, 1, 26).position
    Engine().solve(ending, limit=Limit(time=0.05))
    assert times == [0.05]


def test_a_clock_does_not_run_while_weights_are_loaded(watch: Watch, times: list[float]) -> None:
    clock, start = Clock(60), Position.initial()
    found = Engine(Heavy(watch)).search(start, Limit(depth=2, clock=clock))
    assert times == [Pace(clock, start.empties).most]
    assert found.time == 0


def test_ranking_has_all_of_its_time(watch: Watch, times: list[float]) -> None:
    first = next(rank(Engine(Heavy(watch)), Position.initial(), 2, LIMIT))
    assert times == [0.05]
    assert first.time == 0


def test_what_is_prepared_is_not_loaded_again(watch: Watch, times: list[float]) -> None:
    engine = Engine(Heavy(watch))
    engine.prepare(10)
    before = list(watch.loaded)
    engine.search(Position.initial(10), LIMIT)
    assert len(before) == 3
    assert watch.loaded == before
