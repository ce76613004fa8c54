"""Texts that made other programs fail, and what is right; from public bug reports."""

from __future__ import annotations

from typing import NamedTuple

PLAYOK = "1. F5 f4 2. F3 g4 3. H3 f6 4. G5 g6 5. E6 h6 6. H5 e7 7. E3 d2"
EDAX_50 = "f5d6c5f4d3e3f2c6g5b5a5b4b3c4c3a6a7a3f3e6c7b6d7d8b8e7f7e8c8a8a4f8a2b7"
KURNIK = (
    "1. f5 d6 2. c3 d3 3. c4 f4 4. c5 b3 5. c2 e3 6. d2 b4 7. e2 e6 8. e7 f3 9. g4 g3 10. g5 f2"
    " 11. f1 c1 12. c7 f6 13. f7 d7 14. c6 b5 15. c8 h5 16. h6 h4 17. b6 h7 18. a5 g6 19. d1 f8"
    " 20. e8 d8 21. h2 b8 22. a2 a3 23. a4 a7 24. b1 e1 25. b2 b7 26. g2 h1 27. h3 g1 28. h8 a1"
    " 29. a6 -- 30. a8 -- 31. g8 g7 37-27"
)
FOUR_PASSES = (
    "E6F6F5D6C3G4C6F4H4F3G5E3D3C4C5G6H6H3G3E2E1D7D8B3B5F7F8D2D1C7A3H5H2C8F2E8B8E7B4A4A6A5B6H7H8G8"
    "G7A8PAA7PAB7PAA2B2G2F1H1PAA1C2G1B1C1"
)


def _ggf(moves: str, result: str) -> str:
    names = (moves[at : at + 2] for at in range(0, len(moves), 2))
    entries = "".join(f"{'BW'[ply % 2]}[{name}]" for ply, name in enumerate(names))
    return f"(;GM[Othello]PC[x]PB[a]PW[b]RE[{result}]TY[8]{entries};)"


class Vector(NamedTuple):
    """A text and the position that it leads to."""

    name: str
    text: str
    format: str
    turn: str
    """Black or White."""
    discs: tuple[int, int]
    """Black's and White's."""
    legal: str
    """The moves of the side to move."""
    after_pass: str = ""
    """Those of the other side, if the side to move must pass."""
    passes: tuple[int, ...] = ()
    """The plies, from 1, that are passes."""
    result: str | None = None


VECTORS = [
    Vector(
        "egaroucid-67",
        "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3",
        "transcript", "White", (27, 20), "pass", "g4 h5 h6 a7 b7 c7 g7 h7 d8 e8 f8 g8",
    ),
    Vector(
        "egaroucid-217",
        "f5d6c4d3c3f4f6f3e6e7f7c5e3e2g3b4g5g6d8h5b5b3h4f2d2e1h6c2c6e8d7c8c7a4a2a3a5b8b6h3g4h7g2a6"
        "c1d1g1f1h1a1g7b1a7a8b7f8h8h2g8",
        "transcript", "White", (25, 38), "pass", "b2",
    ),
    Vector(
        "edax-50", _ggf(EDAX_50.upper() + "PA", "?"), "ggf", "White", (25, 13),
        "a1 g1 b2 c2 d2 e2 g2 g3 g4 h5 f6 g6 g7", passes=(35,),
    ),
    Vector(
        "edax-50-without-the-pass", _ggf(EDAX_50.upper(), "?"), "ggf", "Black", (25, 13), "pass",
        "a1 g1 b2 c2 d2 e2 g2 g3 g4 h5 f6 g6 g7",
    ),
    Vector("playok", PLAYOK, "transcript", "Black", (6, 12), "d3 c4 d7 f7 g7 h7"),
    Vector(
        "kurnik", KURNIK, "pgn", "Black", (37, 27), "", passes=(58, 60), result="Black wins 37-27",
    ),
    Vector(
        "egaroucid-409", _ggf(FOUR_PASSES, "-32"), "ggf", "Black", (16, 48), "",
        passes=(49, 51, 53, 59), result="White wins 16-48",
    ),
    Vector(
        "wipeout", "f5d6c5f4e3f6g5e6e7", "transcript", "White", (13, 0), "",
        result="Black wins 64-0 (13-0 on the board)",
    ),
    Vector(
        "zolomon-6", "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8", "transcript", "Black", (17, 3), "pass",
        "c3 g3 b4",
    ),
    Vector(
        "sensei-3", "-" * 27 + "OX------XO" + "-" * 27, "board", "Black", (2, 2), "d3 c4 f5 e6",
    ),
    Vector(
        "quarry", "(;GM[2]FF[4]\nSZ[8]\n;B[fe];W[df];B[cc]\n)", "sgf", "White", (5, 2),
        "d3 f3 f4 g5",
    ),
    Vector(
        "edax-sgf", "(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])", "sgf", "White", (5, 2), "d3 f3 f4 g5",
    ),
]  # fmt: skip
"""Of formats.md, section 4.2; two more are mistakes, and the rest are about protocols."""

MISTAKES = [
    ("pa", "pass not legal here (token 1): 'pa' at column 1, Black can play d3, c4, f5, e6"),
    (
        "f5d6--",
        "pass not legal here (token 3): '--' at column 5, Black can play c3, c4, c5, c6, c7",
    ),
]
"""What is typed, and what is said of it."""

TWO_GAMES = '[Black "x\n[White "y"]\n\n1. f5 d6 1-0\n\n[Black "z"]\n\n1. f5 f6 0-1\n'
"""PGN whose first game has a broken tag."""
