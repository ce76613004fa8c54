"""What weights have in common: shorter runs of a pattern's squares, and the worth of each move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

from ...heuristics.patterns import Pattern

LENGTHS = (6, 3)
"""How many squares in a row, in the order of the pattern."""
MOVES = 64
"""Numbers of moves that are told apart, of either side: the weights after those of patterns."""


def share_of_runs(patterns: Sequence[Pattern], count: int) -> Any:
    """A sparse matrix: of each of `count` weights, the runs that its configuration is made of.

    Rows are in the order of the core's weights. A configuration that may be read in several orders
    has the runs of each, in equal parts, so that tied ones stay tied. The weight of a number of
    moves is made of so many equal parts: numbers that are rare, on large boards, go on in the
    direction of those that are not.
    """
    rows, columns, shares = [], [], []
    first = 0
    width = 0
    for pattern in patterns:
        numbers = np.arange(3**pattern.squares)
        digits = np.stack([numbers // 3**place % 3 for place in range(pattern.squares)])
        worth = 3 ** np.arange(pattern.squares)
        least = np.min([worth @ digits[list(order)] for order in pattern.readings], axis=0)
        own = digits[:, least == numbers]  # of tied configurations the core counts the least
        here = first + np.arange(own.shape[1])
        first += own.shape[1]
        for length in (n for n in LENGTHS if n < pattern.squares):
            for start in range(pattern.squares - length + 1):
                for order in pattern.readings:
                    run = own[list(order[start : start + length])]
                    rows.append(here)
                    columns.append(width + worth[:length] @ run)
                    shares.append(np.full(len(here), 1 / len(pattern.readings), np.float32))
                width += 3**length
    moves = np.arange(MOVES, dtype=np.float32)
    for _ in ("the player", "the opponent"):
        rows.append(first + np.arange(MOVES))
        columns.append(np.full(MOVES, width))
        shares.append(moves)
        first += MOVES
        width += 1
    where = np.concatenate(rows), np.concatenate(columns)
    return csr_matrix((np.concatenate(shares), where), shape=(count, width))
