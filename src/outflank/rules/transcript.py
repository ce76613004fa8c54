"""Move lists as text: read every common spelling, make passes explicit, write the usual form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from outflank._core import PASS, IllegalMoveError, Move, ParseError, Position
from outflank.rules.outcome import name_of
from outflank.rules.places import place_of
from outflank.rules.text import LETTERS

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_NUMBER = re.compile(r"[0-9]{1,3}[.):…]+")
_SKIPPED = re.compile(
    r"""(?: [\s,;/>→|_\u2013.\u2026]          # separators
        | ["'`\u2018-\u201f«»「」『』]        # quotation marks
        | -{1,2}> | (?<!-)-(?!-)
        | [0-9]{1,3}[.):…]+ | (?<!\S)[0-9]{1,3}(?!\S)
        | \*(?=[\s"'`\u2018-\u201f»」』]*\Z)  # a game that is not over
        )*""",
    re.VERBOSE,
)
_PASS = re.compile(r"pass|pa|ps|--(?!-)|@@", re.IGNORECASE)
_SQUARE = re.compile(r"([a-p])([0-9]{1,2})", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][0-9]+|-{2,}|[^\s,;/>→|-]+|.", re.DOTALL)

_SIMPLE_MOVE = re.compile(r"[a-p](?:1[0-6]|[1-9])|--")
_SIMPLE = re.compile(r"(?:[a-p](?:1[0-6]|[1-9])(?![0-9])|--(?!-))+")

_PARAM = re.compile(
    r"""<param\s+name\s*=\s*["']?line\s*([0-9]{1,2})["']?\s+value\s*=\s*["']([^"']*)["']""",
    re.IGNORECASE,
)
_GRID_CELL = re.compile(r"(?P<number>[0-9]{1,3})|(?P<disc>\(\)|##|\[\]|\*\*|[()#*@●○])|[-._]{1,3}")

_MOST_STEPS = 20_000
"""How many tokens a reader tries before it gives up on an ambiguous text."""


def parse_moves(text: str, start: Position, *, prose: bool = False) -> list[Move]:
    """Read the moves played from a position; passes left out of the text are put in.

    Understands names with or without separators, move numbers, every common pass token and the
    numbered board of printed games. With `prose`, takes the square names out of running text.
    Raises ParseError for text that is no move and IllegalMoveError for a move the rules forbid.
    """
    text = text.translate(_FULL_WIDTH)
    if prose:
        return _read(_square_names(text, start.size), start)
    grid = _find_grid(text, start.size)
    return _read(text, start) if grid is None else _replay(grid, start)


def simple_moves(text: str) -> list[Move] | None:
    """Read moves without anything between them, legal or not; None if there is more to the text."""
    if not _SIMPLE.fullmatch(text):
        return None
    return [PASS if name == "--" else Move(name) for name in _SIMPLE_MOVE.findall(text)]


def write_moves(
    moves: Iterable[Move], *, passes: str = "", separator: str = "", case: str = "lower"
) -> str:
    """Write moves as a transcript such as `f5d6c3`, leaving passes out unless given a token.

    `case` is "lower", "upper" or "alternate" (the first mover's squares in capitals).
    """
    if case not in ("lower", "upper", "alternate"):
        raise ValueError(f"unknown case {case!r}: use lower, upper or alternate")
    words = []
    for ply, move in enumerate(moves):
        upper = case == "upper" or (case == "alternate" and ply % 2 == 0)
        if not move.is_pass:
            words.append(move.name.upper() if upper else move.name)
        elif passes:
            words.append(passes)
    return separator.join(words)


def with_forced_pass(position: Position, move: Move) -> tuple[Move, ...]:
    """Return the move, after the pass that the position asks for if the text left it out."""
    return (PASS, move) if position.must_pass and not move.is_pass else (move,)


class _Token(NamedTuple):
    start: int
    end: int
    move: Move


class _State(NamedTuple):
    at: int
    """Where the next token starts."""
    position: Position
    moves: tuple[Move, ...]
    tokens: int
    """How many tokens have been read."""


def _read(text: str, start: Position) -> list[Move]:
    """Read tokens from left to right; where digits can be cut in two ways, legality decides."""
    stack = [_State(_skip(text, 0), start, (), 0)]
    furthest = -1
    failure: ParseError | IllegalMoveError = ParseError("too many ways to read the moves")
    for _ in range(_MOST_STEPS):
        if not stack:
            break
        state = stack.pop()
        if state.at == len(text):
            return list(state.moves)
        following: list[_State] = []
        error: ParseError | IllegalMoveError | None = None
        for token in _tokens_at(text, state.at, start.size):
            moves = with_forced_pass(state.position, token.move)
            try:
                position = _played(state.position, moves)
            except IllegalMoveError:
                error = error or IllegalMoveError(_illegal(text, state, token))
            else:
                index = _skip(text, token.end)
                following.append(_State(index, position, state.moves + moves, state.tokens + 1))
        if not following and state.at > furthest:
            furthest = state.at
            failure = error or ParseError(_bad_move(text, state, start.size))
        stack += reversed(following)
    raise failure


def _skip(text: str, index: int) -> int:
    match = _SKIPPED.match(text, index)
    return match.end() if match else index


def _tokens_at(text: str, index: int, size: int) -> Iterator[_Token]:
    """Yield the moves that can be read at an index, the longest first."""
    if match := _PASS.match(text, index):
        yield _Token(index, match.end(), PASS)
    elif match := _SQUARE.match(text, index):
        column = LETTERS.index(match[1].lower())
        for length in range(len(match[2]), 0, -1):
            digits, end = match[2][:length], index + 1 + length
            glued = text[end : end + 1] in tuple("0123456789") and not _NUMBER.match(text, end)
            if not glued and digits[0] != "0" and int(digits) <= size and column < size:
                yield _Token(index, end, Move.at(column, int(digits) - 1))


def _played(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def _bad_move(text: str, state: _State, size: int) -> str:
    match = _WORD.match(text, state.at)
    word = match[0][:20] if match else ""
    message = f"bad move {word!r} at {place_of(text, state.at)} (token {state.tokens + 1})"
    if _SQUARE.fullmatch(word):
        message += f": no square of the {size}x{size} board"
    return message


def _illegal(text: str, state: _State, token: _Token) -> str:
    number, word = state.tokens + 1, text[token.start : token.end]
    place, reason = place_of(text, token.start), alternatives(state.position)
    if token.move.is_pass:
        return f"pass not legal here (token {number}): {word!r} at {place}, {reason}"
    return f"illegal move {word!r} at token {number}, {place}: {reason}"


def alternatives(position: Position) -> str:
    """Return what can be played instead, as a clause for an error."""
    if position.is_over:
        return "the game is over"
    prefix = ""
    if position.must_pass:
        prefix, position = f"{name_of(position.turn)} must pass, ", position.play(PASS)
    names = ", ".join(move.name for move in position.legal_moves())
    return f"{prefix}{name_of(position.turn)} can play {names}"


def _square_names(text: str, size: int) -> str:
    """Blank out everything but whole words made of square names, so that columns stay true."""
    last = LETTERS[size - 1]
    rows = "|".join(str(row) for row in range(size, 0, -1))
    words = re.compile(rf"(?<![A-Za-z0-9])(?:[a-{last}](?:{rows}))+(?![A-Za-z0-9])", re.IGNORECASE)
    kept = list(re.sub(r"[^\n]", " ", text))
    for match in words.finditer(text):
        kept[match.start() : match.end()] = match[0]
    return "".join(kept)


def _find_grid(text: str, size: int) -> list[str] | None:
    """Return the squares of a board that shows move numbers, or None for any other text."""
    params = sorted((int(number), value) for number, value in _PARAM.findall(text))
    lines = [value for _, value in params] or text.replace("|", " ").splitlines()
    rows = [re.sub(r"\(\s+\)", "()", line).split() for line in lines]
    rows = [row for row in rows if row and not LETTERS.startswith("".join(row).lower())]
    if len(rows) == size:
        rows = [_without_labels(row, number, size) for number, row in enumerate(rows, 1)]
    cells = [cell for row in rows for cell in row]
    if not params:
        matches = [_GRID_CELL.fullmatch(cell) for cell in cells]
        if not all(matches) or not any(match and match["number"] for match in matches):
            return None
    if len(cells) != size * size:
        raise ParseError(
            f"bad numbered board: {len(cells)} squares found, {size}x{size} has {size * size}"
        )
    return cells


def _without_labels(row: list[str], number: int, size: int) -> list[str]:
    label = str(number)
    if len(row) > size and row[0] == label:
        row = row[1:]
    return row[:-1] if len(row) > size and row[-1] == label else row


def _replay(cells: list[str], start: Position) -> list[Move]:
    square_of: dict[int, Move] = {}
    for cell, square in zip(cells, start.shape.squares, strict=True):
        match = _GRID_CELL.fullmatch(cell)
        if not match:
            raise ParseError(f"bad move number {cell[:20]!r} on {square} of the numbered board")
        if match["disc"] and start[square] is None:
            raise ParseError(f"bad start disc {cell!r} on {square}: the game starts without it")
        number = int(match["number"] or 0)
        if number in square_of:
            raise ParseError(f"move number {number} is on {square_of[number]} and on {square}")
        if number:
            square_of[number] = square
    moves: list[Move] = []
    position = start
    for number in range(1, max(square_of, default=0) + 1):
        square = square_of.get(number, PASS)
        try:
            step = with_forced_pass(position, square)
            position = _played(position, step)
        except IllegalMoveError:
            if square.is_pass:
                raise ParseError(f"move number {number} is missing on the board") from None
            reason = alternatives(position)
            raise IllegalMoveError(
                f"illegal move {square.name!r}, number {number}: {reason}"
            ) from None
        moves += step
    return moves
