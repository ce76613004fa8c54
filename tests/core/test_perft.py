"""Leaf counts at every size, under both conventions for passes."""

import pytest

from outflank import Position

# Published for 8x8 (Aart Bik), counted with independent programs for the other sizes.
COUNTS = {
    4: [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980],
    6: [4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976792],
    8: [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284],
    10: [4, 12, 56, 244, 1396, 8200, 55180, 392268, 3045812],
    12: [4, 12, 56, 244, 1396, 8200, 55180, 392268, 3046196],
    14: [4, 12, 56, 244, 1396, 8200, 55180, 392268],
    16: [4, 12, 56, 244, 1396, 8200, 55180, 392268],
}
# Where they differ from those above.
FREE_PASSES = {
    4: [4, 12, 44, 128, 436, 1296, 3788, 9768, 22184, 41636, 60060, 60060, 60060, 60060],
    6: [4, 12, 56, 244, 1364, 7604, 47740, 308716, 2115128, 14978604],
    8: [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320, 24571420],
    10: COUNTS[10],
    12: COUNTS[12][:8],
    14: COUNTS[14],
    16: COUNTS[16],
}


@pytest.mark.parametrize("size", COUNTS)
def test_counts(size: int) -> None:
    start = Position.initial(size)
    assert [start.perft(depth) for depth in range(1, len(COUNTS[size]) + 1)] == COUNTS[size]


@pytest.mark.parametrize("size", FREE_PASSES)
def test_counts_with_free_passes(size: int) -> None:
    start = Position.initial(size)
    depths = range(1, len(FREE_PASSES[size]) + 1)
    assert [start.perft(depth, free_passes=True) for depth in depths] == FREE_PASSES[size]


def test_nothing_below_is_one_leaf() -> None:
    assert Position.initial().perft(0) == 1


def test_negative_depth() -> None:
    with pytest.raises(ValueError, match=r"depth -1: expected 0 or more"):
        Position.initial().perft(-1)


def test_positions_up_to_symmetry() -> None:
    """The counts of the literature for 8x8, plies 0 to 7."""
    layer = {Position.initial()}
    counts = []
    for _ in range(8):
        counts.append(len(layer))
        layer = {p.play(move).canonical() for p in layer for move in p.legal_moves()}
    assert counts == [1, 1, 3, 14, 60, 322, 1773, 10649]
