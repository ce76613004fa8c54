"""`outflank book`: positions of the opening with values, which the engine plays from."""

from __future__ import annotations

import sys
from collections.abc import Callable
from json import dumps
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ...database import opening_name
from ...engine.book import BookEditor, Growth, read_text, write_text
from ...engine.book import build as grow
from ...engine.book import learn as take_in
from ...rules.outcome import name_of
from ...rules.text import compact
from .book_files import (
    check_book,
    check_hours,
    edit,
    games_of,
    gone_if_empty,
    opened,
    row,
    search_of,
    sentences,
    size_of,
)
from .errors import UsageError
from .options import Number, start_position
from .output import check_writable, tidily, write_result
from .sources import read_position
from .words import counted

_HOUR = 3600
_USUAL = Growth()

Edited = Annotated[Path, Parameter(help="A file; it is made if it is not there.")]
Size = Annotated[
    int | None,
    Parameter(help="Squares a side: of a new book, or which one of ours (8).", metavar="N"),
]
Depth = Annotated[int, Parameter(help="Plies to search each position.", metavar="N")]
Exact = Annotated[
    int, Parameter(help="Empty squares from which on positions are solved.", metavar="N")
]
Jobs = Annotated[int, Parameter(help="Positions to search at a time.", metavar="N")]
Table = Annotated[
    float, Parameter(help="Megabytes that each of these has to remember positions.", metavar="MB")
]
Hours = Annotated[float | None, Parameter(help="Stop after so long.", metavar="H")]


def build(
    book: Edited,
    /,
    *,
    size: Size = None,
    start: Annotated[
        str | None,
        Parameter(name="--from", help="Grow from here, moves or a board.", metavar="POSITION"),
    ] = None,
    loss: Annotated[
        float, Parameter(help="Discs that the other side may lose in all.", metavar="DISCS")
    ] = _USUAL.loss,
    variety: Annotated[
        float,
        Parameter(help="How much worse than the best its own moves may be.", metavar="DISCS"),
    ] = _USUAL.variety,
    plies: Annotated[int, Parameter(help="The longest line.", metavar="N")] = _USUAL.plies,
    positions: Annotated[
        int | None, Parameter(help="How many to have in the end, at most.", metavar="N")
    ] = _USUAL.positions,
    answers: Annotated[
        int,
        Parameter(help="Plies in which to have the best move against everything.", metavar="N"),
    ] = _USUAL.answers,
    depth: Depth = 16,
    exact: Exact = 20,
    jobs: Jobs = 1,
    table: Table = 64,
    hours: Hours = None,
) -> None:
    """Grow a book, the lines first that cost the two sides least.

    One side plays moves of the book, whichever colour it has, and the other may lose some discs on
    the way. Every position is in the file as soon as it is searched; the same command after
    Ctrl-C, or with other limits, goes on.
    """
    for name, value in {
        "loss": loss,
        "variety": variety,
        "plies": plies,
        "answers": answers,
    }.items():
        if not value >= 0:
            raise UsageError(f"{name} {value}: expected 0 or more")
    if positions is not None and positions < 1:
        raise UsageError(f"positions {positions}: expected a whole number above 0")
    check_hours(hours)
    growth = Growth(loss, variety, plies, positions, answers)
    search = search_of(depth, exact, table)
    first = None if start is None else read_position(start, size or size_of(book))

    def work(editor: BookEditor, show: Callable[[BookEditor], None]) -> bool:
        return grow(
            editor,
            growth,
            search,
            start=first,
            jobs=jobs,
            seconds=hours and hours * _HOUR,
            on_progress=show,
        )

    edit(book, size if first is None else first.size, jobs, work)


def learn(
    book: Edited,
    /,
    *games: Annotated[str, Parameter(help="Files of games in any format, moves, or -.")],
    size: Size = None,
    plies: Annotated[int, Parameter(help="How far into each game.", metavar="N")] = 20,
    depth: Depth = 16,
    exact: Exact = 20,
    jobs: Jobs = 1,
    table: Table = 64,
    hours: Hours = None,
) -> None:
    """Put the positions of games into a book, searched by the engine.

    Games of other board sizes are left out. After Ctrl-C the same command goes on.
    """
    if not games:
        raise UsageError("book learn needs games: files, moves, or - for the standard input")
    if plies < 0:
        raise UsageError(f"plies {plies}: expected 0 or more")
    check_hours(hours)
    search, wanted = search_of(depth, exact, table), size or size_of(book)
    found = [game for word in games for game in games_of(word, wanted)]
    fitting = [game for game in found if game.start.size == wanted]
    if others := len(found) - len(fitting):
        print(f"outflank: {others} of other board sizes left out", file=sys.stderr)
    if not fitting:
        raise UsageError(f"there are no games of {wanted}x{wanted} to learn")

    def work(editor: BookEditor, show: Callable[[BookEditor], None]) -> bool:
        return take_in(
            editor,
            fitting,
            search,
            plies=plies,
            jobs=jobs,
            seconds=hours and hours * _HOUR,
            on_progress=show,
        )

    edit(book, size, jobs, work)


def show(
    *position: Annotated[
        str, Parameter(help="Moves such as f5d6c3, a board, a file with either, or -.")
    ],
    book: Annotated[
        str | None, Parameter(help="A book, if not the one of this package.", metavar="BOOK")
    ] = None,
    number: Number = 1,
    size: Size = None,
    json: Annotated[bool, Parameter(help="Print JSON instead.")] = False,
) -> None:
    """Show what a book knows of a position, which may be turned and come about in any way.

    Values are in discs for the side to move, with best play in the book. Without a position it is
    the start.
    """
    text = " ".join(position).strip()
    usual = size or (8 if book is None else size_of(Path(book)))
    seen = read_position(text, usual, number) if text else start_position(usual)
    with opened(book or f"{seen.size}x{seen.size}") as known_book, sentences():
        if known_book.size != seen.size:
            raise UsageError(
                f"{book!r} is a book of {known_book.size}x{known_book.size}, not {seen.size}"
            )
        entry, moves, count = known_book.get(seen), known_book.moves(seen), len(known_book)
    names = [opening_name(seen.play(found.move), "en") for found in moves]
    if json:
        rows = [
            {**found._asdict(), "move": str(found.move), "opening": name}
            for found, name in zip(moves, names, strict=True)
        ]
        known = None if entry is None else entry._asdict()
        document = {"position": compact(seen), "positions": count, "entry": known, "moves": rows}
        print(dumps(document, indent=2))
        return
    print(f"{counted(count, 'position')} of {seen.size}x{seen.size}, {name_of(seen.turn)} to move.")
    if name := opening_name(seen, "en"):
        print(f"Opening: {name}")
    if entry is None:
        print("This position is not in the book.")
        return
    print(f"{'move':<4}  {'value':>7}  {'depth':>5}  {'in':<3}  opening")
    for found, name in zip(moves, names, strict=True):
        print(row(found, name))


def import_(
    book: Edited, file: Annotated[str, Parameter(help="The text, or - for the input.")], /
) -> None:
    """Put the positions of a text into a book, as 'outflank book export' writes it.

    Of a position in both the one that was searched deeper stays.
    """
    check_book(book)
    file = file.strip()
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise UsageError(f"cannot read {file!r}: {reason}") from error
    with sentences(f"{file}: "):
        records = list(read_text(text.splitlines()))
    if not records:
        raise UsageError(f"there are no positions in {file!r}")
    size = records[0].position.size
    with sentences(), tidily(), gone_if_empty(book), BookEditor(book, size) as editor:
        try:
            changed = editor.merge(records)
        except ValueError as error:
            raise UsageError(f"{file}: {error}") from error
        total = counted(len(editor), "position")
        print(f"{total} in {book}, {changed:,} of them new or deeper")


def export(
    book: Annotated[str, Parameter(help="A file; or 8x8 and the like for ours.")],
    file: Annotated[str, Parameter(help="Where to, or - for the output.")],
    /,
) -> None:
    """Write a book as text, a line for each position: board, value, best move out of the book."""
    out = Path(file.strip())
    check_writable(out)
    if out.exists() and Path(book).exists() and out.samefile(book):
        raise UsageError(f"{str(out)!r} is the book itself: name another file for the text")
    with opened(book) as known_book, sentences():
        write_result(out, "".join(write_text(known_book)))
