"""What `outflank database` prints of moves and games."""

from __future__ import annotations

from typing import Any

from ...database import Continuation
from ...formats import Record
from ...rules.text import compact
from .words import counted

HEADER = f"{'move':<4}  {'games':>9}  {'share':>7}  {'score':>7}  {'margin':>6}  opening"


def told(games: int, verb: str) -> str:
    """What games do, such as `1 game ends`."""
    return f"{counted(games, 'game')} {verb}{'s' if games == 1 else ''}"


def row(found: Continuation, games: int, opening: str | None) -> str:
    """A move's line in a table, of so many games in all."""
    score = "" if found.score is None else f"{100 * found.score:.1f} %"
    margin = "" if found.margin is None else f"{found.margin:+.2f}"
    return (
        f"{found.move!s:<4}  {found.games:>9,}  {100 * found.games / games:>5.1f} %"
        f"  {score:>7}  {margin:>6}  {opening or ''}"
    ).rstrip()


def move_fields(found: Continuation, opening: str | None) -> dict[str, Any]:
    """A move for a program."""
    return {
        **found._asdict(),
        "move": str(found.move),
        "margin": None if found.margin is None else round(found.margin, 2),
        "score": None if found.score is None else round(found.score, 4),
        "opening": opening,
    }


def line(record: Record) -> str:
    """A game's line in a list."""
    tags = record.game.tags
    date, black, result, white, event = (
        tags.get(name, "?") for name in ("Date", "Black", "Result", "White", "Event")
    )
    return f"{date}  {black} {result} {white}  ({event})  {record.game.transcript()}"


def game_fields(record: Record) -> dict[str, Any]:
    """A game for a program."""
    return {
        "tags": dict(record.game.tags),
        "size": record.game.start.size,
        "start": compact(record.game.start),
        "moves": record.game.transcript(),
    }
