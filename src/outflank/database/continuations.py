"""What games went on with in a position, move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ..rules import Color, Move, Position
from .store import ELSEWHERE, ENDS, MOVES, UNKNOWN, WON


class Continuation(NamedTuple):
    """A move played in a position, as the side to move sees it."""

    move: Move
    """Of moves that are mirror images in a symmetric position, the one played most."""
    games: int
    """How many went on with it, those whose result is not known included."""
    wins: int
    """Of the side to move, as are draws and losses; of games whose result is known."""
    draws: int
    losses: int
    margin: float | None
    """Mean disc difference at the end for the side to move; None if no game states one."""

    @property
    def score(self) -> float | None:
        """The share of the points, a draw being half of one; None if no result is known."""
        known = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / known if known else None


def continuations(position: Position, tally: Mapping[tuple[int, int], int]) -> list[Continuation]:
    """Sums by move, from how often each move led to each margin for Black."""
    played: Counter[Move] = Counter()
    for (code, _), count in tally.items():
        if code not in (ENDS, ELSEWHERE):
            played[MOVES[code]] += count
    same = [number for number in range(8) if position.symmetry(number) == position]
    margins: dict[Move, Counter[int]] = {}
    for (code, margin), count in tally.items():
        if code in (ENDS, ELSEWHERE):
            continue
        images = {position.shape.transform(MOVES[code], number) for number in same}
        most = max(sorted(images), key=lambda move: played[move])
        margins.setdefault(most, Counter())[margin] += count
    sign = 1 if position.turn is Color.BLACK else -1
    found = [_continuation(move, counts, sign) for move, counts in margins.items()]
    return sorted(found, key=lambda continuation: (-continuation.games, continuation.move))


def _continuation(move: Move, margins: Counter[int], sign: int) -> Continuation:
    games = margins.total()
    known = {sign * margin: count for margin, count in margins.items() if margin != UNKNOWN}
    discs = {margin: count for margin, count in known.items() if abs(margin) != WON}
    ended = sum(discs.values())
    return Continuation(
        move,
        games,
        sum(count for margin, count in known.items() if margin > 0),
        known.get(0, 0),
        sum(count for margin, count in known.items() if margin < 0),
        sum(margin * count for margin, count in discs.items()) / ended if ended else None,
    )
