"""Endings of every kind, and what they are worth by trying everything."""

from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from outflank import Color, Move, Position, Shape

Spread = Literal["anywhere", "apart", "together"]


def ending(
    size: int, empties: int, seed: int, share: float = 0.5, spread: Spread = "anywhere"
) -> Position:
    """Discs by lot, each black with a probability, on all squares but some.

    The empty squares have no empty neighbour ("apart", as far as there is room), or all have one.
    """
    rng = Random(seed)
    empty = empty_squares(Shape(size), empties, rng, spread)
    discs = [square for square in Shape(size).squares if square not in empty]
    black = {square for square in discs if rng.random() < share}
    white = [square for square in discs if square not in black]
    return Position.from_squares(size, black, white, rng.choice(list(Color)))


def empty_squares(shape: Shape, count: int, rng: Random, spread: Spread) -> set[Move]:
    squares = list(shape.squares)
    rng.shuffle(squares)
    found = set(squares[:1])

    def is_lonely(square: Move) -> bool:
        return found.isdisjoint(shape.neighbours(square))

    while len(found) < count:
        left = [square for square in squares if square not in found]
        fitting = [s for s in left if spread == "anywhere" or is_lonely(s) == (spread == "apart")]
        found.add((fitting or left)[0])
    return found


def endings(size: int, empties: int, count: int, seed: int) -> list[Position]:
    """Any discs at all, but for some empty squares; of games that are not over."""
    found: list[Position] = []
    while len(found) < count:
        position = ending(size, empties, seed)
        if not position.is_over:
            found.append(position)
        seed += 1
    return found


def margin(position: Position, known: dict[Position, int] | None = None) -> int:
    """With best play, by trying everything; a position that comes up again is looked up."""
    known = {} if known is None else known
    if position not in known:
        moves = position.legal_moves()
        outcome = position.outcome
        known[position] = (
            max(-margin(position.play(move), known) for move in moves)
            if outcome is None
            else int(outcome.pov(position.turn))
        )
    return known[position]


def margins(position: Position) -> dict[Move, int]:
    """Of every move."""
    known: dict[Position, int] = {}
    return {move: -margin(position.play(move), known) for move in position.legal_moves()}


class Known(NamedTuple):
    """A position of `endgames.txt` with what its moves are worth."""

    position: Position
    truth: dict[Move, int]


def known_endings() -> dict[str, Known]:
    """By name."""
    text = Path(__file__).with_name("endgames.txt").read_text(encoding="ascii")
    found = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        name, squares, turn, *words = line.split()
        truth = {}
        score = 0
        for word in words:
            if word[0] in "+-":
                score = int(word)
            else:
                truth[Move(word)] = score
        found[name] = Known(Position.parse(f"{squares} {turn}"), truth)
    return found
