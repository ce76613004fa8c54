"""Agents named in text, with their options, from the registry and from files."""

from typing import Literal

import pytest

from outflank import Limit, Position
from outflank.agents import (
    AgentError,
    EngineAgent,
    First,
    Greedy,
    RandomAgent,
    agent_from_spec,
    describe,
    register,
    registry,
)
from outflank.agents.options import options_of, parse_options

START = Position.initial()

FILE = """
from dataclasses import dataclass
import friend

class Plain:
    def choose(self, position, limit):
        return position.legal_moves()[-1]

@dataclass
class Tuned:
    depth: int = 2
    weight: float = 1.0
    loud: bool = False

    def choose(self, position, limit):
        return position.legal_moves()[0]

class Needy:
    def __init__(self, strength: int):
        self.strength = strength

    def choose(self, position, limit):
        return position.legal_moves()[0]

class Broken:
    def __init__(self):
        raise RuntimeError("no luck")

    def choose(self, position, limit):
        return None

class NoAgent:
    pass

def last(position):
    return position.legal_moves()[-1]

ready = Plain()
number = 3
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file of agents, with another that it imports beside it."""
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    (tmp_path / "friend.py").write_text("")
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return path


def error(spec):
    with pytest.raises(AgentError) as caught:
        agent_from_spec(spec)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_names():
    assert isinstance(agent_from_spec("greedy"), Greedy)
    assert isinstance(agent_from_spec(" first "), First)
    assert isinstance(agent_from_spec("engine"), EngineAgent)


@pytest.mark.parametrize("name", ["random", "first", "greedy", "greedy-corners", "engine"])
@pytest.mark.parametrize("size", [4, 8, 16])
def test_every_named_agent_plays_on_any_size(name, size):
    position = Position.initial(size)
    assert position.is_legal(agent_from_spec(name).choose(position, Limit(depth=1)))


def test_options():
    agent = agent_from_spec("engine:depth=3, exact_from=0")
    agent.choose(START, Limit(depth=1))
    assert agent.analysis.depth == 3
    assert agent_from_spec("random:seed=4").seed == 4


def test_defaults_fill_in_what_the_text_leaves_out():
    assert agent_from_spec("random", seed=9).seed == 9
    assert agent_from_spec("random:seed=4", seed=9).seed == 4
    assert isinstance(agent_from_spec("first", seed=9), First)


def test_errors_of_names_and_options():
    assert error("gredy") == "unknown agent 'gredy': did you mean 'greedy'?"
    assert error("zzz").startswith("unknown agent 'zzz': there are human, engine, random, first,")
    assert error("").startswith("unknown agent '': there are")
    assert error("greedy:depth=1") == "greedy has no option 'depth': it has none"
    assert error("engine:dept=1").startswith("engine has no option 'dept': there are depth, ")
    assert error("engine:depth") == "the option 'depth' of engine needs a value, as in depth=VALUE"
    assert error("engine:depth=1,depth=2") == "the option 'depth' of engine is given twice"
    assert error("engine:depth=six") == (
        "bad value 'six' for depth of engine: expected a whole number"
    )
    assert error("engine:time=soon") == "bad value 'soon' for time of engine: expected a number"
    assert error("engine:depth=0") == (
        "cannot make the agent 'engine:depth=0': depth 0: expected a whole number above 0"
    )


def test_from_a_file(file):
    for name in ("Plain", "last", "ready"):
        agent = agent_from_spec(f"{file}:{name}")
        assert agent.choose(START, Limit()) == START.legal_moves()[-1]
    tuned = agent_from_spec(f"{file}:Tuned:depth=5,weight=2,loud=yes")
    assert (tuned.depth, tuned.weight, tuned.loud) == (5, 2.0, True)
    assert agent_from_spec(f"{file}:Needy:strength=3").strength == 3


def test_errors_of_files(file, tmp_path):
    assert error("none.py:Plain") == "there is no file 'none.py'"
    assert error(f"{file}:Plane").startswith(f"{file} has nothing called 'Plane': there are Plain,")
    assert error(str(file)).startswith(f"say which agent in {file}, as in {file}:NAME: there are")
    assert error(f"{file}:NoAgent") == "the class NoAgent has no method choose(position, limit)"
    assert error(f"{file}:number") == (
        "number is no agent: expected a method choose(position, limit)"
    )
    assert error(f"{file}:last:depth=1") == (
        "last is no class and has no options, but 'depth=1' is given"
    )
    assert error(f"{file}:Plain:depth=1") == "Plain has no option 'depth': it has none"
    assert error(f"{file}:Needy") == "Needy needs the option strength, as in strength=VALUE"
    assert (
        error(f"{file}:Broken") == f"cannot make the agent '{file}:Broken': RuntimeError: no luck"
    )
    raising, wrong = tmp_path / "raising.py", tmp_path / "wrong.py"
    raising.write_text("1 / 0")
    wrong.write_text("def")
    assert error(f"{raising}:X") == (
        f"{raising} failed on import: ZeroDivisionError: division by zero"
    )
    assert error(f"{wrong}:X").startswith(f"{wrong} is no valid Python: ")


def factory(
    whole: int = 1,
    number: float | None = None,
    switch: bool = True,
    kind: Literal["fast", "slow"] = "fast",
    word: str = "",
    thing: object = None,
    *,
    unsaid=2,
):
    return None


def test_options_are_typed_by_the_signature():
    assert list(options_of(factory)) == ["whole", "number", "switch", "kind", "word", "unsaid"]

    def parsed(text):
        return parse_options(text, factory, "it", {})

    assert parsed("whole=3,number=1.5,switch=off,kind=slow,word=a b,unsaid=0.5") == {
        "whole": 3,
        "number": 1.5,
        "switch": False,
        "kind": "slow",
        "word": "a b",
        "unsaid": 0.5,
    }
    assert parsed("number=none") == {"number": None}
    assert parsed("") == {}
    for text, expected in [
        ("whole=1.5", "a whole number"),
        ("switch=2", "true or false"),
        ("kind=odd", "fast or slow"),
        ("number=x", "a number"),
    ]:
        with pytest.raises(AgentError, match=f": expected {expected}$"):
            parsed(text)


def test_describe():
    by_name = {info.name: info for info in describe()}
    assert by_name["engine"].options[:3] == ("depth", "nodes", "time")
    assert "table=16" in by_name["engine"].options
    assert by_name["greedy"].options == ()
    assert all(info.help for info in by_name.values())


def test_higher_layers_register_theirs(monkeypatch):
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))

    def remote(command: str, /):
        return RandomAgent(seed=len(command))

    register("remote", remote, "another program")
    assert agent_from_spec("remote:./engine -x, y=1:2").seed == len("./engine -x, y=1:2")
    assert describe()[-1] == ("remote", ("COMMAND",), "another program")
    with pytest.raises(ValueError, match="'remote' is taken"):
        register("remote", remote, "again")
    with pytest.raises(ValueError, match="without a colon"):
        register("a:b", remote, "odd")
