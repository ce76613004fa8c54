"""Ratings from a round robin: the Elo under which the points scored are the points expected."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, log10

from .statistics import Results

_ROUNDS = 10_000
_ENOUGH = 1e-10


def ratings(count: int, meetings: Mapping[tuple[int, int], Results]) -> tuple[float, ...]:
    """The likeliest Elo of each player, their mean 0, by the model of Bradley and Terry.

    A draw is half a win. A player who won or lost every point is rated infinite and left out of the
    others' ratings, and so is one who played nobody (0). The method is Zermelo's iteration (1929),
    as in Hunter, "MM algorithms for generalized Bradley-Terry models" (2004).
    """
    games: dict[tuple[int, int], int] = {}
    points: dict[tuple[int, int], float] = {}
    for (i, j), results in meetings.items():
        games[i, j] = games[j, i] = results.games
        points[i, j], points[j, i] = results.points, results.games - results.points
    rated, extreme = set(range(count)), dict[int, float]()
    while True:
        out = {}
        for i in rated:
            played = sum(games.get((i, j), 0) for j in rated if j != i)
            won = sum(points.get((i, j), 0) for j in rated if j != i)
            if won in (0, played):
                out[i] = 0.0 if not played else inf if won else -inf
        if not out:
            break
        extreme |= out
        rated -= set(out)
    strength = dict.fromkeys(rated, 1.0)
    for _ in range(_ROUNDS):
        change = 0.0
        for i in rated:
            won = sum(points.get((i, j), 0) for j in rated if j != i)
            share = sum(games.get((i, j), 0) / (strength[i] + strength[j]) for j in rated if j != i)
            change = max(change, abs(won / share / strength[i] - 1))
            strength[i] = won / share
        if change < _ENOUGH:
            break
    elo = {i: 400 * log10(value) for i, value in strength.items()}
    mean = sum(elo.values()) / len(elo) if elo else 0.0
    return tuple(extreme[i] if i in extreme else elo[i] - mean for i in range(count))
