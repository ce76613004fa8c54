"""Plain text: transcripts and boards, a line each or over several.

A line is a board, perhaps with scores (OBF), or the moves of a game and perhaps its result. Rows of
a board and the side to move below make one position, and so do a board on one line and the side on
the next, whatever remarks follow (FFO's .pos files). Moves that begin with the number 1 may go on
over lines. After % comes a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from ..rules import Position
from .obf import split_comment
from .plain_items import (
    LONGEST_LINE,
    Answers,
    DrawnBoard,
    Line,
    OpenGame,
    begins_moves,
    begins_rows,
    game_after,
    is_game,
    read_board,
    read_game,
    read_game_after,
    read_line,
    read_position,
    read_whole,
)
from .record import Entry, Item, Problem

_QUOTED = re.compile(r"(?:>\s*)+")
"""What begins a line that a message quotes."""
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
        return _Reader(size, live=True).answers(contents)
    head: list[Line] = []
    length = 0
    for line in contents:
        head.append(line)
        length += len(line.content)
        if length > _LONGEST_GAME:
            return _Reader(size).answers(chain(head, contents))
    whole = read_whole(head, size)
    return _Reader(size).answers(head) if whole is None else iter(whole)


def _contents(lines: Iterable[str]) -> Iterator[Line]:
    """The lines without those of nothing but a comment."""
    for number, line in enumerate(lines, 1):
        content, comment = split_comment(line)
        content = _QUOTED.sub("", content, count=1) if content.startswith(">") else content
        if content or not comment:
            yield Line(number, content[: LONGEST_LINE + 1], comment)


def _positions(lines: Iterable[Line], dialect: str) -> Answers:
    for line in lines:
        if line.content:
            yield from read_position(line, dialect)


class _Reader:
    """Lines read one after the other, with what they may belong to."""

    def __init__(self, size: int, *, live: bool = False) -> None:
        self._usual = Position.initial(size)
        self._live = live
        self._drawn: DrawnBoard | None = None
        """A board to which lines may come."""
        self._game: OpenGame | None = None
        """A game that may go on over lines."""
        self._board: list[Item | Problem] = []
        """A board that is complete, and what is odd about it; moves may come, which are from it."""
        self._gap = False
        """Whether an empty line has come since that."""
        self._remarks = False
        """Whether there may be any text until the next board."""

    def answers(self, lines: Iterable[Line]) -> Answers:
        """Yield what there is, as soon as it is known to be complete."""
        for line in lines:
            if not self._goes_on(line):
                yield from self._flush()
                yield from self._begin(line)
            elif self._live and self._board:  # whose side to move has come
                yield from self._flush()
        self._finish_drawing()
        yield from self._flush()

    def _goes_on(self, line: Line) -> bool:
        """Take a line if it goes on with what there is; return whether it does."""
        if self._drawn is not None:
            if self._drawn.takes(line):
                if self._drawn.ended:
                    self._remarks = len(self._drawn.lines) == 2
                    self._finish_drawing()
                return True
            if not line.content and not self._live:
                self._gap = True
                return True
            self._finish_drawing()
        if self._board and self._game is None and not self._live:
            if not line.content:
                self._gap = True
                return True
            game = game_after(self._board, line)
            if game is not None and not (self._gap and is_game(line, self._usual.size)):
                self._game = game
                return True
        return self._game is not None and self._game.takes(line)

    def _begin(self, line: Line) -> Answers:
        """Read a line that goes on with nothing before it."""
        if begins_rows(line.content):
            self._drawn, self._remarks = DrawnBoard(line), False
        elif begins_moves(line.content):
            self._game = OpenGame(line, self._usual)
        elif line.content:
            answers = list(read_line(line, self._usual.size))
            if isinstance(answers[0], Entry) and not self._live:
                self._board = answers
                return
            problems = [answer for answer in answers if isinstance(answer, Problem)]
            if not self._remarks:
                yield from answers
            elif all(problem.harmless for problem in problems):
                yield from (answer for answer in answers if not isinstance(answer, Problem))

    def _finish_drawing(self) -> None:
        if self._drawn is not None:
            self._board, self._drawn = list(read_board(self._drawn.lines)), None

    def _flush(self) -> Answers:
        """Yield the board and the game that are complete."""
        board, game = self._board, self._game
        self._board, self._game, self._gap = [], None, False
        if game is None:
            yield from board
        elif board:
            yield from read_game_after(board, game)
        else:
            yield from read_game(game.lines, self._usual)
