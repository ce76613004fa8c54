"""Weights carried to another board: what agrees there keeps its worth."""

from random import Random
from struct import iter_unpack, pack

import pytest

from outflank import Learned, Position, _core
from outflank.heuristics.carried import carried, stretched
from outflank.heuristics.default import learned
from outflank.heuristics.patterns import patterns
from outflank.heuristics.weights_file import PatternWeights


def weights_of(size: int, *names: str, phases: int = 1) -> PatternWeights:
    """Random ones for some shapes; mobility and parity are worth nothing."""
    shapes = tuple(shape for shape in patterns(size) if shape.name in names)
    known = [(shape.copies, shape.readings) for shape in shapes]
    terms = _core.pattern_weights(size, [])
    count = _core.pattern_weights(size, known) - terms
    draw = Random(size).randrange
    rows = [[draw(-300, 300) for _ in range(count)] + [0] * terms for _ in range(phases)]
    values = b"".join(pack(f"<{len(row)}h", *row) for row in rows)
    phase_of = tuple(min(phases - 1, d * phases // size**2) for d in range(size**2 + 1))
    return PatternWeights(size, shapes, phase_of, values, {"seed": size})


def corner(size: int, discs: str) -> Position:
    """A board that is empty but for nine squares at a1."""
    rows = [discs[i : i + 3] + "-" * (size - 3) for i in (0, 3, 6)]
    return Position.parse("".join(rows).ljust(size**2, "-") + " X")


@pytest.mark.parametrize("size", [6, 10, 12, 16])
def test_a_corner_is_worth_the_same_on_every_board(size: int) -> None:
    weights = weights_of(8, "corner 3x3")
    there = Learned(carried(weights, size, stretched(weights, size)))
    for seed in range(20):
        discs = "".join(Random(seed).choices("XO-", k=9))
        assert there(corner(size, discs)) == Learned(weights)(corner(8, discs))


def test_the_same_board_gets_the_same_weights() -> None:
    known = learned(8)
    assert known is not None
    weights = known.weights[8]
    assert carried(weights, 8, weights.phase_of)[:4] == weights[:4]


def test_what_lies_farther_in_is_like_the_innermost() -> None:
    weights = weights_of(12, "row 5", "row 6", "diagonal 9", "diagonal 11", "diagonal 12")
    found = carried(weights, 16, stretched(weights, 16))
    values = [value for (value,) in iter_unpack("<h", found.values)]

    def of(name: str) -> list[int]:
        index = [shape.name for shape in found.patterns].index(name)
        known = [(shape.copies, shape.readings) for shape in found.patterns]
        first, last = (_core.pattern_weights(16, known[:n]) for n in (index, index + 1))
        terms = _core.pattern_weights(16, [])
        return values[first - terms : last - terms]

    assert of("row 6") == of("row 7") == of("row 8") != of("row 5")
    assert of("diagonal 9") == of("diagonal 12") == of("diagonal 13") != of("diagonal 15")
    assert any(of("row 5"))
    assert any(of("diagonal 16"))  # that of 12
    assert not any(of("diagonal 14"))  # there is no 10
    assert not any(of("edge"))
    assert found.made == {"seed": 12, "carried_from": 12}


def test_phases_are_alike_when_as_much_is_full() -> None:
    weights = weights_of(8, "triangle", phases=4)
    phase_of = stretched(weights, 12)
    assert [phase_of[discs] for discs in (0, 30, 40, 68, 76, 104, 112, 144)] == [
        0,
        0,
        1,
        1,
        2,
        2,
        3,
        3,
    ]
    by_parity = weights._replace(phase_of=tuple(discs % 2 for discs in range(65)))
    assert stretched(by_parity, 12) == tuple(discs % 2 for discs in range(145))
