"""The agents that have a name; higher layers add theirs."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NamedTuple

from .failure import AgentError
from .options import Option, options_of, takes_text


class _Entry(NamedTuple):
    factory: Callable[..., Any]
    help: str


class AgentInfo(NamedTuple):
    """What there is to say about a named agent."""

    name: str
    """What its specs begin with."""
    options: tuple[Option, ...]
    """Its options, which show as `table=16`; a name in capitals is what follows the first colon."""
    help: str
    """What it does, in one line."""


_entries: dict[str, _Entry] = {}

_HIGHER = ("outflank.protocols",)
"""What registers agents when it is imported, but lies in a layer above this one."""


def register(name: str, factory: Callable[..., Any], help: str) -> None:  # noqa: A002
    """Gives a factory of agents a name to be used in specs.

    The parameters of the factory are the options of the agent, explained by their annotations, as
    in `Annotated[int, "plies to search"]`. If its only parameter is
    positional-only, it gets all that follows `name:` as one text instead. ValueError for a name
    that is taken or that holds a colon.
    """
    if not name or ":" in name:
        raise ValueError(f"agent name {name!r}: expected a word without a colon")
    if name in _entries:
        raise ValueError(f"agent name {name!r} is taken")
    _entries[name] = _Entry(factory, help)


def find(name: str) -> Callable[..., Any] | None:
    """The factory registered under a name, or None."""
    if name not in _entries:
        _import_higher()
    entry = _entries.get(name)
    return entry and entry.factory


def unknown_agent(name: str) -> AgentError:
    """What to raise for a name that is not registered."""
    _import_higher()
    near = get_close_matches(name, _entries, n=1)
    if near:
        return AgentError(f"unknown agent {name!r}: did you mean {near[0]!r}?")
    return AgentError(f"unknown agent {name!r}: there are {', '.join(_entries)}, or PATH.py:NAME")


def describe() -> list[AgentInfo]:
    """All registered agents with their options, in the order in which they came."""
    _import_higher()
    return [
        AgentInfo(name, _options(entry.factory), entry.help) for name, entry in _entries.items()
    ]


def _import_higher() -> None:
    for package in _HIGHER:
        import_module(package)


def _options(factory: Callable[..., Any]) -> tuple[Option, ...]:
    text = takes_text(factory)
    first = [] if text is None else [text._replace(name=text.name.upper())]
    return (*first, *options_of(factory).values())
