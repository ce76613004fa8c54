"""JSON objects, read one after the other, each as soon as it is complete."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from ..rules import ParseError
from .record import Problem

T = TypeVar("T")

Object = dict[str, Any]

_SYMBOLS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_DEPTHS = {"{": 1, "[": 1, "}": -1, "]": -1}
_LINE_BREAKS = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What is escaped besides that which JSON escapes: it ends lines, or is no text."""
_LONGEST = 8_000_000
"""How many characters an object can have."""


def read_objects(
    lines: Iterable[str], read: Callable[[Object], T], is_one: Callable[[Object], bool]
) -> Iterator[T | Problem]:
    """What `read` makes of each object, also of those in lists; its ValueError gives a Problem.

    An object may spread over lines. `is_one` tells one that stands for something: if it is a line
    by itself, then an unfinished object before it is broken, and does not swallow it.
    """
    number = 0
    for line, found in _documents(lines, is_one):
        for data in _members(found):
            number += 1
            try:
                if isinstance(data, ParseError):
                    raise data
                if not isinstance(data, dict):
                    raise ParseError(f"bad object {str(data)[:20]!r}: expected one in braces")
                yield read(data)
            except ValueError as error:
                yield Problem(line, str(error), number)


def dumped(data: Any) -> str:
    """JSON on one line, however lines are counted."""
    text = json.dumps(data, ensure_ascii=False)
    return _LINE_BREAKS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def text_of(data: Object, name: str, default: str = "") -> str:
    """A text in an object. Raises ParseError if it is none."""
    value = data.get(name)
    if value is None:
        return default
    if not isinstance(value, str):
        raise ParseError(f"bad {name} {str(value)[:20]!r}: expected text")
    return value


def number_of(data: Object, name: str) -> float | None:
    """A number in an object, or None. Raises ParseError for anything else."""
    value = data.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e15:
        raise ParseError(f"bad {name} {str(value)[:20]!r}: expected a number")
    return value


def list_of(data: Object, name: str) -> list[Any]:
    """A list in an object, empty if there is none. Raises ParseError for anything else."""
    value = data.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise ParseError(f"bad {name} {str(value)[:20]!r}: expected a list")
    return value


def object_of(data: Object, name: str) -> Object:
    """An object in an object, empty if there is none. Raises ParseError for anything else."""
    value = data.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ParseError(f"bad {name} {str(value)[:20]!r}: expected an object in braces")
    return value


def _members(found: Any) -> list[Any]:
    """What a list holds, or a message with arguments, as servers send it."""
    if isinstance(found, dict) and isinstance(found.get("args"), list):
        found = found["args"]
    return found if isinstance(found, list) else [found]


def _documents(lines: Iterable[str], is_one: Callable[[Object], bool]) -> Iterator[tuple[int, Any]]:
    """The line where each begins, and what it is: an object, a list, or the error in it."""
    parts: list[str] = []
    begin = depth = length = 0
    for number, line in enumerate(lines, 1):
        text = line.strip("\ufeff \t\r\n")
        if not text:
            continue
        if parts and text.startswith("{"):
            whole = _loaded(text)
            if isinstance(whole, dict) and is_one(whole):
                yield begin, ParseError("the object has no end")
                yield number, whole
                parts = []
                continue
        if not parts:
            begin, depth, length = number, 0, 0
        depth += sum(_DEPTHS.get(symbol, 0) for symbol in _SYMBOLS.findall(text))
        length += len(text)
        if length <= _LONGEST:
            parts.append(text)
        if depth <= 0:
            yield begin, _loaded("\n".join(parts)) if length <= _LONGEST else _too_long()
            parts = []
    if parts:
        yield begin, ParseError("the object has no end") if length <= _LONGEST else _too_long()


def _too_long() -> ParseError:
    return ParseError(f"the object is too long: it has over {_LONGEST:,} characters")


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        return ParseError(f"bad JSON at {text[error.pos : error.pos + 20]!r}: {error.msg.lower()}")
    except (ValueError, RecursionError):
        return ParseError("bad JSON: too deep, or a number too long")
