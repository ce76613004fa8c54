"""Sums of weights of patterns: what they add up, and that nothing but the position decides."""

import os
import subprocess
import sys
from collections.abc import Callable
from random import Random
from struct import pack, unpack

import pytest

from outflank import PASS, Engine, Game, Learned, Limit, Move, Position, Settings, _core
from outflank._core import cpu
from outflank.heuristics.patterns import Pattern, configuration, patterns
from outflank.heuristics.weights_file import PatternWeights

SIZES = (6, 8, 10, 16)


def shapes(size: int) -> list[tuple[tuple[tuple[Move, ...], ...], tuple[tuple[int, ...], ...]]]:
    return [(pattern.copies, pattern.readings) for pattern in patterns(size)]


def weights_for(size: int, phases: int, seed: int = 1) -> list[int]:
    rng = Random(seed)
    count = _core.pattern_weights(size, shapes(size))
    return [rng.randrange(-400, 400) for _ in range(phases * count)]


def made(size: int, weights: list[int], phase_of: list[int]) -> _core.Evaluator:
    return _core.pattern_evaluator(
        size, shapes(size), pack(f"<{len(weights)}h", *weights), phase_of
    )


def packed(positions: list[Position]) -> bytes:
    """As examples, without labels."""
    found = []
    for position in positions:
        width = 8 if position.size <= 8 else 16
        shift = (width - position.size) // 2
        sides = [0, 0]
        for square in position.shape.squares:
            color = position[square]
            if color is not None:
                bit = (square.row + shift) * width + square.column + shift
                sides[color is not position.turn] |= 1 << bit
        found += [side.to_bytes(width * width // 8, "little") for side in sides] + [bytes(8)]
    return b"".join(found)


def entries(size: int, positions: list[Position]) -> list[tuple[int, ...]]:
    raw = _core.pattern_entries(size, shapes(size), packed(positions))
    numbers = unpack(f"<{len(raw) // 4}i", raw)
    width = len(numbers) // len(positions)
    return [numbers[i : i + width] for i in range(0, len(numbers), width)]


def digits(pattern: Pattern, copy: int, position: Position) -> list[int]:
    colors = [position[square] for square in pattern.copies[copy]]
    return [0 if c is None else 1 if c is position.turn else 2 for c in colors]


@pytest.mark.parametrize("size", SIZES)
def test_value_is_the_sum_over_entries(size: int, random_game: Callable[..., Game]) -> None:
    weights = weights_for(size, 3)
    phase_of = [min(2, 3 * discs // size**2) for discs in range(size**2 + 1)]
    evaluator = made(size, weights, phase_of)
    count = len(weights) // 3
    positions = [p for seed in range(4) for p in random_game(size, seed).positions]
    values = _core.evaluations(evaluator, packed(positions))
    for position, found, value in zip(
        positions, entries(size, positions), unpack(f"<{len(positions)}f", values), strict=True
    ):
        assert len(found) == sum(len(p.copies) for p in patterns(size)) + 3
        phase = weights[phase_of[position.discs()] * count :][:count]
        total = max(-128 * size**2, min(128 * size**2, sum(phase[entry] for entry in found)))
        assert value == total / 128
        assert evaluator.evaluate(position) == pytest.approx(value, rel=1e-6)


@pytest.mark.parametrize("size", SIZES)
def test_entries_are_tied_as_the_readings_say(size: int, random_game: Callable[..., Game]) -> None:
    seen: dict[int, tuple[str, int]] = {}
    numbers: dict[tuple[str, int], int] = {}
    for position in random_game(size, 7).positions:
        (found,) = entries(size, [position])
        entry = iter(found)
        for pattern in patterns(size):
            for copy in range(len(pattern.copies)):
                lies = digits(pattern, copy, position)
                least = min(configuration([lies[i] for i in order]) for order in pattern.readings)
                key = (pattern.name, least)
                number = next(entry)
                assert numbers.setdefault(key, number) == number
                assert seen.setdefault(number, key) == key
        own, other, odd = entry
        last = _core.pattern_weights(size, shapes(size))
        assert own == last - 130 + position.mobility
        assert other == last - 66 + position.swapped().mobility
        assert odd == last - 2 + position.empties % 2


@pytest.mark.parametrize("size", SIZES)
def test_symmetric_positions_are_worth_the_same(
    size: int, random_game: Callable[..., Game]
) -> None:
    evaluator = made(size, weights_for(size, 1), [0] * (size**2 + 1))
    for position in random_game(size, 3).positions:
        assert len({evaluator.evaluate(image) for image in position.symmetries()}) == 1


def best(evaluator: Learned, position: Position, depth: int) -> float:
    """By every line to a depth, a pass costing none; the game must not end on the way."""
    if depth == 0:
        return evaluator(position)
    below = depth - (position.legal_moves() != [PASS])
    return max(-best(evaluator, position.play(move), below) for move in position.legal_moves())


@pytest.mark.parametrize("size", SIZES)
def test_what_a_move_changes_is_all_that_changes(
    size: int, random_game: Callable[..., Game]
) -> None:
    """The search derives its leaves' configurations from those of the board before."""
    numbers = weights_for(size, 2)
    weights = pack(f"<{len(numbers)}h", *numbers)
    phase_of = tuple(2 * discs // (size**2 + 1) for discs in range(size**2 + 1))
    evaluator = Learned(PatternWeights(size, patterns(size), phase_of, weights, {}))
    engine = Engine(evaluator, settings=Settings(exact_from=0))
    for position in random_game(size, 2).positions[: size**2 - 14]:
        found = engine.search(position, Limit(depth=2), multipv=size**2)
        assert {line.move for line in found.lines} == {*position.legal_moves()}
        for line in found.lines:
            below = 2 if line.move is PASS else 1
            assert line.score == -best(evaluator, position.play(line.move), below)


@pytest.mark.parametrize("size", SIZES)
def test_canonical_examples_stand_for_their_images(
    size: int, random_game: Callable[..., Game]
) -> None:
    position = random_game(size, 5, 20).position
    images = [_core.canonical_examples(size, packed([image])) for image in position.symmetries()]
    assert len(set(images)) == 1
    assert images[0] in {packed([image]) for image in position.symmetries()}


VALUES = """
from random import Random
from struct import pack
import outflank as of
from outflank._core import pattern_evaluator, pattern_weights
from outflank.heuristics.patterns import patterns
for size in (6, 8, 12, 16):
    shapes = [(p.copies, p.readings) for p in patterns(size)]
    rng = Random(size)
    weights = [rng.randrange(-300, 300) for _ in range(pattern_weights(size, shapes))]
    packed = pack(f"<{len(weights)}h", *weights)
    evaluator = pattern_evaluator(size, shapes, packed, [0] * (size**2 + 1))
    position = of.Position.initial(size)
    while moves := position.legal_moves():
        position = position.play(rng.choice(moves))
        print(evaluator.evaluate(position))
"""


def test_levels_agree() -> None:
    answers = set()
    for level in cpu.runnable_levels():
        environment = {**os.environ, cpu.VARIABLE: level}
        ran = subprocess.run(
            [sys.executable, "-c", VALUES], env=environment, capture_output=True, text=True
        )
        if ran.returncode == 0:
            answers.add(ran.stdout)
        else:
            assert "is not built" in ran.stderr
    assert len(answers) == 1
    assert len(next(iter(answers)).split()) > 300


def test_a_position_of_another_size_is_refused() -> None:
    evaluator = made(8, weights_for(8, 1), [0] * 65)
    with pytest.raises(ValueError, match="evaluator for size 8 cannot judge a position of size 6"):
        evaluator.evaluate(Position.initial(6))


GOOD = ((("a1", "b1"),), ((0, 1), (1, 0)))


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        (((), ((0,),)), "a pattern has copies"),
        (((("a1",),), ()), "a pattern has copies"),
        ((((),), ((),)), "1 to 10 squares"),
        (
            (((*(f"a{i}" for i in range(1, 9)), "b1", "b2", "b3"),), (tuple(range(11)),)),
            "1 to 10",
        ),
        (((("a1", "b1"),), ((0, 0),)), "an order of all its squares"),
        (((("a1", "b1"),), ((0, 2),)), "an order of all its squares"),
        (((("a1", "b1"),), ((0, 1), (1,))), "an order of all its squares"),
        (((("a1", "a1"),), ((0, 1),)), "none of them twice"),
        (((("a1", "b1"), ("a8",)), ((0, 1),)), "none of them twice"),
        (((("a1", "i1"),), ((0, 1),)), "i1 is not a square of the 8x8 board"),
    ],
)
def test_patterns_that_cannot_be(pattern: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.pattern_weights(8, [pattern])  # type: ignore[list-item]


def test_weights_that_do_not_fit() -> None:
    count = _core.pattern_weights(8, [GOOD])
    assert count == 6 + 64 + 64 + 2  # 9 configurations, of which three pairs are tied
    phases = [0] * 65
    for weights, phase_of, message in (
        (b"", phases, f"expected {count} weights"),
        (bytes(2 * count - 2), phases, f"expected {count} weights"),
        (bytes(2 * count), phases[1:], "number of a phase"),
        (bytes(2 * count), [1, *phases[1:]], "number of a phase"),
        (bytes(2 * count), [-1, *phases[1:]], "number of a phase"),
    ):
        with pytest.raises(ValueError, match=message):
            _core.pattern_evaluator(8, [GOOD], weights, phase_of)
    for size in (5, 18):
        with pytest.raises(ValueError, match="size"):
            _core.pattern_weights(size, [GOOD])


def test_examples_that_are_cut_off() -> None:
    evaluator = made(8, weights_for(8, 1), [0] * 65)
    assert _core.evaluations(evaluator, b"") == b""
    for call in (
        lambda: _core.evaluations(evaluator, bytes(23)),
        lambda: _core.pattern_entries(8, [GOOD], bytes(25)),
        lambda: _core.canonical_examples(10, bytes(24)),
    ):
        with pytest.raises(ValueError, match="not whole"):
            call()


def test_a_function_values_no_examples() -> None:
    slow = _core.function_evaluator(8, lambda position: 0.0)
    with pytest.raises(ValueError, match="native"):
        _core.evaluations(slow, b"")


def test_no_patterns_at_all() -> None:
    """What is left are the moves and the parity; so it is on 4x4, which has no patterns."""
    weights = [0] * 130
    weights[4] = 256  # four moves of one's own
    evaluator = _core.pattern_evaluator(4, [], pack("<130h", *weights), [0] * 17)
    assert patterns(4) == ()
    assert evaluator.evaluate(Position.initial(4)) == 2
