"""A book to write: all of it in memory, every change in the file at once."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from pathlib import Path

from ..._core import Move, Position
from .book import Book, BookRecord
from .seats import Link, discs, seat_of
from .store import HUNDREDTHS, BookError, Row, Store

_NO_MOVE = -1


class BookEditor(Book):
    """A book that positions can be added to; what is added is in the file, also after a crash.

    The values of positions before it are kept right: what a move into the book is worth is what the
    position there is worth. One program writes at a time; another one's writing raises BookError.
    """

    def __init__(self, path: str | Path, size: int = 8) -> None:
        """Opens a book, or makes an empty one for that board size if nothing is there."""
        Position.initial(size)
        Store.create(Path(path), size)
        self._store = Store(Path(path), write=True)
        try:
            self.rows = dict(self._store.rows())
            """All positions, by board."""
            self._moves: dict[bytes, list[Link]] = {}
            self._entered: set[bytes] = set()
            self._before: dict[bytes, list[bytes]] = {}
            """The positions of the book that a move leads from, by the board that it leads to."""
            for board in self.rows:
                self._enter(board)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> BookEditor:
        """Return the book itself."""
        return self

    def __len__(self) -> int:
        """How many positions it has."""
        return len(self.rows)

    def outside(self, position: Position) -> list[Move]:
        """The moves that do not lead into the book, of mirror images one."""
        found = {seat_of(position.play(move)).board: move for move in position.legal_moves()}
        return sorted(move for board, move in found.items() if board not in self.rows)

    def add(
        self,
        position: Position,
        move: Move | str | None,
        value: float = 0.0,
        depth: int = 0,
        *,
        exact: bool = False,
    ) -> None:
        """Puts a position in, or what is newly found of it.

        `move` is the best of those that do not lead into the book, None if all do; `value` what it
        is worth to the side to move, in discs, searched to `depth` plies, or proved. Raises
        ValueError for a finished position, one without a choice but to pass, one of another size,
        a move that is not legal, or none where one is needed, and a value or depth that is none.
        """
        record = BookRecord(position, None if move is None else Move(move), value, depth, exact)
        board, row = self._row_of(record)
        if move is None and (outside := self.outside(position)):
            raise ValueError(f"{position!r}: expected a move, such as {outside[0]}")
        self.rows[board] = row
        self._enter(board)
        self._settle([board])

    def merge(self, records: Iterable[BookRecord]) -> int:
        """Puts positions in, of one that is there already what was searched deeper.

        Returns how many are new or deeper. Raises ValueError, with nothing put in, for a position
        or a move as `add` does.
        """
        better: dict[bytes, Row] = {}
        given: dict[bytes, Position] = {}
        for record in records:
            board, row = self._row_of(record)
            there = better.get(board) or self.rows.get(board)
            if there is None or row.depth > there.depth:
                better[board] = row
                given[board] = record.position
        for board, row in better.items():
            if row.move < 0:
                position = given[board]
                for move in position.legal_moves():
                    after = seat_of(position.play(move)).board
                    if after not in self.rows and after not in better:
                        raise ValueError(f"{position!r}: expected a move, such as {move}")
        self.rows |= better
        for board in better:
            self._enter(board)
        self._settle(better)
        return len(better)

    def stale(self) -> list[bytes]:
        """The positions to search anew: the best move that led out of the book leads into it."""
        return [board for board, row in self.rows.items() if self._is_stale(board, row)]

    def negamax(self) -> None:
        """Works out all values anew, from the moves that lead out of the book."""
        self._settle(self.rows)

    def shrink(self) -> None:
        """Gives back the room in the file that is not used."""
        self._store.shrink()

    def _row_of(self, record: BookRecord) -> tuple[bytes, Row]:
        """Where a record belongs, and what is to be stored; ValueError if it makes no sense."""
        position, move, worth, depth, exact = record
        name = f"{self.size}x{self.size}"
        if position.size != self.size or position.is_over or position.must_pass:
            raise ValueError(f"{position!r}: expected a position of {name} with a move to choose")
        board = seat_of(position).board
        if move is None:
            return board, Row(0, 0, _NO_MOVE, 0, 0)
        if not (isinstance(worth, int | float) and abs(worth) <= position.shape.area):
            raise ValueError(f"{position!r}: the value {worth!r} is none in discs")
        if not (isinstance(depth, int) and depth >= 0):
            raise ValueError(f"{position!r}: the depth {depth!r} is no number of plies")
        if exact and worth != round(worth):
            raise ValueError(f"{position!r}: the proved value {worth} is no whole number of discs")
        after = seat_of(position.play(move)).board
        number = next(self._number(link.move) for link in self.links(board) if link.board == after)
        empties, value = position.empties, round(worth * HUNDREDTHS)
        return board, Row(
            value, exact, number, value, empties if exact else min(depth, empties - 1)
        )

    def _is_stale(self, board: bytes, row: Row) -> bool:
        if row.depth == self.size**2 - discs(board):
            return False  # the others are proved to be no better
        outside = [link for link in self.links(board) if link.board not in self.rows]
        return bool(outside) and all(self._number(link.move) != row.move for link in outside)

    def _all(self) -> Iterable[tuple[bytes, Row]]:
        return self.rows.items()

    def _row(self, board: bytes) -> Row | None:
        return self.rows.get(board)

    def links(self, board: bytes) -> list[Link]:
        """The moves of a position that is given as the book holds it."""
        if board not in self._moves:
            self._moves[board] = super().links(board)
        return self._moves[board]

    def _enter(self, board: bytes) -> None:
        """Notes which positions a new one comes after."""
        if board not in self._entered:
            self._entered.add(board)
            for link in self.links(board):
                self._before.setdefault(link.board, []).append(board)

    def _settle(self, boards: Iterable[bytes]) -> None:
        """Works out values, and then those of the positions before; writes them."""
        changed: dict[bytes, Row] = {}
        first = set(boards)
        waiting = [(-discs(board), board) for board in first]
        heapify(waiting)
        seen = set()
        while waiting:
            _, board = heappop(waiting)
            if board in seen:
                continue
            seen.add(board)
            old = self.rows[board]
            new = self._valued(board, old)
            changed[board] = self.rows[board] = new
            if new != old or board in first:
                for before in self._before.get(board, ()):
                    heappush(waiting, (-discs(before), before))
        self._store.write(changed.items())

    def _valued(self, board: bytes, row: Row) -> Row:
        """A position with the value that its moves give it."""
        proved = row.depth == self.size**2 - discs(board)
        values, exact, is_whole = [], True, True
        for move, after, sign, _ in self.links(board):
            if (there := self.rows.get(after)) is not None:
                values.append(sign * there.value)
                exact &= bool(there.exact)
            else:
                is_whole = False
                if self._number(move) == row.move:
                    values.append(row.leaf)
        if proved:
            values.append(row.leaf)
        if not values:
            raise BookError(f"cannot read the book {str(self.path)!r}: a position has no move")
        return row._replace(value=max(values), exact=int(exact and (is_whole or proved)))
