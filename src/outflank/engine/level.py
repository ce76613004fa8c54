"""Levels of play, from a beginner's opponent to everything the engine has.

A weak level looks a ply or a few ahead, and then picks among the moves by lot: the more a move
loses, the less likely it is. So it plays what a person might, and errs by a few discs at a time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from .._core import Position
from ..rules.text import compact
from .analysis import Line
from .limit import Limit
from .settings import Settings

MOST_LEVEL = 20

_ENDING = 8
"""So many times the nodes of a move may go into an ending, on boards above 8x8."""
_WORST = 3
"""A move that loses more than so many times the spread is never picked."""


class Level(NamedTuple):
    """How strong the engine plays; `Level.of(5)` is one of the twenty."""

    number: int
    """1 to 20."""
    depth: int | None
    """Plies searched; None: as many as there is time for."""
    nodes: int | None
    """The most that a move takes on boards above 8x8, as in `Limit`; None: any number.

    To play perfectly it may take eight times as many, which hardly any ending needs.
    """
    selectivity: int
    """Per cent of confidence with which moves are left out, as in `Settings`."""
    exact_from: int
    """Empty squares from which it plays perfectly, but for the spread."""
    spread: float
    """Discs that a move loses to be picked e times less often than the best; 0: only the best."""
    careless: float
    """How often it does not mind giving a corner away."""

    @classmethod
    def of(cls, number: int) -> Level:
        """The level of that number; ValueError if there is none."""
        if isinstance(number, bool) or not (isinstance(number, int) and 1 <= number <= MOST_LEVEL):
            raise ValueError(f"level {number!r}: expected 1 to {MOST_LEVEL}")
        return LEVELS[number - 1]

    def settings(self, base: Settings = Settings()) -> Settings:
        """How a search at this level behaves."""
        return base._replace(selectivity=self.selectivity, exact_from=self.exact_from)

    def limit(self, position: Position) -> Limit:
        """How far it looks there."""
        nodes = self.nodes if position.size > 8 else None
        if nodes is not None and position.empties <= self.exact_from:
            nodes *= _ENDING
        return Limit(depth=self.depth, nodes=nodes)

    def pick(self, position: Position, lines: Sequence[Line], seed: int) -> Line:
        """The move to play, of all moves with their values in discs; the same for the same seed."""
        best = lines[0]
        if not self.spread:
            return best
        chance = Random(f"{seed} {compact(position)}")
        allowed = [line for line in lines if best.score - line.score <= _WORST * self.spread]
        if chance.random() >= self.careless:
            given = {line.move: _corners_given(position, line) for line in allowed}
            least = min(given.values())
            allowed = [line for line in allowed if given[line.move] == least]
        weights = [math.exp((line.score - best.score) / self.spread) for line in allowed]
        return chance.choices(allowed, weights)[0]


def _corners_given(position: Position, line: Line) -> int:
    """How many corners the opponent can take after a move."""
    replies = position.play(line.move).legal_moves()
    return len(set(position.shape.corners).intersection(replies))


LEVELS = (
    Level(1, 1, None, 100, 0, 10.0, 0.3),
    Level(2, 1, None, 100, 2, 6.0, 0.15),
    Level(3, 2, None, 100, 4, 4.0, 0.05),
    Level(4, 3, None, 100, 7, 2.0, 0.02),
    Level(5, 4, None, 100, 10, 0.8, 0.0),
    Level(6, 5, None, 100, 11, 0.4, 0.0),
    Level(7, 6, None, 100, 12, 0.2, 0.0),
    Level(8, 7, None, 100, 13, 0.0, 0.0),
    Level(9, 8, 1_500_000, 73, 13, 0.0, 0.0),
    Level(10, 9, 2_000_000, 73, 14, 0.0, 0.0),
    Level(11, 10, 2_700_000, 73, 14, 0.0, 0.0),
    Level(12, 11, 3_500_000, 73, 15, 0.0, 0.0),
    Level(13, 12, 4_600_000, 73, 15, 0.0, 0.0),
    Level(14, 13, 6_000_000, 73, 16, 0.0, 0.0),
    Level(15, 14, 8_000_000, 73, 16, 0.0, 0.0),
    Level(16, 15, 11_000_000, 73, 17, 0.0, 0.0),
    Level(17, 16, 14_000_000, 73, 18, 0.0, 0.0),
    Level(18, 17, 19_000_000, 73, 19, 0.0, 0.0),
    Level(19, 18, 25_000_000, 73, 20, 0.0, 0.0),
    Level(20, None, None, 73, 25, 0.0, 0.0),
)
"""The twenty, the weakest first."""
