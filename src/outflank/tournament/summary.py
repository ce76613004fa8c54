"""What a match shows: results by pairing, colour and size, and how each agent played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, median
from typing import NamedTuple

from ..agents.students import TOLERANCE
from ..rules import Color
from .ratings import ratings
from .record import Fault, Ply, Record, Slip
from .standing import SprtState, Standing
from .statistics import (
    Counts,
    Estimate,
    Mean,
    Pairs,
    Results,
    elo,
    mean_of,
    score,
    superiority,
)


class Comparison(NamedTuple):
    """Two agents' games, as the first of them sees them."""

    first: int
    """Its index among the agents."""
    second: int
    """The other's."""
    size: int | None
    """Squares a side; None for all sizes together."""
    black: Results
    """The first's games as Black."""
    white: Results
    """The first's games as White."""
    pairs: Pairs
    """Openings of which both games are there."""
    distinct: int
    """How many of the pairs are different, move by move."""
    discs: Mean | None
    """Mean margin in the final score, over pairs played out; None without any."""

    @property
    def results(self) -> Results:
        """All games."""
        return Results(*(b + w for b, w in zip(self.black, self.white, strict=True)))

    @property
    def counts(self) -> Counts:
        """What statistics are best made of: the pairs, or games while there is no pair."""
        return self.pairs if self.pairs.total else self.results

    @property
    def score(self) -> Estimate:
        """The first's share of the points."""
        return score(self.counts, self.distinct or None)

    @property
    def elo(self) -> Estimate:
        """How much stronger the first is."""
        return elo(self.counts, self.distinct or None)

    @property
    def superiority(self) -> float:
        """The likelihood that the first is the stronger one."""
        return superiority(self.counts, self.distinct or None)


class Spread(NamedTuple):
    """Some numbers in short."""

    median: float
    """The middle one."""
    mean: float
    """The average."""
    low: float
    """The least."""
    high: float
    """The greatest."""


class Clock(NamedTuple):
    """How an agent kept to its time."""

    agent: int
    """Its index."""
    time: float
    """The seconds that it had for a move."""
    moves: int
    """How many moves it made."""
    over: int
    """How many of them took longer than allowed; those that lost the game are faults instead."""
    worst: float
    """The longest, in seconds."""


class Play(NamedTuple):
    """How an agent played on one size, decision by decision."""

    agent: int
    """Its index."""
    size: int
    """Squares a side."""
    moves: int
    """How many moves it was asked for."""
    depth: Spread | None
    """Plies searched, where the agent tells."""
    nodes: Spread | None
    """Nodes searched, where the agent tells."""
    time: Spread
    """Seconds."""
    choices: Spread
    """Legal moves to choose from: the branching factor."""


class AgentFault(NamedTuple):
    """A game that an agent lost by a fault."""

    agent: int
    """Its index."""
    game: int
    """The game's number."""
    fault: Fault
    """What happened."""


class AgentSlip(NamedTuple):
    """A fault of an agent that lost no game."""

    agent: int
    """Its index."""
    game: int
    """The game's number."""
    slip: Slip
    """What happened."""


class Replaced(NamedTuple):
    """Moves of an agent in a game that were not its own, but random ones after faults."""

    agent: int
    """Its index."""
    game: int
    """The game's number."""
    replaced: int
    """How many there were; at least one."""
    moves: int
    """How many moves it was asked for."""


class Summary(NamedTuple):
    """All that a match shows."""

    names: tuple[str, ...]
    """What the agents are called."""
    games: int
    """How many games count."""
    comparisons: tuple[Comparison, ...]
    """Every pairing, all sizes together."""
    by_size: tuple[Comparison, ...]
    """The same for each size."""
    totals: tuple[Results, ...]
    """Each agent's games against all others."""
    ratings: tuple[float, ...]
    """Each agent's Elo against the mean of all; infinite for one that won or lost everything."""
    play: tuple[Play, ...]
    """How each agent played on each size."""
    clocks: tuple[Clock, ...]
    """How the agents that had a time limit kept to it."""
    faults: tuple[AgentFault, ...]
    """Games lost by a fault."""
    slips: tuple[AgentSlip, ...]
    """Faults that lost no game."""
    replaced: tuple[Replaced, ...]
    """Games in which not all moves were the agents' own."""
    openings: dict[int, tuple[int, int]]
    """By size, how many openings were to be played and how many of them differ."""
    sprt: SprtState | None
    """The test, if there is one."""


def summarize(standing: Standing) -> Summary:
    """Counts everything that a match shows so far."""
    plan, records = standing.plan, standing.counted
    meetings: dict[tuple[int, int], list[Record]] = {pairing: [] for pairing in plan.pairings}
    for record in records:
        first, second = sorted((record.black, record.white))
        meetings[first, second].append(record)
    comparisons = tuple(_compare(pairing, None, met) for pairing, met in meetings.items())
    return Summary(
        names=plan.names,
        games=len(records),
        comparisons=comparisons,
        by_size=tuple(
            _compare(pairing, size, [record for record in met if record.size == size])
            for size in plan.sizes
            for pairing, met in meetings.items()
        ),
        totals=tuple(_total(agent, records) for agent in range(len(plan.agents))),
        ratings=ratings(len(plan.agents), {(c.first, c.second): c.results for c in comparisons}),
        play=tuple(_plays(records)),
        clocks=tuple(_clocks(records)),
        faults=tuple(
            AgentFault(
                record.black if record.fault.side is Color.BLACK else record.white,
                record.number,
                record.fault,
            )
            for record in records
            if record.fault
        ),
        slips=tuple(
            AgentSlip(
                record.black if slip.side is Color.BLACK else record.white, record.number, slip
            )
            for record in records
            for slip in record.slips
        ),
        replaced=tuple(_replaced(records)),
        openings={size: (len(book), len(set(book))) for size, book in standing.books.items()},
        sprt=standing.sprt,
    )


def _replaced(records: Sequence[Record]) -> Iterable[Replaced]:
    for record in records:
        for side, agent in ((Color.BLACK, record.black), (Color.WHITE, record.white)):
            if replaced := record.replaced(side):
                asked = sum(ply.side is side for ply in record.plies)
                yield Replaced(agent, record.number, replaced, asked)


def _compare(pairing: tuple[int, int], size: int | None, records: Sequence[Record]) -> Comparison:
    first, second = pairing
    pairs = defaultdict[int, list[Record]](list)
    for record in records:
        pairs[record.number // 2].append(record)
    both = [pair for pair in pairs.values() if len(pair) == 2]
    played_out = [pair for pair in both if not any(record.resigned for record in pair)]
    margins = [sum(record.pov(first) for record in pair) / 2 for pair in played_out]
    return Comparison(
        first,
        second,
        size,
        _count(first, (record for record in records if record.black == first)),
        _count(first, (record for record in records if record.white == first)),
        Pairs.from_points(sum(record.points(first) for record in pair) for pair in both),
        _distinct(both),
        mean_of(margins, _distinct(played_out)) if margins else None,
    )


def _distinct(pairs: Iterable[Sequence[Record]]) -> int:
    return len({(pair[0].size, *(record.moves for record in pair)) for pair in pairs})


def _total(agent: int, records: Sequence[Record]) -> Results:
    return _count(agent, (record for record in records if agent in (record.black, record.white)))


def _count(agent: int, records: Iterable[Record]) -> Results:
    points = [record.points(agent) for record in records]
    return Results(points.count(1.0), points.count(0.5), points.count(0.0))


def _plays(records: Sequence[Record]) -> Iterable[Play]:
    decisions = defaultdict[tuple[int, int], list[Ply]](list)
    for record in records:
        for ply in record.plies:
            agent = record.black if ply.side is Color.BLACK else record.white
            decisions[agent, record.size].append(ply)
    for (agent, size), plies in sorted(decisions.items()):
        depths = [ply.depth for ply in plies if ply.depth is not None]
        nodes = [ply.nodes for ply in plies if ply.nodes is not None]
        yield Play(
            agent,
            size,
            len(plies),
            _spread(depths) if depths else None,
            _spread(nodes) if nodes else None,
            _spread([ply.time for ply in plies]),
            _spread([ply.choices for ply in plies]),
        )


def _clocks(records: Sequence[Record]) -> Iterable[Clock]:
    times = defaultdict[tuple[int, float], list[float]](list)
    for record in records:
        for ply in record.plies:
            is_white = ply.side is Color.WHITE
            limit = record.times[is_white]
            if limit is not None:
                times[record.white if is_white else record.black, limit].append(ply.time)
    for (agent, limit), taken in sorted(times.items()):
        over = sum(time > limit + TOLERANCE for time in taken)
        yield Clock(agent, limit, len(taken), over, max(taken))


def _spread(values: Sequence[float]) -> Spread:
    return Spread(median(values), fmean(values), min(values), max(values))
