"""Agents that do their worst: each fails with one AgentError, in one line, and ends nothing."""

import gc

import pytest

from outflank import Limit, Position
from outflank.agents import AgentError, agent_from_spec, as_agent, ask
from outflank.agents.failure import blamed

CODE = """
import sys


class Own(BaseException):
    pass


class Silent(Exception):
    def __str__(self):
        raise RuntimeError("no words")


class Unseen:
    def __repr__(self):
        raise RuntimeError("no looks")


class Raiser:
    def __init__(self, error=None):
        self.error = error

    def choose(self, position, limit):
        raise self.error


ends = Raiser(SystemExit(3))
generator = Raiser(GeneratorExit())
own = Raiser(Own("mine"))
silent = Raiser(Silent())
lines = Raiser(ValueError("one\\ntwo\\n\\x1b[31mred\\x07"))


def unseen(position):
    return Unseen()


class Async:
    async def choose(self, position, limit):
        return None


def evaluation(position):
    return 0


class Leaves(Raiser):
    def __init__(self):
        sys.exit(3)


class Divides(Raiser):
    def __init__(self, x: "1/0" = 1):
        raise ValueError(x)


class Signed(Raiser):
    __signature__ = 3

    def __init__(self):
        raise ValueError("made")


class Meta(type):
    def __getattr__(cls, name):
        raise RuntimeError(name)


class Odd(metaclass=Meta):
    pass
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("agents") / "bad.py"
    path.write_text(CODE)
    return path


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ends", "failed: SystemExit: 3 (bad.py, line 24)"),
        ("generator", "failed: GeneratorExit (bad.py, line 24)"),
        ("own", "failed: Own: mine (bad.py, line 24)"),
        ("silent", "failed: Silent: <Silent> (bad.py, line 24)"),
        ("lines", "failed: ValueError: one two red (bad.py, line 24)"),
        ("unseen", "returned <Unseen> instead of a move"),
        ("Async", "returned a coroutine instead of a move: it must not be async"),
        (
            "evaluation",
            "returned 0 instead of a move: an evaluation plays as engine:evaluation=PATH.py:NAME",
        ),
    ],
)
def test_at_a_move(name, said, path):
    agent = agent_from_spec(f"{path}:{name}")
    with pytest.raises(AgentError) as caught:
        ask(agent, Position.initial(), Limit(), "bad")
    assert str(caught.value) == f"bad (Black) {said}"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Leaves", "SystemExit: 3 (bad.py, line 49)"),
        ("Divides", "1 (bad.py, line 54)"),
        ("Signed", "made (bad.py, line 61)"),
        ("Odd", "RuntimeError: choose (bad.py, line 66)"),
    ],
)
def test_when_made(name, said, path):
    spec = f"{path}:{name}"
    with pytest.raises(AgentError) as caught:
        agent_from_spec(spec)
    assert str(caught.value) == f"cannot make the agent {spec!r}: {said}"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise GeneratorExit", "failed on import: GeneratorExit (it.py, line 1)"),
        (
            "class Own(BaseException): pass\nraise Own('x')",
            "failed on import: Own: x (it.py, line 2)",
        ),
        ("\0", "is no valid Python: source code string cannot contain null bytes"),
    ],
)
def test_on_import(code, said, tmp_path):
    path = tmp_path / "it.py"
    path.write_text(code)
    with pytest.raises(AgentError) as caught:
        agent_from_spec(f"{path}:it")
    assert str(caught.value) == f"{path} {said}"


def test_a_path_too_long_for_a_file():
    with pytest.raises(AgentError, match=r"^cannot read 'aaa.*: File name too long$"):
        agent_from_spec("a" * 300 + ".py:X")


def test_in_the_library_too():
    class Leaves:
        def __init__(self):
            raise SystemExit

        def choose(self, position, limit):
            raise NotImplementedError

    with pytest.raises(AgentError, match="the class Leaves needs more to be made: SystemExit"):
        as_agent(Leaves)


def test_ctrl_c_just_before_a_block_is_no_agents_fault():
    """Where a generator would be dropped, and complain."""
    context = blamed("agent failed")
    context.__enter__()
    del context
    gc.collect()
