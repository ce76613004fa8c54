"""Reads games and positions in whatever format they come."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from ..rules import Game, ParseError
from ..rules.text import DIALECTS
from .plain import read_plain
from .recognition import recognised
from .record import Item, Problem, Record
from .source import bounded, decoded, in_charset, is_text
from .table import FORMATS, PLAIN
from .wthor import NO_NAMES, is_wthor, is_wthor_names, read_wthor, read_wthor_names

Answers = Iterator[Item | Problem]

_JSON = re.compile(r'\{\s*["}]|\[\s*[\[{"]')
_OTHER_JSON = (
    'it is JSON, but neither of ours, which begins with {"outflank": 1, nor of Othello Quest;'
    " games of a match are written with outflank match --games-out"
)
_HEAD = 4000
"""How many characters are looked at to recognise a format."""
_MOST_COMMENTS = 1_000_000
"""How many characters of comments can stand before anything else."""


class Parsed(NamedTuple):
    """What was found in a text."""

    format: str
    """The name of its format, one of `FORMATS` or `wthor`; empty if there is nothing to read."""
    items: list[Item]
    """The games and positions, in order."""
    problems: list[Problem]
    """What could not be read or is odd, in order."""

    @property
    def games(self) -> list[Game]:
        """The games alone."""
        return [item.game for item in self.items if isinstance(item, Record)]


def parse(
    text: str | bytes, *, size: int = 8, dialect: str | None = None, strict: bool = True
) -> Parsed:
    """Read all that is in a text, whatever its format: games, positions or both.

    `size` is the board's where the text does not tell it; with a `dialect`, every line is a board
    spelled so. What cannot be read raises ParseError for the first of it, or is among the problems
    if this is not `strict`; what is merely odd is there in any case. Raises ValueError for an
    unknown dialect.
    """
    name, answers = scan(text, size=size, dialect=dialect)
    one_line = len(text.strip().splitlines()) < 2
    parsed = Parsed(name, [], [])
    for answer in answers:
        if not isinstance(answer, Problem):
            parsed.items.append(answer)
        elif strict and not answer.harmless:
            alone = one_line and answer.number in (None, 1)
            reason = answer.reason if alone else str(answer)
            raise ParseError(f"{reason}{_hint(text)}")
        else:
            parsed.problems.append(answer)
    return parsed


def scan(text: str | bytes, *, size: int = 8, dialect: str | None = None) -> tuple[str, Answers]:
    """The name of a text's format, and what `parse` finds, each as soon as it is asked for."""
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"{text!r}: expected a text or bytes; read() takes files")
    stream = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text, newline=None)
    return _recognised(stream, size, dialect, live=False)


def _hint(text: str | bytes) -> str:
    """That a file is read otherwise, if the text is like a name of one."""
    endings = (".wtb", *(ending for kind in FORMATS.values() for ending in kind.endings))
    if isinstance(text, bytes) or len(text.split()) != 1 or not text.strip().endswith(endings):
        return ""
    return f"; a file is read by outflank.formats.read({text.strip()!r})"


def read(
    source: str | PathLike[str] | IO[bytes] | IO[str],
    *,
    size: int = 8,
    dialect: str | None = None,
    live: bool = False,
) -> Answers:
    """Read a file, by its name or open, whatever its format; nothing is held that was read.

    Each game and position comes as soon as it is complete; a Problem comes in the place of what
    cannot be read, or after what is odd. For `size` and `dialect` see `parse`; `live` answers each
    line of plain text at once, before it is known what comes next. Raises OSError.
    """
    if isinstance(source, (str, PathLike)):
        with Path(source).open("rb") as file:
            yield from _recognised(file, size, dialect, live)[1]
    else:
        yield from _recognised(getattr(source, "buffer", source), size, dialect, live)[1]


def _recognised(
    stream: IO[bytes] | IO[str], size: int, dialect: str | None, live: bool
) -> tuple[str, Answers]:
    """The name of the format, and what is read."""
    if dialect is not None and dialect not in DIALECTS:
        raise ValueError(f"unknown dialect {dialect!r}: there are {', '.join(DIALECTS)}")
    if isinstance(stream, io.TextIOBase):
        return _of_text(stream, size, dialect, live)
    if isinstance(stream, io.BufferedReader):
        return _of_bytes(stream, size, dialect, live)
    data = io.BufferedReader(cast("io.BytesIO", stream))
    name, answers = _of_bytes(data, size, dialect, live)
    return name, _detaching(data, answers)


def _of_bytes(
    data: io.BufferedReader[Any], size: int, dialect: str | None, live: bool
) -> tuple[str, Answers]:
    head = data.peek(64)
    if is_wthor(head):
        return "wthor", _of_wthor(data)
    if is_wthor_names(head):
        return "", iter([Problem(0, "it holds names for WTHOR files (.wtb) beside it, not games")])
    text = decoded(data)
    name, answers = _of_text(text, size, dialect, live, getattr(data, "name", ""))
    return name, _detaching(text, answers)


def _detaching(above: io.TextIOWrapper | io.BufferedReader[Any], answers: Answers) -> Answers:
    """The answers; at their end what lies below a stream stays open, unless it is closed."""
    try:
        yield from answers
    finally:
        with suppress(ValueError):
            above.detach()


def _of_wthor(data: io.BufferedReader[Any]) -> Answers:
    names = NO_NAMES
    path = getattr(data, "name", None)
    if isinstance(path, str) and Path(path).is_file():
        names, problems = read_wthor_names(path)
        yield from problems
    yield from read_wthor(data, names)


def _of_text(
    stream: IO[str], size: int, dialect: str | None, live: bool, name: object = ""
) -> tuple[str, Answers]:
    lines = in_charset(bounded(stream), live=live)
    head, text = _head(lines, live)
    if not text:
        return "", iter([Problem(0, "there are neither moves nor a board in it")])
    if not is_text(text):
        return "", iter([Problem(0, "it is neither text nor a file of WTHOR games")])
    everything: Iterator[str] = chain(head, lines)
    kind = recognised(text, name if isinstance(name, str) else "")
    if kind.name in PLAIN and _JSON.match(text.lstrip()):
        return "", iter([Problem(0, _OTHER_JSON)])
    if kind.name in PLAIN or dialect is not None:
        return kind.name, read_plain(everything, size, dialect=dialect, live=live)
    return kind.name, kind.read(everything, size)


def _head(lines: Iterator[str], live: bool) -> tuple[list[str], str]:
    """The first lines, and of those the ones from the first that is neither empty nor a comment.

    They are as many as it takes to recognise a format.
    """
    head: list[str] = []
    skipped = 0
    text = ""
    for line in lines:
        head.append(line)
        content = line.strip("\ufeff \t\r\n\f")
        if not text and (not content or content.startswith("%")):
            skipped += len(line)
            if skipped > _MOST_COMMENTS:
                break
            continue
        text += line[:_HEAD]
        first = text.lstrip("\ufeff \t")[:1]
        if len(text) >= _HEAD or (live and first not in "([{"):
            break
    return head, text.lstrip("\ufeff")
