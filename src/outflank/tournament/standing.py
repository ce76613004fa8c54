"""How a match stands: all games so far, and the counts that change with each of them."""

from __future__ import annotations

from ..rules import Color
from .fingerprints import Files
from .openings import Opening
from .plan import Plan
from .record import Record
from .sprt import Sprt
from .statistics import Pairs, Results


class SprtState:
    """Feeds pairs to the test in the order of their numbers, in whatever order they end."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.counts = [0] * 5
        self.decision: str | None = None
        """The hypothesis accepted, `elo0` or `elo1`."""
        self.pairs = 0
        """How many pairs the test has seen."""
        self._waiting: dict[int, float] = {}

    @property
    def llr(self) -> float:
        """The log-likelihood ratio so far."""
        return self.sprt.llr(Pairs(*self.counts))

    def add(self, number: int, points: float) -> None:
        """Takes the points of a pair; those after the decision no longer count."""
        self._waiting[number] = points
        while self.decision is None and self.pairs in self._waiting:
            self.counts[round(2 * self._waiting.pop(self.pairs))] += 1
            self.pairs += 1
            self.decision = self.sprt.decision(Pairs(*self.counts))


class Standing:
    """The games of a match so far."""

    def __init__(
        self, plan: Plan, books: dict[int, list[Opening]], files: Files | None = None
    ) -> None:
        self.plan = plan
        self.books = books
        self.files = files
        """What the agents were made of when the games began, if it was looked at."""
        self.records: dict[int, Record] = {}
        """All games that are known, by number."""
        self.interrupted = False
        """Ended by Ctrl-C."""
        self.sprt = SprtState(plan.sprt) if plan.sprt else None
        """The test, if there is one."""
        self.results = {pairing: Results() for pairing in plan.pairings}
        """The games of each pairing as its first agent sees them."""
        self.faults = 0
        """How many games ended by a fault."""
        self.slips = 0
        """How many faults ended none."""
        self.replaced = 0
        """How many moves were not the agents' own, but random ones after faults."""

    @property
    def is_decided(self) -> bool:
        """Whether the test has seen enough."""
        return self.sprt is not None and self.sprt.decision is not None

    @property
    def counted(self) -> list[Record]:
        """The games that count, by number: those after the test's decision do not."""
        end = 2 * self.sprt.pairs if self.sprt and self.is_decided else self.plan.total
        return [self.records[number] for number in sorted(self.records) if number < end]

    def add(self, record: Record) -> None:
        """Takes a game; one that is known already, or is none of this match, changes nothing."""
        if record.number in self.records or not 0 <= record.number < self.plan.total:
            return
        self.records[record.number] = record
        first, second = sorted((record.black, record.white))
        wins, draws, losses = self.results[first, second]
        points = record.points(first)
        self.results[first, second] = Results(
            wins + (points == 1), draws + (points == 0.5), losses + (points == 0)
        )
        self.faults += record.fault is not None
        self.slips += len(record.slips)
        self.replaced += sum(map(record.replaced, Color))
        other = self.records.get(record.number ^ 1)
        if self.sprt is not None and other is not None:
            self.sprt.add(record.number // 2, points + other.points(first))
