"""Writes weights in the format that evaluators are loaded from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...heuristics.patterns import Pattern
from ...heuristics.weights_file import PatternWeights, to_bytes
from ...part import write_atomically

UNIT = 128
"""Weights are stored in so many parts of a disc."""

GRAIN = 8
"""They are rounded to so many of these, so that files are smaller; 60 of them add up to a value."""


def export(
    path: Path,
    size: int,
    patterns: Sequence[Pattern],
    phase_of: Sequence[int],
    weights: np.ndarray[Any, np.dtype[Any]],
    made: Mapping[str, Any],
) -> None:
    """Writes weights in discs, a row for each phase, and says where they come from."""
    rounded = np.rint(weights * (UNIT / GRAIN)) * GRAIN
    values = np.clip(rounded, -32768, 32760).astype("<i2").tobytes()
    found = PatternWeights(size, tuple(patterns), tuple(phase_of), values, made)
    write_atomically(path, to_bytes(found))
