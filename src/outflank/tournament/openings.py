"""Where the games of a match begin, so that no two pairs are the same game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, cycle, islice, repeat
from math import inf
from pathlib import Path
from random import Random

from ..engine import Engine, Limit
from ..formats.source import bounded, decoded, in_charset, is_text
from ..rules import Color, IllegalMoveError, Move, ParseError, Position
from ..rules.transcript import parse_moves

Opening = tuple[Move, ...]
"""The moves that are played before the agents are asked."""

_ATTEMPTS = 200
"""How often a random opening is drawn again to be playable and new."""
_FEW = 10
"""How often, once there was none without fault."""
_EVEN = 2.0
"""Discs that the engine may find one side ahead by, for an opening to be balanced."""
_LOOK = Limit(nodes=20_000)
"""How far it looks for that."""
_KINDS = "expected start, random:PLIES, balanced:PLIES or xot:FILE"


class OpeningError(ValueError):
    """Openings that cannot be made from their text; the message is one sentence."""


def openings_from_spec(spec: str, size: int, count: int, seed: int) -> list[Opening]:
    """The first openings that `draw_openings` gives; raises OpeningError as well."""
    return list(islice(draw_openings(spec, size, seed), count))


def draw_openings(spec: str, size: int, seed: int) -> Iterator[Opening]:
    """Openings for a board size without end, from a text.

    It is `start`, `random:PLIES`, `balanced:PLIES` or `xot:FILE`; balanced ones are random too, but
    the engine finds neither side ahead by much, or by the least there is. The same arguments give
    the same openings. They differ as long as there are enough of them. Raises OpeningError.
    """
    kind, _, rest = spec.partition(":")
    if kind == "start" and not rest:
        return repeat(())
    if kind == "random":
        return _random(_plies(spec, rest), size, seed, lambda _: 0.0)
    if kind == "balanced":
        return _random(_plies(spec, rest), size, seed, _too_uneven)
    if kind == "xot":
        if not rest:
            raise OpeningError(f"openings {spec!r} need a file, as in xot:FILE")
        return _listed(Path(rest), size, seed)
    raise OpeningError(f"unknown openings {spec!r}: {_KINDS}")


def _plies(spec: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        kind = spec.partition(":")[0]
        raise OpeningError(f"bad openings {spec!r}: {kind} needs a number of plies, as in {kind}:8")
    return int(text)


def handicap(size: int, corners: int) -> Position:
    """The start with black discs on so many corners, 1 to 4, where White moves first.

    Raises ValueError for any other number.
    """
    if not 1 <= corners <= 4:
        raise ValueError(f"corners {corners!r}: expected 1 to 4")
    start = Position.initial(size)
    first, second, third, fourth = start.shape.corners
    given = (first, fourth, second, third)[:corners]
    black, white = (start.squares(color) for color in Color)
    return Position.from_squares(size, [*black, *given], white, Color.WHITE)


def _too_uneven(position: Position) -> float:
    """By how many discs too many one side is ahead."""
    return max(0.0, abs(Engine().search(position, _LOOK).score) - _EVEN)


def _random(
    plies: int,
    size: int,
    seed: int,
    fault: Callable[[Position], float],
) -> Iterator[Opening]:
    """Random legal moves after which the game goes on, without fault or with little.

    The positions differ where they can.
    """
    start = Position.initial(size)
    if plies > start.empties:
        raise OpeningError(f"{size}x{size} has no opening of {plies} plies")
    seen: set[Position] = set()
    exhausted = False
    for number in count():
        random = Random(f"opening {seed} {size} {plies} {number}")
        found: Opening | None = None
        least = inf
        for attempt in range(_ATTEMPTS):
            moves, position = _walk(start, plies, random.choice)
            if position.is_over:
                continue
            faulty = fault(position)
            if faulty <= least:
                found, least = moves, faulty
            is_good = not faulty and (exhausted or position not in seen)
            if is_good or (exhausted and attempt >= _FEW):
                seen.add(position)
                break
        else:
            exhausted = True
        if found is None:
            raise OpeningError(f"{size}x{size}: no {plies} random plies leave a game to play")
        yield found


def _walk(
    position: Position, plies: int, choose: Callable[[list[Move]], Move]
) -> tuple[Opening, Position]:
    moves: list[Move] = []
    left = plies
    while left and (legal := position.legal_moves()):
        moves.append(choose(legal))
        position = position.play(moves[-1])
        left -= not moves[-1].is_pass
    return tuple(moves), position


def _listed(path: Path, size: int, seed: int) -> Iterator[Opening]:
    """Lines of a file in an order drawn from the seed, from the first again when they run out."""
    if size != 8:
        raise OpeningError(f"the openings in {path} are for 8x8, not for {size}x{size}")
    try:
        with path.open("rb") as file, decoded(file) as stream:
            text = list(in_charset(bounded(stream)))
    except OSError as error:
        raise OpeningError(f"cannot read the openings {path}: {error.strerror}") from error
    if not is_text("".join(text)):
        raise OpeningError(f"cannot read the openings {path}: it is not text")
    lines = [(n, line.rstrip("\n")) for n, line in enumerate(text, 1) if line.strip()]
    if not lines:
        raise OpeningError(f"there are no openings in {path}")
    Random(f"openings {seed}").shuffle(lines)
    start = Position.initial(size)
    return cycle(_read(path, number, line, start) for number, line in lines)


def _read(path: Path, number: int, line: str, start: Position) -> Opening:
    try:
        moves = parse_moves(line, start)
    except (ParseError, IllegalMoveError) as error:
        raise OpeningError(f"{path}, line {number}: {error}") from error
    position = start
    for move in moves:
        position = position.play(move)
    if position.is_over:
        raise OpeningError(f"{path}, line {number}: the game is over after this opening")
    return tuple(moves)
