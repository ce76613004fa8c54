"""What the commands of `outflank book` have in common."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ...agents.failure import one_line
from ...engine import Limit
from ...engine.book import Book, BookEditor, BookError, BookMove, BookSearch, shipped_book
from ...formats import Problem, Record
from ...rules import Game
from .errors import UsageError
from .options import MOST_PLIES, start_position
from .output import LiveLine, check_writable, tidily
from .sources import Source
from .words import counted

_MOST_TABLE = 65536
"""Megabytes that an engine can have."""
_SHIPPED = re.compile(r"([0-9]{1,2})x\1")


def edit(
    file: Path,
    size: int | None,
    jobs: int,
    work: Callable[[BookEditor, Callable[[BookEditor], None]], bool],
) -> None:
    """Works on a book, shows how far that is, and says what has come of it."""
    if jobs < 1:
        raise UsageError(f"jobs {jobs}: expected a whole number above 0")
    check_book(file)
    start_position(size or 8)
    line = LiveLine()
    with sentences(), tidily(), gone_if_empty(file), BookEditor(file, size or 8) as editor:
        if size not in (None, editor.size):
            more = "" if len(editor) else ": it is empty, so delete it first"
            raise UsageError(
                f"{str(file)!r} is a book of {editor.size}x{editor.size}, not {size}{more}"
            )
        before = len(editor)
        try:
            is_done = work(editor, lambda editor: line.show(lambda: _state(editor, before)))
        except KeyboardInterrupt:
            line.clear()
            kept = f"what is searched is in {file}" if len(editor) else "nothing was searched yet"
            print(f"outflank: stopped: {kept}, the same command goes on", file=sys.stderr)
            raise
        finally:
            line.clear()
        editor.shrink()
        print(f"{_state(editor, before)} in {file}")
        if not is_done:
            print("The time is over; the same command goes on.")


def check_book(file: Path) -> None:
    """Finds out that a book cannot be written, or that its name would hide one of ours."""
    name = str(file)
    if match := _SHIPPED.fullmatch(name):
        ours = shipped_book(int(match[1]))
        if ours is None:
            raise UsageError(
                f"{name!r} is how a book of this package would be named: choose another name, such"
                " as my.book"
            )
        ours.close()
        raise UsageError(
            f"{name!r} stands for a book of this package: choose another name, and copy ours first"
            f" if you want to extend it: 'outflank book export {name} ours.txt',"
            " 'outflank book import my.book ours.txt'"
        )
    check_writable(file)


@contextmanager
def opened(name: str) -> Iterator[Book]:
    """A book that is a file, or one of this package by its size."""
    match = None if Path(name).exists() else _SHIPPED.fullmatch(name)
    with sentences():
        opened = shipped_book(int(match[1])) if match else Book(name)
    if opened is None:
        raise UsageError(f"there is no book of {name} in this package: name a file")
    with opened:
        yield opened


@contextmanager
def sentences(before: str = "") -> Iterator[None]:
    """Says what is wrong with a book as what is wrong with the command."""
    try:
        yield
    except (BookError, MemoryError) as error:
        raise UsageError(f"{before}{error}") from error


@contextmanager
def gone_if_empty(file: Path) -> Iterator[None]:
    """Leaves no new book behind that nothing was put in."""
    is_new = not file.exists()
    try:
        yield
    finally:
        if is_new and file.exists():
            with Book(file) as book:
                count = len(book)
            if count == 0:
                file.unlink()


def size_of(file: Path) -> int:
    """The size of a book, or of the one to make where there is none."""
    if not file.exists():
        return 8
    with sentences(), Book(file) as book:
        return book.size


def games_of(word: str, size: int) -> Iterator[Game]:
    """The games of a source; what cannot be read is told and left out."""
    for _, place, answer in Source(word, size):
        if isinstance(answer, Record):
            yield answer.game
        elif isinstance(answer, Problem):
            print(f"outflank: {one_line(f'{place}: {answer.reason}')}", file=sys.stderr)


def search_of(depth: int, exact: int, table: float) -> BookSearch:
    """How to search positions, as the options say."""
    try:
        limit = Limit(depth=depth)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if exact < 0:
        raise UsageError(f"exact {exact}: expected empty squares, 0 or more")
    if not 0 < table <= _MOST_TABLE:
        raise UsageError(f"table {table}: expected megabytes above 0 and up to {_MOST_TABLE}")
    if max(depth, exact) > MOST_PLIES:
        print(
            f"outflank: to look more than {MOST_PLIES} moves ahead may take longer than anyone"
            " waits for the first position",
            file=sys.stderr,
            flush=True,
        )
    return BookSearch(limit, exact, table=table)


def check_hours(hours: float | None) -> None:
    """Finds out that a time is none."""
    if hours is not None and not hours >= 0:
        raise UsageError(f"hours {hours}: expected 0 or more")


def row(found: BookMove, name: str | None) -> str:
    """A move's line in a table."""
    value = f"{found.value:+.0f}" if found.exact else f"{found.value:+.2f}"
    depth = "exact" if found.exact else f"{found.depth or '':>5}"
    inside = "yes" if found.inside else "no"
    return f"{found.move!s:<4}  {value:>7}  {depth}  {inside:<3}  {name or ''}".rstrip()


def _state(editor: BookEditor, before: int) -> str:
    return f"{counted(len(editor), 'position')}, {len(editor) - before:,} of them new,"
