"""What the first agent of a match did in its games: its moves, and what went wrong with them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..agents.students import TOLERANCE
from ..rules import Color, Move, Position
from .record import Ply, Record

LATE = "late move"
"""The kind of a move over the time."""
_PLACE = re.compile(r"\([^()]*, line \d+\)\Z")


class Decision(NamedTuple):
    """A move of the agent."""

    record: Record
    """The game."""
    number: int
    """Number of the move in the game, from 1, without passes."""
    position: Position
    """Where it was asked."""
    move: Move
    """What it played."""
    ply: Ply
    """What that took."""
    is_own: bool
    """False for a random move that was played after a fault."""


class GradeFault(NamedTuple):
    """One thing that the agent did wrong."""

    record: Record
    """The game."""
    number: int
    """Number of the move in the game, from 1, without passes."""
    position: Position
    """Where it was asked."""
    kind: str
    """Such as `exception` or `late move`."""
    message: str
    """What happened, in a sentence."""
    traceback: str = ""
    """Where it happened, for an exception; several lines."""
    replaced: bool = False
    """Whether a random move was played instead of the agent's own."""


def side_of(record: Record) -> Color:
    """Which colour the agent has in a game."""
    return Color.BLACK if record.black == 0 else Color.WHITE


def decisions(record: Record) -> Iterator[Decision]:
    """The agent's moves in a game, the opening's left out."""
    asked, side = _asked(record)[record.opening_plies :], side_of(record)
    replaced = {slip.move for slip in record.slips if slip.side is side and slip.replaced}
    for number, ((position, move), ply) in enumerate(
        zip(asked, record.plies, strict=False), record.opening_plies + 1
    ):
        if ply.side is side:
            yield Decision(record, number, position, move, ply, number not in replaced)


def faults(record: Record) -> Iterator[GradeFault]:
    """The agent's faults in a game, in order; the one that lost it, if one did, comes last.

    A move over the time is a fault of kind `late move`, once, whether or not the agent's process
    counted it.
    """
    side, asked = side_of(record), _asked(record)
    slips = [
        GradeFault(
            record,
            slip.move,
            asked[slip.move - 1][0],
            slip.kind,
            slip.message,
            slip.traceback,
            slip.replaced,
        )
        for slip in record.slips
        if slip.side is side
    ]
    yield from sorted([*slips, *_late(record, slips)], key=lambda fault: fault.number)
    fault = record.fault
    if fault is not None and fault.side is side:
        position = record.game().position
        yield GradeFault(record, len(asked) + 1, position, fault.kind, fault.message)


def grouped(faults: Iterable[GradeFault]) -> list[list[GradeFault]]:
    """Faults of one kind that came from one line of code together, the most frequent first."""
    groups = defaultdict[tuple[str, str], list[GradeFault]](list)
    for fault in faults:
        place = _PLACE.search(fault.message)
        groups[fault.kind, place[0] if place else ""].append(fault)
    return sorted(groups.values(), key=lambda group: -len(group))


def _late(record: Record, known: Iterable[GradeFault]) -> Iterator[GradeFault]:
    """The moves over the agent's time that are not among the known faults."""
    seconds = record.times[int(side_of(record) is Color.WHITE)]
    if seconds is None:
        return
    counted = {fault.number for fault in known if fault.kind == LATE}
    for decision in decisions(record):
        if decision.ply.time > seconds + TOLERANCE and decision.number not in counted:
            text = f"took {decision.ply.time:.2f} s for a move, more than {seconds:g} s"
            yield GradeFault(record, decision.number, decision.position, LATE, text)


def _asked(record: Record) -> list[tuple[Position, Move]]:
    """Where a move was made, the opening's included, and which; passes left out."""
    game = record.game()
    return [
        (position, move)
        for position, move in zip(game.positions, game.moves, strict=False)
        if not move.is_pass
    ]
