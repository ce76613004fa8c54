"""JSON objects, read one after the other, each as soon as it is complete."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from ..rules import ParseError
from .record import Problem
from .skipped import may_be_game, skipped_line

T = TypeVar("T")

Object = dict[str, Any]

_SYMBOLS = re.compile(r'"(?:[^"\\]|\\.)*+(?P<end>")?|[\[\]{}]')
_BRACKETS = re.compile(r"[\[\]{}]")
_JSON_BEGINS = '"[{}]-0123456789'
_DEPTHS = {"{": 1, "[": 1, "}": -1, "]": -1}
_LINE_BREAKS = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What is escaped besides that which JSON escapes: it ends lines, or is no text."""
_LONGEST = 8_000_000
"""How many characters an object can have."""


def read_objects(
    lines: Iterable[str],
    read: Callable[[Object], T],
    is_one: Callable[[Object], bool],
    odd: Callable[[T], str | None] = lambda item: None,
) -> Iterator[T | Problem]:
    """What `read` makes of each object, also of those in lists; its ValueError gives a Problem.

    An object may spread over lines. `is_one` tells one that stands for something: if it is a line
    by itself, then an unfinished object before it is broken, and does not swallow it. What `odd`
    says of an item that was read becomes a harmless Problem after it.
    """
    number = 0
    for line, found in _documents(lines, is_one):
        if isinstance(found, Problem):
            yield found
            continue
        for data in _members(found):
            number += 1
            try:
                if isinstance(data, ParseError):
                    raise data
                if not isinstance(data, dict):
                    raise ParseError(f"bad object {str(data)[:20]!r}: expected one in braces")
                item = read(data)
            except ValueError as error:
                yield Problem(line, str(error), number)
                continue
            yield item
            if reason := odd(item):
                yield Problem(line, reason, number, harmless=True)


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


def flag_of(data: Object, name: str) -> bool:
    """Whether an object says yes to something. Raises ParseError for neither true nor false."""
    value = data.get(name)
    if not isinstance(value, bool | None):
        raise ParseError(f"bad {name} {str(value)[:20]!r}: expected true or false")
    return value is True


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
    begin = depth = length = 0  # nothing has begun while the length is 0
    for number, line in enumerate(lines, 1):
        text = line.strip("\ufeff \t\r\n")
        if length and text.startswith("{") and _begins_with_one(text, is_one):
            yield begin, ParseError("the object has no end") if length <= _LONGEST else _too_long()
            parts, length = [], 0
        for piece, change in _pieces(text):
            if not length:
                begin, depth = number, 0
                piece = piece.lstrip(" \t,")  # between the objects of a line
                if not piece:
                    continue
                if not (change or may_be_game(piece)) and piece[0] not in _JSON_BEGINS:
                    yield number, skipped_line(number, piece)
                    continue
            depth += change
            length += len(piece)
            if length <= _LONGEST:
                parts.append(piece)
            if depth <= 0:
                yield begin, _loaded("".join(parts)) if length <= _LONGEST else _too_long()
                parts, length = [], 0
        if length:
            parts.append("\n")
    if length:
        yield begin, ParseError("the object has no end") if length <= _LONGEST else _too_long()


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """A line cut after each place where an object or list may end, and how the depth changes."""
    begin = depth = 0
    for symbol in _symbols(text):
        change = _DEPTHS.get(symbol[0], 0)
        depth += change
        if change < 0:
            yield text[begin : symbol.end()], depth
            begin, depth = symbol.end(), 0
    if begin < len(text):
        yield text[begin:], depth


def _symbols(text: str) -> Iterator[re.Match[str]]:
    """The strings and brackets of a line; in a string without an end brackets count too."""
    for symbol in _SYMBOLS.finditer(text):
        if symbol[0][0] == '"' and symbol["end"] is None:
            yield from _BRACKETS.finditer(text, symbol.start())
            return
        yield symbol


def _begins_with_one(text: str, is_one: Callable[[Object], bool]) -> bool:
    try:
        found, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and is_one(found)


def _too_long() -> ParseError:
    return ParseError(f"the object is too long: it has over {_LONGEST:,} characters")


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        return ParseError(f"bad JSON at {text[error.pos : error.pos + 20]!r}: {error.msg.lower()}")
    except (ValueError, RecursionError):
        return ParseError("bad JSON: too deep, or a number too long")
