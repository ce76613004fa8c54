"""Games of the Othello Quest server as it sends them: JSON, read only.

An object has the `players`, Black first, the `position` with its `moves`, each with the time `t`
it took in milliseconds, and `gtype`, the kind of game. It may be the argument of a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..rules import PASS, Game, Move, ParseError, Position
from ..rules.text import is_board
from ..rules.transcript import parse_moves
from .json_objects import Object, list_of, number_of, object_of, read_objects, text_of
from .playing import Playing
from .record import Note, Problem, Record

_KINDS = {"reversi1": "1 minute", "reversi": "5 minutes", "reversix": "XOT"}


def is_quest(head: str) -> bool:
    """Whether a text begins as a file of this format does."""
    head = head.lstrip("\ufeff \t\r\n")
    return head[:1] in ("{", "[") and re.search(r'"(?:gtype|players)"\s*:', head) is not None


def read_quest(lines: Iterable[str]) -> Iterator[Record | Problem]:
    """Read games one after the other; one that cannot be read gives a Problem in its place."""
    return read_objects(lines, _record, lambda data: "players" in data or "args" in data)


def _record(data: Object) -> Record:
    board = object_of(data, "position")
    if "moves" not in board:
        raise ParseError("there is no position with moves in it")
    start, opening = _start(text_of(board, "startPos"))
    playing = Playing(start)
    notes = {}
    for move in opening:
        playing.play(move)
    for item in list_of(board, "moves"):
        if not isinstance(item, dict) or not isinstance(item.get("m"), str):
            raise ParseError(
                f"bad move {str(item)[:40]!r}: expected such as {{'t': 218, 'm': 'f5'}}"
            )
        playing.play(_move(item["m"]), item["m"][:20])
        if (milliseconds := number_of(item, "t")) is not None and milliseconds >= 0:
            notes[len(playing.moves) - 1] = Note(seconds=milliseconds / 1000)
    return Record(Game(start, playing.moves, _tags(data)), notes)


def _move(name: str) -> Move:
    if name == "-":
        return PASS
    try:
        return Move(name.lower())
    except ParseError:
        raise ParseError(f"bad move {name[:20]!r}: expected a square such as f5, or -") from None


def _start(text: str) -> tuple[Position, list[Move]]:
    """The first position, and the moves from there that another game begins with."""
    if is_board(text):
        return Position.parse(text), []
    return Position.initial(), parse_moves(text, Position.initial())


def _tags(data: Object) -> dict[str, str]:
    tags = {"Site": "Othello Quest"}
    if kind := text_of(data, "gtype"):
        tags["Event"] = _KINDS.get(kind, kind)
    if date := text_of(data, "created"):
        tags["Date"] = date
    for side, player in zip(("Black", "White"), list_of(data, "players"), strict=False):
        if not isinstance(player, dict):
            raise ParseError(f"bad player {str(player)[:20]!r}: expected an object in braces")
        if name := text_of(player, "name") or text_of(player, "id"):
            tags[side] = name
        if (rating := number_of(player, "oldR")) is not None:
            tags[f"{side}Elo"] = f"{rating:.0f}"
    if (clock := number_of(data, "tcb")) is not None:
        tags["TimeControl"] = f"{clock / 1000:g}"
    if status := text_of(data, "s") or text_of(object_of(data, "position"), "s"):
        tags["Termination"] = status
    return tags
