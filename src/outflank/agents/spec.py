"""Agents named in text: `greedy`, `engine:depth=6`, `my_agent.py:CornerGrabber`."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from . import registry
from .agent import Agent, AgentError, as_agent
from .files import load_name
from .options import parse_options, takes_text

_FILE = re.compile(r"(?P<path>.*?\.py)(?::(?P<name>[^:]*))?(?::(?P<options>.*))?", re.DOTALL)


def agent_from_spec(spec: str, **defaults: Any) -> Agent:
    """Makes the agent that a text names.

    The text is `NAME` or `NAME:OPTION=VALUE,OPTION=VALUE` with the name of a registered agent, or
    `PATH.py:NAME` with a class, a function or an object in that file; a class may have options, as
    in `PATH.py:NAME:OPTION=VALUE`. `defaults` are for options that the agent has and the text
    leaves out. Raises AgentError, in one sentence.
    """
    spec = spec.strip()
    name, _, rest = spec.partition(":")
    factory = registry.find(name)
    if factory is not None:
        if takes_text(factory) is not None:
            return as_agent(_made(spec, factory, rest), name)
        return as_agent(_made(spec, factory, **parse_options(rest, factory, name, defaults)), name)
    match = _FILE.fullmatch(spec)
    if match is None:
        raise AgentError(_unknown(name))
    thing = load_name(match["path"], match["name"] or "")
    text = match["options"] or ""
    if isinstance(thing, type) and callable(getattr(thing, "choose", None)):
        thing = _made(spec, thing, **parse_options(text, thing, thing.__name__, defaults))
    elif text:
        raise AgentError(f"{match['name']} is no class and has no options, but {text!r} is given")
    return as_agent(thing, match["name"])


def _made(spec: str, factory: Callable[..., Any], *text: str, **options: Any) -> Any:
    try:
        return factory(*text, **options)
    except AgentError:
        raise
    except Exception as error:
        kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
        raise AgentError(f"cannot make the agent {spec!r}: {kind}{error}") from error


def _unknown(name: str) -> str:
    near = get_close_matches(name, registry.names(), n=1)
    if near:
        return f"unknown agent {name!r}: did you mean {near[0]!r}?"
    return f"unknown agent {name!r}: there are {', '.join(registry.names())}, or PATH.py:NAME"
