"""What a match consists of: every game, its number, its players, its opening and its seed.

Games are numbered so that any first part of a match is fair: opening by opening, in it size by
size, in it pairing by pairing, in it both colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import combinations
from typing import Any, NamedTuple

from ..engine import Limit
from ..rules import Position
from .fingerprints import Files, fingerprint
from .openings import Opening, openings_from_spec
from .sprt import Sprt

_FORMAT = 2
"""The version of the results file."""


class PlanError(ValueError):
    """A match that cannot be played; the message is one sentence."""


class Task(NamedTuple):
    """One game to be played; nothing else is needed to play it again."""

    number: int
    """Its place in the match, from 0; two that follow each other make a pair."""
    size: int
    """Squares a side."""
    opening: int
    """Which of the openings it begins with."""
    moves: Opening
    """That opening."""
    black: int
    """Black's index among the agents."""
    white: int
    """White's index among the agents."""
    specs: tuple[str, str]
    """The agents that play Black and White, in text."""
    names: tuple[str, str]
    """What to call them."""
    limit: Limit
    """For each move; its clock is what each side begins with."""
    grace: float
    """Seconds over the time limit, or on a clock in all, after which a game is lost."""
    seed: int
    """For whatever is random in this game."""


class Plan(NamedTuple):
    """A match in full; the same plan gives the same games."""

    agents: tuple[str, ...]
    """Agents in text, as `agent_from_spec` reads them."""
    games: int = 100
    """Games for each pairing and size; even, for every opening is played twice."""
    sizes: tuple[int, ...] = (8,)
    """Squares a side."""
    openings: str = "random:8"
    """Where games begin, as `openings_from_spec` reads it."""
    limit: Limit = Limit(time=0.1)
    """For each move; its clock is what each side begins a game with."""
    seed: int = 1
    """From which the seeds of all games derive."""
    sprt: Sprt | None = None
    """When to stop early; for two agents."""
    grace: float = 0.5
    """Seconds over the time limit, or on a clock in all, after which a game is lost."""
    gauntlet: bool = False
    """Whether the first agent alone meets the others, and they not each other."""

    def check(self) -> None:
        """Raises PlanError for what cannot be played."""
        if len(self.agents) < 2:
            raise PlanError("a match needs at least two agents")
        if self.games < 2 or self.games % 2:
            raise PlanError(
                f"games {self.games}: expected an even number above 0, for every opening is played "
                "twice"
            )
        if not self.sizes or len(set(self.sizes)) < len(self.sizes):
            raise PlanError(f"sizes {_listed(self.sizes)}: expected different board sizes")
        for size in self.sizes:
            try:
                Position.initial(size)
            except ValueError as error:
                raise PlanError(str(error)) from error
        if self.sprt is not None and len(self.agents) > 2:
            raise PlanError(f"SPRT compares two agents, not {len(self.agents)}")
        if not 0 <= self.grace < float("inf"):
            raise PlanError(f"grace {self.grace!r}: expected seconds, 0 or more")

    @property
    def names(self) -> tuple[str, ...]:
        """What to call the agents: their texts, numbered where two are the same."""
        counts: dict[str, int] = {}
        names = []
        for agent in self.agents:
            counts[agent] = counts.get(agent, 0) + 1
            names.append(agent if counts[agent] == 1 else f"{agent} ({counts[agent]})")
        return tuple(names)

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom: every two agents, or the first and each other in a gauntlet."""
        pairs = tuple(combinations(range(len(self.agents)), 2))
        return pairs[: len(self.agents) - 1] if self.gauntlet else pairs

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return self.games * len(self.sizes) * len(self.pairings)

    def books(self) -> dict[int, list[Opening]]:
        """The openings of every size."""
        count = self.games // 2
        return {
            size: openings_from_spec(self.openings, size, count, self.seed) for size in self.sizes
        }

    def tasks(self, books: dict[int, list[Opening]]) -> Iterator[Task]:
        """All games in the order of their numbers."""
        names, number = self.names, 0
        for opening in range(self.games // 2):
            for size in self.sizes:
                moves = books[size][opening]
                for pairing in self.pairings:
                    for order in (0, 1):
                        black, white = pairing if order == 0 else pairing[::-1]
                        yield Task(
                            number,
                            size,
                            opening,
                            moves,
                            black,
                            white,
                            (self.agents[black], self.agents[white]),
                            (names[black], names[white]),
                            self.limit,
                            self.grace,
                            derived_seed(self.seed, size, *pairing, opening, order),
                        )
                        number += 1

    def header(self, books: dict[int, list[Opening]], files: Files | None = None) -> dict[str, Any]:
        """The plan as plain data, with fingerprints of all else that decides the games."""
        return {
            "match": _FORMAT,
            "agents": list(self.agents),
            "games": self.games,
            "sizes": list(self.sizes),
            "openings": self.openings,
            "limit": _plain(self.limit),
            "seed": self.seed,
            "sprt": None if self.sprt is None else self.sprt._asdict(),
            "grace": self.grace,
            "gauntlet": self.gauntlet or None,
            "books": fingerprint(repr(books).encode()),
            **(files or Files(self.agents)).fields(),
        }


def _plain(limit: Limit) -> dict[str, Any]:
    """A limit as plain data."""
    bounds = limit._asdict()
    clock = bounds.pop("clock")
    return bounds if clock is None else {**bounds, "clock": list(clock)}


def derived_seed(*parts: int) -> int:
    """A seed that depends on all the numbers, and is another one for other numbers."""
    digest = blake2b(",".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def _listed(values: Sequence[object]) -> str:
    return ", ".join(map(str, values)) or "none"
