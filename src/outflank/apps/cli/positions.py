"""Positions from whatever names them: boards, moves, files of either, the standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from ...formats import Entry, Problem, is_tagged, parse_obf, read_obf, read_tagged
from ...formats.obf import is_content
from ...rules import Game, ParseError, Position
from .options import file_named, game_in, is_board, position_in, typed_game

_SIDES = ("X", "O", "B", "W", "BLACK", "WHITE")


class Asked(NamedTuple):
    """A position, what is said of it, and where it was found."""

    place: str
    """Such as `endings.obf, line 3`; empty for what was typed."""
    entry: Entry


class Unreadable(NamedTuple):
    """What stands in the place of a position and is none."""

    place: str
    reason: str

    def __str__(self) -> str:
        """Return a sentence such as `endings.obf, line 3: bad score 'x'`."""
        return f"{self.place}: {self.reason}"


def read_positions(words: Sequence[str], size: int) -> Iterator[Asked | Unreadable]:
    """The positions that words name, each as soon as it is read.

    A word is a file, `-`, a board, a line of OBF, or moves on a board of that size. Mistakes in the
    words themselves raise before the first position comes.
    """
    return chain.from_iterable([_named(word, size) for word in _with_sides(words)])


def _with_sides(words: Iterable[str]) -> list[str]:
    """Joins a board and the side to move, if they came as two words."""
    joined: list[str] = []
    for word in (word.strip() for word in words):
        if word.upper() in _SIDES and joined and is_board(joined[-1]):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


def _named(word: str, size: int) -> Iterator[Asked | Unreadable]:
    if word == "-":
        return _in_lines("the standard input", sys.stdin, size)
    if (path := file_named(word)) is not None:
        return _in_file(path, size)
    if not is_board(word):
        entry = _last(typed_game(word, size))
    elif ";" in word:
        entry = parse_obf(word)
    else:
        entry = Entry(Position.parse(word), {}, None)
    return iter([Asked("", entry)])


def _in_file(path: Path, size: int) -> Iterator[Asked | Unreadable]:
    """The positions of a file: in lines, or the text as a whole is games, one game or one board."""
    name = str(path)
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            head = list(_to_content(file))
            if not head or _is_entry(head[-1]):
                yield from _in_lines(name, chain(head, file), size)
                return
            text = "".join(head) + file.read()
    except OSError as error:
        yield Unreadable(name, f"cannot read it: {error.strerror}")
        return
    if is_tagged(text):
        yield from _in_games(name, text, size)
        return
    try:
        yield Asked(name, Entry(position_in(text.lstrip("\ufeff"), size), {}, None))
    except ValueError:
        yield from _in_lines(name, text.splitlines(), size)


def _to_content(lines: Iterable[str]) -> Iterator[str]:
    """The lines up to the first that says something."""
    for line in lines:
        yield line
        if is_content(line):
            break


def _is_entry(line: str) -> bool:
    """Whether a line is a position of its own: of a drawn board it would have no side to move."""
    if ";" in line or not is_board(line):
        return is_board(line)
    try:
        parse_obf(line)
    except ParseError:
        return False
    return True


def _in_games(name: str, text: str, size: int) -> Iterator[Asked | Unreadable]:
    for number, game in enumerate(read_tagged(text.splitlines(), size), 1):
        if isinstance(game, Problem):
            yield Unreadable(name, str(game))
        else:
            yield Asked(f"{name}, game {number}", Entry(game.position, {}, None))


def _in_lines(name: str, lines: Iterable[str], size: int) -> Iterator[Asked | Unreadable]:
    empty = True
    for found in read_obf(lines, lambda line: _entry(line, size)):
        empty = False
        if isinstance(found, Problem):
            yield Unreadable(f"{name}, line {found.line}", found.reason)
        else:
            yield Asked(f"{name}, line {found.line}", found.entry)
    if empty:
        yield Unreadable(name, "there is no position in it")


def _entry(line: str, size: int) -> Entry:
    if ";" in line or is_board(line):
        return parse_obf(line)
    return _last(game_in(line, size))


def _last(game: Game) -> Entry:
    if not game.moves:
        raise ParseError("no position was given: there are neither squares nor moves")
    return Entry(game.position, {}, None)
