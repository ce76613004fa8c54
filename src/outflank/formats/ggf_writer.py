"""The text of a game as GGF; `ggf` reads it."""

from __future__ import annotations

import re
from math import isfinite

from ..rules import Color, Game, Move, ParseError, Position
from ..rules.text import compact
from .ggf import CLOCKS_AND_KOMI, NAMES, parse_type
from .record import Note, Record, check_record
from .results import komi_of, lost_of_result, result_of, stated_text
from .trees import decimals

_RESULT = re.compile(r"\?|[+-]?[0-9]{1,3}(?:\.[0-9]+)?(?::[rtsl])?")
SUFFIXES = {"resigned": "r", "time": "t", "agreed": "s", "left": "l", "forfeit": "l"}
"""The letter after the colon of a result, by how the game ended."""
_PLAIN = str.maketrans("[]\n\r", "()  ")


def write_ggf(record: Record) -> str:
    """The game on a line. In names and comments brackets become parentheses, line breaks blanks."""
    check_record(record)
    game, tags = record.game, record.game.tags
    name_of = {theirs: tags.get(ours, "") for theirs, ours in NAMES.items()}
    own = {name: tags.get(name, "") for name in CLOCKS_AND_KOMI}
    head = {
        "GM": "Othello",
        **{name: name_of[name] for name in ("PC", "DT", "PB", "PW", "RB", "RW", "TI")},
        **own,
        "TY": _type_of(game),
        "RE": _result_text(game),
        "BO": _board_text(game.start),
        "CO": record.comment,
    }
    # Other programs count on the places of the game and of the players, empty or not.
    text = "".join(
        f"{name}[{value.translate(_PLAIN)}]"
        for name, value in head.items()
        if value or name in ("PC", "PB", "PW")
    )
    positions = zip(game.positions, game.moves, strict=False)
    entries = [
        f"{'B' if position.turn is Color.BLACK else 'W'}[{_entry(move, record.notes.get(ply))}]"
        for ply, (position, move) in enumerate(positions)
    ]
    return f"(;{text}{''.join(entries)};)\n"


def dropped_by_ggf(record: Record) -> list[str]:
    """What of a game has no place in the format."""
    kept = {*NAMES.values(), *CLOCKS_AND_KOMI, "TY"}
    tags = record.game.tags
    dropped = [f"tag {name}" for name in tags if name not in kept]
    dropped += lost_of_result(record.game, _result_text(record.game))
    texts = [record.comment, *(value for name, value in tags.items() if name in kept)]
    for what, marks in {"line breaks": "\n\r", "square brackets": "[]"}.items():
        if any(mark in text for text in texts for mark in marks):
            dropped.append(f"{what} in the comment or in names")
    if any(note.comment for note in record.notes.values()):
        dropped.append("comments on moves")
    return [*dropped, "variations"] if record.branches else dropped


def _type_of(game: Game) -> str:
    size = game.start.size
    text = game.tags.get("TY", "")
    try:
        if parse_type(text).size == size:
            return text
    except ParseError:
        pass
    usual = game.start == Position.initial(size)
    return f"{size}" if usual else f"{size}r{game.start.discs()}"


def _board_text(position: Position) -> str:
    size, (cells, side) = position.size, compact(position).replace("X", "*").split()
    rows = (cells[at : at + size] for at in range(0, size * size, size))
    return " ".join((str(size), *rows, side))


def _result_text(game: Game) -> str:
    komi = komi_of(game.tags) or 0.0
    if (text := stated_text(game, _RESULT, komi)) is not None:
        return text
    margin, winner, ending = result_of(game, komi)
    if margin is None and (winner is None or ending is None):
        return "?"
    area = game.start.shape.area
    whole = margin if margin is not None else area if winner is Color.BLACK else -area
    return f"{whole:+.3f}:{SUFFIXES[ending]}" if ending else f"{whole:+.3f}"


def _entry(move: Move, note: Note | None) -> str:
    numbers = (note.value, note.seconds) if note else ()
    texts = [decimals(n) if n is not None and isfinite(n) else "" for n in numbers]
    return "/".join(["PA" if move.is_pass else move.name.upper(), *texts]).rstrip("/")
