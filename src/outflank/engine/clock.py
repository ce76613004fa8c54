"""How long to think about a move when there is time for a whole game: nothing but arithmetic.

A `Pace` plans it from the clock and the board before the search, and changes its mind by what the
search finds. It never looks at a clock of its own, so that whole games can be simulated.
"""

from __future__ import annotations

import math
import re
import sys
from typing import NamedTuple

from ..rules.checks import check_type


class _Fields(NamedTuple):
    time: float
    increment: float
    moves: int


class Clock(_Fields):
    """What a side has left: seconds, what it gets after each move, and how long both must last.

    `moves` is the number of moves to be made until more time comes; 0 means that the time is for
    the rest of the game. Raises ValueError for what is below 0 or not finite.
    """

    __slots__ = ()

    def __new__(cls, time: float, increment: float = 0.0, moves: int = 0) -> Clock:
        """Seconds, seconds, and a number of moves."""
        for name, seconds in (("time", time), ("increment", increment)):
            number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
            if not (number and 0 <= seconds <= sys.float_info.max):
                raise ValueError(f"{name} {seconds!r}: expected seconds, 0 or more")
        if not (isinstance(moves, int) and moves >= 0) or isinstance(moves, bool):
            raise ValueError(f"moves {moves!r}: expected a whole number, 0 or more")
        return super().__new__(cls, time, increment, moves)

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Reads minutes and seconds a move: `5+3`, `0.5+0`, `15`, `1:30+2` (1 minute 30).

        Without minutes, as in `0+3`, the first move has the seconds that come after each.
        """
        check_type(text, str, "clock", "text such as '5+3'")
        match = _TEXT.fullmatch(text.strip())
        expected = "expected minutes, and seconds for each move, as in 5+3"
        if match is None:
            raise ValueError(f"bad clock {text!r}: {expected}")
        time, increment = _seconds(match)
        if not (time or increment):
            raise ValueError(f"bad clock {text!r}: it has no time, {expected}")
        return cls(time or increment, increment)

    def __str__(self) -> str:
        """As it is parsed; so many seconds and moves where they do not last for the game."""
        if self.moves:
            return f"{self.time:g} s for {self.moves} moves"
        return f"{self.time / 60:g}+{self.increment:g}"

    def after(self, seconds: float) -> Clock:
        """The clock when a move has taken so long; it stops at 0."""
        check_type(seconds, (int, float), "seconds", "a number")
        return self._replace(time=max(self.time - seconds, 0.0) + self.increment)


_TEXT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(?::([0-5]\d))?(?:\+(\d+(?:\.\d*)?|\.\d+))?")


def _seconds(match: re.Match[str]) -> tuple[float, float]:
    minutes, seconds, increment = (float(part or 0) for part in match.groups())
    return minutes * 60 + seconds, increment


_LAG = 0.05
"""Seconds a move that are lost on the way, as far as the clock can bear it."""
_LAG_PART = 0.9
"""The most of the time that is kept for that."""
_NEWS = 0.1
"""The weight of the newest measurement in the mean lateness."""
_FALL = 0.03
"""The share of its distance to the newest measurement by which the worst lateness falls."""
_LEAST = 0.0003
"""Seconds for a move when there are none left."""
_SPARE = 2
"""Moves that time is kept for beyond those to be thought about."""
_EASY_EMPTIES, _EASY_SECONDS, _EASY_GROWTH = 16, 0.02, 2.3
"""So many empty squares are solved in so many seconds; one more takes so many times longer."""
_EASY_PART = 0.1
"""The part of the time that may go into moves which need no thought, being solved."""
_MOST = 0.5
"""The most of the time that a single move may take, if others follow before there is more."""
_NEVER = 0.85
"""The most of what is on the clock that any move may take."""
_OF_INCREMENT = 0.9

_STRETCH = 3.0
"""How many times its usual time a move may take at most."""
_NEXT = 0.6
"""No depth is begun after this part of the time: it would not come to its end."""
_CHANGED = 0.6
"""What a change of the best move adds; half as much after the next depth that keeps it."""
_DROP, _DROPPED = 1.5, 1.5
"""Discs less than two depths before, or than the depth before while a depth is under way, and how
much longer that makes it."""
_CLOSE, _APART = 0.5, 4.0
"""Discs from the best move to the second: up to the first it is unclear, from the second clear."""
_UNCLEAR, _CLEAR = 1.25, 0.5
"""How much longer, or shorter, it takes then."""
_GLANCE = 0.05
"""The part of the usual time for a first look at the two best moves."""


class Lateness:
    """How late recent searches ended: on a busy machine other programs run meanwhile."""

    def __init__(self) -> None:
        self.mean = 0.0
        """Mean seconds between the planned and the real end."""
        self.worst = 0.0
        """The most such seconds lately; it falls slowly."""

    def note(self, planned: float, taken: float) -> None:
        """Add the planned and real seconds of a search; one that ended early is skipped."""
        late = taken - planned
        if late >= 0:
            self.mean += _NEWS * (late - self.mean)
            self.worst = max(late, self.worst + _FALL * (late - self.worst))

    def over(self, moves: int) -> float:
        """Seconds to keep for the lateness of n moves, and a reserve."""
        return moves * self.mean + _SPARE * self.worst


class Pace:
    """When to end the search of one move: longer if the choice is unclear, sooner if it is clear.

    Seconds are counted from the beginning of the move.
    """

    def __init__(self, clock: Clock, empties: int, lateness: Lateness | None = None) -> None:
        """Plans a move of the side whose clock that is, with so many squares empty.

        Time is kept for the measured lateness of all moves to come, if there is so much.
        """
        own = (empties + 1) // 2
        moves = min(own, clock.moves) if clock.moves else own
        late = 0.0 if lateness is None else lateness.over(moves)
        sure = max(clock.time - late, 0.0)
        usable = sure - min(_LAG * (moves + _SPARE), _LAG_PART * sure)
        thought = _thought_moves(clock, empties)
        usual = usable / thought + _OF_INCREMENT * clock.increment
        part = 1.0 if thought == 1 else _MOST
        most = min(part * usable + clock.increment, _NEVER * clock.time)
        self.most = max(min(_STRETCH * usual, most), _LEAST)
        """Seconds that it takes at most."""
        self.usual = min(max(usual, _LEAST), self.most)
        """Seconds that it takes if nothing is noticed."""
        self.glance = _GLANCE * self.usual
        """Seconds for a first look at the two best moves."""
        self._gap: float | None = None
        self._unrest = 0.0
        self._moves: list[object] = []
        self._scores: list[float] = []
        self._done = False

    @property
    def target(self) -> float:
        """Seconds that it takes by what is known so far."""
        factor = 1.0 + self._unrest
        scores = self._scores
        if len(scores) > 2 and scores[-1] <= scores[-3] - _DROP:
            factor *= _DROPPED
        if self._gap is not None and self._gap <= _CLOSE:
            factor *= _UNCLEAR
        elif self._gap is not None and self._gap >= _APART and len(set(self._moves)) < 2:
            factor *= _CLEAR
        return min(factor * self.usual, self.most)

    def compare(self, best: float, second: float) -> None:
        """Takes the values of the two best moves, in discs, of a first look."""
        self._gap = best - second

    def note(self, move: object, score: float, seconds: float) -> None:
        """Takes what a depth has found, when it was done; values in discs for the side to move."""
        self._unrest /= 2
        if self._moves and move != self._moves[-1]:
            self._unrest += _CHANGED
        self._moves.append(move)
        self._scores.append(score)
        self._done = seconds >= _NEXT * self.target

    def is_over(self, seconds: float, fall: float = 0.0) -> bool:
        """Return whether the search is to end.

        `fall` is how many discs the best move has lost in the depth under way: then it takes
        longer, to find a better one.
        """
        factor = _DROPPED if fall >= _DROP else 1.0
        return self._done or seconds >= min(factor * self.target, self.most)


def _thought_moves(clock: Clock, empties: int) -> int:
    """For how many moves the time must last; those that are solved at once are none."""
    seconds = max(_EASY_PART * clock.time, 1e-9)
    easy = _EASY_EMPTIES + math.log(seconds / _EASY_SECONDS, _EASY_GROWTH)
    own = max(math.ceil((empties - max(easy, 0.0)) / 2), 0) + _SPARE
    return min(clock.moves, own) if clock.moves else own
