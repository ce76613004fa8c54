"""The agents that a page may name, and their options that do no harm; no paths or commands."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from ...agents import Agent, AgentInfo, Option, agent_from_spec, describe

_BARRED = ("human", "comp424", "student", "gtp", "nboard")
"""Those that type, run files or run commands."""
_OPTIONS = (
    "level",
    "depth",
    "nodes",
    "time",
    "selectivity",
    "exact_from",
    "playouts",
    "exploration",
    "guided",
    "width",
    "seed",
    "variety",
)
_MOST = {"time": 60.0, "depth": 60, "nodes": 1e10, "playouts": 1e9, "exploration": 1e6}
_SPEC = re.compile(r"([a-z0-9-]{1,40})(?::([a-z0-9_=.,-]{0,200}))?")
_VALUE = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,9})?|true|false|none")


class Opponent(NamedTuple):
    """An agent that may be named."""

    name: str
    about: str
    options: tuple[Option, ...]


@cache
def opponents() -> tuple[Opponent, ...]:
    """All that may be named, in order."""
    return tuple(_opponent(info) for info in describe() if info.name not in _BARRED)


def checked(spec: str) -> str:
    """A spec, if it is one that may be used; ValueError, in a sentence, if not."""
    match = _SPEC.fullmatch(spec)
    known = {opponent.name: opponent for opponent in opponents()}
    if match is None or match[1] not in known:
        raise ValueError(f"unknown agent {spec[:60]!r}: there are {', '.join(known)}")
    names = [option.name for option in known[match[1]].options]
    for part in filter(None, (match[2] or "").split(",")):
        name, _, value = part.partition("=")
        if name not in names:
            choice = f"there are {', '.join(names)}" if names else "it has none"
            raise ValueError(f"{match[1]} has no option {name!r} here: {choice}")
        if not _VALUE.fullmatch(value):
            raise ValueError(f"bad value {value!r} for {name} of {match[1]}: expected a number")
        if value[0].isdigit() and float(value) > _MOST.get(name, float("inf")):
            raise ValueError(f"bad value {value!r} for {name}: the most is {_MOST[name]:g}")
    return spec


def agent_of(spec: str, seed: int | None) -> Agent:
    """The agent of a spec that may be used; ValueError or AgentError, in a sentence."""
    defaults: dict[str, Any] = {} if seed is None else {"seed": seed}
    return agent_from_spec(checked(spec), **defaults)


def _opponent(info: AgentInfo) -> Opponent:
    allowed = tuple(
        option for option in info.options if option.name in _OPTIONS and str not in option.kinds
    )
    return Opponent(info.name, info.help, allowed)
