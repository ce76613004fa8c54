"""What is proved of a position, against what was said of it, and how both are shown."""

from __future__ import annotations

import textwrap
from typing import Any, NamedTuple

from ...engine import Bounds, Engine, Limit, Solution
from ...rules import Color
from ...rules.outcome import outcome_of
from ...rules.text import compact
from ...rules.transcript import write_moves
from .bar import Bar
from .positions import Asked

_WIDTH = 79
_INDENT = " " * 5


class Answer(NamedTuple):
    """A position and what is proved of it."""

    number: int
    """Which of the positions, from 1."""
    asked: Asked
    wld: bool
    """Only a win, a draw or a loss was asked for."""
    every: bool
    """Every move's was asked for."""
    bounds: Bounds
    """Of the margin, for the side to move."""
    solution: Solution | None
    """None if the game is over."""

    @property
    def is_known(self) -> bool:
        """Whether what was asked for is proved."""
        asked = [self.bounds]
        if self.every and self.solution:
            asked += self.solution.moves.values()
        return all(b.exact or (self.wld and (b.lower > 0 or b.upper < 0)) for b in asked)

    @property
    def nodes(self) -> int:
        """Calls of a search function."""
        return self.solution.nodes if self.solution else 0

    @property
    def time(self) -> float:
        """Seconds."""
        return self.solution.time if self.solution else 0.0

    @property
    def discs(self) -> tuple[int, int] | None:
        """Black's and White's discs at the end of the line; None if it does not go so far."""
        position = self.asked.entry.position
        for move in self.solution.pv if self.solution else ():
            position = position.play(move)
        ended = position.is_over
        return (position.discs(Color.BLACK), position.discs(Color.WHITE)) if ended else None

    @property
    def differences(self) -> list[str]:
        """Where it contradicts what was said of the position, as clauses."""
        entry = self.asked.entry
        proved = dict(self.solution.moves) if self.solution else {}
        claims = [("the position", self.bounds, entry.score)]
        claims += [(str(move), proved[move], score) for move, score in entry.scores.items()]
        return [
            f"{name} is {self._contradicting(bounds, score)}, not {score:+d}"
            for name, bounds, score in claims
            if score is not None and not bounds.lower <= score <= bounds.upper
        ]

    def _contradicting(self, bounds: Bounds, score: int) -> str:
        """What a score should have been: with `wld` the result, if it is not already that one's."""
        result = _result(bounds) if self.wld else None
        return str(bounds) if result in (None, _result(Bounds(score, score))) else f"a {result}"


def answer(
    number: int,
    asked: Asked,
    engine: Engine,
    *,
    wld: bool = False,
    every: bool = False,
    limit: Limit = Limit(),
    hidden: bool = False,
) -> Answer:
    """Solves a position, with a bar on the terminal unless that is `hidden`."""
    position = asked.entry.position
    outcome = outcome_of(position)
    if outcome is not None:
        margin = outcome.pov(position.turn)
        return Answer(number, asked, wld, every, Bounds(margin, margin), None)
    with Bar(f"position {number}", "moves", len(position.legal_moves()), hidden=hidden) as bar:

        def show(found: Solution) -> None:
            best = Bounds(found.lower, found.upper)
            bar.show(
                sum(move.exact or move.upper <= best.lower for move in found.moves.values()),
                f"{_text(best, wld)} {found.move}",
            )

        found = engine.solve(
            position, mode="wld" if wld else "exact", every=every, limit=limit, progress=show
        )
    return Answer(number, asked, wld, every, Bounds(found.lower, found.upper), found)


def header(wld: bool) -> str:
    """What stands above a table of answers."""
    what = "Results: of the side to move" if wld else "Scores: discs for the side to move"
    return (
        f"{what}. Discs: Black's and White's after the line.\n"
        f"{'#':>3}  {'empties':>7}  {'result' if wld else 'score':>8}  best  {'discs':>7}"
        f"  {'nodes':>14}  {'seconds':>8}  {'nodes/s':>11}  line"
    )


def row(given: Answer) -> str:
    """The answer's line in a table, and lines below it for its moves and what differs."""
    found = given.solution
    position = given.asked.entry.position
    discs = "-".join(map(str, given.discs or ()))
    rate = given.nodes / given.time if given.time else 0
    line = write_moves(found.pv, passes="--") if found else "the game is over"
    lines = [
        f"{given.number:>3}  {position.empties:>7}  {_text(given.bounds, given.wld):>8}"
        f"  {str(found.move) if found else '':<4}  {discs:>7}"
        f"  {given.nodes:>14,}  {given.time:>8.3f}  {rate:>11,.0f}  {line}"
    ]
    if given.every and found:
        moves = [f"{move} {_text(bounds, given.wld)}" for move, bounds in found.moves.items()]
        text = ", ".join(text.replace(" ", "\xa0") for text in moves)
        lines.append(_wrapped(text).replace("\xa0", " "))
    place = f"{given.asked.place}: " if given.asked.place else ""
    lines += [f"{_INDENT}DIFFERS: {place}{difference}" for difference in given.differences]
    return "\n".join(lines)


def fields(given: Answer) -> dict[str, Any]:
    """The answer for a program."""
    found, entry, discs = given.solution, given.asked.entry, given.discs
    score = given.bounds.lower if given.bounds.exact else None
    return {
        "number": given.number,
        "place": given.asked.place or None,
        "position": compact(entry.position),
        "size": entry.position.size,
        "empties": entry.position.empties,
        "turn": entry.position.turn.name.lower(),
        "score": score,
        "lower": given.bounds.lower,
        "upper": given.bounds.upper,
        "result": _result(given.bounds),
        "move": str(found.move) if found else None,
        "pv": [str(move) for move in found.pv] if found else [],
        "moves": {str(m): b._asdict() for m, b in found.moves.items()} if found else {},
        "discs": dict(zip(("black", "white"), discs, strict=True)) if discs else None,
        "nodes": given.nodes,
        "time": round(given.time, 6),
        "given": {
            "score": entry.score,
            "moves": {str(move): score for move, score in entry.scores.items()},
        },
        "differences": given.differences,
    }


def _text(bounds: Bounds, wld: bool) -> str:
    result = _result(bounds)
    if not wld:
        return str(bounds)
    if result is not None:
        return result
    return "no loss" if bounds.lower == 0 else "no win" if bounds.upper == 0 else "unknown"


def _result(bounds: Bounds) -> str | None:
    if bounds.lower > 0:
        return "win"
    if bounds.upper < 0:
        return "loss"
    return "draw" if bounds.lower == bounds.upper == 0 else None


def _wrapped(text: str) -> str:
    return textwrap.fill(
        text, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT, break_on_hyphens=False
    )
