"""Boards as text: read every common spelling, draw a board, write a form that reads back."""

from __future__ import annotations

import re
from math import isqrt

from outflank._core import Color, Move, ParseError, Position, Shape
from outflank.rules.bitboards import BIT_OF_A1, is_bitboards, read_bitboards
from outflank.rules.fen import FENS, read_fen
from outflank.rules.outcome import name_of, outcome_of
from outflank.rules.places import bad_side, place_of
from outflank.rules.printed import (
    BLACK,
    EMPTY,
    SIZES,
    TO_MOVE,
    WHITE,
    bare_side,
    plain_marks,
    read_printed,
)

LETTERS = "abcdefghijklmnop"
"""The names of the columns, left to right."""

_SYMBOLS = {Color.BLACK: "X", Color.WHITE: "O"}

_Alphabet = dict[str, Color | None]


def _alphabet(black: str = "", white: str = "") -> _Alphabet:
    return {
        **dict.fromkeys(EMPTY),
        **dict.fromkeys(BLACK + black, Color.BLACK),
        **dict.fromkeys(WHITE + white, Color.WHITE),
    }


_PLAIN = _alphabet()
_CELLS: dict[str, _Alphabet] = {
    "edax": _alphabet(black="/"),
    "egaroucid": _alphabet(black="0", white="1"),
    "nboard": _alphabet(white="0"),
    "radagast": _alphabet(white="0"),
}
DIALECTS = tuple(sorted({*_CELLS, *FENS}))
"""The spellings that need to be named, because the same text means something else elsewhere."""

_SIZE = re.compile(r"\s*([0-9]{1,3})\s")
_LABEL = re.compile(r"\s*([0-9]{1,2})(?![0-9])")
_SIDE = re.compile(
    r"(?:\A|\s)(?:Game over:[^\n]{0,99},\s*|Next(?: to)? move:\s*)?"
    r"(?:(?P<name>Black|White)(?:\s*\([XO]\))?(?:\s+to\s+move|\s+must\s+pass|\s+on\s+turn)?"
    r"|(?P<symbol>[XO*])\s+to\s+move)\.?\Z",
    re.IGNORECASE,
)


def parse_position(text: str, dialect: str | None = None) -> Position:
    """Read a board of any even size from 4 to 16, with the side to move after it.

    Black is X, x, B, b, *, @, # or a full disc; White is O, o, W, w or a circle; an empty square is
    -, ., _ or a dot. Full-width signs are the same. Spaces and line breaks may stand anywhere, a
    leading size (`8 ----...`) too. A board in rows may have letters and numbers around it, lines of
    a grid between its squares, and text at the right of rows. Where discs are X and O, a * may also
    be on each square that can be played. Digits are only read in a dialect; so are FENs and
    bitboards (`0x... 0x...`, the side to move first).
    """
    return parse_position_report(text, dialect)[0]


def parse_position_report(text: str, dialect: str | None = None) -> tuple[Position, list[str]]:
    """Read a board as `parse_position` does, with notes on what the text left open."""
    bits = is_bitboards(text) and (dialect is None or dialect in BIT_OF_A1)
    if bits:
        if dialect is None:
            raise ParseError("bitboards mean two things: name the dialect, edax or egaroucid")
        size, discs, turn = read_bitboards(text, dialect)
    elif dialect in FENS:
        size, discs, turn = read_fen(text, dialect)
    elif dialect is None or dialect in _CELLS:
        size, discs, turn = _read_board(text, dialect)
    else:
        raise ValueError(f"unknown dialect {dialect!r}: there are {', '.join(DIALECTS)}")
    position = _build(size, discs, turn or Color.BLACK)
    if turn is not None:
        return position, []
    if position.must_pass and not bits:
        return position.swapped(), ["no side to move given: White, because Black has no move"]
    return position, ["no side to move given: Black assumed"]


def board_text(
    position: Position, *, legal_moves: bool = False, last_move: Move | str | None = None
) -> str:
    """Draw the board with its coordinates and say who is to move; `parse_position` reads it back.

    Legal moves show as dots, the last move in brackets.
    """
    size, width = position.size, len(str(position.size))
    symbols = _symbols(position)
    if legal_moves:
        playable = {move for move in position.legal_moves() if not move.is_pass}
        squares = zip(position.shape.squares, symbols, strict=True)
        symbols = ["." if square in playable else symbol for square, symbol in squares]
    lines = [" " * (width + 1) + " ".join(LETTERS[:size])]
    for row in range(size):
        cells = " ".join(symbols[row * size : (row + 1) * size])
        lines.append(f"{row + 1:>{width}} {cells}")
    if last_move is not None and (move := Move(last_move)) in position.shape:
        line, at = lines[move.row + 1] + " ", width + 1 + 2 * move.column
        lines[move.row + 1] = f"{line[: at - 1]}[{line[at]}]{line[at + 2 :]}".rstrip()
    return "\n".join([*lines, _status(position)])


def is_board(text: str) -> bool:
    """Return whether a text is meant as a board: mostly discs and empty squares, more than a few.

    After a semicolon there may be more.
    """
    board = plain_marks(text.partition(";")[0])
    cells = sum(character in "XOxo-.*@" for character in board)
    return cells >= 16 and 3 * cells > len("".join(board.split()))


def is_side(text: str) -> bool:
    """Return whether a text says who is to move, and nothing else."""
    text = plain_marks(text).strip()
    return bool(bare_side(text)) or any(form.fullmatch(text) for form in (_SIDE, TO_MOVE))


def compact(position: Position) -> str:
    """Return the board on one line: the squares from a1 on, a space, the side to move."""
    return f"{''.join(_symbols(position))} {_SYMBOLS[position.turn]}"


def position_repr(position: Position) -> str:
    """Return an expression that evaluates back to the position."""
    return f'Position.parse("{compact(position)}")'


def _symbols(position: Position) -> list[str]:
    symbol_of: dict[Move, str] = {}
    for color, symbol in _SYMBOLS.items():
        symbol_of.update(dict.fromkeys(position.squares(color), symbol))
    return [symbol_of.get(square, "-") for square in position.shape.squares]


def _status(position: Position) -> str:
    side = f"{name_of(position.turn)} ({_SYMBOLS[position.turn]})"
    outcome = outcome_of(position)
    if outcome is not None:
        return f"Game over: {outcome}, {side} on turn"
    return f"{side} must pass" if position.must_pass else f"{side} to move"


def _build(size: int, discs: list[Color | None], turn: Color) -> Position:
    squares = list(zip(Shape(size).squares, discs, strict=True))
    black = [square for square, color in squares if color is Color.BLACK]
    white = [square for square, color in squares if color is Color.WHITE]
    return Position.from_squares(size, black, white, turn)


def _read_board(text: str, dialect: str | None) -> tuple[int, list[Color | None], Color | None]:
    alphabet = _PLAIN if dialect is None else _CELLS[dialect]
    text = plain_marks(text)
    body = text.rstrip()
    body = body.removesuffix(";").rstrip()
    if dialect is None and "\n" in body and (printed := read_printed(body.splitlines())):
        return _of_printed(printed.cells, alphabet.get(printed.side))
    turn = None
    if match := _SIDE.search(body):
        turn = _PLAIN[(match["name"] or match["symbol"])[0]]
        body = body[: match.start()]
    size, indices = _find_cells(body, alphabet)
    for count, index in enumerate(indices):
        if body[index] not in alphabet:
            raise ParseError(_bad_symbol(text, index, size, count, dialect))
    found = len(indices)
    if size is None:
        root = isqrt(found)
        size = root if root * root in (found, found - 1) and root in SIZES else None
    if size is None or found - size * size not in ((0, 1) if turn is None else (0,)):
        raise ParseError(_bad_count(text, found, size))
    discs = [alphabet[body[index]] for index in indices]
    if found > size * size:
        turn = discs.pop()
        if turn is None:
            raise ParseError(bad_side(text, indices[-1]))
    return size, discs, turn


def _of_printed(cells: str, turn: Color | None) -> tuple[int, list[Color | None], Color | None]:
    """Return the size of a printed board, its discs, and the side to move.

    Where Black's discs have another mark, a * is an empty square that can be played. Raises
    ParseError for discs of Black in two kinds.
    """
    kinds = sorted({cell.upper() for cell in cells if cell in BLACK})
    size = isqrt(len(cells))
    if len(kinds) < 2:
        return size, [_PLAIN[cell] for cell in cells], turn
    if kinds[0] == "*" and len(kinds) == 2:
        discs = [None if cell == "*" else _PLAIN[cell] for cell in cells]
        squares = zip(Shape(size).squares, cells, strict=True)
        marked = {square for square, cell in squares if cell == "*"}
        for side in Color if turn is None else (turn,):
            if marked == set(_build(size, discs, side).legal_moves()):
                return size, discs, side
    raise ParseError(f"there are {' and '.join(kinds)} on the board: use one of them for Black")


def _find_cells(body: str, alphabet: _Alphabet) -> tuple[int | None, list[int]]:
    """Return the size, where the text names it, and the index of every square's symbol."""
    size, start, labelled = None, 0, False
    if (match := _SIZE.match(body)) and not set(match[1]) <= alphabet.keys():
        if match[1] == "1":
            labelled = True
        else:
            size, start = _valid_size(int(match[1]), body, match.start(1)), match.end(1)
    indices: list[int] = []
    row = 0
    for line in re.finditer(r"[^\n]+", body):
        if line[0].isspace():
            continue
        header = "".join(line[0].split()).lower()
        if len(header) > 1 and LETTERS.startswith(header):
            size, labelled = _valid_size(len(header), body, line.start()), True
            continue
        begin, end = max(start, line.start()), line.end()
        if labelled:
            row += 1
            begin, end = _without_labels(body, begin, end, row)
        skipped = "|[]" if labelled else ""
        indices += [
            i for i in range(begin, end) if not body[i].isspace() and body[i] not in skipped
        ]
    return size, indices


def _without_labels(body: str, begin: int, end: int, row: int) -> tuple[int, int]:
    match = _LABEL.match(body, begin, end)
    if not match or int(match[1]) != row:
        raise ParseError(f"row label {row} is missing at {place_of(body, begin)}")
    line = body[begin:end].rstrip()
    if line.endswith(f" {row}"):
        end = begin + len(line) - len(str(row))
    return match.end(), end


def _valid_size(size: int, text: str, index: int) -> int:
    if size not in SIZES:
        raise ParseError(
            f"bad board size {size} at {place_of(text, index)}: sizes are even, from 4 to 16"
        )
    return size


def _bad_symbol(text: str, index: int, size: int | None, count: int, dialect: str | None) -> str:
    complete = count == size * size if size else isqrt(count) ** 2 == count > 0
    if complete and text[index - 1].isspace() and len(text[index:].split()) == 1:
        return bad_side(text, index)
    message = f"bad disc {text[index]!r} at {place_of(text, index)}"
    if dialect is not None:
        return f"{message}: no symbol of the {dialect!r} dialect"
    if text[index] in "0123456789/":
        return f"{message}: name the dialect that gives it a meaning ({', '.join(DIALECTS)})"
    return f"{message}: use X for black, O for white and - for empty"


def _bad_count(text: str, found: int, size: int | None) -> str:
    words = " ".join(text.split())
    shown = words if len(words) <= 40 else f"{words[:37]}..."
    if size is None:
        areas = ", ".join(str(n * n) for n in SIZES)
        return f"bad board {shown!r}: {found} squares found, a board has one of {areas}"
    return f"bad board {shown!r}: {found} squares found, {size}x{size} has {size * size}"
