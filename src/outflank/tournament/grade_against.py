"""Compare a grade with an earlier one: points in the games that both played, and key figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from .grade import Grade
from .grade_games import decisions, faults
from .grade_mistakes import THIRDS, Review, find_mistakes
from .plan import PlanError
from .record import Record
from .results import read_results
from .statistics import Mean, mean_of


class Earlier(NamedTuple):
    """The games of an earlier grade."""

    name: str
    """The name of its file."""
    agents: tuple[str, ...]
    """The agent and its opponents, by their specs."""
    records: tuple[Record, ...]
    """Its games."""


class Duel(NamedTuple):
    """The points against one opponent in the games that both grades played."""

    opponent: str
    """Its spec."""
    games: int
    """Number of games."""
    before: float
    """The agent's points in the earlier grade."""
    now: float
    """Its points in this one."""


class Numbers(NamedTuple):
    """Key figures of a grade besides its points."""

    losses: dict[str, float]
    """Discs lost a move, by part of the game, where moves were looked at."""
    median: float | None
    """Median seconds of a move; None without a move."""
    slowest: float | None
    """Seconds of the slowest move."""
    faulty: int
    """Moves at which something went wrong."""


class Against(NamedTuple):
    """A comparison of a grade with an earlier one."""

    name: str
    """The name of the earlier one."""
    duels: tuple[Duel, ...]
    """By opponent, in the order of this grade."""
    change: Mean
    """Points gained a game, by pairs of games; its margin is that of 95 %."""
    before: Numbers
    """Of all games of the earlier grade."""
    now: Numbers
    """Of all games of this one."""

    @property
    def games(self) -> int:
        """How many games both played."""
        return sum(duel.games for duel in self.duels)


def read_earlier(path: Path) -> Earlier:
    """The games that `outflank grade --out` kept. Raises PlanError for a file of something else."""
    try:
        header, records = read_results(path)
    except PlanError as error:
        if not path.is_file():
            raise
        raise PlanError(f"{path} holds no games of a grade, as --out keeps them") from error
    agents = header.get("agents")
    if not header.get("gauntlet") or not isinstance(agents, list):
        raise PlanError(f"{path} holds a match: expected the games of a grade, as --out keeps them")
    known = range(len(agents))
    played = (r for r in records if r.black in known and r.white in known)
    return Earlier(path.name, tuple(map(str, agents)), tuple(played))


def compare(
    grade: Grade,
    review: Review,
    earlier: Earlier,
    on_game: Callable[[int, int], object] | None = None,
) -> Against:
    """Compare a grade with an earlier one, whose games the engine reviews too.

    `on_game` is called as by `find_mistakes`. Raises PlanError if they have no game in common.
    """
    agents = grade.standing.plan.agents
    old = {_key(record, earlier.agents): record for record in earlier.records}
    duels, pairs = dict[str, Duel](), defaultdict[object, list[float]](list)
    for record in grade.standing.counted:
        key = _key(record, agents)
        if key in old:
            before, now, (opponent, *_) = old[key].points(0), record.points(0), key
            _, games, points, later = duels.get(opponent, Duel(opponent, 0, 0.0, 0.0))
            duels[opponent] = Duel(opponent, games + 1, points + before, later + now)
            pairs[key[:-1]].append(now - before)
    if not duels:
        raise PlanError(
            f"{earlier.name} has no game in common with this grade: expected the same --seed, and "
            "a size of both"
        )
    change = mean_of([sum(gains) / len(gains) for gains in pairs.values()])
    judged = find_mistakes(earlier.records, on_game)
    return Against(
        earlier.name,
        tuple(duels.values()),
        change,
        _numbers(earlier.records, judged),
        _numbers(grade.standing.counted, review),
    )


def _key(record: Record, agents: tuple[str, ...]) -> tuple[str, int, tuple[object, ...], bool]:
    """A key equal for the same game of two grades; without its last item, for the same pair."""
    moves = [move for move in record.game().moves if not move.is_pass]
    opening = record.opening, *moves[: record.opening_plies]
    opponent = agents[max(record.black, record.white)]
    return opponent, record.size, opening, record.black == 0


def _numbers(records: tuple[Record, ...] | list[Record], review: Review) -> Numbers:
    times = [decision.ply.time for record in records for decision in decisions(record)]
    wrong = {(fault.record.number, fault.number) for record in records for fault in faults(record)}
    losses = {part.part: part.loss for part in review.losses if part.part in THIRDS}
    middle, slowest = (median(times), max(times)) if times else (None, None)
    return Numbers(losses, middle, slowest, len(wrong))
