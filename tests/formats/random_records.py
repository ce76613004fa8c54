"""Records with random notes, for round trips."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hypothesis import strategies as st

from outflank import Game
from outflank.formats import Branch, Note

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


def branches_for(
    start: Game, seed: int, comments: tuple[str, ...], nested: int = 2
) -> list[Branch]:
    """Up to three other lines, in the order of their plies, and what leaves them in turn."""
    random = Random(seed)
    branches = []
    for ply in sorted(random.sample(range(len(start) + 1), min(3, len(start)))):
        position = start.positions[ply]
        played = start.moves[ply : ply + 1]
        others = [move for move in position.legal_moves() if move not in played]
        if not others:
            continue
        line = Game(position, [random.choice(others)])
        while not line.position.is_over and random.random() < 0.8:
            line = line.play(random.choice(line.position.legal_moves()))
        notes = notes_for(line, random.randrange(10**6), comments)
        below = branches_for(line, random.randrange(10**6), comments, nested - 1) if nested else []
        # A branch leaves a line at its first move or later; what leaves at the first is beside it.
        below = [branch for branch in below if branch.ply > 0]
        branches.append(Branch(ply, line.moves, notes, tuple(below)))
    return branches
