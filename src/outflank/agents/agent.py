"""What an agent is, and how a plain function or a class becomes one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from .._core import Move, Position
from ..engine import Engine, Limit
from ..heuristics import Learned, Linear
from .failure import AgentError, blamed
from .search import SearchAgent


class Agent(Protocol):
    """Anything that picks a move; what else it has is its own affair."""

    def choose(self, position: Position, limit: Limit) -> Move:
        """One of `position.legal_moves()`, found within the limit."""
        ...


def agent_name(agent: object) -> str:
    """What to call an agent: its `name` if it has one, otherwise that of its class."""
    name = None
    with suppress(Exception):
        name = getattr(agent, "name", None)
    return name if isinstance(name, str) else type(agent).__name__


def as_agent(thing: Any, name: str = "") -> Agent:
    """Makes an agent of an object with `choose`, a class of such objects, a function, or a spec.

    A text is a spec, as `agent_from_spec` takes it; a `Linear` or a `Learned` becomes an agent that
    searches with it. A function is called with the position and the limit, or with the position
    alone if it takes no more than that. Raises AgentError for anything else; `name` is what the
    error calls it.
    """
    with blamed(f"cannot make an agent of {name or type(thing).__name__}"):
        return _agent_of(thing, name or getattr(thing, "__name__", None) or type(thing).__name__)


def _agent_of(thing: Any, name: str) -> Agent:
    if isinstance(thing, str):
        from .spec import agent_from_spec

        return agent_from_spec(thing)
    if isinstance(thing, Linear | Learned):
        return SearchAgent(name, Engine(thing))
    if isinstance(thing, type):
        if not callable(getattr(thing, "choose", None)):
            raise AgentError(f"the class {name} has no method choose(position, limit)")
        with blamed(f"the class {name} needs more to be made"):
            made = thing()
        return as_agent(made, name)
    if callable(getattr(thing, "choose", None)):
        agent: Agent = thing
        return agent
    if not callable(thing):
        raise AgentError(f"{name} is no agent: expected a method choose(position, limit)")
    return FunctionAgent(thing, name)


class FunctionAgent:
    """An agent made of a function of the position and, if it takes two arguments, the limit."""

    def __init__(self, function: Callable[..., Move], name: str) -> None:
        """Raises AgentError for a function that takes neither one argument nor two."""
        self.name = name
        self._function = function
        self._takes_limit = accepts(function, 2)
        if not self._takes_limit and not accepts(function, 1):
            raise AgentError(f"the function {name} must take (position) or (position, limit)")

    def choose(self, position: Position, limit: Limit) -> Move:
        """What the function returns."""
        return self._function(position, limit) if self._takes_limit else self._function(position)


def accepts(function: Callable[..., Any], count: int) -> bool:
    """Whether a function can be called with that many arguments."""
    from inspect import signature

    try:
        signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # a builtin without a signature
        return count == 1
    return True
