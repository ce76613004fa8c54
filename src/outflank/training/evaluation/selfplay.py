"""Games of the search against itself, kept in shards: files of examples, each written whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import count
from pathlib import Path
from threading import Event

from ... import _core
from ...heuristics import Learned, Linear, load_preset, standard
from ...part import write_atomically
from .recipe import SHARD, Listener, Recipe
from .stopwatch import Stopwatch, playing


def shards(folder: Path) -> list[Path]:
    """The files of examples in a folder, in their order."""
    return sorted(folder.glob("*.examples"))


def self_play(
    recipe: Recipe,
    number: int,
    folder: Path,
    weights: Path | None,
    stopwatch: Stopwatch,
    *,
    seconds: float | None = None,
    executor: Executor | None = None,
    on_progress: Listener | None = None,
) -> None:
    """Play the games of a round, as far as they are not in the folder yet.

    The weights, or those of the preset `tuned`, choose the moves. With an executor of yours, jobs
    go there; else all cores play. With `seconds`, no job begins after as many in all runs.
    """
    folder.mkdir(parents=True, exist_ok=True)
    most, step = recipe.games and -(-recipe.games // SHARD), playing(number)
    stop = Event()
    with _pool(executor) as (pool, width):
        fresh = (i for i in count() if not _shard(folder, i).exists())
        running: dict[Future[bytes], int] = {}
        done = len(shards(folder))
        try:
            while True:
                in_time = seconds is None or stopwatch.seconds(step) < seconds
                in_time |= not (done or running)  # one job at least
                while in_time and len(running) < width and (i := next(fresh)) < (most or i + 1):
                    job = partial(play, recipe, number, i, str(weights) if weights else None)
                    own = executor is None
                    running[pool.submit(job, *([stop] if own else []))] = i
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    write_atomically(_shard(folder, running.pop(future)), future.result())
                    stopwatch.note()
                    done += 1
                if on_progress is not None:
                    shares = [
                        stopwatch.seconds(step) / seconds if seconds else 0,
                        done / most if most else 0,
                    ]
                    text = f"{min(done * SHARD, recipe.games or done * SHARD):,} games"
                    on_progress(step, min(1.0, max(shares)), text)
        finally:
            stop.set()
            for future in running:
                future.cancel()


def play(
    recipe: Recipe, number: int, shard: int, weights: str | None, stop: Event | None = None
) -> bytes:
    """The examples of one shard of a round: always the same for the same weights."""
    size = recipe.size
    chosen: Learned | Linear = load_preset("tuned") if weights is None else _learned(weights)
    games = SHARD if recipe.games is None else min(SHARD, recipe.games - SHARD * shard)
    return _core.self_play(
        chosen.for_size(size),
        standard().for_size(size),
        games=games,
        seed=(recipe.seed << 32) + (number << 24) + shard,
        random=recipe.openings,
        slips=recipe.slips,
        depth=recipe.depth,
        exact_from=recipe.exact,
        stop=stop,
    )


@lru_cache(1)
def _learned(path: str) -> Learned:
    return Learned.load(path)


def _shard(folder: Path, number: int) -> Path:
    return folder / f"{number:06}.examples"


@contextmanager
def _pool(executor: Executor | None) -> Iterator[tuple[Executor, int]]:
    """Where jobs run, and how many at a time. Threads do: the games are played natively."""
    width = os.cpu_count() or 1
    if executor is not None:
        yield executor, getattr(executor, "_max_workers", width)
    else:
        with ThreadPoolExecutor(width) as pool:
            yield pool, width
