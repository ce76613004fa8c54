"""What is to be learned, and how: all that the outcome depends on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree
from typing import Any, NamedTuple

from ...heuristics.default import is_learned
from ...part import write_atomically
from ...tournament.fingerprints import package, package_difference

Listener = Callable[[str, float, str], object]
"""Hears which step is under way, what share of it is done, and a few words about it."""

_NOTED = "recipe.json"
"""The file in the folder of a training that says which one it is."""
SPENT = "spent.json"
"""The file of the seconds that the steps of a training took."""
SHARD = 500
"""Games that are played in one go, and kept or lost together."""
_MOST_RANDOM = 36
"""No game begins with more moves at random."""
_USUAL_AREA = 64
_SLIPS = 0.12
"""The share of moves at random after the opening, on boards above 8x8."""
_FAR = 24
"""Plies before exact play where results count as little as they ever do."""


class TrainingError(ValueError):
    """What cannot be trained, in one sentence."""


class Recipe(NamedTuple):
    """How an evaluation is learned."""

    size: int = 8
    """The board size, 6 to 16."""
    hours: float | None = 2.0
    """How long it takes, fits and calibration included; later rounds get more of it.

    A round that has begun is finished; none begins for which there is no time.
    """
    games: int | None = None
    """How many games to play in each round, if that is less."""
    rounds: int = 3
    """How often to play and to fit, each time with the weights learned before."""
    seed: int = 1
    """For everything random."""
    depth: int = 4
    """Plies that a move is searched."""
    exact: int = 14
    """Empty squares from which on play is perfect, and labels are exact."""
    blend: float = 0.15
    """The least share of the game's result in the label of a position before that, up to 8x8."""
    outlier: float = 0.75
    """Positions whose value and result lie farther apart are dropped; in discs by square."""
    shrink: float = 60.0
    """How many examples of 8x8 the weights beside a weight count as, of phases and runs."""
    warm: int | None = None
    """A size whose weights, of those that come with this package, to begin from."""

    @property
    def area(self) -> int:
        """How many squares the board has."""
        return self.size**2

    @property
    def phase_of(self) -> tuple[int, ...]:
        """The phase by discs on the board: up to 12 parts of the game, by who has the last move."""
        parts = min(12, (self.area - 4) // 5)
        part_of = [max(0, d - 4) * parts // (self.area - 3) for d in range(self.area + 1)]
        return tuple(2 * part + discs % 2 for discs, part in enumerate(part_of))

    @property
    def openings(self) -> tuple[int, int]:
        """The least and the most moves at random that a game begins with."""
        return 0, min(self.area * 7 // 16, _MOST_RANDOM)

    @property
    def slips(self) -> float:
        """The share of later moves that are played at random, none up to 8x8.

        A search judges many positions that no sensible game comes to. On small boards the random
        openings lead to enough of them; on large ones moves at random have to go on.
        """
        return _SLIPS if self.area > _USUAL_AREA else 0.0

    def share_of_result(self, empties: Any) -> Any:
        """How much the game's result, and not the search's value, counts before exact play.

        Of each number of empty squares in an array: less and less of it the longer the game goes
        on, as what is played by chance tells little of what a position is worth. On boards above
        8x8 nothing: there results of shallow games lie 30 to 40 discs from what was foretold.
        """
        if self.area > _USUAL_AREA:
            return empties * 0.0
        return (1 - (empties - self.exact) / _FAR).clip(self.blend, 1)

    @property
    def drawn(self) -> float:
        """`shrink` for the board, as values on larger ones are larger."""
        return self.shrink * self.area / _USUAL_AREA

    @property
    def ordering_empties(self) -> range:
        """Where the small evaluation is learned that orders moves in the exact search."""
        return range(8, min(21, self.area - 8))

    def check(self) -> None:
        """TrainingError, in one sentence, if it cannot be followed."""
        for name, good, expected in (
            ("size", self.size in range(6, 17, 2), "an even board size from 6 to 16"),
            ("hours", self.hours is None or 0 < self.hours < 10_000, "a number above 0"),
            ("games", self.games is None or self.games > 0, "a whole number above 0"),
            ("rounds", 1 <= self.rounds <= 100, "a whole number from 1 to 100"),
            ("seed", 0 <= self.seed < 2**32, "a whole number from 0 below 2^32"),
            ("depth", 1 <= self.depth <= 20, "1 to 20 plies"),
            ("exact", 4 <= self.exact <= min(24, self.area - 8), "4 to 24 empty squares"),
            ("blend", 0 <= self.blend <= 1, "a share from 0 to 1"),
            ("outlier", self.outlier > 0, "a number above 0"),
            ("shrink", self.shrink > 0, "a number above 0"),
            ("warm", self.warm is None or is_learned(self.warm), "a board size with weights"),
        ):
            if not good:
                raise TrainingError(f"{name} {getattr(self, name)}: expected {expected}")
        if self.hours is None and self.games is None:
            raise TrainingError("a training without an end: expected hours, games or both")

    def claim(self, folder: Path, *, fresh: bool = False) -> None:
        """Notes itself in a folder; TrainingError if another one is under way there.

        How long and how often to play may change. The games of another version of this package do
        not fit either. With `fresh` what is there of a training is dropped.
        """
        file = folder / _NOTED
        noted = {**self._asdict(), "outflank": package()}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if file.exists():
                found = json.loads(file.read_text("utf-8"))
                if fresh:
                    for games in folder.glob("round-*"):
                        rmtree(games)
                    (folder / SPENT).unlink(missing_ok=True)
                else:
                    self._compare(found, folder)
            write_atomically(file, (json.dumps(noted, indent=1) + "\n").encode())
        except OSError as error:
            raise TrainingError(f"cannot train in {str(folder)!r}: {error.strerror}") from error
        except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError) as error:
            raise TrainingError(f"{str(file)!r} is no recipe of a training") from error

    def _compare(self, found: dict[str, Any], folder: Path) -> None:
        """Raises TrainingError if what is noted in a folder is another training."""
        remedy = "begin anew with --fresh, or in another folder"
        found = {"warm": None, **found}  # older ones have none
        for name in self._fields:
            theirs, ours = found[name], getattr(self, name)
            if name not in ("hours", "games", "rounds") and theirs != ours:
                raise TrainingError(
                    f"{str(folder)!r} holds a training with {name} {theirs}, not {ours}: {remedy}"
                )
        if (theirs := found.get("outflank", {})) != package():
            reason = package_difference(theirs, package())
            raise TrainingError(f"{str(folder)!r} holds another training ({reason}): {remedy}")
