"""Endgame puzzles, cut from the mistakes that were made in games."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from typing import NamedTuple

from .._core import Color, Position
from ..formats import Entry
from ..rules import Game
from ..rules.outcome import name_of
from ..rules.transcript import write_moves
from .judgement import Judgement
from .reviewing import Review, Wanted, judge_all

EMPTIES = range(6, 15)
"""How many empty squares puzzles have, unless others are asked for."""


class Puzzle(NamedTuple):
    """A position of a game where a better move was there to be found."""

    game: Game
    judgement: Judgement
    """Exact, with the margin of every move."""

    @property
    def position(self) -> Position:
        """Before the move."""
        return self.game.positions[self.judgement.ply - 1]

    @property
    def is_only(self) -> bool:
        """Whether exactly one move is best; else all that keep the result are right."""
        first, *others = self.judgement.margins.values()
        return first not in others

    @property
    def entry(self) -> Entry:
        """For a file of positions: every move's margin, and as a comment task and solution."""
        judged, tags = self.judgement, self.game.tags
        players = [tags.get(name_of(color)) or "?" for color in Color]
        known = [" - ".join(players)] if set(players) != {"?"} else []
        known += [tags[name] for name in ("Event", "Date") if tags.get(name)]
        margin = next(iter(judged.margins.values()))
        task = "win" if margin > 0 else "draw" if margin == 0 else "lose by least"
        line = write_moves(judged.pv, separator=" ", passes="--")
        text = (
            f"{name_of(judged.turn)} to move and {task} ({margin:+d}): {line}"
            f"; played was {judged.move} ({judged.margins[judged.move]:+d})"
        )
        where = ", ".join([*known, f"move {judged.ply}"])
        return Entry(self.position, dict(judged.margins), margin, f"{text}; {where}")


def puzzles(
    games: Iterable[Game],
    side: Callable[[Game], Color | None] = lambda _: None,
    *,
    empties: range = EMPTIES,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Generator[Puzzle]:
    """Finds puzzles in games, in their order; of positions that differ by symmetry only the first.

    A puzzle is a position where the move that was played loses discs against the one best move, or
    makes a draw or a loss of a win, or a loss of a draw. `side` tells whose mistakes count in a
    game, None for both sides'. `progress` hears how many moves are judged.
    """

    def wanted(game: Game) -> Wanted:
        own = side(game)
        return Wanted(
            game,
            [
                ply
                for ply, position in enumerate(game.positions[: len(game)], 1)
                if position.empties in empties and own in (None, position.turn)
            ],
        )

    seen = set[Position]()
    most = max(empties, default=0)
    found = judge_all(map(wanted, games), exact_from=most, threads=threads, progress=progress)
    with closing(found):
        for game, judgements in found:
            for puzzle in _puzzles(game, judgements):
                if (same := puzzle.position.canonical()) not in seen:
                    seen.add(same)
                    yield puzzle


def puzzles_of(review: Review, empties: range = EMPTIES) -> list[Puzzle]:
    """The same in a review, as far as it is exact."""
    return [
        puzzle
        for puzzle in _puzzles(review.game, review.judgements)
        if puzzle.position.empties in empties
    ]


def _puzzles(game: Game, judgements: Iterable[Judgement]) -> Generator[Puzzle]:
    for judged in judgements:
        puzzle = Puzzle(game, judged)
        if judged.margins and judged.loss > 0 and (puzzle.is_only or judged.is_turning):
            yield puzzle
