"""Learns which move to search first, by gradient boosting on searches of random games.

    python -m outflank.training.ordering [--positions 10000] [--seed 1] [--out ordering.json]

An example is a position in which the side to move can refute what the other side just did, as the
search meets it: with a bound to reach, and some plies left. Of each move the engine tells whether
it reaches the bound and how many nodes that takes; a move that fails costs what a good one does on
top.
The model ranks the moves by cost. Its trees may split on one trait of a move and the phase of the
game, so that their sum is, for each trait, a table by phase and level: what the search reads.
Needs lightgbm: ``pip install outflank[training]``.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _core
from ..engine import Engine, LearnedOrdering, Limit, Ordering, Settings
from ..heuristics import default
from ..part import write_atomically
from ..rules import Position

if TYPE_CHECKING:
    import lightgbm
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

SIZES = (6, 8, 10, 12)
DEPTHS = (2, 2, 2, 2, 3, 3, 4, 5)
"""Plies left, each as likely as the next: a search mostly orders where few are left."""

SETTINGS = Settings(ordering=Ordering(), exact_from=0, selectivity=100)
"""Of all searches here, so that nothing depends on what was learned before."""

ROUNDS = 300
SPREAD = 1000
"""The standard deviation of the worth of moves in the tables."""

_GRADES = 8
"""From the cheapest move down, two grades for each doubling of the cost."""


class Example(NamedTuple):
    """The moves of a position in which some refute."""

    phase: int
    """The share of the board that is filled."""
    levels: list[list[int]]
    """Of each move, in the order of the traits."""
    costs: list[float]
    """Of each move, the logarithm to base 2 of the nodes until something refutes."""


def examples(size: int, count: int, seed: int) -> Iterator[Example]:
    """Positions of random games, with what each of their moves costs."""
    random = Random(seed * 1000 + size)
    engine = Engine(settings=SETTINGS, table=1)
    evaluator = default().for_size(size)
    for start in _starts(size, random):
        if count == 0:
            return
        depth, plies = random.choice(DEPTHS), random.choice((0, 1, 1, 3))
        engine.clear()
        found = engine.search(start, Limit(depth=depth + plies))
        position, bound = start, found.score
        for ply in range(plies):  # any move of one side, good ones of the other
            moves = position.legal_moves()
            if not moves:
                break
            good = engine.search(position, Limit(depth=2)).move if ply % 2 else None
            position, bound = position.play(good or random.choice(moves)), -bound
        example = _example(position, evaluator, depth, bound) if not found.proven else None
        if example is not None:
            count -= 1
            yield example


def train(found: list[Example], rounds: int = ROUNDS) -> lightgbm.Booster:
    """The model, of the phase and the levels of a move; the higher its value, the earlier."""
    import lightgbm
    import numpy as np

    moves = np.array([[e.phase, *levels] for e in found for levels in e.levels])
    grades = [max(0, round(_GRADES - 2 * (cost - min(e.costs)))) for e in found for cost in e.costs]
    parameters = {
        "objective": "lambdarank",
        "lambdarank_truncation_level": 2,
        "label_gain": [1.7**grade - 1 for grade in range(_GRADES + 1)],
        "interaction_constraints": [[0, 1 + trait] for trait in range(len(_core.TRAITS))],
        "num_leaves": 12,
        "min_data_in_leaf": 100,
        "learning_rate": 0.1,
        "num_threads": 1,
        "deterministic": True,
        "force_row_wise": True,
        "seed": 1,
        "verbosity": -1,
    }
    data = lightgbm.Dataset(
        moves,
        label=grades,
        group=[len(e.costs) for e in found],
        categorical_feature=[1],  # the place
        params=parameters,
    )
    return lightgbm.train(parameters, data, num_boost_round=rounds)


def tables(model: lightgbm.Booster) -> Array:
    """What the model adds for each level of each trait, by phase: exactly what its trees say."""
    import numpy as np

    phases = []
    for phase in range(_core.ORDERING_PHASES):
        rows = [[phase, *[0] * len(_core.TRAITS)]]
        for trait, levels in enumerate(_core.TRAITS.values()):
            for level in range(levels):
                row = [phase, *[0] * len(_core.TRAITS)]
                row[1 + trait] = level
                rows.append(row)
        values = np.asarray(model.predict(np.array(rows), raw_score=True))
        phases.append(values[1:] - values[0])
    return np.array(phases)


def whole_numbers(worths: Array, found: list[Example]) -> LearnedOrdering:
    """The tables in whole numbers, so scaled that the worth of moves deviates by SPREAD."""
    import numpy as np

    starts = np.cumsum([0, *_core.TRAITS.values()])[:-1]
    worth = [worths[e.phase, starts + levels].sum() for e in found for levels in e.levels]
    scaled = np.rint(worths * (SPREAD / np.std(worth)))
    return LearnedOrdering(tuple(int(number) for number in scaled.ravel()))


def as_json(ordering: LearnedOrdering, made: dict[str, Any]) -> str:
    """The tables, a line for each trait, and how they were made."""
    numbers = iter(ordering.worth)
    phases = ",\n".join(
        "  {\n"
        + ",\n".join(
            f"   {json.dumps(trait)}: {list(islice(numbers, levels))}"
            for trait, levels in _core.TRAITS.items()
        )
        + "\n  }"
        for _ in range(_core.ORDERING_PHASES)
    )
    return (
        f'{{\n "made": {json.dumps(made)},\n "killer": {ordering.killer},\n'
        f' "phases": [\n{phases}\n ]\n}}\n'
    )


def main(arguments: list[str] | None = None) -> None:
    """Train, and write the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m outflank.training.ordering", description="Learn which move to search first."
    )
    parser.add_argument("--positions", type=int, default=10_000, metavar="N", help="of each size")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--out", type=Path, default=Path("ordering.json"), metavar="FILE")
    given = parser.parse_args(arguments)
    if given.positions < 100:
        parser.error(f"--positions {given.positions}: expected at least 100")
    if given.out.is_dir() or not given.out.parent.is_dir():
        parser.error(f"--out {given.out}: expected a file in a folder that there is")
    try:
        import lightgbm
    except ImportError:
        parser.error("lightgbm is missing: pip install 'outflank[training]'")

    found: list[Example] = []
    for size in SIZES:
        found += examples(size, given.positions, given.seed)
        print(f"{size}x{size}: {given.positions} positions", file=sys.stderr, flush=True)
    ordering = whole_numbers(tables(train(found)), found)
    made = {
        "command": f"{parser.prog} --positions {given.positions} --seed {given.seed}",
        "lightgbm": lightgbm.__version__,
        "positions": len(found),
    }
    text = as_json(ordering, made)
    write_atomically(given.out, text.encode())
    print(f"{given.out}: from {len(found)} positions")


def _starts(size: int, random: Random) -> Iterator[Position]:
    """Positions from games of a weak engine, with more or fewer moves by lot."""
    engine = Engine(settings=SETTINGS, table=0.1)
    while True:
        position = Position.initial(size)
        by_lot = random.choice((0.1, 0.3, 0.6, 1.0))
        seen = []
        while moves := position.legal_moves():
            if random.random() < by_lot:
                move = random.choice(moves)
            else:
                move = engine.search(position, Limit(depth=1)).move
            position = position.play(move)
            if position.mobility > 1 and position.empties > 12:
                seen.append(position)
        yield from random.sample(seen, min(len(seen), 4))


def _example(
    position: Position, evaluator: _core.Evaluator, depth: int, bound: float
) -> Example | None:
    """None where the order does not matter: one move, none that refutes, or the end near."""
    if position.mobility < 2 or position.empties <= depth + 1:
        return None
    moves = _core.refutations(position, evaluator, depth, bound)
    good = [math.log2(nodes) for _, refutes, nodes in moves if refutes]
    if not good:
        return None
    rest = 2 ** (sum(good) / len(good))
    return Example(
        (position.size**2 - position.empties) * _core.ORDERING_PHASES // position.size**2,
        [levels for levels, _, _ in moves],
        [math.log2(nodes + (0 if refutes else rest)) for _, refutes, nodes in moves],
    )


if __name__ == "__main__":
    main()
