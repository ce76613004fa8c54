"""The games and boards of plain text, each from the lines that it takes up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from ..rules import Game, ParseError, Position
from ..rules.text import LETTERS, is_board, is_side, parse_position_report
from .logbook import is_logbook, parse_logbook
from .obf import parse_obf
from .record import Entry, Item, Problem, Record
from .results import NEITHER, RESULT, mismatch

LONGEST_LINE = 100_000
"""Characters."""

_ROW = re.compile(r"(?:[0-9]{1,2}(?=[\s|]))?([-._XxOoBbWw*\s|\[\]]+?)(?:\s[0-9]{1,2})?")
_CELLS = frozenset("-._XxOoBbWw*")
_AREAS = frozenset(n * n for n in range(4, 17, 2))
_ROW_WIDTHS = range(4, 17)
_MOST_ROWS = 20
_NUMBERED = re.compile(r"1\s*[.:)\u2026]|1\s+[A-Pa-p]")
_LATER = re.compile(r"[0-9]{1,3}(?:\s*[.:)\u2026]|\s+[A-Pa-p-])")
_RESULT = re.compile(rf"\s({RESULT}|[+-][0-9]{{1,3}}|(?i:(?:black|white)(?: wins?| won)?))\s*\Z")
_LAST_WORD = re.compile(r"(?<=\s)(?=\S\S)(?!\S*[A-Za-z][0-9]|--|@@)\S+\s*\Z")
"""One that is not like a move."""
_FEN_OR_BITS = re.compile(r"(?:[1-9pP]{1,16}/){3,15}[1-9pP]{1,16}(?:[\[\s]|\Z)|0[xX]")
_LINE_OF_ERROR = re.compile(r"\bline ([0-9]+), (?=column)")

Answers = Iterator[Item | Problem]


class Line(NamedTuple):
    """A line of a file."""

    number: int
    content: str
    comment: str


def begins_rows(content: str) -> bool:
    """Whether a line is the first of a drawn board, or a board without a side to move."""
    width = _width(content)
    return width in _ROW_WIDTHS or width in _AREAS or _is_header(content)


def continues_rows(rows: Sequence[Line], content: str) -> bool:
    """Whether a line belongs to the board that the rows before it are of."""
    if is_side(content) or not content:
        return bool(content)
    width = max(_width(row.content) for row in rows)
    if width > _ROW_WIDTHS[-1] or len(rows) >= _MOST_ROWS:
        return False
    new = _width(content)
    return _is_header(content) or (new in _ROW_WIDTHS and width in (0, new))


def begins_moves(content: str) -> bool:
    """Whether a line begins a game with numbered moves, which may go on on the next."""
    return _NUMBERED.match(content) is not None


class NumberedGame:
    """A game with numbered moves, whose lines come one after the other."""

    def __init__(self, first: Line, size: int) -> None:
        self.lines = [first]
        """Those up to the first mistake, without those that say nothing."""
        self._size = size
        self._ended = False
        self._position = self._after(Position.initial(size), first.content)
        """After the last move; None after a mistake."""

    def takes(self, line: Line) -> bool:
        """Whether a line goes on with the game, which has it then.

        Its moves can be played next; or it has a later number, but is no game by itself.
        """
        content, before = line.content, self._position
        if not content or begins_moves(content) or begins_rows(content) or is_board(content):
            return False
        after = None if before is None or self._ended else self._after(before, content)
        if after is None and (not _LATER.match(content) or _is_game(line, self._size)):
            return False
        if before is not None and (after != before or self._ended):
            self.lines.append(line)
        self._position = after
        return True

    def _after(self, position: Position, content: str) -> Position | None:
        """Where a line leads; None if its moves cannot be played."""
        text = f" {content}"
        result, word = _RESULT.search(text), _LAST_WORD.search(text)
        for end in [result] if result else [None, word] if word else [None]:
            moves = text[: end.start()] if end else content
            if end is None or end is result or moves.strip():
                with suppress(ValueError):
                    position = Game.parse(moves, start=position).position
                    self._ended = end is not None
                    return position
        return None


def read_line(line: Line, size: int) -> Answers:
    """The position or the game on a line."""
    if len(line.content) > LONGEST_LINE:
        reason = f"the line is too long: it has over {LONGEST_LINE:,} characters"
        yield Problem(line.number, reason)
    elif _FEN_OR_BITS.match(line.content):
        yield from read_position(line, "flipello" if "[" in line.content else None)
    elif is_board(line.content):
        try:
            entry = parse_obf(line.content)
        except ValueError as error:
            yield Problem(line.number, str(error))
        else:
            yield replace(entry, comment=line.comment, line=line.number)
    else:
        yield from read_game([line], size)


def read_position(line: Line, dialect: str | None) -> Answers:
    """The position on a line, spelled in a dialect."""
    yield from _board([line], dialect)


def read_board(rows: Sequence[Line]) -> Answers:
    """The position that rows draw; nothing if there are none."""
    if not rows:
        return
    answers = list(_board(rows, None))
    several = len(rows) > 1 and all(_width(row.content) in _AREAS for row in rows)
    if several and isinstance(answers[0], Problem):  # then none has a side to move
        answers = [answer for row in rows for answer in _board([row], None)]
    yield from answers


def read_game(lines: Sequence[Line], size: int) -> Answers:
    """The game whose moves are on lines; nothing if there are none."""
    if not lines:
        return
    try:
        game, wrong, word = most_of_game([line.content for line in lines], size)
    except ValueError as error:
        yield _problem(error, lines)
        return
    comment = "\n".join(line.comment for line in lines if line.comment)
    yield Record(game, comment=comment, line=lines[0].number)
    if word:
        yield Problem(lines[-1].number, word)
    if wrong:
        yield Problem(lines[0].number, wrong, harmless=True)


def read_whole(lines: Sequence[Line], size: int) -> list[Item | Problem] | None:
    """The one game that all lines are, or the mistake in it; None if they are something else."""
    filled = [line for line in lines if line.content]
    if len(filled) < 2:
        return None
    try:
        most_of_game([line.content for line in filled], size)
    except ValueError as error:
        problem = _problem(error, filled)
        # If the second line is no game by itself but goes on with the first, the bad one does too.
        bad = next(line for line in filled if line.number == problem.line)
        goes_on = bad not in filled[:2] and not any(_is_game(x, size) for x in (filled[1], bad))
        whole = goes_on or not _LINE_OF_ERROR.search(str(error))
        return [problem] if whole else None
    return list(read_game(filled, size))


def _board(rows: Sequence[Line], dialect: str | None) -> Answers:
    try:
        position, notes = parse_position_report("\n".join(row.content for row in rows), dialect)
    except ValueError as error:
        yield _problem(error, rows)
        return
    comment = "\n".join(row.comment for row in rows if row.comment)
    yield Entry(position, {}, None, comment, rows[0].number)
    for note in notes:
        yield Problem(rows[0].number, note, harmless=True)


def most_of_game(contents: Sequence[str], size: int) -> tuple[Game, str | None, str]:
    """The game on lines, what is odd about its result, and what is wrong with a word at the end.

    Raises ParseError or IllegalMoveError.
    """
    try:
        return (*_game(contents, size), "")
    except ParseError:
        text = "\n".join(contents)
        if word := _LAST_WORD.search(text):
            wrong = f"{word[0].strip()[:20]!r} after the last move: {NEITHER}"
            with suppress(ValueError):
                return (*_game(text[: word.start()].split("\n"), size), wrong)
        raise


def _game(contents: Sequence[str], size: int) -> tuple[Game, str | None]:
    """The game, and what is odd about its result."""
    if len(contents) == 1 and is_logbook(contents[0]):
        return parse_logbook(contents[0])
    text = "\n".join(contents)
    tags = {}
    if match := _RESULT.search(text):
        tags["Result"], text = match[1], text[: match.start()]
    game = Game.parse(text, size=size, tags=tags)
    if not game.moves:
        raise ParseError(f"there are no moves in {text.strip()[:20]!r}")
    return game, mismatch(game)


def _is_game(line: Line, size: int) -> bool:
    return not isinstance(next(read_game([line], size)), Problem)


def _problem(error: ValueError, lines: Sequence[Line]) -> Problem:
    """The problem at the line that an error names."""
    reason = str(error)
    if match := _LINE_OF_ERROR.search(reason):
        place = lines[min(int(match[1]), len(lines)) - 1].number
        return Problem(place, reason[: match.start()] + reason[match.end() :])
    return Problem(lines[0].number, reason)


def _width(content: str) -> int:
    """How many squares a row shows; 0 for what is no row."""
    match = _ROW.fullmatch(content)
    return sum(character in _CELLS for character in match[1]) if match else 0


def _is_header(content: str) -> bool:
    letters = "".join(content.split()).lower()
    return len(letters) in _ROW_WIDTHS and LETTERS.startswith(letters)
