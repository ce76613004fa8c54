"""Weights that foretell the labels best: regularised least squares, phase by phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import LinearOperator, cg

from ... import _core
from ...heuristics.patterns import Pattern
from .data import Data
from .recipe import Listener
from .runs import share_of_runs

if TYPE_CHECKING:
    Array = np.ndarray[Any, np.dtype[Any]]

FIRST, LAST = 30, 120
"""Iterations for a phase on the way to the beginning of the game, and on the way back."""
MOST = 2_000_000
"""Examples of a phase that are fitted; more would not fit into memory."""


def fit(
    size: int,
    patterns: Sequence[Pattern],
    phase_of: Sequence[int],
    data: Data,
    *,
    shrink: float,
    start: Array | None = None,
    title: str = "fit",
    on_progress: Listener | None = None,
) -> Array:
    """The weights in discs, a row for each phase.

    A weight of a configuration is drawn to what shorter runs of its squares are worth, and to the
    weight in the phases beside it, as if `shrink` examples said so: what is rare is worth what it
    is worth where it is less rare, and what never occurs what `start` says. First from the end of
    the game, where labels are exact, to its beginning; then back, between both neighbours.
    """
    shapes = [(pattern.copies, pattern.readings) for pattern in patterns]
    runs = share_of_runs(patterns, _core.pattern_weights(size, shapes))
    phase = np.array(phase_of)[data.discs]
    phases = max(phase_of) + 1
    begun = np.zeros((phases, runs.shape[0]), np.float32) if start is None else start
    weights: dict[int, Array] = {}
    done = 0
    lock, stop = Lock(), Event()

    def solve(p: int, iterations: int) -> None:
        nonlocal done
        part = data.part(np.flatnonzero((phase == p) & ~data.held_out)[:MOST])
        near = [weights[q] - begun[q] for q in beside(phase_of, p) if q in weights]
        prior = begun[p] + np.mean(near, axis=0) if near else begun[p]
        if len(part):
            found = entries(size, shapes, part.examples)
            missed = part.labels - _sums(found, prior)
            prior = prior + _solve(found, missed, runs, shrink, iterations, stop.is_set)
        weights[p] = prior
        with lock:
            done += 1
            if on_progress is not None:
                on_progress(title, done / (2 * phases), f"phase {p + 1} of {phases}")

    def follow(chain: Sequence[int]) -> None:
        for p in reversed(chain):
            solve(p, FIRST)
        for p in chain:
            solve(p, LAST)

    # What lies a disc apart is fitted side by side.
    with ThreadPoolExecutor() as pool:
        try:
            list(pool.map(follow, _chains(phase_of)))
        finally:
            stop.set()
    return np.stack([weights[p] for p in range(phases)])


def _chains(phase_of: Sequence[int]) -> list[list[int]]:
    """The phases, in parts that know nothing of each other."""
    chains: list[list[int]] = []
    for p in range(max(phase_of) + 1):
        near = [chain for chain in chains if not {p, *beside(phase_of, p)}.isdisjoint(chain)]
        chains = [chain for chain in chains if chain not in near]
        chains.append(sorted({p, *(q for chain in near for q in chain)}))
    return chains


def beside(phase_of: Sequence[int], phase: int) -> list[int]:
    """The phases of two discs more and less: the same side has the last move there."""
    last = len(phase_of) - 1
    found = {
        phase_of[d]
        for discs, p in enumerate(phase_of)
        if p == phase
        for d in (discs - 2, discs + 2)
        if 0 <= d <= last
    }
    return sorted(found - {phase})


def entries(size: int, shapes: Sequence[Any], examples: Array) -> Array:
    """Which weights count for each example, a row for each."""
    raw = _core.pattern_entries(size, shapes, examples.tobytes())
    return np.frombuffer(raw, np.int32).reshape(len(examples), -1)


def _sums(found: Array, weights: Array) -> Array:
    total = np.zeros(len(found), np.float32)
    for column in found.T:
        total += weights[column]
    return total


def _solve(
    found: Array,
    labels: Array,
    runs: Any,
    shrink: float,
    iterations: int,
    stopped: Callable[[], bool],
) -> Array:
    """The w + R u for which |X (w + R u) - labels|^2 + shrink |w|^2 + shrink |u|^2 / 3 is least."""
    rows, columns = found.shape
    count, extra = runs.shape
    starts = np.arange(0, rows * columns + 1, columns)
    ones = np.ones(rows * columns, np.float32)
    matrix = csr_matrix((ones, found.ravel(), starts), shape=(rows, count))
    turned, runs_turned = matrix.T, runs.T.tocsr()
    penalty = np.repeat(np.array([shrink, shrink / 3], np.float32), [count, extra])

    def both(of_weights: Array) -> Array:
        return np.concatenate([of_weights, runs_turned @ of_weights])

    def normal(v: Array) -> Array:
        if stopped():
            raise CancelledError
        whole = v[:count] + runs @ v[count:]
        return both(turned @ (matrix @ whole)) + penalty * v

    seen = np.bincount(found.ravel(), minlength=count).astype(np.float32)
    scale = 1 / (np.concatenate([seen, runs_turned.power(2) @ seen]) + penalty)
    shape = (len(penalty), len(penalty))
    found_best, _ = cg(
        LinearOperator(shape, normal, dtype=np.float32),
        both(turned @ labels),
        M=LinearOperator(shape, lambda v: scale * v, dtype=np.float32),
        rtol=1e-5,
        maxiter=iterations,
    )
    return np.asarray(found_best[:count] + runs @ found_best[count:], np.float32)
