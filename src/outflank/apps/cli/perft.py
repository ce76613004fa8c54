"""`outflank perft`: counts the leaves of the game tree, to check and time the rules."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

from cyclopts import Parameter

from .errors import UsageError
from .options import Number, Size, start_position
from .sources import read_position


def perft(
    *,
    size: Size = 8,
    depth: Annotated[int, Parameter(help="The deepest count.", metavar="N")] = 9,
    free_passes: Annotated[bool, Parameter(help="A pass does not use up depth.")] = False,
    position: Annotated[
        str | None,
        Parameter(
            help="A board to count from instead, or moves, or a file.",
            metavar="TEXT",
            allow_leading_hyphen=True,
        ),
    ] = None,
    number: Number = 1,
) -> None:
    """Count positions, to check and time the rules.

    The leaves of the game tree are counted for each depth up to the one given. A pass is a ply, and
    a finished game is one leaf.
    """
    if depth < 1:
        raise UsageError(f"depth {depth}: expected a whole number above 0")
    start = start_position(size)
    if position is not None:
        start = read_position(position, size, number)
    longest = start.empties if free_passes else 2 * start.empties
    print(f"{'depth':>5} {'leaves':>20} {'seconds':>10} {'leaves/s':>14}")
    for plies in range(1, depth + 1):
        began = perf_counter()
        leaves = start.perft(plies, free_passes=free_passes)
        seconds = perf_counter() - began
        rate = leaves / seconds if seconds else 0
        print(f"{plies:>5} {leaves:>20,} {seconds:>10.3f} {rate:>14,.0f}", flush=True)
        # Counting all games is quick here, where hardly any goes on.
        if plies < depth and plies >= start.empties:
            games = start.perft(longest, free_passes=free_passes)
            if leaves == games:
                print(f"Deeper counts are the same: there are {games:,} games in all.")
                break
