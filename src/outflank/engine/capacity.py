"""How large a table a search needs: k b^d positions, by board and expected depth d.

The figures are those of ``benchmarks/table.py growth``, a place for every fourth node; what tables
of other sizes cost is in docs/search.md.
"""

import math

from .._core import Position
from .limit import Limit
from .settings import Settings

_BRANCHING = {4: 2.0, 6: 2.2, 8: 2.8, 10: 3.2, 12: 3.6, 14: 4.2, 16: 4.2}
"""By how much a ply more multiplies the nodes, by size."""
_TO_THE_END = 2.2
"""The same in exact searches, on every board."""
_PLACES = 2.5
_PLACES_TO_THE_END = 0.04
"""k: positions to remember, for a depth of none."""
_NODES_A_PLACE = 4
_PER_SECOND = 1_000_000

_LEAST, _MOST = 2**10, 2**23
"""16 KB and 128 MB."""
_BYTES = 16
"""A position takes these."""


def expected_megabytes(position: Position, limit: Limit, settings: Settings) -> float:
    """A table, in megabytes, that a search within the limit hardly ever fills."""
    places = min(_to_the_limit(position, limit, settings), _MOST)
    if not settings.table:
        places = _LEAST
    if limit.nodes is not None:
        places = min(places, limit.nodes // _NODES_A_PLACE)
    if limit.time is not None:
        places = min(places, limit.time * _PER_SECOND)
    return float(2 ** math.ceil(math.log2(max(places, _LEAST))) * _BYTES / 2**20)


def _to_the_limit(position: Position, limit: Limit, settings: Settings) -> float:
    empties = position.empties
    depth = empties if limit.depth is None else min(limit.depth, empties)
    if depth == empties or empties <= settings.exact_from:
        return float(_PLACES_TO_THE_END * _TO_THE_END**empties)
    return float(_PLACES * _BRANCHING[position.size] ** depth)
