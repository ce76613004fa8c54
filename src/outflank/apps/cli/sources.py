"""Games and positions from whatever names them: moves, a board, a file of any format, `-`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from errno import ENAMETOOLONG
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ..._core import ParseError, Position
from ...formats import FORMATS, Item, Parsed, Problem, Record, is_link, parse, read
from ...rules import Game
from .errors import UsageError
from .options import start_position
from .words import counted

Answers = Iterator[Item | Problem]

_ENDINGS = (".wtb", *(ending for kind in FORMATS.values() for ending in kind.endings))


class Placed(NamedTuple):
    """What is found in a source."""

    number: int
    """Which of its games and positions it is, or is about, from 1; 0 for the source as a whole."""
    place: str
    """Such as `games.pgn, game 2`; empty for what was typed."""
    answer: Item | Problem


class Source:
    """A file, the standard input for `-`, or what was typed; mistakes in that raise at once."""

    def __init__(
        self, word: str, size: int, dialect: str | None = None, *, live: bool = False
    ) -> None:
        """`size` is for moves alone; see `outflank.formats.read`."""
        start_position(size)
        self.path = None if word == "-" else file_named(word)
        self.name = "the standard input" if word == "-" else word if self.path else ""
        """Empty for what was typed."""
        self.total = self.path.stat().st_size if self.path else 0
        """Bytes to read."""
        self._options: dict[str, Any] = {"size": size, "dialect": dialect, "live": live}
        self._file: BinaryIO | None = None
        self._typed: Parsed | None = None
        if not self.name:
            self._typed = _typed(word, size, dialect)

    @property
    def done(self) -> int:
        """Bytes that are read; 0 where that cannot be told, as in a pipe."""
        file = self._file
        return 0 if file is None or file.closed or not file.seekable() else file.tell()

    def __iter__(self) -> Iterator[Placed]:
        """Iterate over what is found. Raises nothing: what cannot be read is a problem."""
        try:
            for number, answer in _numbered(self._answers()):
                yield Placed(number, self._place(number, answer), answer)
        except OSError as error:
            problem = Problem(0, f"cannot read it: {error.strerror}")
            yield Placed(0, self.name, problem)

    def _answers(self) -> Answers:
        if self._typed is not None:
            yield from self._typed.items
            yield from self._typed.problems
        elif self.path is None:
            yield from read(sys.stdin, **self._options)
        else:
            with self.path.open("rb") as self._file:
                yield from read(self._file, **self._options)

    def _place(self, number: int, answer: Item | Problem) -> str:
        if not self.name:
            return ""
        if isinstance(answer, Problem):
            where = answer.place
        else:
            where = f"line {answer.line}" if answer.line else f"game {number}"
        return f"{self.name}, {where}" if where else self.name


class Found(NamedTuple):
    """A game of a source."""

    record: Record
    notes: list[str]
    """What is odd about it, or left out of it."""
    more: bool
    """Whether others follow it."""

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.record.game


def find_game(word: str, size: int, number: int = 1) -> Found:
    """The game of that number in a transcript, in a file, or in the standard input for `-`.

    A board is a game that begins there and has no moves. `size` is for moves alone.
    """
    if number < 1:
        raise UsageError(f"game {number}: expected a whole number above 0")
    source = Source(word, size)
    name = repr(word) if source.path else source.name or repr(word)
    count = 0
    record: Record | None = None
    notes: list[str] = []
    for count, _, answer in source:
        if record is not None and count > number:
            return Found(record, notes, more=True)
        if not isinstance(answer, Problem):
            if count == number:
                record = answer if isinstance(answer, Record) else Record(Game(answer.position))
        elif count in (0, number):
            if record is None and not answer.harmless:
                raise UsageError(f"cannot read {name}: {answer}")
            notes.append(answer.reason)
    if record is not None:
        return Found(record, notes, more=False)
    raise UsageError(f"there is no game {number} in {name}: it has {counted(count, 'game')}")


def read_game(word: str, size: int, number: int = 1) -> Game:
    """As `find_game`, the game alone."""
    return find_game(word, size, number).game


def read_position(word: str, size: int, number: int = 1) -> Position:
    """The position of a board, or after the moves of a game: text, a file, or `-` for stdin."""
    return read_game(word, size, number).position


def _numbered(answers: Answers) -> Iterator[tuple[int, Item | Problem]]:
    """The answers, each with the number of the game or position that it is or is about.

    Numbers count from 1, what cannot be read included; 0 is for the file as a whole.
    """
    count = 0
    for answer in answers:
        if not isinstance(answer, Problem):
            count += 1
        elif answer.number is not None:
            count = max(count, answer.number)
        elif not answer.harmless:
            if not answer.line:
                yield 0, answer
                continue
            count += 1
        yield count, answer


def file_named(name: str) -> Path | None:
    """The file of that name; None if the name is none of a file and does not look like one."""
    path = Path(name)
    try:
        if path.exists() and not path.is_dir():
            return path
    except OSError as error:
        if error.errno != ENAMETOOLONG:
            raise UsageError(f"cannot read {name!r}: {error.strerror}") from error
        return None
    except ValueError:  # a zero byte
        return None
    if not is_link(name) and ("/" in name or name.lower().endswith(_ENDINGS)):
        wrong = f"{name!r} is a directory" if _is_folder(name) else f"there is no file {name!r}"
        raise UsageError(wrong)
    return None


def _typed(text: str, size: int, dialect: str | None) -> Parsed:
    """What was typed; if it is neither moves nor a board, perhaps a file was meant."""
    if not text.strip():
        raise UsageError(f"there are neither moves nor a board in {text!r}")
    try:
        return parse(text, size=size, dialect=dialect)
    except ParseError as error:
        if _is_folder(text):
            raise UsageError(f"{text!r} is a directory") from error
        if "." in text and len(text.split()) == 1 and not is_link(text):
            raise UsageError(f"{error}, and there is no file {text!r}") from error
        raise


def _is_folder(name: str) -> bool:
    try:
        return name != "" and Path(name).is_dir()
    except (OSError, ValueError):  # no name at all
        return False
