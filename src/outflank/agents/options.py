"""The options of an agent: the parameters of whatever makes it, read from text."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from .failure import AgentError

_EMPTY = inspect.Parameter.empty
_SWITCHES = {"true": True, "yes": True, "on": True, "1": True} | {
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
_EXPECTED = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    NoneType: "none",
    str: "text",
}
"""The types that text can give, in the order in which they are tried, and what to call them."""

_BEGINS = re.compile(r"\s*\w+\s*=")
"""How a list of options begins."""
_GUESSES = {bool: (bool,), int: (int, float), float: (float,), str: (str,)}
"""What an option may be whose parameter shows it by its default alone."""


class Option(NamedTuple):
    """One parameter that can be set from text."""

    name: str
    kinds: tuple[Any, ...]
    """The types its text may have, the strictest first; a string stands for itself."""
    default: Any
    """What it is when not given; inspect.Parameter.empty if it has to be given."""
    help: str = ""
    """What it means and in which unit, in a few words."""

    @property
    def default_text(self) -> str:
        """Its default as it would be typed; `none`, or `required` if it has to be given."""
        if self.default is _EMPTY:
            return "required"
        return "none" if self.default in (None, "") else _text(self.default)

    def __str__(self) -> str:
        """Returns `name=default`, or the name where the default says nothing."""
        said = self.default not in (None, "", _EMPTY)
        return f"{self.name}={_text(self.default)}" if said else self.name

    def parse(self, text: str) -> Any:
        """The value that the text stands for; ValueError says what was expected."""
        for kind in self.kinds:
            try:
                return _convert(text, kind)
            except ValueError:
                continue
        given = [_EXPECTED.get(kind, kind) for kind in self.kinds if kind is not NoneType]
        raise ValueError(f"expected {' or '.join(dict.fromkeys(given))}")


def options_of(factory: Callable[..., Any]) -> dict[str, Option]:
    """The parameters of a factory that text can set, by name.

    A parameter is explained by a text in its annotation, as in `Annotated[int, "plies to search"]`.
    """
    found = {}
    for parameter in _parameters(factory):
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            option = _option(parameter)
            if option.kinds:
                found[parameter.name] = option
    return found


def takes_text(factory: Callable[..., Any]) -> Option | None:
    """The first parameter of a factory if it takes text as it stands, or None.

    That is all the text if there are no others, else what comes before the options.
    """
    match _parameters(factory):
        case [parameter, *_] if parameter.kind is parameter.POSITIONAL_ONLY:
            return _option(parameter)
    return None


def parse_options(
    text: str, factory: Callable[..., Any], owner: str, defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """Reads `option=value,option=value` as arguments for a factory; `owner` is for the errors.

    `defaults` fills in options that the factory has and the text leaves out.
    """
    options = options_of(factory)
    values = {name: value for name, value in defaults.items() if name in options}
    seen = set()
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if name not in options:
            raise AgentError(f"{owner} has no option {name!r}: {_choice(options)}")
        if not equals or not value:
            raise AgentError(f"the option {name!r} of {owner} needs a value, as in {name}=VALUE")
        if name in seen:
            raise AgentError(f"the option {name!r} of {owner} is given twice")
        seen.add(name)
        try:
            values[name] = options[name].parse(value)
        except ValueError as error:
            raise AgentError(f"bad value {value!r} for {name} of {owner}: {error}") from error
    for option in options.values():
        if option.default is _EMPTY and option.name not in values:
            raise AgentError(f"{owner} needs the option {option.name}, as in {option.name}=VALUE")
    return values


def split_options(text: str) -> tuple[str, str]:
    """What comes before the options in `TEXT:option=value,option=value`, and the options."""
    head, _, tail = text.rpartition(":")
    return (head, tail) if head and _BEGINS.match(tail) else (text, "")


def _choice(options: Mapping[str, Option]) -> str:
    return f"there are {', '.join(options)}" if options else "it has none"


def _parameters(factory: Callable[..., Any]) -> list[inspect.Parameter]:
    """The parameters, with their annotations where these can be resolved; none if none are told."""
    for resolve in (True, False):
        with suppress(Exception):  # annotations are somebody's code, and builtins have none
            return list(inspect.signature(factory, eval_str=resolve).parameters.values())
    return []


def _option(parameter: inspect.Parameter) -> Option:
    annotation, help_text = parameter.annotation, ""
    if get_origin(annotation) is Annotated:
        annotation, *notes = get_args(annotation)
        help_text = next((note for note in notes if isinstance(note, str)), "")
    kinds = _kinds(annotation, parameter.default)
    return Option(parameter.name, kinds, parameter.default, help_text)


def _kinds(annotation: Any, default: Any) -> tuple[Any, ...]:
    """The types that text can give a parameter, the strictest first; none if text cannot."""
    if annotation is _EMPTY or isinstance(annotation, str):
        wanted: tuple[Any, ...] = _GUESSES.get(type(default), (int, float, str))
    elif get_origin(annotation) in (Union, UnionType):
        wanted = get_args(annotation)
    else:
        wanted = (annotation,)
    literals = [value for kind in wanted if get_origin(kind) is Literal for value in get_args(kind)]
    words = [value for value in literals if isinstance(value, str)]
    return (*words, *(kind for kind in _EXPECTED if kind in wanted))


def _convert(text: str, kind: Any) -> Any:
    if isinstance(kind, str):
        if text != kind:
            raise ValueError(kind)
        return kind
    if kind is NoneType or kind is bool:
        table: Mapping[str, Any] = {"none": None} if kind is NoneType else _SWITCHES
        if text.lower() not in table:
            raise ValueError(text)
        return table[text.lower()]
    return kind(text)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
