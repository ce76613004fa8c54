"""The worst moves of an agent, found by the engine in the games that it should not have lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import NamedTuple

from ..engine import Limit
from ..reviews import MARKS, Judgement, review
from ..rules import Game, Move, Position
from ..rules.outcome import name_of
from .grade_games import side_of
from .record import Record

LIMIT = Limit(nodes=50_000)
"""For each search of the engine."""
MOST_MOVES = 600
"""How many moves are judged, by whole games."""
THIRDS = ("opening", "midgame", "endgame")
"""The parts of a game, by the share of squares that are filled."""


class Mistake(NamedTuple):
    """A move that lost discs."""

    record: Record
    """The game."""
    number: int
    """Which move of the game it is, from 1, passes left out."""
    position: Position
    """Where it was played."""
    judgement: Judgement
    """What the engine makes of it."""

    @property
    def loss(self) -> float:
        """The discs given away; known for certain if the judgement is exact."""
        return self.judgement.loss

    @property
    def best(self) -> Move:
        """The better move."""
        assert self.judgement.best is not None
        return self.judgement.best

    @property
    def share(self) -> float:
        """The loss as a share of the board, by which mistakes on several sizes compare."""
        return self.loss / self.position.shape.area

    @property
    def effects(self) -> list[str]:
        """What the other side can do after the move but not after the better one, in sentences."""
        position, played = self.position, self.judgement.move
        after, instead = position.play(played), position.play(self.best)
        side = name_of(position.turn.opponent)
        corners = [c for c in position.shape.corners if after.is_legal(c)]
        given = [str(corner) for corner in corners if not instead.is_legal(corner)]
        said = []
        if given:
            said.append(f"{played} lets {side} play the corner {' or '.join(given)}.")
        if self.best in position.shape.corners:
            said.append(f"{self.best} takes a corner.")
        if after.mobility >= instead.mobility + 3:
            moves = f"{after.mobility} moves, after {self.best} {instead.mobility}"
            said.append(f"After {played} {side} has {moves}.")
        return said


class Losses(NamedTuple):
    """What the agent gave away in one part of its games."""

    part: str
    """One of THIRDS."""
    moves: int
    """How many moves were judged."""
    loss: float
    """Discs lost a move."""
    marks: dict[str, int]
    """How many moves got which mark, as the review gives them."""

    @property
    def total(self) -> float:
        """Discs lost in all."""
        return self.moves * self.loss


class Review(NamedTuple):
    """What the engine found in the agent's games."""

    games: int
    """How many were judged."""
    mistakes: list[Mistake]
    """All marked moves, the worst first, by their share of the board."""
    losses: list[Losses]
    """By part of the game."""


def find_mistakes(
    records: Sequence[Record], on_game: Callable[[int, int], object] | None = None
) -> Review:
    """Judges the agent's moves in the games that it lost to the weakest opponents, then in others.

    `on_game` hears how many games are done of how many. Ctrl-C ends the search for more.
    """
    chosen, moves = list[Record](), 0
    for record in sorted(records, key=_instructive):
        own = sum(ply.side is side_of(record) for ply in record.plies)
        if chosen and moves + own > MOST_MOVES:
            break
        chosen.append(record)
        moves += own
    judged, done = list[Mistake](), 0
    try:
        for record in chosen:
            if on_game:
                on_game(done, len(chosen))
            judged += _judged(record)
            done += 1
    except KeyboardInterrupt:
        pass
    marked = [mistake for mistake in judged if mistake.judgement.mark]
    marked.sort(key=lambda one: (-one.share, one.record.number, one.number))
    return Review(done, marked, _losses(judged))


def part_of(position: Position) -> str:
    """Which of THIRDS a position belongs to, by the share of squares that are filled."""
    return THIRDS[min(3 * position.discs() // position.shape.area, 2)]


def pick(mistakes: Sequence[Mistake], count: int) -> list[Mistake]:
    """The worst mistakes, but of each game and each position only one."""
    picked, seen = list[Mistake](), set[object]()
    for mistake in mistakes:
        keys = {mistake.record.number, mistake.position.canonical()}
        if len(picked) < count and not keys & seen:
            picked.append(mistake)
            seen |= keys
    return picked


def _judged(record: Record) -> list[Mistake]:
    """The agent's own moves in a game: not the opening's, nor random ones after a fault."""
    game, side = record.game(), side_of(record)
    replaced = {slip.move for slip in record.slips if slip.side is side and slip.replaced}
    opened = Position.initial(record.size).discs() + record.opening_plies
    skipped = sum(position.discs() < opened for position in game.positions)
    own = Game(game.positions[skipped], game.moves[skipped:])
    return [
        Mistake(record, number, position, judgement)
        for judgement in review(own, LIMIT, side=side, exact_from=0, threads=1).judgements
        for position in [own.positions[judgement.ply - 1]]
        if not judgement.move.is_pass and (number := position.discs() - 3) not in replaced
    ]


def _losses(judged: Sequence[Mistake]) -> list[Losses]:
    parts = defaultdict[str, list[Judgement]](list)
    for one in judged:
        parts[part_of(one.position)].append(one.judgement)
    return [
        Losses(
            part,
            len(found),
            fmean(judgement.loss for judgement in found),
            {mark: sum(judgement.mark == mark for judgement in found) for mark in MARKS.values()},
        )
        for part in THIRDS
        if (found := parts[part])
    ]


def _instructive(record: Record) -> tuple[bool, int, int, int]:
    """Sorts losses first, those to weaker opponents before others, and the clearest of them."""
    return record.points(0) == 1, max(record.black, record.white), record.pov(0), record.number
