"""PGN cut into games, so that a broken one never swallows the next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..rules import ParseError
from .results import RESULT

TAG_START = re.compile(r"\[\s*[A-Za-z_][\w-]*(?:\s*[\"\]]|\s+\S)")
_TAG = re.compile(r'\[\s*[\w-]+\s+"(?:[^"\\]|\\.)*"\s*\]\s*')
_RESULT_AT_END = re.compile(rf"(?<!\S){RESULT}\Z")
_LATER_NUMBER = re.compile(r"(?!1\s*\.)[0-9]{1,3}\s*\.")
_COMMENT_START = re.compile("[{;]")
_COMMENT = re.compile(r"\{[^}]*(?:\}|\Z)|;.*")
_MAYBE_MOVE = re.compile(r"(?<![A-Za-z])[A-Pa-p][0-9]|--|\bpass\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]{2}")
_LONGEST = 2_000_000
"""How many characters a game can have."""


@dataclass
class Block:
    """The lines of a game, and where they are."""

    line: int
    """Where it begins; where its moves begin, if it has any."""
    tags: list[tuple[int, str]] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)
    length: int = 0
    """Characters in all; what is too much is left out."""
    played: bool = False
    """Whether there is more than comments after the tags."""

    @property
    def is_remark(self) -> bool:
        """Whether it has neither tags nor anything that may be a move."""
        if self.tags or self.length > _LONGEST:
            return False
        return not (self.played and any(_MAYBE_MOVE.search(line) for _, line in self.moves))

    @property
    def has_words(self) -> bool:
        """Whether its moves, such as they are, have words in them."""
        return self.played and any(_WORD.search(line) for _, line in self.moves)

    def add_moves(self, number: int, line: str) -> None:
        """Takes up a line, or what follows tags on it."""
        self.length += len(line) + 1
        if not self.moves:
            self.line = number
        if self.length <= _LONGEST:
            self.moves.append((number, line))

    def add_tags(self, number: int, line: str) -> None:
        """Takes up a line that begins with a tag; there may be more on it."""
        self.length += len(line) + 1
        if self.length > _LONGEST:
            return
        at = 0
        while match := _TAG.match(line, at):
            self.tags.append((number, match[0].rstrip()))
            at = match.end()
        if rest := line[at:]:
            if at and not rest.startswith("["):
                self.add_moves(number, rest)
                self.played = self.played or _says_more(rest, inside=False)
            else:
                self.tags.append((number, rest))

    def check_length(self) -> None:
        """Raises ParseError if there is more than a game can have."""
        if self.length > _LONGEST:
            raise ParseError(f"the game is too long: it has over {_LONGEST:,} characters")


def blocks(lines: Iterable[str]) -> Iterator[Block]:
    """The games of a file, each as soon as it is complete.

    A tag after moves begins the next one, in a comment only after an empty line. So do moves after
    a result, and after an empty line if they do not begin with a later number.
    """
    block: Block | None = None
    gap = ended = inside = False
    for number, line in enumerate(lines, 1):
        raw = line.lstrip("\ufeff").rstrip("\r\n")
        text = raw.strip()
        if not text:
            gap = True
            if block is not None and inside:
                block.add_moves(number, "")
            continue
        if inside and gap and _TAG.fullmatch(text):
            inside = False
        if not inside and raw.startswith("%"):
            continue
        is_tag = not inside and TAG_START.match(text) is not None
        if block is not None and not inside and _begins_next(block, text, is_tag, gap, ended):
            yield block
            block, ended = None, False
        gap = False
        block = block or Block(number)
        if is_tag:
            block.add_tags(number, text)
        else:
            block.add_moves(number, raw)
            block.played = block.played or _says_more(raw, inside)
            inside = _ends_inside(raw, inside)
            ended = ended or (not inside and _RESULT_AT_END.search(text) is not None)
    if block is not None:
        yield block


def _begins_next(block: Block, text: str, is_tag: bool, gap: bool, ended: bool) -> bool:
    if is_tag:
        return block.played or (gap and bool(block.tags))
    if not block.played or (text.startswith(("{", ";")) and not text.startswith('{"')):
        return False
    return ended or (gap and not _LATER_NUMBER.match(text))


def _says_more(line: str, inside: bool) -> bool:
    """Whether there is anything but comments and signs on a line."""
    if inside:
        line = line.partition("}")[2]
    return re.search(r"[^\s,.]", _COMMENT.sub(" ", line)) is not None


def _ends_inside(line: str, inside: bool) -> bool:
    """Whether a comment in braces is open at the end of a line."""
    at = 0
    while True:
        if inside:
            at = line.find("}", at)
            if at < 0:
                return True
        else:
            match = _COMMENT_START.search(line, at)
            if not match or match[0] == ";":
                return False
            at = match.start()
        inside, at = not inside, at + 1
