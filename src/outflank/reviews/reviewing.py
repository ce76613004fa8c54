"""Reviews of whole games, many moves at a time."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from threading import Event
from typing import NamedTuple

from .._core import Color
from ..database import Opening, opening_of
from ..engine import MOST_THREADS, Engine, Limit
from ..rules import Game
from ..rules.checks import wrong_type
from ..rules.outcome import name_of
from .judge import Thoroughness, judge_span, spans, thoroughness
from .judgement import Judgement, Total, total, worst


@dataclass(frozen=True, slots=True, repr=False)
class Review:
    """A game with the engine's opinion of its moves."""

    game: Game
    judgements: tuple[Judgement, ...]
    """Of the moves in their order, passes included; of one side's if no more were asked for."""
    opening: Opening | None
    """The last position of the game that has a name."""

    def of(self, color: Color) -> list[Judgement]:
        """The judgements of one side's moves."""
        return [judged for judged in self.judgements if judged.turn is color]

    def total(self, color: Color) -> Total:
        """What one side gave away."""
        return total(self.of(color))

    def accuracy(self, color: Color) -> float | None:
        """How well one side played, up to 100; None if it never had a choice."""
        return self.total(color).accuracy

    @property
    def turning_points(self) -> list[Judgement]:
        """The marked moves that made a draw or a loss of a win, or a loss of a draw."""
        return [judged for judged in self.judgements if judged.is_turning]

    def worst(self, count: int) -> list[Judgement]:
        """The moves that lost the most, of those that are marked."""
        return worst(self.judgements, count)

    @property
    def curve(self) -> list[tuple[int, float]]:
        """Black's margin with best play after so many plies, from before the first judged move."""
        points = list[tuple[int, float]]()
        for judged in self.judgements:
            if judged.score is not None and judged.best_score is not None:
                sign = 1 if judged.turn is Color.BLACK else -1
                if not points:
                    points.append((judged.ply - 1, sign * judged.best_score))
                points.append((judged.ply, sign * judged.score))
        return points

    def __repr__(self) -> str:
        accuracies = ((name_of(color), self.accuracy(color)) for color in Color)
        shown = ", ".join(
            f"{name} {value:.1f} %" for name, value in accuracies if value is not None
        )
        return f"<Review of {len(self.judgements)} moves{': ' if shown else ''}{shown}>"

    def _repr_svg_(self) -> str:
        from .graph import graph_svg

        return graph_svg(self)


class Wanted(NamedTuple):
    """Moves of a game that are to be judged."""

    game: Game
    plies: Sequence[int]
    """Which, from 1, in their order."""


def review(
    game: Game,
    limit: Limit | None = None,
    *,
    side: Color | None = None,
    exact_from: int | None = None,
    engine: Callable[[], Engine] = Engine,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Review:
    """Judges every move of a game, or of one side.

    The limit is for each search, by default a depth: 12 on 8x8, and what takes about as long on
    other boards. With `exact_from` empty squares (20, above 8x8 18) and fewer all moves are solved,
    unless the limit is one of time or nodes and too short. `engine` makes the engines, one for some
    moves, so that with a depth as limit the judgements do not depend on the number of `threads`
    (all cores); its evaluator counts discs. `progress` hears how many moves are judged.
    KeyboardInterrupt after Ctrl-C.
    """
    found = review_all(
        [game],
        limit,
        side=side,
        exact_from=exact_from,
        engine=engine,
        threads=threads,
        progress=progress,
    )
    with closing(found):
        return next(found)


def review_all(
    games: Iterable[Game],
    limit: Limit | None = None,
    *,
    side: Color | Callable[[Game], Color | None] | None = None,
    exact_from: int | None = None,
    engine: Callable[[], Engine] = Engine,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Generator[Review]:
    """Reviews games in their order, each as soon as it is done; see `review`.

    `side` may be a function that tells whose moves are judged in a game, None for both.
    `progress` hears how many moves are judged of all games together.
    """

    def wanted(game: Game) -> Wanted:
        if not isinstance(game, Game):
            raise TypeError(f"game {game!r}: expected a Game, such as Game.parse('f5d6c3')")
        own = side(game) if callable(side) else side
        if not isinstance(own, Color | None):
            raise TypeError(f"side {own!r}: expected Color.BLACK, Color.WHITE or None")
        turns = (position.turn for position in game.positions[: len(game)])
        return Wanted(game, [n for n, turn in enumerate(turns, 1) if own in (None, turn)])

    if not (progress is None or callable(progress)):
        raise wrong_type(progress, "progress", "a function of the number of moves judged")
    found = judge_all(map(wanted, games), limit, exact_from, engine, threads, progress)
    with closing(found):
        for game, judgements in found:
            yield Review(game, judgements, opening_of(game))


def judge_all(
    games: Iterable[Wanted],
    limit: Limit | None = None,
    exact_from: int | None = None,
    engine: Callable[[], Engine] = Engine,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Generator[tuple[Game, tuple[Judgement, ...]]]:
    """Judges some moves of games; a thread without work takes some of a later game.

    Raises ValueError for a number of threads, or of empty squares, that cannot be.
    """
    check_how(limit, exact_from, threads)
    return _judge_all(
        iter(games),
        lambda size: thoroughness(size, limit, exact_from, engine),
        threads or min(os.cpu_count() or 1, MOST_THREADS),
        progress or (lambda _: None),
    )


def _judge_all(
    games: Iterator[Wanted],
    how: Callable[[int], Thoroughness],
    threads: int,
    progress: Callable[[int], object],
) -> Generator[tuple[Game, tuple[Judgement, ...]]]:
    stop = Event()
    queue = deque[tuple[Game, list[Future[list[Judgement]]]]]()
    running = set[Future[list[Judgement]]]()
    done = 0
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                while len(running) <= threads and (wanted := next(games, None)):
                    game, plies = wanted
                    to = how(game.start.size)
                    parts = [
                        pool.submit(judge_span, game, part, to, to.new_engine(), stop)
                        for part in spans(game, plies, to.exact_from)
                    ]
                    queue.append((game, parts))
                    running.update(parts)
                while queue and all(part.done() for part in queue[0][1]):
                    game, ended = queue.popleft()
                    judged = [judgement for part in ended for judgement in part.result()]
                    yield game, tuple(sorted(judged, key=lambda one: one.ply))
                if running:
                    ready, running = wait(running, return_when=FIRST_COMPLETED)
                    done += sum(len(part.result()) for part in ready)
                    progress(done)
                elif not queue:
                    return
        finally:
            stop.set()
            for part in running:
                part.cancel()


def check_how(limit: object, exact_from: object, threads: object) -> None:
    """Raises TypeError or ValueError for what cannot be."""
    if not isinstance(limit, Limit | None):
        raise TypeError(f"limit {limit!r}: expected a Limit, such as Limit(depth=12)")
    if exact_from is not None and not (isinstance(exact_from, int) and exact_from >= 0):
        raise ValueError(f"exact_from {exact_from!r}: expected a number of empty squares")
    if threads is not None and not (isinstance(threads, int) and 1 <= threads <= MOST_THREADS):
        raise ValueError(f"threads {threads!r}: expected 1 to {MOST_THREADS}")
