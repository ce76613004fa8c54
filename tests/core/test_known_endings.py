"""The exact search on positions whose values other programs found."""

import os

import pytest

from outflank import Engine

from .endings import known_endings

KNOWN = known_endings()
DEEP = {"ffo-26", "ffo-33", "ffo-34", "ffo-35", "ffo-36", "ffo-37", "ffo-38", "ffo-39"}
DEEP |= {"hard-036", "hard-151", "hard-174", "hard-197", "hard-013"}
"""Of which not every move is solved, but the best."""
BRIEF = "libasan" in os.environ.get("LD_PRELOAD", "")
"""Only the first twenty, which have few empty squares: the sanitizer is slow."""


def test_the_table_is_whole() -> None:
    assert len(KNOWN) == 39 + 12
    for position, truth in KNOWN.values():
        assert set(truth) == set(position.legal_moves())


@pytest.mark.parametrize("name", list(KNOWN)[: 20 if BRIEF else None])
def test_known_values(name: str) -> None:
    position, truth = KNOWN[name]
    found = Engine().solve(position, every=name not in DEEP)
    assert found.score == truth[found.move] == max(truth.values())
    for move, bounds in found.moves.items():
        assert bounds.lower <= truth[move] <= bounds.upper
        assert bounds.exact or name in DEEP
