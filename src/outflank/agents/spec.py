"""Agents named in text: `greedy`, `engine:depth=6`, `my_agent.py:CornerGrabber`."""

from __future__ import annotations

import re
from typing import Any

from ..heuristics import Learned, Linear
from ..rules.checks import check_type
from . import registry
from .agent import Agent, as_agent
from .engine import EngineAgent
from .failure import AgentError, AgentLost, blamed, failure, place, told
from .files import load_name
from .options import options_of, parse_options, split_options, takes_text

_FILE = re.compile(r"(?P<path>.*?\.py)(?::(?P<name>[^:]*))?(?::(?P<options>.*))?", re.DOTALL)


def agent_from_spec(spec: str, **defaults: Any) -> Agent:
    """Makes the agent that a text names.

    The text is `NAME` or `NAME:OPTION=VALUE,OPTION=VALUE` with the name of a registered agent, or
    `PATH.py:NAME` with a class, a function or an object in that file; a class may have options, as
    in `PATH.py:NAME:OPTION=VALUE`, and a `Linear` or a `Learned` has those of `engine`. `defaults`
    are for options that the agent has and the text leaves out. Raises AgentError, in one sentence,
    and TypeError for what is not text.
    """
    check_type(spec, str, "spec", "text such as 'greedy' or 'engine:depth=6'")
    spec = spec.strip()
    try:
        with blamed(f"cannot make the agent {spec!r}", _reason):
            return _agent_named(spec, defaults)
    except AgentLost as lost:
        raise AgentError(f"the agent {spec!r} {lost}") from lost


def _agent_named(spec: str, defaults: dict[str, Any]) -> Agent:
    name, _, rest = spec.partition(":")
    factory = registry.find(name)
    if factory is not None:
        texts = []
        if takes_text(factory) is not None:
            text, rest = split_options(rest) if options_of(factory) else (rest, "")
            texts.append(text)
        options = parse_options(rest, factory, name, defaults)
        return as_agent(factory(*texts, **options), name)
    match = _FILE.fullmatch(spec)
    if match is None:
        raise registry.unknown_agent(name)
    thing = load_name(match["path"], match["name"] or "")
    text = match["options"] or ""
    if isinstance(thing, type) and callable(getattr(thing, "choose", None)):
        thing = thing(**parse_options(text, thing, thing.__name__, defaults))
    elif isinstance(thing, Linear | Learned):
        options = parse_options(text, EngineAgent, match["name"], defaults)
        thing = EngineAgent(**{"evaluation": thing, **options})
        thing.name = match["name"]
    elif text:
        raise AgentError(f"{match['name']} is no class and has no options, but {text!r} is given")
    return as_agent(thing, match["name"])


def _reason(error: BaseException) -> str:
    return f"{told(error)}{place(error)}" if isinstance(error, ValueError) else failure(error)
