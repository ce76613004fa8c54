"""The data set: examples of all games, symmetric ones merged, with a label each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from .recipe import Recipe, TrainingError

if TYPE_CHECKING:
    Array = np.ndarray[Any, np.dtype[Any]]

HOLDOUT = 20
"""One position in so many is never fitted."""
_STEEPEST = 2.0
"""A point of a value is worth no more discs than this, whatever a few games say."""


@dataclass(frozen=True)
class Data:
    """Positions with what they are worth for the side to move."""

    examples: Array
    """Boards, as the core takes them."""
    labels: Array
    """What to foretell, in discs."""
    discs: Array
    """How many lie on the board."""
    exact: Array
    """Whether the label is proved."""
    held_out: Array
    """Whether to measure with it, and not to fit."""

    def __len__(self) -> int:
        return len(self.labels)

    def part(self, chosen: Array) -> Data:
        """Some of it."""
        columns = (self.examples, self.labels, self.discs, self.exact, self.held_out)
        return Data(*(column[chosen] for column in columns))


def example_type(size: int) -> np.dtype[Any]:
    """What an example is in an array: `player` and `opponent` are words of their discs."""
    words = 1 if size <= 8 else 4
    return np.dtype(
        [
            ("player", "<u8", (words,)),
            ("opponent", "<u8", (words,)),
            ("value", "<f4"),
            ("margin", "<i2"),
            ("exact", "<i2"),
        ]
    )


def read(recipe: Recipe, shards: Iterable[Path]) -> Data:
    """The data set of all games in some shards, those of a round in one folder."""
    rounds: dict[Path, list[Array]] = {}
    for path in shards:
        rounds.setdefault(path.parent, []).append(_examples(recipe.size, path))
    return prepare(recipe, map(np.concatenate, rounds.values()))


def prepare(recipe: Recipe, rounds: Iterable[Array]) -> Data:
    """Labels the examples, drops outliers, and merges positions that are symmetric or the same.

    An array holds all that was played with the same weights.
    """
    kept = []
    for played in rounds:
        found = _rescaled(played)
        apart = np.abs(found["value"] - found["margin"]) <= recipe.outlier * recipe.area
        chosen = found[apart | (found["exact"] == 1)]
        raw = _core.canonical_examples(recipe.size, chosen.tobytes())
        kept.append(np.frombuffer(raw, chosen.dtype))
    examples = np.concatenate(kept) if kept else np.empty(0, example_type(recipe.size))
    if not len(examples):
        raise TrainingError("no examples to learn from: expected more games")
    prints = fingerprints(examples)
    # Where exact ones are among the same, only they count.
    order = np.lexsort((1 - examples["exact"], prints))
    examples, prints = examples[order], prints[order]
    first = np.flatnonzero(np.r_[True, prints[1:] != prints[:-1]])
    group = np.repeat(np.arange(len(first)), np.diff(np.r_[first, len(examples)]))
    exact = examples["exact"] == 1
    discs = np.bitwise_count(examples["player"] | examples["opponent"]).sum(axis=1)
    result = recipe.share_of_result(recipe.area - discs)
    blended = result * examples["margin"] + (1 - result) * examples["value"]
    labels = np.where(exact, examples["margin"], blended)
    counts = (exact | ~exact[first][group]).astype(np.float64)
    merged = np.bincount(group, labels * counts) / np.bincount(group, counts)
    examples, prints, discs = examples[first], prints[first], discs[first]
    held_out = (prints >> np.uint64(40)) % np.uint64(HOLDOUT) == 0
    return Data(examples, merged.astype(np.float32), discs, exact[first], held_out)


def _rescaled(examples: Array) -> Array:
    """The examples with values that foretell the results best, by regression for each disc count.

    Searches to the same depth flatter one side, and weights learned from their values would do so
    for ever; hand-set weights are in no unit at all. Results of games flatter nobody.
    """
    found = examples.copy()
    discs = np.bitwise_count(found["player"] | found["opponent"]).sum(axis=1)
    value, margin = found["value"].astype(float), found["margin"].astype(float)
    count = np.maximum(np.bincount(discs), 1)

    def mean(of: Array) -> Array:
        means: Array = (np.bincount(discs, of) / count)[discs]
        return means

    off, missed = value - mean(value), margin - mean(margin)
    spread, common = mean(off**2), mean(off * missed)
    slope = np.divide(common, spread, out=np.zeros_like(common), where=spread > 0)
    found["value"] = mean(margin) + slope.clip(0, _STEEPEST) * off
    return found


def fingerprints(examples: Array) -> Array:
    """A number for each board, different for different ones but in one case of billions."""
    mixed = np.zeros(len(examples), np.uint64)
    for side in ("player", "opponent"):
        for word in examples[side].T:
            mixed = (mixed ^ word) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
    return mixed * np.uint64(0xBF58476D1CE4E5B9)


def _examples(size: int, path: Path) -> Array:
    kind = example_type(size)
    data = path.read_bytes()
    if len(data) % kind.itemsize:
        raise TrainingError(f"{str(path)!r} is damaged: delete it, and it will be played again")
    return np.frombuffer(data, kind)
