"""Where texts come from: bytes in any usual encoding, as lines of bounded length."""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import IO, Any
from unicodedata import category

from .charsets import ISO_2022_JP, MULTIBYTE, WESTERN, detect_charset, named_charset

_LONGEST = 2**24
"""How many characters of a line are read; the rest of it is left out."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_END_OF_FILE = "\x1a"
"""The character that DOS programs write after the last line."""
_UNDECODED = re.compile("[\udc80-\udcff]")
"""A surrogate, which stands for a byte that is not UTF-8."""
_ESCAPE = re.compile(r"\x1b[$(]")
"""The beginning of letters in ISO-2022-JP."""
_LOOKED_AHEAD = 50_000
"""How many characters are read ahead to learn the charset."""
_SAMPLE = 4_000
"""How many bytes are enough to detect a charset."""
_MOST_CONTROLS = 0.1
"""The largest share of control characters and of bytes that its charset lacks in a text."""


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


def in_charset(lines: Iterable[str], *, live: bool = False) -> Iterator[str]:
    """Yield lines with the bytes in them that are not UTF-8, surrogates, read by their charset.

    From a line on that names one as SGF does, CA[...], it is that; otherwise it is detected, unless
    `live` from lines read ahead. The end-of-file sign of DOS is removed.
    """
    rest = iter(lines)
    ahead: deque[str] = deque()
    named: str | None = None
    detected = ""
    sample = b""
    is_utf_8 = True
    while (line := ahead.popleft() if ahead else next(rest, None)) is not None:
        line = line.replace(_END_OF_FILE, "")
        named = named_charset(line) or named
        if line.isascii() and "\x1b" not in line:
            yield line
            continue
        undecoded = _UNDECODED.search(line) is not None
        if undecoded and not named and len(sample) < _SAMPLE:
            if not sample and not live:
                ahead.extend(_take(rest, _LOOKED_AHEAD))
                named = next(filter(None, map(named_charset, ahead)), None)
            looked_at = [line, *(other for other in ahead if _UNDECODED.search(other))]
            sample = b"\n".join([sample, *filter(None, map(_bytes_of, looked_at))])
            detected = detect_charset(sample[:_SAMPLE])
        is_utf_8 = is_utf_8 and not undecoded
        yield _read(line, "utf-8" if is_utf_8 else named or detected)


def is_text(head: str) -> bool:
    """Whether something looks like text, and not like data."""
    odd = sum(c == "\ufffd" or (category(c) == "Cc" and c not in "\t\n\r\f\v") for c in head)
    return odd <= _MOST_CONTROLS * len(head)


def _take(lines: Iterator[str], characters: int) -> Iterator[str]:
    """Yield lines until they have a number of characters."""
    while characters > 0 and (line := next(lines, None)) is not None:
        characters -= len(line)
        yield line


def _bytes_of(line: str) -> bytes:
    """Return the bytes that a line was; none for a text that cannot come from bytes."""
    try:
        return line.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return b""


def _read(line: str, charset: str) -> str:
    """Return a line with its bytes read by a charset; what is not of it is shown as U+FFFD.

    A line of UTF-8 stays as it is, but for letters that are rather an East Asian charset's: one of
    three bytes or more is never the same by chance.
    """
    if line.isascii():
        return _bytes_of(line).decode(ISO_2022_JP, "replace") if _ESCAPE.search(line) else line
    data = _bytes_of(line)
    if data and charset in WESTERN:  # between whose letters others may be UTF-8
        return _UNDECODED.sub(lambda match: _western(match[0], charset), line)
    if data and _UNDECODED.search(line):
        return data.decode(charset, "replace")
    if data and charset in MULTIBYTE and max(line) < "\u0800":
        try:
            return data.decode(charset)
        except UnicodeDecodeError:
            pass
    return line


def _western(surrogate: str, charset: str) -> str:
    data = bytes([ord(surrogate) - 0xDC00])
    try:
        return data.decode(charset)
    except UnicodeDecodeError:
        return data.decode("latin-1")
