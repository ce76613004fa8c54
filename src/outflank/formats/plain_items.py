"""The games and boards of plain text, each from the lines that it takes up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from ..rules import Game, ParseError, Position
from ..rules.printed import (
    BLACK,
    EMPTY,
    SIZES,
    WHITE,
    Row,
    columns,
    is_count,
    is_grid_line,
    plain_marks,
    read_row,
    side_named,
)
from ..rules.text import is_board, is_side, parse_position_report
from .logbook import is_logbook, parse_logbook
from .obf import parse_obf
from .record import Entry, Item, Problem, Record
from .results import NEITHER, RESULT, mismatch

LONGEST_LINE = 100_000
"""Characters."""

_CELLS = frozenset(BLACK + WHITE + EMPTY)
_AREAS = frozenset(n * n for n in SIZES)
_ROW_WIDTHS = range(4, 17)
_MOST_LINES = 60
"""The most lines of a drawn board, including grid lines between its rows."""
_NUMBERED = re.compile(r"1\s*[.:)\u2026]|1\s+[A-Pa-p]")
_LATER = re.compile(r"[0-9]{1,3}(?:\s*[.:)\u2026]|\s+[A-Pa-p-])")
_RESULT = re.compile(rf"\s({RESULT}|[+-][0-9]{{1,3}}|(?i:(?:black|white)(?: wins?| won)?))\s*\Z")
_LIKE_MOVE = re.compile(r"[A-Za-z][0-9]+|--|@@|(?<![^\W\d_])(?:pass|pa|ps)\b", re.IGNORECASE)
_WORDS = re.compile(r"(?<=\s)(?![A-Za-z]\s*\Z)(?=\S)[^\n]+\Z")
"""Words at the end of a line; a single letter is rather half a move."""
_FEN_OR_BITS = re.compile(r"(?:[1-9pP]{1,16}/){3,15}[1-9pP]{1,16}(?:[\[\s]|\Z)|0[xX]")
_MOVES_AFTER = re.compile(r"\s(?=(?:1\s*[.:)]\s*)?[A-Pa-p][0-9])")
"""The space between a board and the moves after it."""
_FIRST_MOVE = re.compile(
    r"(?:[^\w-]|[\d_]|-(?!-))*+(?:[a-p]\d|pa|ps|@@|--(?:\s|[a-p]\d))", re.IGNORECASE
)
"""The beginning of a line that may be moves."""
_SCORED = re.compile(r"[A-Pa-p][0-9]{1,2}\s*:")
"""A move with its score, as OBF has it."""
_OPENING, _CLOSING = "([\uff08\u3010", ")]\uff09\u3011"
_NAME_AFTER = re.compile(
    rf"\s*[{re.escape(_OPENING)}]([^{re.escape(_OPENING + _CLOSING)}]{{1,99}})"
    rf"[{re.escape(_CLOSING)}]\s*\Z"
)
"""A name in brackets after moves."""
_NAME = re.compile(r"[^\W\d_](?![0-9])")
"""A letter that shows a name: neither moves nor a result have it."""
_LINE_OF_ERROR = re.compile(r"\bline ([0-9]+), (?=column)")

Answers = Iterator[Item | Problem]


class Line(NamedTuple):
    """A line of a file."""

    number: int
    content: str
    comment: str


class DrawnBoard:
    """The lines of a board over several lines, or of one without its side to move."""

    def __init__(self, first: Line) -> None:
        self.lines = [first]
        self.ended = False
        """Whether the side to move has come, after which there is no more."""
        self._rows: list[Row] = []
        self._named = 0
        """How many columns have letters above the rows."""
        self._footer = False
        """Whether letters of the columns have come below the rows."""
        self._is_one_line = _row_of(first.content) is None and _width(first.content) > 0
        self._continues(first.content)

    def takes(self, line: Line) -> bool:
        """Add a line if it belongs to the board; return whether it does."""
        self.ended = is_side(line.content)
        if not self.ended and (
            self._is_one_line or len(self.lines) >= _MOST_LINES or not self._continues(line.content)
        ):
            return False
        self.lines.append(line)
        return True

    def _continues(self, content: str) -> bool:
        """Take up what a line draws; return whether it belongs to the board."""
        width = self._named or min((len(row.cells) for row in self._rows), default=0)
        complete = 0 < width == len(self._rows)
        if is_grid_line(content, width) or (complete and is_count(content)):
            return True
        if number := columns(content):
            fits = not self._rows or (complete and not self._footer)
            self._named = self._named or (number if fits else 0)
            self._footer = self._footer or complete
            return fits
        row = _row_of(content, labelled=self._named > 0)
        if row is None or complete:
            return False
        new = min(width or len(row.cells), len(row.cells))
        if not all(other.fits(new) for other in (row, *self._rows)):
            return False
        self._rows.append(row)
        return True


def begins_rows(content: str) -> bool:
    """Whether a line is the first of a drawn board, or a board without a side to move."""
    return _width(content) > 0 or columns(content) in _ROW_WIDTHS or is_grid_line(content)


def begins_moves(content: str) -> bool:
    """Whether a line begins a game with numbered moves, which may go on on the next."""
    return _NUMBERED.match(content) is not None


class OpenGame:
    """A game whose moves may go on over lines, because they are numbered or follow a board."""

    def __init__(self, first: Line, start: Position) -> None:
        self.lines = [first]
        """Those up to the first mistake, without those that say nothing."""
        self.start = start
        self._ended = False
        self._position = self._after(start, first.content)
        """After the last move; None after a mistake."""

    @property
    def has_moves(self) -> bool:
        """Whether there are moves in it, and no mistake."""
        return self._position not in (None, self.start)

    def takes(self, line: Line) -> bool:
        """Whether a line goes on with the game, which has it then.

        Its moves can be played next; or it has a later number, but is no game by itself.
        """
        content, before = line.content, self._position
        if not content or begins_moves(content) or begins_rows(content) or is_board(content):
            return False
        after = None if before is None or self._ended else self._after(before, content)
        if after is None and (not _LATER.match(content) or is_game(line, self.start.size)):
            return False
        if before is not None and (after != before or self._ended):
            self.lines.append(line)
        self._position = after
        return True

    def _after(self, position: Position, content: str) -> Position | None:
        """Where a line leads; None if its moves cannot be played."""
        text = f" {_without_name(content)[0]}"
        result, word = _RESULT.search(text), _last_words(text)
        for end in [result] if result else [None, word] if word else [None]:
            moves = text[: end.start()] if end else text
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
    elif parts := _board_and_moves(line):
        board = list(_board(parts[:1], None))
        game = game_after(board, parts[1])
        if game is None and isinstance(entry := board[0], Entry):
            yield from read_game(parts[1:], entry.position)
        else:
            yield from board if game is None else read_game_after(board, game)
    elif is_board(line.content):
        try:
            entry = parse_obf(line.content)
        except ValueError as error:
            yield Problem(line.number, str(error))
        else:
            yield replace(entry, comment=line.comment, line=line.number)
    else:
        yield from read_game([line], Position.initial(size))


def _board_and_moves(line: Line) -> list[Line]:
    """The board and the moves after it on a line, at their columns; empty for any other line."""
    match = _MOVES_AFTER.search(line.content)
    if match is None or not is_board(board := line.content[: match.start()].rstrip()):
        return []
    moves = line.content[match.end() :]
    if board.endswith(";") or _SCORED.search(moves):  # scores of moves follow
        return []
    blank = " " * match.end()
    return [
        line._replace(content=board),
        line._replace(content=f"{blank}{moves}", comment=""),
    ]


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


def read_game(lines: Sequence[Line], start: Position) -> Answers:
    """The game whose moves are on lines; nothing if there are none."""
    if not lines:
        return
    try:
        game, name, wrong, word = most_of_game([line.content for line in lines], start)
    except ValueError as error:
        yield _problem(error, lines)
        return
    comment = "\n".join(filter(None, [name, *(line.comment for line in lines)]))
    yield Record(game, comment=comment, line=lines[0].number)
    if word:
        yield Problem(lines[-1].number, word)
    if wrong:
        yield Problem(lines[0].number, wrong, harmless=True)


def game_after(board: Sequence[Item | Problem], line: Line) -> OpenGame | None:
    """The game that begins with the moves on a line, from a board before it, if they are of it.

    If the side to move was not given, it is the one that can play them.
    """
    entry = board[0]
    if not _FIRST_MOVE.match(line.content) or not isinstance(entry, Entry):
        return None
    if entry.scores or entry.score is not None:
        return None
    if any(isinstance(answer, Entry) for answer in board[1:]):
        return None
    games = [OpenGame(line, entry.position)]
    if len(board) > 1:
        games.append(OpenGame(line, entry.position.swapped()))
    return next((game for game in games if game.has_moves), None)


def read_game_after(board: Sequence[Item | Problem], game: OpenGame) -> Answers:
    """The game that goes on from a board, and what is odd about either."""
    first, *notes = board
    assert isinstance(first, Entry)
    for answer in read_game(game.lines, game.start):
        if isinstance(answer, Record):
            comment = "\n".join(filter(None, (first.comment, answer.comment)))
            yield replace(answer, comment=comment, line=first.line)
        else:
            yield answer
    if game.start == first.position:
        yield from notes


def read_whole(lines: Sequence[Line], size: int) -> list[Item | Problem] | None:
    """The one game that all lines are, or the mistake in it; None if they are something else."""
    filled = [line for line in lines if line.content]
    if len(filled) < 2:
        return None
    try:
        most_of_game([line.content for line in filled], Position.initial(size))
    except ValueError as error:
        if _row_of(filled[0].content) is not None:
            return None
        problem = _problem(error, filled)
        # If the second line is no game by itself but goes on with the first, the bad one does too.
        bad = next(line for line in filled if line.number == problem.line)
        goes_on = bad not in filled[:2] and not any(is_game(x, size) for x in (filled[1], bad))
        whole = goes_on or not _LINE_OF_ERROR.search(str(error))
        return [problem] if whole else None
    return list(read_game(filled, Position.initial(size)))


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


def most_of_game(
    contents: Sequence[str], start: Position
) -> tuple[Game, str, str | None, str | None]:
    """Read the game on lines, the name in brackets after it, and what is odd about it.

    That is its result, and words after the last move that are neither a move nor a result.
    Raises ParseError or IllegalMoveError.
    """
    try:
        return (*_game(contents, start), None)
    except ParseError:
        text, _ = _without_name("\n".join(contents))
        if word := _last_words(text):
            wrong = f"{word[0].strip()[:20]!r} after the last move: {NEITHER}"
            with suppress(ValueError):
                return (*_game(text[: word.start()].split("\n"), start), wrong)
        raise


def _game(contents: Sequence[str], start: Position) -> tuple[Game, str, str | None]:
    """The game, the name in brackets after its moves, and what is odd about its result."""
    usual = start == Position.initial(start.size)
    if usual and len(contents) == 1 and is_logbook(contents[0]):
        game, wrong = parse_logbook(contents[0])
        return game, "", wrong
    text, name = _without_name("\n".join(contents))
    tags = {}
    if match := _RESULT.search(text):
        text = text[: match.start()]
        if match[1] != "*":  # the game is not over
            tags["Result"] = match[1]
    game = Game.parse(text, start=start, tags=tags)
    if not game.moves:
        raise ParseError(f"there are no moves in {text.strip()[:20]!r}")
    return game, name, mismatch(game)


def _without_name(text: str) -> tuple[str, str]:
    """Moves without the name in brackets after them, and the name; a result there is none."""
    match = _NAME_AFTER.search(text) if text.rstrip().endswith(tuple(_CLOSING)) else None
    if match is None or not _NAME.search(match[1]):
        return text, ""
    return text[: match.start()], match[1].strip()


def _last_words(text: str) -> re.Match[str] | None:
    """The words at the end of the last line, after all that is like a move."""
    end = 0
    for match in _LIKE_MOVE.finditer(text):
        end = match.end()
    return _WORDS.search(text, max(end, text.rstrip().rfind("\n")))


def is_game(line: Line, size: int) -> bool:
    """Whether a line is a game by itself."""
    return not isinstance(next(read_game([line], Position.initial(size))), Problem)


def _problem(error: ValueError, lines: Sequence[Line]) -> Problem:
    """The problem at the line that an error names."""
    reason = str(error)
    if match := _LINE_OF_ERROR.search(reason):
        place = lines[min(int(match[1]), len(lines)) - 1].number
        return Problem(place, reason[: match.start()] + reason[match.end() :])
    return Problem(lines[0].number, reason)


def _width(content: str) -> int:
    """How many squares a row, or a board on one line, shows; 0 for what is neither."""
    if row := _row_of(content):
        return len(row.cells)
    marks = "".join(plain_marks(content).split())
    return len(marks) if len(marks) in _AREAS and set(marks) <= _CELLS else 0


def _row_of(content: str, *, labelled: bool = False) -> Row | None:
    """The row that a line shows; if no labels are around it, text after it has to name a side."""
    row = read_row(content)
    if row is None or not row.rest or row.label or labelled:
        return row
    return row if side_named(f"{row.cells[-1]} {row.rest}") else None
