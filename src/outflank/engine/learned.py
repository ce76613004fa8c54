"""The learned order of moves: tables of what the traits of a move are worth."""

from functools import cache
from typing import NamedTuple

from .. import _core

KILLER = 100
"""Worth of a move that refuted another one at the same ply; that of moves deviates by 1000."""

MOST_WORTH = 1_000_000
"""The largest worth, so that no sum of them overflows."""


class LearnedOrdering(NamedTuple):
    """What a move is worth for being searched early, learned from searches."""

    worth: tuple[int, ...]
    """Of each level of each trait, by phase, trait and level."""
    killer: int = KILLER
    """For a move that refuted another one at the same ply."""

    def __hash__(self) -> int:
        """Quick, as it is asked for by every search."""
        return hash((self.killer, self.worth[:32]))


def parse_ordering(text: str) -> LearnedOrdering:
    """Reads what ``outflank.training.ordering`` writes; ValueError, in a sentence, if not that."""
    import json  # here, so that importing outflank stays light

    try:
        killer, phases = (table := json.loads(text))["killer"], table["phases"]
        worth = [level for phase in phases for trait in _core.TRAITS for level in phase[trait]]
        sizes = [len(phase[trait]) for phase in phases for trait in _core.TRAITS]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ValueError(f"no table of an order of moves: {error!r}") from error
    if sizes != [*_core.TRAITS.values()] * _core.ORDERING_PHASES:
        raise ValueError("no table of this version's order of moves: the traits are others")
    if not all(type(number) is int and abs(number) <= MOST_WORTH for number in (killer, *worth)):
        raise ValueError(
            f"a table of an order of moves holds whole numbers only, up to {MOST_WORTH}"
        )
    return LearnedOrdering(tuple(worth), killer)


@cache
def learned_ordering() -> LearnedOrdering:
    """The order that comes with this package."""
    from importlib.resources import files

    return parse_ordering((files("outflank") / "data" / "ordering.json").read_text("utf-8"))
