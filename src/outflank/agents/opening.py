"""Moves out of a book of openings, for an agent."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Literal

from .._core import Position
from ..engine import Analysis, Limit, Line
from .failure import AgentError

if TYPE_CHECKING:
    from ..engine.book import Book, BookMove

_ROUNDING = 0.005
"""Values are kept in hundredths."""


class Opening:
    """Looks positions up in a book; "auto" is the one that comes with this package for a size.

    Moves up to `variety` discs worse than the best are played too, each as likely as the others; of
    equal ones without variety always the same. "auto" is left alone where a limit says how deep or
    how far to search.
    """

    def __init__(
        self, book: str | Path | Literal["auto"], *, variety: float = 0.0, seed: int | None = None
    ) -> None:
        """Raises AgentError for a book that cannot be read."""
        if not (isinstance(variety, int | float) and variety >= 0):
            raise AgentError(f"variety {variety!r}: expected discs, 0 or more")
        self.variety = variety
        self._random = Random(seed)
        self._auto = book == "auto"
        self._books: dict[int, Book | None] = {}
        if not self._auto:
            from ..engine.book import Book, BookError

            try:
                named = Book(book)
            except BookError as error:
                raise AgentError(str(error)) from error
            self._books[named.size] = named

    def prepare(self, size: int) -> None:
        """Open the book of a board size and read a first position, which takes longest."""
        book = self._book(size)
        if book is not None:
            book.moves(Position.initial(size))

    def look_up(self, position: Position, limit: Limit) -> Analysis | None:
        """A move of the book within a limit on searches, and its value; None if there is none."""
        if self._auto and (limit.depth is not None or limit.nodes is not None):
            return None
        book = self._book(position.size)
        if book is None or not (moves := book.moves(position)):
            return None
        least = moves[0].value - self.variety - _ROUNDING
        chosen = moves[0]
        if self.variety:
            chosen = self._random.choice([move for move in moves if move.value >= least])
        return _analysis(position, chosen)

    def _book(self, size: int) -> Book | None:
        if size not in self._books and self._auto:
            from ..engine.book import shipped_book

            self._books[size] = shipped_book(size)
        return self._books.get(size)


def _analysis(position: Position, found: BookMove) -> Analysis:
    """A move of a book as a search would tell it, of no nodes and no time."""
    line = Line(found.move, found.value, (found.move,), found.exact)
    return Analysis(
        *line[:2],
        depth=found.depth,
        nodes=0,
        time=0.0,
        pv=line.pv,
        exact=found.exact,
        proven=found.exact,
        interrupted=False,
        turn=position.turn,
        unit="discs",
        selectivity=100 if found.exact else 0,
        lines=(line,),
    )
