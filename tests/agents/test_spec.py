"""Agents named in text, with their options, from the registry and from files."""

from typing import Annotated, Literal

import pytest

from outflank import Limit, Linear, Position
from outflank.agents import (
    AgentError,
    EngineAgent,
    First,
    Greedy,
    RandomAgent,
    SearchAgent,
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
from outflank import Linear

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

def mobility(position):
    return position.mobility - position.swapped().mobility

ready = Plain()
weights = Linear(mobility=10, corners=25)
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


def test_a_file_of_the_course_is_recognized(tmp_path):
    path = tmp_path / "student_agent.py"
    path.write_text("from store import register_agent\n")
    sentence = f"{path} imports 'store' as agents of the COMP424 course do: expected comp424:{path}"
    assert error(str(path)) == error(f"{path}:StudentAgent") == sentence
    assert error(f"student:{path}:StudentAgent") == sentence


def test_errors_of_files(file, tmp_path):
    assert error("none.py:Plain") == "there is no file 'none.py'"
    (tmp_path / "one.py").write_text("def only(position): ...\n")
    alone = f"{tmp_path / 'one.py'} has nothing called 'two': there is only"
    assert error(f"{tmp_path / 'one.py'}:two") == alone
    assert error(f"{file}:Plane").startswith(f"{file} has nothing called 'Plane': there are Plain,")
    assert error(str(file)).startswith(f"say which object in {file}, as in {file}:NAME: there are")
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
        error(f"{file}:Broken")
        == f"cannot make the agent '{file}:Broken': RuntimeError: no luck (mine.py, line 28)"
    )
    raising, wrong = tmp_path / "raising.py", tmp_path / "wrong.py"
    raising.write_text("\n1 / 0")
    wrong.write_text("def")
    assert error(f"{raising}:X") == (
        f"{raising} failed on import: ZeroDivisionError: division by zero (raising.py, line 2)"
    )
    assert error(f"{wrong}:X") == f"{wrong} is no valid Python: invalid syntax (wrong.py, line 1)"
    caller = tmp_path / "caller.py"
    caller.write_text("import json\n\njson.loads('')")
    assert error(f"{caller}:X").endswith(" (caller.py, line 3)")


def test_weights_of_a_file_become_a_search(file):
    agent = agent_from_spec(f"{file}:weights")
    assert isinstance(agent, SearchAgent)
    assert agent.engine.evaluator == Linear(mobility=10, corners=25)
    assert agent.name == "weights"
    agent = agent_from_spec(f"{file}:weights:depth=3,exact_from=0")
    agent.choose(START, Limit(depth=1))
    assert agent.analysis.depth == 3
    assert error(f"{file}:weights:dept=3").startswith("weights has no option 'dept': there are ")


def test_the_engine_takes_an_evaluation_from_a_file(file):
    agent = agent_from_spec(f"engine:evaluation={file}:weights,depth=2")
    assert agent.engine.evaluator == Linear(mobility=10, corners=25)
    agent = agent_from_spec(f"engine:evaluation={file}:mobility,depth=2")
    agent.choose(START, Limit())
    assert (agent.analysis.depth, agent.analysis.unit) == (2, "points")
    own = Linear(discs=1)
    assert EngineAgent(evaluation=own).engine.evaluator is own
    assert agent_from_spec("engine:evaluation=none").engine.unit == "discs"


def test_errors_of_evaluations(file):
    expected = "expected a Linear or a function of a position that returns a number"
    for name in ("number", "Plain", "ready", "NoAgent"):
        found = error(f"engine:evaluation={file}:{name}")
        assert found == f"{name} in {file} is no evaluation: {expected}"
    assert error("engine:evaluation=mobility") == (
        "bad evaluation 'mobility': expected PATH.py:NAME, PATH.toml or PATH.weights"
    )
    assert error("engine:evaluation=no.py:mobility") == "there is no file 'no.py'"
    for text in (f"{file}", f"{file}:"):
        found = error(f"engine:evaluation={text}")
        assert found.startswith(f"say which object in {file}, as in {file}:NAME: there are Plain,")
        assert found.endswith("last, mobility, ready, weights")
    assert error(f"engine:evaluation={file}:mobilty").startswith(
        f"{file} has nothing called 'mobilty': there are "
    )


def factory(
    whole: int = 1,
    number: float | None = None,
    switch: bool = True,
    kind: Literal["fast", "slow"] = "fast",
    word: str = "",
    thing: object = None,
    told: Annotated[float | None, 3, "seconds for a move"] = None,
    *,
    unsaid=2,
):
    return None


def test_options_are_typed_by_the_signature():
    names = ["whole", "number", "switch", "kind", "word", "told", "unsaid"]
    assert list(options_of(factory)) == names

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
    assert parsed("told=2.5") == {"told": 2.5}
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


def test_options_are_explained_by_the_signature():
    options = options_of(factory)
    assert options["told"].help == "seconds for a move"
    assert options["whole"].help == ""
    defaults = {name: option.default_text for name, option in options.items()}
    assert defaults["whole"] == "1"
    assert defaults["switch"] == "true"
    assert defaults["word"] == defaults["told"] == "none"


def test_describe():
    by_name = {info.name: info for info in describe()}
    shown = [str(option) for option in by_name["engine"].options]
    assert shown[:4] == ["depth", "nodes", "time", "table=auto"]
    assert all(option.help for info in by_name.values() for option in info.options)
    assert by_name["greedy"].options == ()
    assert all(info.help for info in by_name.values())


def test_higher_layers_register_theirs(monkeypatch):
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))

    def remote(command: Annotated[str, "what starts it"], /):
        return RandomAgent(seed=len(command))

    register("remote", remote, "another program")
    assert agent_from_spec("remote:./engine -x, y=1:2").seed == len("./engine -x, y=1:2")
    name, (option,), purpose = describe()[-1]
    assert (name, purpose) == ("remote", "another program")
    assert (str(option), option.help) == ("COMMAND", "what starts it")
    assert option.default_text == "required"
    with pytest.raises(ValueError, match="'remote' is taken"):
        register("remote", remote, "again")
    with pytest.raises(ValueError, match="without a colon"):
        register("a:b", remote, "odd")
