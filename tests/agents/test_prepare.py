"""What agents load before their clock runs."""

from typing import Any

import pytest

import outflank.engine.book
from outflank import Engine, Limit, Position, agent_from_spec
from outflank.agents import EngineAgent, prepare


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes that engines were prepared for."""
    sizes: list[int] = []
    monkeypatch.setattr(Engine, "prepare", lambda _, size: sizes.append(size))
    return sizes


class Mine:
    """Somebody's agent that holds an engine."""

    def __init__(self) -> None:
        self.brain, self.name = Engine(), "mine"

    def choose(self, position: Position, limit: Limit) -> Any:
        return self.brain.search(position, limit).move


@pytest.mark.parametrize("spec", ["engine", "engine:level=3", "three-factor", "hybrid"])
def test_engines_are_prepared(spec: str, prepared: list[int]) -> None:
    prepare(agent_from_spec(spec), 10)
    assert prepared == [10]


def test_the_engine_of_somebody_is_prepared(prepared: list[int]) -> None:
    prepare(Mine(), 12)
    assert prepared == [12]


def test_an_agent_may_prepare_itself(prepared: list[int]) -> None:
    class Own(Mine):
        def prepare(self, size: int) -> None:
            self.size = size

    own = Own()
    prepare(own, 6)
    assert (own.size, prepared) == (6, [])


@pytest.mark.parametrize("thing", [object(), len, lambda position: None, "text"])
def test_agents_without_anything_to_load(thing: Any) -> None:
    prepare(thing, 8)


def test_who_fails_to_prepare_says_so_at_the_first_move() -> None:
    class Failing(Mine):
        def prepare(self) -> None:
            """Of another meaning: it takes no size."""

    class Leaving(Mine):
        def prepare(self, size: int) -> None:
            raise SystemExit

    prepare(Failing(), 8)
    prepare(Leaving(), 8)
    prepare(agent_from_spec("engine"), 7)


def test_the_book_is_opened_before_the_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    shipped = outflank.engine.book.shipped_book

    def opening(size: int) -> Any:
        opened.append(size)
        return shipped(size)

    monkeypatch.setattr(outflank.engine.book, "shipped_book", opening)
    agent = EngineAgent()
    prepare(agent, 8)
    assert opened == [8]
    agent.choose(Position.initial(), Limit(time=0.01))
    assert opened == [8]
    assert agent.analysis is not None
    assert agent.analysis.nodes == 0  # it came from the book
    prepare(EngineAgent(book="none"), 8)
    prepare(EngineAgent(), 12)  # which has no book
    assert opened == [8, 12]
