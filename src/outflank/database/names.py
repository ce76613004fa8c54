"""Names of openings on 8x8, by position: however it is turned, and whatever moves led to it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple, get_args

from ..rules import Game, Position

Language = Literal["en", "ja"]

_SIZE = 8


class Opening(NamedTuple):
    """A position on the way of a game that has a name."""

    name: str
    """Where there are several they have a / between."""
    ply: int
    """How many moves lead to it, passes included."""


class NamedLine(NamedTuple):
    """Moves that lead to a position with a name."""

    moves: str
    """A transcript."""
    en: str
    """In English; empty if it has none. Where there are several they have a / between."""
    ja: str
    """In Japanese, likewise."""


@cache
def named_lines() -> tuple[NamedLine, ...]:
    """All positions of 8x8 that have a name."""
    table = (files("outflank") / "data" / "openings.tsv").read_text(encoding="utf-8")
    return tuple(NamedLine(*line.split("\t")) for line in table.splitlines()[1:])


def opening_name(position: Position, language: Language = "en") -> str | None:
    """The name of a position, in English or Japanese; several have a / between, most none."""
    names = _names(language)
    return names.get(position.canonical()) if position.size == _SIZE else None


def opening_of(game: Game, language: Language = "en") -> Opening | None:
    """The last position of a game that has a name."""
    for ply in range(len(game.moves), -1, -1):
        if name := opening_name(game.positions[ply], language):
            return Opening(name, ply)
    return None


@cache
def _names(language: Language) -> dict[Position, str]:
    languages = get_args(Language)
    if language not in languages:
        raise ValueError(f"unknown language {language!r}: expected {' or '.join(languages)}")
    names = {}
    for line in named_lines():
        if name := getattr(line, language):
            moves = (line.moves[at : at + 2] for at in range(0, len(line.moves), 2))
            names[Game(moves=moves).position.canonical()] = name
    return names
