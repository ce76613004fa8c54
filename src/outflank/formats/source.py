"""Where texts come from: bytes in any usual encoding, as lines of bounded length."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import IO, Any
from unicodedata import category

_LONGEST = 2**24
"""How many characters of a line are read; the rest of it is left out."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LATIN_1 = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
"""What stands for bytes that are not UTF-8, and what they are in Latin-1."""
_MOST_CONTROLS = 0.1
"""The largest part of a text that are control characters."""


def decoded(stream: io.BufferedReader[Any]) -> io.TextIOWrapper:
    """The text of a stream in UTF-8 or, if a mark says so, in UTF-16.

    Bytes that are not UTF-8 become surrogates. Line breaks of every kind become newlines.
    """
    if stream.peek(2)[:2] in _UTF_16:
        return io.TextIOWrapper(stream, encoding="utf-16", errors="replace")
    return io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape")


def bounded(stream: IO[str]) -> Iterator[str]:
    """The lines of a text; of those that are too long the beginning."""
    while line := stream.readline(_LONGEST):
        yield line
        while len(line) == _LONGEST and line[-1] != "\n":
            line = stream.readline(_LONGEST)


def as_latin_1(lines: Iterable[str]) -> Iterator[str]:
    """The lines with bytes that are not UTF-8 read as Latin-1."""
    return (line if line.isascii() else line.translate(_LATIN_1) for line in lines)


def as_charset(lines: Iterable[str], charset: str) -> Iterator[str]:
    """The lines with their bytes read by another charset than UTF-8; what is none there is shown.

    It must be one whose line breaks are those of ASCII.
    """
    for line in lines:
        if line.isascii():
            yield line
        else:
            yield line.encode("utf-8", "surrogateescape").decode(charset, "replace")


def is_text(head: str) -> bool:
    """Whether something looks like text, and not like data."""
    controls = sum(category(c) == "Cc" and c not in "\t\n\r\f\v\x1a" for c in head)
    return controls <= _MOST_CONTROLS * len(head)
