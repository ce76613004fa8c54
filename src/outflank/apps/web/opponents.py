"""The agents that a page may name, and their options that do no harm; no paths or commands."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from ...agents import Agent, AgentInfo, Option, agent_from_spec, describe
from .refusals import Refusal

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
    """A spec, if it is one that may be used; Refusal if not."""
    match = _SPEC.fullmatch(spec)
    known = {opponent.name: opponent for opponent in opponents()}
    if match is None or match[1] not in known:
        raise Refusal("unknown_agent", agent=spec[:60], known=", ".join(known))
    agent = match[1]
    names = [option.name for option in known[agent].options]
    for part in filter(None, (match[2] or "").split(",")):
        name, _, value = part.partition("=")
        if name not in names:
            if names:
                raise Refusal("unknown_option", agent=agent, option=name, known=", ".join(names))
            raise Refusal("no_options", agent=agent, option=name)
        if not _VALUE.fullmatch(value):
            raise Refusal("bad_option", value=value, option=name, agent=agent)
        if value[0].isdigit() and float(value) > _MOST.get(name, float("inf")):
            raise Refusal("option_too_large", value=value, option=name, most=f"{_MOST[name]:g}")
    return spec


def agent_of(spec: str, seed: int | None) -> Agent:
    """The agent of a spec that may be used; Refusal or AgentError."""
    defaults: dict[str, Any] = {} if seed is None else {"seed": seed}
    return agent_from_spec(checked(spec), **defaults)


def _opponent(info: AgentInfo) -> Opponent:
    allowed = tuple(
        option for option in info.options if option.name in _OPTIONS and str not in option.kinds
    )
    return Opponent(info.name, info.help, allowed)
