"""Links to the app's page, read only: addresses whose query has all that is on its board.

`m` has the moves, with variations in parentheses behind the move that they replace and comments in
braces; `size` and `start` say where they begin, `black` and `white` which agents play, `resigned`
and `late` how the game was given up. What says only how the page shows it is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import parse_qsl

from ..rules import Color, Game, ParseError, Position
from .pgn_moves import read_moves
from .record import Entry, Problem, Record

_LINK = re.compile(
    r"[\ufeff\s]*+(?i:https?://[^\s?#]++)?\?(?:[^\s#]*&)?"
    r"(?:m|size|start|black|white|g|view|edit)="
)
_QUERY = re.compile(r"[^?]*\?([^\s#]*)\S*\s*")
_SIZES = [str(size) for size in range(4, 17, 2)]


def is_link(head: str) -> bool:
    """Whether a text begins as a link does."""
    return _LINK.match(head) is not None


def read_links(lines: Iterable[str]) -> Iterator[Record | Entry | Problem]:
    """Read games, a link a line; one that cannot be read gives a Problem in its place."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield from _found(line, number)
        except ValueError as error:
            yield Problem(number, str(error))


def _found(line: str, number: int) -> Iterator[Record | Entry | Problem]:
    match = _QUERY.fullmatch(line)
    if match is None or not is_link(line):
        raise ParseError(f"bad link {line.strip()[:40]!r}: expected such as ?m=f5d6c3")
    fields = dict(parse_qsl(match[1]))
    if "edit" in fields and not fields.keys() & {"m", "start"}:
        yield Entry(Position.parse(fields["edit"]), {}, None, line=number)
        return
    found = read_moves([(number, fields.get("m", ""))], _start(fields), escapes=True)
    tags = {color.name.title(): fields.get(color.name.lower(), "human") for color in Color}
    tags = {name: player for name, player in tags.items() if player != "human"}
    resigned = _resigned(fields)
    on_time = resigned is not None and fields.get("late") == "1"
    game = Game(_start(fields), found.moves, tags, resigned, on_time)
    yield Record(game, found.notes, found.comment, tuple(found.branches), number)
    yield from (Problem(line, reason) for line, reason in found.problems)


def _start(fields: Mapping[str, str]) -> Position:
    if "start" in fields:
        return Position.parse(fields["start"])
    size = fields.get("size", "8")
    if size not in _SIZES:
        raise ParseError(f"bad size {size[:20]!r} in the link: there are {', '.join(_SIZES)}")
    return Position.initial(int(size))


def _resigned(fields: Mapping[str, str]) -> Color | None:
    name = fields.get("resigned", "")
    if name not in ("", "black", "white"):
        raise ParseError(f"bad colour {name[:20]!r} resigned: expected black or white")
    return Color[name.upper()] if name else None
