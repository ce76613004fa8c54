"""Books as text, a line for each position, to exchange them and to work on them with other tools.

    BOARD SIDE VALUE MOVE WORTH DEPTH

as in `---------------------------OX------XO--------------------------- X +0.81 f5 +0.50 16`: the
squares row by row from a1, who is to move, and the value for that side. The best move that leads
out of the book follows, what it is worth, and to how many plies that was searched; a depth of all
empty squares means that it is proved. The last three are missing if all moves lead into the book.
The value follows from the other lines, so it is not read. Empty lines and those with # count not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..._core import Move, Position
from ...rules.text import compact
from .book import Book, BookRecord
from .store import BookError

_LINE = re.compile(
    r"(?P<board>\S+) +(?P<side>[XO]) +[+-]?[0-9.]+"
    r"(?: +(?P<move>[a-p][0-9]{1,2}) +(?P<worth>[+-]?[0-9]+(\.[0-9]+)?) +(?P<depth>[0-9]{1,3}))?"
)


def write_text(book: Book) -> Iterator[str]:
    """The lines of a book, the positions with the fewest discs first."""
    yield f"# A book of openings, {book.size}x{book.size}, {len(book):,} positions\n"
    for position, move, worth, depth, _ in book.records():
        entry = book.get(position)
        assert entry is not None
        line = f"{compact(position)} {entry.value:+.2f}"
        yield f"{line}\n" if move is None else f"{line} {move} {worth:+.2f} {depth}\n"


def read_text(lines: Iterable[str]) -> Iterator[BookRecord]:
    """What lines say; BookError, with the number of the line, for what is none."""
    for number, line in enumerate(lines, 1):
        text = line.removeprefix("\ufeff").strip()
        if not text or text.startswith("#"):
            continue
        match = _LINE.fullmatch(text)
        if match is None:
            raise BookError(
                f"line {number}: bad position {text[:40]!r}:"
                " expected BOARD SIDE VALUE MOVE WORTH DEPTH"
            )
        try:
            position = Position.parse(f"{match['board']} {match['side']}")
            if len(match["board"]) != position.shape.area:
                raise ValueError(f"{len(match['board'])} squares are no board")
            if match["move"] is None:
                yield BookRecord(position, None, 0.0, 0, False)
                continue
            move, depth = Move(match["move"]), int(match["depth"])
            if not position.is_legal(move):
                raise ValueError(f"{move} is no legal move")
        except ValueError as error:
            raise BookError(f"line {number}: {error}") from error
        yield BookRecord(position, move, float(match["worth"]), depth, depth >= position.empties)
