"""The learned order of moves: it changes how many nodes a search needs, not what it finds."""

import json
import pickle
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from outflank import Engine, Game, Limit, Linear, Position, Settings, _core, agent_from_spec
from outflank.agents import AgentError
from outflank.engine import LearnedOrdering, Ordering, learned_ordering, parse_ordering

TEXT = (files("outflank") / "data" / "ordering.json").read_text("utf-8")


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_same_values(size: int, random_game: Callable[..., Game]) -> None:
    for seed, plies in [(1, 4), (2, size * size // 2), (3, size * size - 14)]:
        position = random_game(size, seed, plies).position
        if position.is_over:
            continue
        learned, weights = (
            Engine(settings=Settings(ordering=ordering)).search(position, Limit(depth=5))
            for ordering in (learned_ordering(), Ordering())
        )
        assert learned.score == weights.score


def test_used_by_default_with_the_standard_evaluator_alone() -> None:
    position = Game.parse("f5d6c3d3c4").position

    def nodes(evaluator: Linear | None, ordering: Ordering | LearnedOrdering | None) -> int:
        engine = Engine(evaluator, settings=Settings(ordering=ordering))
        return engine.search(position, Limit(depth=8)).nodes

    assert nodes(None, None) == nodes(None, learned_ordering()) != nodes(None, Ordering())
    other = Linear(mobility=1, corners=9)
    assert nodes(other, None) == nodes(other, Ordering()) != nodes(other, learned_ordering())


def test_agents_choose() -> None:
    position = Game.parse("f5d6c3d3c4").position

    def nodes(options: str) -> int:
        agent: Any = agent_from_spec(f"engine:depth=8{options}")
        agent.choose(position, Limit())
        return int(agent.analysis.nodes)

    assert nodes("") == nodes(",ordering=auto") == nodes(",ordering=learned")
    assert nodes("") != nodes(",ordering=weights")
    with pytest.raises(AgentError, match="bad value 'best' for ordering of engine"):
        agent_from_spec("engine:ordering=best")


def test_names_are_for_specs() -> None:
    settings = Settings(ordering="learned")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="ordering 'learned': expected an Ordering, or a Learned"):
        Engine(settings=settings)


def test_a_worth_of_its_own_is_followed() -> None:
    """A table in which only the place counts sorts the root moves by place."""
    place = [0] * _core.TRAITS["place"]
    place[0:3] = [1000] * 3  # corners
    row = place + [0] * (sum(_core.TRAITS.values()) - len(place))
    corners_first = LearnedOrdering(tuple(row * _core.ORDERING_PHASES))
    position = Position.parse(
        "-------- -O------ --X----- ---XX--- ---XO--- -------- -------- -------- X"
    )
    assert "a1" in {move.name for move in position.legal_moves()}
    settings = Settings(ordering=corners_first, exact_from=0)
    found = Engine(Linear(discs=0), settings=settings).search(position, Limit(depth=1))
    assert found.move.name == "a1"


def test_the_table_of_the_package_says_how_it_was_made() -> None:
    made = json.loads(TEXT)["made"]
    assert made["command"].startswith("python -m outflank.training.ordering --positions ")
    assert parse_ordering(TEXT) == learned_ordering()
    assert pickle.loads(pickle.dumps(learned_ordering())) == learned_ordering()


def broken(**change: Any) -> str:
    return json.dumps(json.loads(TEXT) | change)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no table of an order of moves"),
        ("[]", "no table of an order of moves"),
        ("{}", "no table of an order of moves"),
        (broken(killer=1.5), "whole numbers only"),
        (broken(killer=True), "whole numbers only"),
        (broken(killer=10**30), "whole numbers only, up to 1000000"),
        ("[" * 100_000, "no table of an order of moves"),
        (broken(phases=[]), "the traits are others"),
        (broken(phases=[{"place": [1]}]), "no table of an order of moves"),
        (TEXT.replace('"room": [', '"room": [0, ', 1), "the traits are others"),
    ],
)
def test_bad_tables(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_ordering(text)


def test_the_core_checks_too() -> None:
    settings = _core.Settings()
    with pytest.raises(ValueError, match="expected the worth of each level"):
        settings.learn([1, 2, 3], 0)
    size = len(learned_ordering().worth)
    with pytest.raises(ValueError, match="at most a million"):
        settings.learn([10**7] * size, 0)
    with pytest.raises(ValueError, match="at most a million"):
        settings.learn([0] * size, -(10**7))


@pytest.mark.parametrize("weight", ["x", 1.5, 10**10, None])
def test_weights_that_are_none(weight: Any) -> None:
    engine = Engine(settings=Settings(ordering=Ordering(corner=weight)))
    with pytest.raises(ValueError, match=r"corner .*: expected a whole number up to 1000000"):
        engine.search(Position.initial(4), Limit(depth=2))


def test_other_settings() -> None:
    wrong: Any = None
    with pytest.raises(TypeError, match="settings None: expected Settings"):
        Engine(settings=wrong)
    with pytest.raises(ValueError, match="exact_from None: expected 0 or more"):
        Engine(settings=Settings(exact_from=wrong))
    found = Engine(settings=Settings(exact_from=10**20)).search(Position.initial(4))
    assert found.exact
