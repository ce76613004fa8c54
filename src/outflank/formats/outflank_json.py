"""Our own JSON: an object a line, which holds all that a record or an entry does.

    {"outflank": 1, "size": 8, "moves": "f5d6c3", "notes": {"0": {"value": 1.5}}}
    {"outflank": 1, "position": "-OO--XO--XO----- X", "scores": {"d4": -4}}

`outflank` is the version, which changes when old readers would misunderstand. A game's `moves` are
a transcript with its passes as `--`; `start` is the position before them, unless it is the usual
one of that `size`, `resigned` the colour that gave up, or with `on_time` ran out of time. `notes`
are by the index of a move, passes counted: its `value` to the side that makes it in discs, the
`seconds` it took, a `comment`.
`branches` are variations: the `ply` where one leaves its line, its `moves`, `notes` and `branches`.
A position may have a `score`, and `scores` of its moves, in discs for the side to move. Games and
positions may have a `comment`. What is empty is left out; unknown names are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from ..rules import Color, Game, Move, ParseError, Position
from ..rules.checks import check_type
from ..rules.text import compact
from ..rules.transcript import write_moves
from .json_objects import (
    Object,
    dumped,
    flag_of,
    list_of,
    number_of,
    object_of,
    read_objects,
    text_of,
)
from .record import DEEPEST, Branch, Entry, Item, Note, Problem, Record, check_depth
from .results import komi_of, mismatch

_VERSION = 1


def is_json(head: str) -> bool:
    """Whether a text begins as a file of this format does."""
    return re.match(r'\ufeff?\s*\[?\s*\{\s*"outflank"\s*:', head) is not None


def read_json(lines: Iterable[str]) -> Iterator[Item | Problem]:
    """Read games and positions one after the other; what cannot be read gives a Problem.

    Where a game's result is not that of its moves, a harmless Problem follows it.
    """
    return read_objects(lines, _item, lambda data: "outflank" in data, _odd)


def write_json(item: Item) -> str:
    """The line of a game or a position. Raises ValueError if variations are nested too deep."""
    check_type(item, (Record, Entry), "item", "a Record or an Entry")
    if isinstance(item, Record):
        check_depth(item)
    fields = _game_fields(item) if isinstance(item, Record) else _entry_fields(item)
    return dumped({"outflank": _VERSION, **_filled(fields)}) + "\n"


def _game_fields(record: Record) -> Object:
    game = record.game
    usual = game.start == Position.initial(game.start.size)
    return {
        "size": game.start.size,
        "start": "" if usual else compact(game.start),
        "moves": write_moves(game.moves, passes="--"),
        "resigned": "" if game.resigned is None else game.resigned.name.lower(),
        "on_time": game.on_time or None,
        "tags": dict(game.tags),
        "comment": record.comment,
        "notes": _note_fields(record.notes),
        "branches": [_branch_fields(branch) for branch in record.branches],
    }


def _branch_fields(branch: Branch) -> Object:
    fields = {
        "ply": branch.ply,
        "moves": write_moves(branch.moves, passes="--"),
        "notes": _note_fields(branch.notes),
        "branches": [_branch_fields(inner) for inner in branch.branches],
    }
    return _filled(fields)


def _note_fields(notes: Mapping[int, Note]) -> Object:
    filled = {str(ply): _filled(note._asdict()) for ply, note in sorted(notes.items())}
    return {ply: fields for ply, fields in filled.items() if fields}


def _entry_fields(entry: Entry) -> Object:
    return {
        "position": compact(entry.position),
        "score": entry.score,
        "scores": {move.name: score for move, score in entry.scores.items()},
        "comment": entry.comment,
    }


def _filled(fields: Object) -> Object:
    return {name: value for name, value in fields.items() if not _is_empty(value)}


def _is_empty(value: Any) -> bool:
    return value in (None, "", {}, []) or (isinstance(value, float) and not isfinite(value))


def _item(data: Object) -> Item:
    if "outflank" not in data:
        raise ParseError('this is no object of ours: expected one that begins with "outflank": 1')
    version = data["outflank"]
    if version != _VERSION:
        raise ParseError(
            f"bad version {str(version)[:20]!r}: this program reads version {_VERSION}"
        )
    return _entry(data) if "position" in data else _record(data)


def _odd(item: Item) -> str | None:
    """What is wrong with the result of a game, with the komi that it has or without."""
    if not isinstance(item, Record):
        return None
    return mismatch(item.game, komi_of(item.game.tags) or 0.0) and mismatch(item.game)


def _record(data: Object) -> Record:
    start = _start(data)
    resigned = _resigned(text_of(data, "resigned"))
    game = Game.parse(
        text_of(data, "moves"),
        start=start,
        tags=_tags(data),
        resigned=resigned,
        on_time=flag_of(data, "on_time"),
    )
    notes = _notes(data, len(game))
    branches = _branches(data, game.positions, 1)
    if not data.keys() & {"size", "start", "moves", "tags", "comment"}:
        raise ParseError("there are neither moves nor a position")
    return Record(game, notes, text_of(data, "comment"), branches)


def _start(data: Object) -> Position:
    size = number_of(data, "size")
    text = text_of(data, "start")
    start = Position.parse(text) if text else Position.initial(8 if size is None else int(size))
    if size is not None and size != start.size:
        raise ParseError(f"the start is of size {start.size}, but the size given is {size:g}")
    return start


def _tags(data: Object) -> dict[str, str]:
    tags = object_of(data, "tags")
    return {name: text_of(tags, name) for name in tags}


def _resigned(name: str) -> Color | None:
    if not name:
        return None
    if name.upper() not in Color.__members__:
        raise ParseError(f"bad colour {name[:20]!r} resigned: expected black or white")
    return Color[name.upper()]


def _notes(data: Object, length: int) -> dict[int, Note]:
    notes = {}
    for ply, note in object_of(data, "notes").items():
        if not (re.fullmatch("[0-9]{1,4}", ply) and int(ply) < length):
            raise ParseError(f"bad note on move {ply[:20]!r}: there are {length} moves")
        if not isinstance(note, dict):
            raise ParseError(f"bad note {str(note)[:20]!r}: expected an object in braces")
        value, seconds = number_of(note, "value"), number_of(note, "seconds")
        notes[int(ply)] = Note(value, seconds, text_of(note, "comment"))
    return {ply: note for ply, note in notes.items() if note != Note()}


def _branches(data: Object, positions: Sequence[Position], depth: int) -> tuple[Branch, ...]:
    branches = list_of(data, "branches")
    if branches and depth > DEEPEST:
        raise ParseError(f"variations are nested more than {DEEPEST} deep")
    return tuple(_branch(item, positions, depth) for item in branches)


def _branch(data: Any, positions: Sequence[Position], depth: int) -> Branch:
    if not isinstance(data, dict):
        raise ParseError(f"bad branch {str(data)[:20]!r}: expected an object in braces")
    ply = data.get("ply")
    if type(ply) is not int or not 0 <= ply < len(positions):
        raise ParseError(
            f"bad ply {str(ply)[:20]!r} of a branch: expected 0 to {len(positions) - 1}"
        )
    line = Game.parse(text_of(data, "moves"), start=positions[ply])
    if not line.moves:
        raise ParseError("a branch has no moves")
    branches = _branches(data, line.positions, depth + 1)
    return Branch(ply, line.moves, _notes(data, len(line)), branches)


def _entry(data: Object) -> Entry:
    position = Position.parse(text_of(data, "position"))
    scores: dict[Move, int] = {}
    for name in object_of(data, "scores"):
        move = Move(name)
        if not position.is_legal(move):
            raise ParseError(f"illegal move {name!r} has a score")
        scores[move] = _score(data["scores"], name)
    score = _score(data, "score") if data.get("score") is not None else None
    if score is None:
        score = max(scores.values(), default=None)
    return Entry(position, scores, score, text_of(data, "comment"))


def _score(data: Object, name: str) -> int:
    if type(data[name]) is not int:
        raise ParseError(f"bad score {str(data[name])[:20]!r}: expected a whole number of discs")
    return int(data[name])
