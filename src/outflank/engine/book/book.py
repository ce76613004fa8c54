"""A book of openings to read: what positions and moves are worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..._core import Move, Position
from .seats import Link, Seat, discs, links_of, position_of, seat_of
from .store import HUNDREDTHS, BookError, Row, Store


class BookEntry(NamedTuple):
    """What a book knows of a position, as the side to move sees it."""

    value: float
    """In discs, with best play of both sides in the book and behind it."""
    exact: bool
    """Whether that is proved: empty squares count for the winner."""
    depth: int
    """To how many plies the best move that leads out of the book was searched; 0 if all moves lead
    into it."""


class BookMove(NamedTuple):
    """A move that a book knows, as the side to move sees it."""

    move: Move
    value: float
    """In discs."""
    exact: bool
    """Whether the value is proved."""
    depth: int
    """To how many plies what it leads to was searched, the move included."""
    inside: bool
    """Whether the book has the position that it leads to."""


class BookRecord(NamedTuple):
    """What a book was told of a position; values follow from that."""

    position: Position
    """Black to move, as the book turns it; others may be turned otherwise."""
    move: Move | None
    """The best move that leads out of the book; None if all lead into it."""
    worth: float
    """Of that move, for the side to move, in discs."""
    depth: int
    """Plies to which it was searched; all empty squares if it is proved."""
    exact: bool
    """Whether it is proved."""


class Book:
    """A file of positions, each for all that are turned, of either colour, with passes made.

    Others may read or extend it at the same time. Every method raises BookError if the file is
    damaged. A position of another board size is simply not there.
    """

    def __init__(self, path: str | Path) -> None:
        """Raises BookError if there is no such book."""
        self._store = Store(Path(path))

    @property
    def path(self) -> Path:
        """The file."""
        return self._store.path

    @property
    def size(self) -> int:
        """The board size."""
        return self._store.size

    def close(self) -> None:
        """Lets go of the file."""
        self._store.close()

    def __enter__(self) -> Book:
        """Return the book itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the file."""
        self.close()

    def __len__(self) -> int:
        """How many positions it has."""
        return self._store.count()

    def __contains__(self, position: Position) -> bool:
        """Whether it has a position."""
        return self.get(position) is not None

    def get(self, position: Position) -> BookEntry | None:
        """What it knows of a position; None if it does not have it."""
        if (found := self._find(position)) is None:
            return None
        seat, row = found
        depth = row.depth + (seat.sign < 0 and row.move >= 0)
        return BookEntry(seat.sign * row.value / HUNDREDTHS, bool(row.exact), depth)

    def moves(self, position: Position) -> list[BookMove]:
        """The moves that it knows, the best first; none in a position that it does not have.

        Where a side must pass the pass is the one move. Of moves of equal value the order is the
        same however the position is turned.
        """
        if (found := self._find(position)) is None:
            return []
        seat, row = found
        if seat.sign < 0:
            (move,), entry = position.legal_moves(), self.get(position)
            assert entry is not None
            return [BookMove(move, entry.value, entry.exact, entry.depth, True)]
        images: dict[bytes, list[Move]] = {}
        for move in position.legal_moves():
            images.setdefault(seat_of(position.play(move)).board, []).append(move)
        return [
            found._replace(move=move)
            for board, found in self.known(seat.board, row)
            for move in images[board]
        ]

    def records(self) -> Iterator[BookRecord]:
        """All positions, those with the fewest discs first."""
        for board, row in sorted(self._all(), key=lambda each: (discs(each[0]), each[0])):
            position = self._position(board)
            move = None if row.move < 0 else position.shape.squares[row.move]
            if move is not None and not position.is_legal(move):
                raise BookError(f"cannot read the book {str(self.path)!r}: {move} is illegal")
            exact = move is not None and row.depth == position.empties
            yield BookRecord(position, move, row.leaf / HUNDREDTHS, row.depth, exact)

    def known(self, board: bytes, row: Row) -> list[tuple[bytes, BookMove]]:
        """The known moves of a position that is given as the book holds it, the best first.

        With each the board that it leads to; mirror images are there once.
        """
        known: list[tuple[int, bytes, BookMove]] = []
        for move, after, sign, _ in self.links(board):
            if (there := self._row(after)) is not None:
                value, exact, depth = sign * there.value, bool(there.exact), there.depth + 1
                found = BookMove(move, value / HUNDREDTHS, exact, depth, True)
            elif self._number(move) == row.move:
                value, proved = row.leaf, row.depth == self.size**2 - discs(board)
                found = BookMove(move, value / HUNDREDTHS, proved, row.depth, False)
            else:
                continue
            known.append((-value, after, found))
        if not known:
            raise BookError(f"cannot read the book {str(self.path)!r}: a position has no move")
        return [(after, found) for _, after, found in sorted(known, key=lambda each: each[:2])]

    def _find(self, position: Position) -> tuple[Seat, Row] | None:
        if position.size != self.size or position.is_over:
            return None
        seat = seat_of(position)
        row = self._row(seat.board)
        return None if row is None else (seat, row)

    def _row(self, board: bytes) -> Row | None:
        return self._store.row(board)

    def links(self, board: bytes) -> list[Link]:
        """The moves of a position that is given as the book holds it."""
        return links_of(self._position(board))

    def _position(self, board: bytes) -> Position:
        try:
            position = position_of(board, self.size)
            if position.is_over or position.must_pass:
                raise ValueError("a row that is none of a position with a choice")
            return position
        except ValueError as error:
            raise BookError(f"cannot read the book {str(self.path)!r}: {error}") from error

    def _all(self) -> Iterable[tuple[bytes, Row]]:
        return self._store.rows()

    def _number(self, move: Move) -> int:
        return move.row * self.size + move.column
