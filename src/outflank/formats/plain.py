"""Plain text: transcripts and boards, a line each or over several.

A line is a board, perhaps with scores (OBF), or the moves of a game and perhaps its result. Rows of
a board and the side to move below make one position, and so do a board on one line and the side on
the next, whatever remarks follow (FFO's .pos files). Moves that begin with the number 1 may go on
over lines. After % comes a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from ..rules.text import is_side
from .obf import split_comment
from .plain_items import (
    LONGEST_LINE,
    Answers,
    Line,
    NumberedGame,
    begins_moves,
    begins_rows,
    continues_rows,
    read_board,
    read_game,
    read_line,
    read_position,
    read_whole,
)
from .record import Problem

_LONGEST_GAME = 100_000
"""How many characters are looked at to see if they are one game."""


def read_plain(
    lines: Iterable[str], size: int = 8, *, dialect: str | None = None, live: bool = False
) -> Answers:
    """Read games and positions one after the other; what cannot be read gives a Problem.

    `size` is the board's where there are moves. With a `dialect`, every line is a board spelled so.
    A short text is one game if it can be, unless it is `live`: then each line is answered at once.
    """
    contents = _contents(lines)
    if dialect is not None:
        return _positions(contents, dialect)
    if live:
        return _answers(contents, size)
    head: list[Line] = []
    length = 0
    for line in contents:
        head.append(line)
        length += len(line.content)
        if length > _LONGEST_GAME:
            return _answers(chain(head, contents), size)
    whole = read_whole(head, size)
    return _answers(head, size) if whole is None else iter(whole)


def _contents(lines: Iterable[str]) -> Iterator[Line]:
    """The lines without those of nothing but a comment."""
    for number, line in enumerate(lines, 1):
        content, comment = split_comment(line)
        if content or not comment:
            yield Line(number, content[: LONGEST_LINE + 1], comment)


def _positions(lines: Iterable[Line], dialect: str) -> Answers:
    for line in lines:
        if line.content:
            yield from read_position(line, dialect)


def _answers(lines: Iterable[Line], size: int) -> Answers:
    rows: list[Line] = []
    """Of a drawn board; or a board whose side to move has not come."""
    moves: NumberedGame | None = None
    """One that may go on over lines."""
    remarks = False
    """Whether there may be any text until the next board."""
    for line in lines:
        if rows and continues_rows(rows, line.content):
            rows.append(line)
            if is_side(line.content):
                remarks = len(rows) == 2
                yield from read_board(rows)
                rows = []
            continue
        if moves is not None and moves.takes(line):
            continue
        yield from read_board(rows)
        if moves is not None:
            yield from read_game(moves.lines, size)
        rows, moves = [], None
        if begins_rows(line.content):
            rows, remarks = [line], False
        elif begins_moves(line.content):
            moves = NumberedGame(line, size)
        elif line.content:
            answers = list(read_line(line, size))
            problems = [answer for answer in answers if isinstance(answer, Problem)]
            if not remarks:
                yield from answers
            elif all(problem.harmless for problem in problems):
                yield from (answer for answer in answers if not isinstance(answer, Problem))
    yield from read_board(rows)
    if moves is not None:
        yield from read_game(moves.lines, size)
