"""Records with random notes, for round trips."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hypothesis import strategies as st

from outflank import Game
from outflank.formats import Note

SIZES = [4, 6, 8, 10, 12, 14, 16]
SEEDS = st.integers(0, 10**6)
PLIES = st.none() | st.integers(0, 60)


def later(game: Game, skipped: int) -> Game:
    """The game from one of its positions on."""
    skipped = min(skipped, len(game))
    return Game(game.positions[skipped], game.moves[skipped:])


def notes_for(game: Game, seed: int, comments: tuple[str, ...] = ()) -> Mapping[int, Note]:
    """Notes on about half of the moves, with numbers of three decimals."""
    random = Random(seed)
    notes = {}
    for ply in range(len(game)):
        note = Note(
            random.choice([None, random.randint(-64_000, 64_000) / 1000]),
            random.choice([None, random.randint(0, 10**6) / 1000]),
            random.choice(["", *comments]),
        )
        if note != Note() and random.random() < 0.7:
            notes[ply] = note
    return notes
