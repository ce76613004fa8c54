"""`outflank book`: positions of the opening with values, which the engine plays from."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from json import dumps
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ...agents.failure import one_line
from ...database import opening_name
from ...engine import Limit
from ...engine.book import (
    Book,
    BookEditor,
    BookError,
    BookMove,
    BookSearch,
    Growth,
    read_text,
    shipped_book,
    write_text,
)
from ...engine.book import (
    build as grow,
)
from ...engine.book import (
    learn as take_in,
)
from ...formats import Problem, Record
from ...rules import Game
from ...rules.outcome import name_of
from ...rules.text import compact
from .errors import UsageError
from .options import Number, start_position
from .output import LiveLine, check_writable, tidily, write_result
from .sources import Source, read_position

_SHIPPED = re.compile(r"([0-9]{1,2})x\1")
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
        if value < 0:
            raise UsageError(f"{name} {value}: expected 0 or more")
    growth = Growth(loss, variety, plies, positions, answers)
    search = _search(depth, exact, table)
    first = None if start is None else read_position(start, size or _size_of(book))

    def work(editor: BookEditor, show: Callable[[BookEditor], None]) -> bool:
        return grow(
            editor,
            growth,
            search,
            start=first,
            jobs=jobs,
            seconds=_seconds(hours),
            on_progress=show,
        )

    _edit(book, size if first is None else first.size, jobs, work)


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
    search, wanted = _search(depth, exact, table), size or _size_of(book)
    found = [game for word in games for game in _games(word, wanted)]
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
            seconds=_seconds(hours),
            on_progress=show,
        )

    _edit(book, size, jobs, work)


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
    usual = size or (8 if book is None else _size_of(Path(book)))
    seen = read_position(text, usual, number) if text else start_position(usual)
    with _opened(book or f"{seen.size}x{seen.size}") as opened, _sentences():
        entry, moves, count = opened.get(seen), opened.moves(seen), len(opened)
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
    print(f"{count:,} positions of {opened.size}x{opened.size}, {name_of(seen.turn)} to move.")
    if name := opening_name(seen, "en"):
        print(f"Opening: {name}")
    if entry is None:
        print("This position is not in the book.")
        return
    print(f"{'move':<4}  {'value':>7}  {'depth':>5}  {'in':<3}  opening")
    for found, name in zip(moves, names, strict=True):
        print(_row(found, name))


def import_(
    book: Edited, file: Annotated[str, Parameter(help="The text, or - for the input.")], /
) -> None:
    """Put the positions of a text into a book, as 'outflank book export' writes it.

    Of a position in both the one that was searched deeper stays.
    """
    check_writable(book)
    file = file.strip()
    try:
        stream = sys.stdin if file == "-" else Path(file).open(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot read {file!r}: {error.strerror}") from error
    with stream, _sentences(f"{file}: "):
        try:
            records = list(read_text(stream))
        except UnicodeDecodeError as error:
            raise UsageError(f"{file!r} is no text: {error}") from error
    if not records:
        raise UsageError(f"there are no positions in {file!r}")
    with _sentences(), tidily(), BookEditor(book, records[0].position.size) as editor:
        try:
            changed = editor.merge(records)
        except ValueError as error:
            raise UsageError(f"{file}: {error}") from error
        print(f"{len(editor):,} positions in {book}, {changed:,} of them new or deeper")


def export(
    book: Annotated[str, Parameter(help="A file; or 8x8 and the like for ours.")],
    file: Annotated[str, Parameter(help="Where to, or - for the output.")],
    /,
) -> None:
    """Write a book as text, a line for each position: board, value, best move out of the book."""
    out = Path(file.strip())
    check_writable(out)
    with _opened(book) as opened, _sentences():
        write_result(out, "".join(write_text(opened)))


def _edit(
    file: Path,
    size: int | None,
    jobs: int,
    work: Callable[[BookEditor, Callable[[BookEditor], None]], bool],
) -> None:
    """Works on a book, shows how far that is, and says what has come of it."""
    if jobs < 1:
        raise UsageError(f"jobs {jobs}: expected a whole number above 0")
    check_writable(file)
    start_position(size or 8)
    line = LiveLine()
    with _sentences(), tidily(), BookEditor(file, size or 8) as editor:
        if size not in (None, editor.size):
            raise UsageError(f"{str(file)!r} is a book of {editor.size}x{editor.size}, not {size}")
        before = len(editor)
        try:
            is_done = work(editor, lambda editor: line.show(lambda: _state(editor, before)))
        except KeyboardInterrupt:
            line.clear()
            print(
                f"outflank: stopped: what is searched is in {file}, the same command goes on",
                file=sys.stderr,
            )
            raise
        finally:
            line.clear()
        editor.shrink()
        print(f"{_state(editor, before)} in {file}")
        if not is_done:
            print("The time is over; the same command goes on.")


def _state(editor: BookEditor, before: int) -> str:
    return f"{len(editor):,} positions, {len(editor) - before:,} of them new,"


def _row(found: BookMove, name: str | None) -> str:
    value = f"{found.value:+.0f}" if found.exact else f"{found.value:+.2f}"
    depth = "exact" if found.exact else f"{found.depth or '':>5}"
    inside = "yes" if found.inside else "no"
    return f"{found.move!s:<4}  {value:>7}  {depth}  {inside:<3}  {name or ''}".rstrip()


def _search(depth: int, exact: int, table: float) -> BookSearch:
    try:
        limit = Limit(depth=depth)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if not table > 0:
        raise UsageError(f"table {table}: expected megabytes above 0")
    return BookSearch(limit, exact, table=table)


def _seconds(hours: float | None) -> float | None:
    return None if hours is None else hours * _HOUR


def _games(word: str, size: int) -> Iterator[Game]:
    """The games of a source; what cannot be read is told and left out."""
    for _, place, answer in Source(word, size):
        if isinstance(answer, Record):
            yield answer.game
        elif isinstance(answer, Problem):
            print(f"outflank: {one_line(f'{place}: {answer.reason}')}", file=sys.stderr)


def _size_of(file: Path) -> int:
    """The size of a book, or of the one to make where there is none."""
    if not file.exists():
        return 8
    with _sentences(), Book(file) as book:
        return book.size


@contextmanager
def _opened(name: str) -> Iterator[Book]:
    """A book that is a file, or one of this package by its size."""
    match = None if Path(name).exists() else _SHIPPED.fullmatch(name)
    with _sentences():
        opened = shipped_book(int(match[1])) if match else Book(name)
    if opened is None:
        raise UsageError(f"there is no book of {name} in this package: name a file")
    with opened:
        yield opened


@contextmanager
def _sentences(before: str = "") -> Iterator[None]:
    try:
        yield
    except BookError as error:
        raise UsageError(f"{before}{error}") from error
