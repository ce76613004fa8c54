"""Games of a line each with a sign before every move, as old programs kept them.

    +d3-c3+c4-e3...: -04 10                                         Logistello's logbook
    960402 e Black 0 (30 0 0) White 0 (30 0 0) +34-33+43... +02     the IOS archive

`+` is a move of Black's, `-` one of White's; the number after them is Black's discs less White's.
In the archive a square is two digits, its column and its row.
"""

from __future__ import annotations

import re

from ..rules import Game, Move, ParseError, Position
from ..rules.text import LETTERS
from .playing import Playing
from .results import mismatch

_LOGBOOK = re.compile(r"((?:[+-][a-h][1-8])+)\s*:?\s*([+-]?[0-9]{1,2})?(?:\s.*)?", re.IGNORECASE)
_IOS = re.compile(
    r"(\S+)\s+\S+\s+(\S+)\s+\S+\s+\([0-9 ]*\)\s+(\S+)\s+\S+\s+\([0-9 ]*\)"
    r"\s+((?:[+-][1-8]{2})+)\s*:?\s*([+-]?[0-9]{1,2})?(?:\s.*)?"
)
_MOVE = re.compile(r"[+-](\S)(\S)")


def is_logbook(line: str) -> bool:
    """Whether a line is a game in either form."""
    return bool(_LOGBOOK.fullmatch(line) or _IOS.fullmatch(line))


def parse_logbook(line: str) -> tuple[Game, str | None]:
    """The game on a line, and what is odd about its result.

    Raises ParseError or IllegalMoveError.
    """
    tags = {}
    if match := _LOGBOOK.fullmatch(line):
        moves, result = match[1], match[2]
    elif match := _IOS.fullmatch(line):
        date, black, white, moves, result = match.groups()
        tags = {"Date": date, "Black": black, "White": white}
    else:
        raise ParseError(f"bad line {line[:40]!r}: expected moves such as +d3-c3+c4")
    if result is not None:
        tags["Result"] = result
    playing = Playing(Position.initial())
    for column, row in _MOVE.findall(moves):
        playing.play(_move(column, row))
    game = Game(Position.initial(), playing.moves, tags)
    return game, mismatch(game)


def _move(column: str, row: str) -> Move:
    letter = LETTERS[int(column) - 1] if column.isdigit() else column.lower()
    return Move(f"{letter}{row}")
