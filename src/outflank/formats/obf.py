"""OBF, the files of positions with known scores: a line for each.

    --OO--OOXXOXXOX- X; A1:+2; B2:-4; % a comment

First the squares from a1 on and the side to move; then moves with their margins in discs for that
side, or a lone score, which is the position's. `--:-127` fills a place and says nothing. Boards of
every size are written so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from ..rules import PASS, IllegalMoveError, Move, ParseError, Position
from ..rules.text import compact, parse_position_report
from .record import Problem

_SCORE = re.compile(r"[+-]?[0-9]{1,4}")
_BOARD_AND_SCORE = re.compile(rf"(.+\S)\s+({_SCORE.pattern})")
"""A score may follow the side to move without a semicolon."""
_PASSES = ("--", "PS", "PA", "PASS")
_NOTHING = "-127"
_MOST_SHOWN = 20


class Entry(NamedTuple):
    """A position, and what is said of it."""

    position: Position
    scores: dict[Move, int]
    """The margins of moves for the side to move, with empty squares for the winner."""
    score: int | None
    """The margin of the position: the one given, or the best of the moves; None if there is none.
    """


class Found(NamedTuple):
    """An entry and where it stands."""

    line: int
    """From 1."""
    entry: Entry


def parse_obf(line: str) -> Entry:
    """The entry on a line. Raises ParseError."""
    board, *items = (part.strip() for part in _content(line).split(";"))
    if match := _BOARD_AND_SCORE.fullmatch(board):
        board, items = match[1], [match[2], *items]
    position, notes = parse_position_report(board)
    if notes:
        raise ParseError("no side to move: put X or O after the board")
    scores: dict[Move, int] = {}
    own: int | None = None
    for item in filter(None, items):
        name, colon, number = (part.strip() for part in item.rpartition(":"))
        if name == "--" and number == _NOTHING:
            continue
        score = _score(number, item, position)
        if not colon:
            own = score
            continue
        move = _move(name, position)
        if move in scores:
            raise ParseError(f"move {name!r} is there twice")
        scores[move] = score
    return Entry(position, scores, max(scores.values(), default=None) if own is None else own)


def read_obf(
    lines: Iterable[str], parse: Callable[[str], Entry] = parse_obf
) -> Iterator[Found | Problem]:
    """The entries of a file one after the other, each as soon as its line is there.

    Empty lines and comments are left out; a line that cannot be read gives a Problem in its place.
    `parse` reads a line, for files that hold more than OBF.
    """
    if isinstance(lines, str):
        raise TypeError(f"lines {_shown(lines)}: expected an open file or a list of lines")
    for number, line in enumerate(lines, 1):
        if not is_content(line):
            continue
        try:
            yield Found(number, parse(_content(line)))
        except ValueError as error:
            yield Problem(number, str(error))


def write_obf(
    position: Position, scores: Mapping[Move, int] | Mapping[str, int] | None = None
) -> str:
    """The line of a position, the best moves first, without the line's end.

    Raises IllegalMoveError for a move that is not legal, TypeError for a score that is no whole
    number, ValueError for one that no margin can be.
    """
    given = {Move(move): score for move, score in (scores or {}).items()}
    for move, score in given.items():
        if not position.is_legal(move):
            raise IllegalMoveError(f"illegal move {str(move)!r}: {_alternatives(position)}")
        if not isinstance(score, int):
            raise TypeError(f"score {score!r} of {move}: expected a whole number of discs")
        if abs(score) > position.size**2:
            raise ValueError(f"score {score:+d} of {move}: {_range(position)}")
    best_first = sorted(given.items(), key=lambda item: -item[1])
    items = (f"{'--' if m.is_pass else m.name.upper()}:{score:+d};" for m, score in best_first)
    return " ".join([f"{compact(position)};", *items])


def is_content(line: str) -> bool:
    """Whether there is more on a line than a comment."""
    return _content(line) != ""


def _content(line: str) -> str:
    return line.partition("%")[0].strip().lstrip("\ufeff").strip()


def _score(text: str, item: str, position: Position) -> int:
    if not _SCORE.fullmatch(text):
        raise ParseError(f"bad item {_shown(item)}: expected a move and its score such as A2:+38")
    if abs(int(text)) > position.size**2:
        raise ParseError(f"bad score in {_shown(item)}: {_range(position)}")
    return int(text)


def _range(position: Position) -> str:
    return f"expected -{position.size**2} to +{position.size**2}"


def _move(name: str, position: Position) -> Move:
    try:
        move = PASS if name.upper() in _PASSES else Move(name.lower())
    except ValueError:
        raise ParseError(f"bad move {_shown(name)}: expected a square such as A2") from None
    if not position.is_legal(move):
        raise ParseError(f"illegal move {_shown(name)}: {_alternatives(position)}")
    return move


def _alternatives(position: Position) -> str:
    legal = ", ".join(map(str, position.legal_moves()))
    return f"the side to move can play {legal}" if legal else "the game is over"


def _shown(text: str) -> str:
    return repr(text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 3]}...")
