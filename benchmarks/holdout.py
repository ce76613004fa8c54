"""A training's weights and the preset `tuned` on the positions that the training held out.

    python benchmarks/holdout.py FOLDER [FILE.weights]

The folder is one of `outflank train`, the weights its own or the file's. The labels are the
training's, and once more only those that are proved. `tuned` is rescaled: of each phase its value
times the factor, and plus the number, that foretell the labels best there. Mean absolute errors in
discs.
"""

import json
import sys
from pathlib import Path

import numpy as np

from outflank import Learned
from outflank._core import Evaluator, evaluations
from outflank.heuristics import load_preset
from outflank.training.evaluation import Recipe
from outflank.training.evaluation.data import Data, read
from outflank.training.evaluation.selfplay import shards


def values(native: Evaluator, data: Data) -> np.ndarray:
    """What an evaluator says of each position."""
    return np.frombuffer(evaluations(native, data.examples.tobytes()), np.float32)


def rescaled(found: np.ndarray, data: Data, phase: np.ndarray) -> np.ndarray:
    """The values in discs, by linear regression in each phase."""
    best = np.zeros(len(found))
    for p in np.unique(phase):
        here = phase == p
        if np.ptp(found[here]):
            best[here] = np.polyval(np.polyfit(found[here], data.labels[here], 1), found[here])
        else:
            best[here] = data.labels[here].mean()
    return best


def main() -> None:
    """Print the figures of a folder."""
    folder = Path(sys.argv[1])
    recipe = Recipe(**json.loads((folder / "recipe.json").read_text("utf-8")))
    size = recipe.size
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else folder / f"{size}x{size}.weights"
    files = [f for n in range(1, recipe.rounds + 1) for f in shards(folder / f"round-{n}")]
    data = read(recipe, files)
    data = data.part(data.held_out)
    phase = np.array(recipe.phase_of)[data.discs]
    ours = values(Learned.load(path).for_size(size), data)
    theirs = rescaled(values(load_preset("tuned").for_size(size), data), data, phase)
    for name, chosen in (("all", np.ones(len(data), bool)), ("proved", data.exact)):
        learned, tuned = (np.abs(x - data.labels)[chosen].mean() for x in (ours, theirs))
        print(
            f"{size:2}x{size:<2} {name:6} {chosen.sum():9,} positions  tuned {tuned:6.2f}  "
            f"learned {learned:6.2f}  ratio {learned / tuned:.2f}"
        )


if __name__ == "__main__":
    main()
