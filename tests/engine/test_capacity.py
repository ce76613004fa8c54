"""How large a table the engine gives itself."""

from typing import Any

import pytest

from outflank import Engine, Limit, Position, Settings, agent_from_spec
from outflank.agents import AgentError
from outflank.engine.capacity import expected_megabytes

SIZES = [4, 6, 8, 10, 12, 14, 16]
LEAST, MOST = 2**-6, 128
NO_END = Settings(exact_from=0)


def megabytes(size: int, settings: Settings = NO_END, **limits: Any) -> float:
    return expected_megabytes(Position.initial(size), Limit(**limits), settings)


@pytest.mark.parametrize("size", SIZES)
def test_deeper_searches_get_more(size: int) -> None:
    depths = range(1, min(40, size * size - 4))
    found = [megabytes(size, depth=depth) for depth in depths]
    assert found == sorted(found)
    assert (found[0], found[-1]) == (LEAST, 0.125 if size == 4 else MOST)


def test_larger_boards_get_more() -> None:
    found = [megabytes(size, depth=8) for size in SIZES]
    assert found == sorted(found)
    assert found[0] < found[-1]


def test_what_comes_first_decides() -> None:
    assert megabytes(8, depth=12) == 16  # 2.5 x 2.8^12 = 580,000 of 16 bytes
    assert megabytes(8, depth=12, nodes=100_000) == 0.5
    assert megabytes(8, depth=12, time=0.1) == 2
    assert megabytes(8, depth=2, nodes=10**9, time=100) == LEAST
    assert megabytes(8, nodes=1) == LEAST
    assert megabytes(8, nodes=10**400) == MOST
    assert megabytes(8) == megabytes(8, time=1e9) == MOST


def test_endings_to_be_solved_count_whatever_the_depth() -> None:
    ending = Position.parse(
        "OOOOOOOO OOOOOOOO OOOOOOOO OOOXXOOO OOOOOOO- OXOOXX-- OXOO---- OO------ X"
    )
    assert ending.empties == 13
    shallow = Limit(depth=1)
    assert expected_megabytes(ending, shallow, Settings(exact_from=0)) == LEAST
    solved = expected_megabytes(ending, shallow, Settings(exact_from=13))
    assert solved == expected_megabytes(ending, Limit(depth=20), NO_END) == 2**-5


def test_without_a_table_there_is_hardly_one() -> None:
    assert megabytes(8, Settings(table=False), depth=30) == LEAST


def test_an_engine_takes_what_it_expects_to_need() -> None:
    engine = Engine()
    engine.search(Position.initial(), Limit(depth=2))
    small = engine._table.megabytes
    engine.search(Position.initial(), Limit(depth=6))
    assert LEAST == small < engine._table.megabytes == megabytes(8, depth=6)
    fixed = Engine(table=1)
    fixed.search(Position.initial(), Limit(depth=2))
    assert fixed._table.megabytes == 1


def test_the_order_of_searches_changes_no_value() -> None:
    position = Position.initial().play("f5")
    full = Settings(selectivity=100)
    engine = Engine(settings=full)
    scores = [engine.search(position, Limit(depth=depth)).score for depth in (2, 7, 3, 7)]
    fresh = [Engine(settings=full).search(position, Limit(depth=d)).score for d in (2, 7, 7)]
    assert [scores[0], scores[1], scores[3]] == fresh


def test_agents_take_a_number_or_auto() -> None:
    for spec in ("engine:table=auto,depth=2", "phased:table=0.5,depth=2"):
        assert agent_from_spec(spec).choose(Position.initial(), Limit()).name
    with pytest.raises(AgentError, match="bad value 'much' for table of engine"):
        agent_from_spec("engine:table=much")


def test_bad_arguments() -> None:
    with pytest.raises(TypeError, match="table 'much': expected megabytes or \"auto\""):
        Engine(table="much")  # type: ignore[arg-type]
