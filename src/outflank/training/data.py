"""Positions of played games as numbers: features, how full the board is, how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..heuristics import Linear
from ..heuristics.squares import class_squares, is_class
from ..rules import Color, Position
from .games import Played
from .model import Array

_HELD_OUT = 10
"""Every tenth game is kept from the fit, to judge it by."""


class Data(NamedTuple):
    """Positions, a row each, seen by the side to move."""

    rows: NDArray[np.float32]
    """Features."""
    filled: Array
    """Shares of squares filled."""
    margins: Array
    """What the game ended with, in discs of the board's `area`."""
    area: int
    """Squares of the board."""
    games: NDArray[np.int64]
    """The number of each position's game."""

    @property
    def results(self) -> Array:
        """1 for positions of games won, 1/2 for drawn, 0 for lost ones."""
        found: Array = (np.sign(self.margins) + 1) / 2
        return found

    @property
    def held_out(self) -> NDArray[np.bool_]:
        """Which positions are kept from the fit."""
        found: NDArray[np.bool_] = self.games % _HELD_OUT == 0
        return found

    def where(self, chosen: NDArray[np.bool_]) -> Data:
        """Some of the positions."""
        return Data(
            self.rows[chosen],
            self.filled[chosen],
            self.margins[chosen],
            self.area,
            self.games[chosen],
        )


def data_of(played: Sequence[Played], names: Sequence[str]) -> tuple[Data, list[Position]]:
    """The positions of games on one board size, as numbers and as they are."""
    positions: list[Position] = []
    margins: list[int] = []
    games: list[int] = []
    for number, game in enumerate(played):
        for position in game.positions():
            positions.append(position)
            margins.append(game.score if position.turn is Color.BLACK else -game.score)
            games.append(number)
    area = played[0].size ** 2
    filled = 1 - np.array([position.empties for position in positions]) / area
    data = Data(
        rows_of(positions, names, played[0].size),
        filled,
        np.array(margins, dtype=np.float64),
        area,
        np.array(games),
    )
    return data, positions


def rows_of(positions: Sequence[Position], names: Sequence[str], size: int) -> NDArray[np.float32]:
    """The features of positions on boards of a size, a row each, in the order of the names."""
    squares = [name for name in names if is_class(name)]
    others = [name for name in names if not is_class(name)]
    tables = []
    for name in squares:
        table = [0.0] * size * size
        for square in class_squares(name, size):
            table[square.row * size + square.column] = 1.0
        tables.append(table)
    raw = _core.feature_rows(positions, others, tables)
    found = np.frombuffer(raw, dtype=np.float32).reshape(len(positions), len(names))
    order = [*others, *squares]
    return found[:, [order.index(name) for name in names]]


def values_of(linear: Linear, positions: Sequence[Position]) -> Array:
    """What an evaluator says of positions."""
    evaluate = linear.for_size(positions[0].size).evaluate
    return np.array([evaluate(position) for position in positions])
