"""OBF, the files of positions with known scores: a line for each.

    --OO--OOXXOXXOX- X; A1:+2; B2:-4; % a comment

First the squares from a1 on and the side to move; then moves with their margins in discs for that
side, or a lone score, which is the position's. `--:-127` fills a place and says nothing. Boards of
every size are written so. Files of bare boards, such as scripts for other programs, are the same.
"""

from __future__ import annotations

import re

from ..rules import PASS, IllegalMoveError, Move, ParseError, Position
from ..rules.checks import check_type
from ..rules.text import compact, parse_position_report
from .record import Entry

_SCORE = re.compile(r"[+-]?[0-9]{1,4}")
_BOARD_AND_SCORE = re.compile(rf"(.+\S)\s+({_SCORE.pattern})")
"""A score may follow the side to move without a semicolon."""
_PASSES = ("--", "PS", "PA", "PASS")
_NOTHING = "-127"
_MOST_SHOWN = 20


def parse_obf(line: str) -> Entry:
    """The entry on a line. Raises ParseError."""
    content, comment = split_comment(line)
    board, *items = (part.strip() for part in content.split(";"))
    if match := _BOARD_AND_SCORE.fullmatch(board):
        board, items = match[1], [match[2], *items]
    position, notes = parse_position_report(board)
    if notes:
        raise ParseError("no side to move: put X or O after the board")
    scores: dict[Move, int] = {}
    own: int | None = None
    for item in filter(None, items):
        name, colon, number = (part.strip() for part in item.rpartition(":"))
        if name == "--" and number == _NOTHING:
            continue
        score = _score(number, item, position)
        if not colon:
            own = score
            continue
        move = _move(name, position)
        if move in scores:
            raise ParseError(f"move {name!r} is there twice")
        scores[move] = score
    own = max(scores.values(), default=None) if own is None else own
    return Entry(position, scores, own, comment)


def write_obf(entry: Entry) -> str:
    """The line of a position, the best moves first. IllegalMoveError for one that is not legal."""
    check_type(entry, Entry, "entry", "an Entry, such as Entry(position, {}, None)")
    for move in entry.scores:
        if not entry.position.is_legal(move):
            raise IllegalMoveError(f"illegal move {str(move)!r}: {_alternatives(entry.position)}")
    best_first = sorted(entry.scores.items(), key=lambda item: -item[1])
    items = [f"{'--' if m.is_pass else m.name.upper()}:{score:+d};" for m, score in best_first]
    if entry.score is not None and entry.score != max(entry.scores.values(), default=None):
        items.insert(0, f"{entry.score:+d};")
    if comment := " ".join(entry.comment.split()):
        items.append(f"% {comment}")
    return " ".join([f"{compact(entry.position)};", *items]) + "\n"


def split_comment(line: str) -> tuple[str, str]:
    """What a line says, and the comment after it; both may be empty."""
    content, _, comment = line.partition("%")
    return content.strip().lstrip("\ufeff").strip(), comment.strip()


def _score(text: str, item: str, position: Position) -> int:
    if not _SCORE.fullmatch(text):
        raise ParseError(f"bad item {_shown(item)}: expected a move and its score such as A2:+38")
    area = position.size**2
    if not -area <= int(text) <= area:
        raise ParseError(f"bad score in {_shown(item)}: expected -{area} to +{area}")
    return int(text)


def _move(name: str, position: Position) -> Move:
    try:
        move = PASS if name.upper() in _PASSES else Move(name.lower())
    except ValueError:
        raise ParseError(f"bad move {_shown(name)}: expected a square such as A2") from None
    if not position.is_legal(move):
        raise ParseError(f"illegal move {_shown(name)}: {_alternatives(position)}")
    return move


def _alternatives(position: Position) -> str:
    legal = ", ".join(map(str, position.legal_moves()))
    return f"the side to move can play {legal}" if legal else "the game is over"


def _shown(text: str) -> str:
    return repr(text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 3]}...")
