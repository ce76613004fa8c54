"""`outflank solve`: the result of positions with best play, proved."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from json import dumps
from typing import Annotated

from cyclopts import Parameter

from ...agents.failure import one_line
from ...engine import MOST_THREADS, Engine, Limit
from ...formats import Entry
from ...rules import Position
from .answers import Answer, answer, fields, header, row
from .errors import UsageError
from .options import limit_of, start_position
from .positions import Asked, Unreadable, read_positions

_DIFFERS = 1
_UNREADABLE = 2
_MANY_EMPTIES = 30
_WARNING = (
    f"more than {_MANY_EMPTIES} squares are empty, which may take longer than anyone waits to"
    " prove: --time 60 shows the bounds that are proved in a minute"
)


def solve(
    *position: Annotated[
        str,
        Parameter(help="A board such as '---...XO... X', moves such as f5d6c3, a file, or -."),
    ],
    size: Annotated[
        int | None,
        Parameter(
            help="Squares a side, for moves (8); alone: solve the start position.", metavar="N"
        ),
    ] = None,
    every: Annotated[bool, Parameter(name="--all", help="Prove the score of every move.")] = False,
    wld: Annotated[bool, Parameter(help="Prove no more than win, draw or loss.")] = False,
    threads: Annotated[
        int | None, Parameter(help="Threads that search together, if not all cores.", metavar="N")
    ] = None,
    table: Annotated[
        float | None, Parameter(help="Memory for the table, if not as needed.", metavar="MB")
    ] = None,
    time: Annotated[
        float | None, Parameter(help="Seconds for a position.", metavar="SECONDS")
    ] = None,
    json: Annotated[bool, Parameter(help="Print a line of JSON for each instead.")] = False,
) -> int:
    """Prove the result of positions with best play of both sides.

    A file holds a position a line: the squares from a1 on and the side to move, and perhaps known
    scores (OBF), which are checked; or moves; or drawn boards, or games in any format that convert
    reads, whose last positions are solved. When time is up, and after Ctrl-C, bounds are shown, as
    far as they are proved. The exit status is 1 if an answer differs from the file's, 2 if a line
    cannot be read.
    """
    if not position and size is None:
        raise UsageError(
            "solve needs a position: a board, moves, a file or -; or --size 6 for the start of 6x6"
        )
    limit = limit_of(time, None, None, Limit())
    engine = _engine(threads, table)
    positions: Iterable[Asked | Unreadable]
    if position:
        positions = read_positions(position, 8 if size is None else size)
    else:
        positions = [Asked("", Entry(start_position(size or 0), {}, None))]
    totals, status, warned = Totals(), 0, False
    if not json:
        print(header(wld), flush=True)
    number = 0
    try:
        for asked in positions:
            if isinstance(asked, Unreadable):
                print(f"outflank: {one_line(str(asked))}", file=sys.stderr, flush=True)
                status = status if asked.harmless else _UNREADABLE
                continue
            number += 1
            if time is None and not warned and _is_long(asked.entry.position):
                warned = True
                print(f"outflank: {_WARNING}", file=sys.stderr, flush=True)
            given = answer(number, asked, engine, wld=wld, every=every, limit=limit, hidden=json)
            totals.add(given)
            print(dumps(fields(given)) if json else row(given), flush=True)
            if given.solution and given.solution.interrupted:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        _finish(totals, json)
        raise
    _finish(totals, json)
    return status or (_DIFFERS if totals.differing else 0)


def _is_long(position: Position) -> bool:
    return position.empties > _MANY_EMPTIES and not position.is_over


def _finish(totals: Totals, json: bool) -> None:
    if not json:
        print("".join(f"{line}\n" for line in totals.lines()), end="", flush=True)


def _engine(threads: int | None, table: float | None) -> Engine:
    cores = min(os.cpu_count() or 1, MOST_THREADS)
    try:
        return Engine(
            table="auto" if table is None else table,
            threads=cores if threads is None else threads,
        )
    except (ValueError, MemoryError) as error:
        raise UsageError(str(error)) from error


class Totals:
    """Sums over all answers."""

    def __init__(self) -> None:
        self.differing: list[int] = []
        """The numbers of those that contradict what was said."""
        self._count = self._known = self._checked = self._nodes = 0
        self._time = 0.0

    def add(self, given: Answer) -> None:
        """Counts one more."""
        self._count += 1
        self._known += given.is_known
        self._nodes += given.nodes
        self._time += given.time
        if given.differences:
            self.differing.append(given.number)
        self._checked += given.asked.entry.score is not None and (
            given.is_known or bool(given.differences)
        )

    def lines(self) -> list[str]:
        """What to say at the end."""
        rate = self._nodes / self._time if self._time else 0
        total = (
            f"{self._known} of {self._count} solved:"
            f" {self._nodes:,} nodes in {self._time:.2f} s, {rate:,.0f} nodes/s"
        )
        lines = [total] if self._count > 1 else []
        if self.differing:
            lines.append(
                f"{len(self.differing)} of {self._checked} checked answers"
                f" {'differs' if len(self.differing) == 1 else 'differ'}:"
                f" {'position' if len(self.differing) == 1 else 'positions'}"
                f" {', '.join(map(str, self.differing))}"
            )
        elif self._checked:
            lines.append(f"{self._checked} checked, and nothing differs")
        return lines
