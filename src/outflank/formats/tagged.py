r"""Transcripts with tags above them, the format in which matches keep their games.

    [Black "greedy"]
    [White "random"]
    [Size "6"]
    e5f3c2d2

A game is its tags, one a line, and then its moves; an empty line ends it, or the next game's first
tag. A tag's value is a string as in JSON: ``\"`` is a quotation mark and ``\\`` a backslash. Three
tags say what the moves alone do not: `Size`, the squares a side; `Start`, the position before the
first move if it is not the usual one; and `Resigned`, the colour that gave up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from ..rules import Color, Game, ParseError, Position
from ..rules.outcome import name_of
from ..rules.text import compact
from .record import Problem

_TAG = re.compile(r'\[\s*([\w-]+)\s+("(?:[^"\\]|\\.)*")\s*\]')
_TAG_START = re.compile(r"\[\s*[\w-]")
_NAME = re.compile(r"[\w-]+")
_LINE_BREAKS = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What must be escaped besides that which JSON escapes: it ends lines, or is no text."""


def is_tagged(text: str) -> bool:
    """Whether a text begins as a file of this format does."""
    return _TAG_START.match(text.lstrip("\ufeff \t\r\n")) is not None


def write_tagged(game: Game) -> str:
    """The game's tags and moves, each line ended; put an empty line between games.

    `Size`, `Start` and `Resigned` come from the game itself, whatever its tags say. Raises
    ValueError for a tag whose name is not made of letters, digits, _ and -.
    """
    usual = game.start == Position.initial(game.start.size)
    facts = {
        "Size": str(game.start.size),
        "Start": None if usual else compact(game.start),
        "Resigned": None if game.resigned is None else name_of(game.resigned),
    }
    tags = {**game.tags, **{name: value for name, value in facts.items() if value is not None}}
    lines = [_tag(name, value) for name, value in tags.items() if facts.get(name, "") is not None]
    last = game.moves[-1] if game.moves else None
    passes = "--" if last is not None and last.is_pass else ""  # only a last one is not inferred
    return "\n".join([*lines, game.transcript(passes=passes)]) + "\n"


def read_tagged(lines: Iterable[str], size: int = 8) -> Iterator[Game | Problem]:
    """Read games one after the other, each as soon as it is complete.

    A game that cannot be read gives a Problem in its place. `size` is the board's where no tag
    tells it. Passes may be left out.
    """
    for number, block in enumerate(_blocks(lines), 1):
        try:
            yield _game(block, size)
        except _BadTagError as error:
            yield Problem(error.line, str(error), number)
        except ValueError as error:
            yield Problem(block.moves_line or block.line, str(error), number)


class _BadTagError(ParseError):
    """A tag that is none, or whose value cannot be."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


class _Block:
    """The lines of a game, and where they are."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: list[tuple[int, str]] = []
        self.moves: list[str] = []
        self.moves_line = 0
        """The line of the first moves; 0 while there are none."""


def _blocks(lines: Iterable[str]) -> Iterator[_Block]:
    """Cut lines into games: after an empty line or moves, a tag begins the next."""
    block: _Block | None = None
    gap = False
    for number, line in enumerate(lines, 1):
        text = (line.lstrip("\ufeff") if number == 1 else line).strip()
        if not text:
            gap = True
            continue
        is_tag = _TAG_START.match(text) is not None
        # Some files leave an empty line between tags and moves, so it ends only what has moves.
        if block is None or (block.moves and (gap or is_tag)) or (gap and is_tag):
            if block is not None:
                yield block
            block = _Block(number)
        gap = False
        if is_tag:
            block.tags.append((number, text))
        else:
            block.moves.append(text)
            block.moves_line = block.moves_line or number
    if block is not None:
        yield block


def _game(block: _Block, size: int) -> Game:
    tags: dict[str, str] = {}
    line_of: dict[str, int] = {}
    for line, text in block.tags:
        name, value = _name_and_value(line, text)
        if name in tags:
            raise _BadTagError(line, f"the tag {name} is there twice")
        tags[name], line_of[name] = value, line
    try:
        name = "Size"
        start = Position.initial(_size(tags[name]) if name in tags else size)
        name = "Start"
        start = _start(tags, start)
        name = "Resigned"
        resigned = _resigned(tags)
    except ValueError as error:
        if name not in line_of:
            raise
        raise _BadTagError(line_of[name], str(error)) from error
    return Game.parse("\n".join(block.moves), start=start, tags=tags, resigned=resigned)


def _tag(name: str, value: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"bad tag name {name!r}: expected letters, digits, _ and -")
    return f"[{name} {_LINE_BREAKS.sub(_escaped, json.dumps(value, ensure_ascii=False))}]"


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _name_and_value(line: int, text: str) -> tuple[str, str]:
    match = _TAG.fullmatch(text)
    try:
        if match:
            return match[1], str(json.loads(match[2], strict=False))
    except ValueError:
        pass
    shown = text if len(text) <= 40 else f"{text[:37]}..."
    raise _BadTagError(line, f'bad tag {shown!r}: expected [Name "value"]')


def _size(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise ParseError(f"bad size {text[:20]!r}: expected an even number from 4 to 16")
    return int(text)


def _start(tags: dict[str, str], usual: Position) -> Position:
    if "Start" not in tags:
        return usual
    start = Position.parse(tags["Start"])
    if "Size" in tags and start.size != usual.size:
        raise ParseError(f"the start is of size {start.size}, but the tag Size says {usual.size}")
    return start


def _resigned(tags: dict[str, str]) -> Color | None:
    if "Resigned" not in tags:
        return None
    value = tags["Resigned"]
    if value.upper() not in Color.__members__:
        raise ParseError(f"bad colour {value[:20]!r} resigned: expected Black or White")
    return Color[value.upper()]
