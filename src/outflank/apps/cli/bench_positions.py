"""The positions on which `outflank bench` times the engine; a change here changes its signature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..._core import Position
from ...rules import Game

GAMES = {
    6: ("e4e3e2e5c2e1f1b4f6c5b5c1d1e6b2d2b1d5d6a6b3c6a3b6a5a1f5f2f3f4a2a4"),
    8: (
        "e6f6g6c5c4g7h8f5d6d3f3e3c6f7g8h6g5f4g3e7h5h4f8g4c2b5c3d2d1b4e2c1b1f1a4a3b3a5a6a7b6a2f2h3"
        "b2e1g1a1g2d8e8h1h2h7c8c7d7b7a8b8"
    ),
    10: (
        "f7g5e4d3f4g4g3g6h3h4h7d7e7d6d4d8g7h6d5e8e3f8h8g8f3i6h9c4c2c5c3i8b3b4a5c6b5f2g2h2e2d1f1a3"
        "a4a6d2c1h1e1g1i1f9e9e10d9c7f10g10d10c10b8b7h10g9b10b6h5j6i7j9j7j5j4i5c9i4a2j8j3j2i9b2b1a"
        "8i3b9c8a7a9a1j1a10i10j10i2"
    ),
    12: (
        "g8h8h7h6f5f9g5f8g9h9i5h5i6g4i4h4i3h3i7f4i9i8h10g10j9j8e6e7i10j4j3j7g2h11e5e8h12h2k8j5e4f"
        "1k6l5j2g3i2f3l7d3k5k10k9k4j6k2l1l6l4k3k1j1d4l8f2l10i1e1k7i12j12j11i11j10l2e2e3h1k12g1d2d"
        "1c1d7l9d6g12c2d5c4b1c3b5c5c6g11d8f10f12b7c7e9a8d9c8c9b10b9a10a9b8c11c10d10d11b6a6a7e11e1"
        "2b11l12e10l11f11l3k11a12a5a4b4a3b3a11b12c12d12a2b2a1"
    ),
}
"""A game to its end on each size: six moves by lot, then a weak engine with some more by lot."""

ENDINGS = (
    "-------X--O--OOO-O--OXO---XOO---XXOX X",
    "-------X--O--OXO--O-OX---OOO---XXXXX X",
    "----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X",
    "-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO-- X",
    "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O",
    "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X",
    "--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O",
    "--XO-O----OOOO--OOXOXXO-OOOOXXOOOOOXXOX-OXOXXXXX--XXXX----X-O-X- X",
    "-XXX----X-XOO---XXOXOO--XOXOXO--XOOXOXXXXOOXXOX---OOOOO--XXXXX-- X",
    "----X-----XXXX-OXXXOXOOO-OOOXOOOOOOXXXOOOOOOXXO-O-OOOX-----OOO-- X",
    (
        "OOX--XXXXOOOOOXXOXOOOOOXOXOXXOOXXOOOOXXOOXXXXOOXX---XXXXOXX-XXXXOXOOOO-XXOXOOOO-XXXXOOO-"
        "-OOOX-XXX--- X"
    ),
    (
        "OX-XXXXXO-OOOOOOOOOOXXXOOXOXOO--XXOXXOXX-XXXXXOOXX-XXXXOOXOXX-XXOXXOOX-XOOXXXXOX-OOXO-OO"
        "OXOO--O-OO-X X"
    ),
    (
        "-OXXXX-XXXXO-OOXXXOXXOOO-OXOXOXXOXOOOOXOOOOOOOOOOOXOXXXXXXO-OXXOXXXOXOXXOXXOOXXOOXXXOOXO"
        "XOOOOOXXOOXXOXXOXXXX-OXXXOXOOXXXX-XX-XOOXOXO-OX-OX-OOOO- X"
    ),
    (
        "XXXXXXXXXXXOXXXOOXXXXXXOXXOOOOOOXXXOXXXXXXXXXXXOXXOXXOXXOXXOXOXXOXXXXXXOXXXXOXXXXXXOXXXO"
        "XOXOXXXOX-OXXXOXOXOO-OX-XOXOXOXO---XX-OOOOOO--X-X--OOOOO X"
    ),
)
"""Of random games on 6x6, 10x10 and 12x12, on 8x8 of the FFO suite and of hard-20; all solved."""

_STAGES = {
    6: ((0, 14), (8, 14), (14, None)),
    8: ((0, 14), (20, 12), (36, 12), (42, None)),
    10: ((0, 12), (30, 9), (60, 10), (78, None)),
    12: ((0, 11), (40, 9), (90, 9), (124, None)),
}
"""For each size, after how many moves to search, and how deep; None for exact play."""


class BenchPosition(NamedTuple):
    """A position to search."""

    position: Position
    """The side to move has a move."""
    depth: int | None
    """Plies to search; None to solve it."""


def positions() -> Iterator[BenchPosition]:
    """The positions in order: those of games, then the endings."""
    for size, stages in _STAGES.items():
        game = Game.parse(GAMES[size], size=size)
        for ply, depth in stages:
            yield BenchPosition(game.positions[ply], depth)
    for ending in ENDINGS:
        yield BenchPosition(Position.parse(ending), None)
