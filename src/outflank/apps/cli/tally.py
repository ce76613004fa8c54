"""What became of everything that was read: counted, with the first places."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...formats import Item, Problem, Record
from .outputs import Output
from .words import counted

_MOST_SHOWN = 8
_MOST_KEPT = 100
"""How many reasons are told apart."""


class Reasons:
    """Reasons, how often there were, and where first."""

    def __init__(self) -> None:
        self._counts: dict[str, tuple[int, str]] = {}

    def add(self, reason: str, place: str, times: int = 1) -> None:
        """Counts one or more."""
        if len(self._counts) >= _MOST_KEPT and reason not in self._counts:
            reason = "other reasons"
        count, first = self._counts.get(reason, (0, place))
        self._counts[reason] = count + times, first

    def __len__(self) -> int:
        """Return how many there were in all."""
        return sum(count for count, _ in self._counts.values())

    def lines(self, title: str, most: int = _MOST_SHOWN) -> list[str]:
        """A line for each reason, the most frequent first; of more than so many the rest in one."""
        by_count = sorted(self._counts.items(), key=lambda item: -item[1][0])
        lines = []
        for reason, (count, first) in by_count[:most]:
            times = f"{count:,} times" if count > 1 else ""
            there = f"first in {first}" if times and first else first
            where = ", ".join(filter(None, (times, there)))
            lines.append(f"{title}: {reason} ({where})" if where else f"{title}: {reason}")
        rest = sum(count for _, (count, _) in by_count[most:])
        return [*lines, f"{title}: {rest:,} more"] if rest else lines


@dataclass
class Tally:
    """Counts of a conversion."""

    games: int = 0
    """Written."""
    positions: int = 0
    """Written."""
    skipped: int = 0
    """Not wanted."""
    unreadable: Reasons = field(default_factory=Reasons)
    unwritable: Reasons = field(default_factory=Reasons)
    dropped: Reasons = field(default_factory=Reasons)
    """Parts of what was written."""
    odd: Reasons = field(default_factory=Reasons)

    @property
    def written(self) -> int:
        """Games and positions."""
        return self.games + self.positions

    @property
    def is_complete(self) -> bool:
        """Whether everything could be read and written."""
        return not (self.unreadable or self.unwritable)

    def note(self, problem: Problem, place: str) -> None:
        """Counts what could not be read, or is odd."""
        (self.odd if problem.harmless else self.unreadable).add(problem.reason, place)

    def skip(self, place: str, why: str | None) -> None:
        """Counts what is not wanted, and notes why that is not certain."""
        self.skipped += 1
        if why:
            self.odd.add(why, place)

    def write(self, item: Item, place: str, output: Output) -> None:
        """Writes a game or a position, and counts it and what is dropped of it."""
        try:
            dropped = output.add(item)
        except ValueError as error:
            self.unwritable.add(str(error), place)
            return
        for what in dropped:
            self.dropped.add(what, place)
        if isinstance(item, Record):
            self.games += 1
        else:
            self.positions += 1

    def lines(self, out: str) -> list[str]:
        """What to report."""
        written = [counted(self.games, "game")] if self.games else []
        written += [counted(self.positions, "position")] if self.positions else []
        skipped = f", {self.skipped:,} not wanted" if self.skipped else ""
        where = "the output" if out == "-" else out
        return [
            f"{' and '.join(written) or 'nothing'} written to {where}{skipped}",
            *self.dropped.lines("dropped", _MOST_KEPT + 1),
            *self.odd.lines("odd"),
            *self.unwritable.lines("not written"),
            *self.unreadable.lines("not read"),
        ]
