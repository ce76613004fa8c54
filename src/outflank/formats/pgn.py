r"""PGN, as PlayOK, Edax and our own matches write it: a game is its tags, then its moves.

    [Black "ntwo"]
    [White "cosmostan"]
    [Result "37-27"]

    1. f5 d6 {a comment} 2. c3 (2. c4 d3) d3 ... 29. a6 -- 30. a8 -- 37-27

A result counts discs, or is 1-0 if Black won. A pass is `--`, and may be left out; moves may stand
without numbers and without spaces, as in `f5d6c3`. Comments stand in braces or after a semicolon;
`[%eval +2.5]` in one is the value of the position for Black in discs, `[%emt 0:00:12]` the time
that the move took, `[%clk 0:02:48]` what its player has left after it. A tag's value is a string as
in JSON: ``\"`` is a quotation mark, ``\\`` a backslash. Some tags say what the moves alone do not:
`Size`, the squares a side; `FEN` or `Start`, the position before the first move; and `Resigned`,
the colour that gave up, or ran out of time if `Termination` is "time forfeit". Without `Resigned`,
`Result` and `Termination` tell who lost in such a way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..rules import Color, Game, Move, ParseError, Position
from ..rules.fen import fen
from ..rules.outcome import name_of
from ..rules.printed import read_row
from .json_objects import dumped
from .pgn_blocks import TAG_START, Block, blocks
from .pgn_moves import Clock, PlacedError, read_moves
from .pgn_text import moves_text
from .record import Branch, Problem, Record, check_depth
from .results import (
    RESULT,
    Ending,
    Result,
    discs_text,
    ending_of,
    lost_of_result,
    mismatch,
    parse_result,
    result_of,
    stated_result,
)
from .skipped import Skipped

_TAG = re.compile(r'\[\s*([\w-]+)\s+"(.*)"\s*\]')
_NAME = re.compile(r"[\w-]+")
_SIGNS = re.compile(rf"[{{$]|\((?!\s*;)|(?<!\S){RESULT}\s*$", re.MULTILINE)
"""What only this format has, of texts that begin with a number."""

_ROSTER = ("Event", "Site", "Date", "Round", "Black", "White", "Result")
_OF_THE_GAME = ("Size", "FEN", "SetUp", "Start", "Resigned")
"""Tags of what the game itself knows."""
_TERMINATIONS: dict[Ending | None, str] = {
    "time": "time forfeit",
    "left": "abandoned",
    "forfeit": "rules infraction",
}
"""What the tag Termination says of how a game ended; others need none, or have none."""
_TIME_CONTROL = re.compile(r"\s*([0-9]{1,6})(?:\+([0-9]{1,6}))?\s*")
_VARIANTS = {"flipello": "flipello", "othello": "flipello", "reversi": "xboard"}
"""Whose spelling a FEN is in, by how the tag Variant begins; otherwise it is Edax's."""


def is_pgn(head: str) -> bool:
    """Whether a text begins as a file of this format does."""
    head = head.lstrip("\ufeff \t\r\n")
    if re.match(r"1\s*[.:)]", head):
        return _SIGNS.search(head) is not None and read_row(head.partition("\n")[0]) is None
    return TAG_START.match(head) is not None


def write_pgn(record: Record) -> str:
    """The game's tags, an empty line and its moves; put another between games.

    Raises ValueError for a tag whose name is not made of letters, digits, _ and -, and if
    variations are nested too deep.
    """
    check_depth(record)
    game = record.game
    result = discs_text(game)
    tags = {name: value for name, value in game.tags.items() if name not in _OF_THE_GAME}
    tags["Result"] = result
    tags = {name: tags[name] for name in _ROSTER if name in tags} | tags
    if game.start.size != 8:
        tags["Size"] = str(game.start.size)
    if game.start != Position.initial(game.start.size):
        tags["FEN"] = fen(game.start, _dialect(tags))
    if game.resigned is not None:
        tags["Resigned"] = name_of(game.resigned)
    if termination := _termination(game):
        tags["Termination"] = termination
    lines = [_tag(name, value) for name, value in tags.items()]
    return "\n".join([*lines, "", moves_text(record, result)])


def dropped_by_pgn(record: Record) -> list[str]:
    """What of a game has no place in the format."""
    game = record.game
    termination, stated = _termination(game), game.tags.get("Termination")
    lost = lost_of_result(game, discs_text(game), termination or stated or "")
    if stated is not None and termination not in (None, stated):
        lost.append("tag Termination")
    return [*lost, "variations at the end"] if _continues(game.moves, record.branches) else lost


def _termination(game: Game) -> str | None:
    """What to write for the tag Termination; None for one that may be there or not as it is."""
    ending = result_of(game).ending
    stands = ending_of(game.tags.get("Termination", "")) == ending and not game.on_time
    return None if stands else _TERMINATIONS.get(ending)


def _continues(moves: Sequence[Move], branches: Sequence[Branch]) -> bool:
    """Whether one of the branches replaces no move, but goes on where there are no more."""
    lines = [(moves, branches)]
    while lines:
        moves, branches = lines.pop()
        if any(branch.ply >= len(moves) for branch in branches):
            return True
        lines += [(branch.moves, branch.branches) for branch in branches]
    return False


def read_pgn(lines: Iterable[str], size: int = 8) -> Iterator[Record | Problem]:
    """Read games one after the other, each as soon as it is complete.

    A game that cannot be read gives a Problem in its place. The board is 8x8 if no tag tells its
    size; without any tags it has `size` squares a side.
    """
    number = 0
    for block in blocks(lines):
        if block.is_remark and not (number and block.has_words):
            skipped = Skipped()
            for line, text in block.moves:
                skipped.add(line, text)
            if problem := skipped.problem(number + 1):
                yield problem
                number = problem.number or number
            continue
        number += 1
        problems: list[Problem] = []
        try:
            yield _record(block, size, number, problems)
        except PlacedError as error:
            problems.append(Problem(error.line, str(error), number))
        except ValueError as error:
            problems.append(Problem(block.line, str(error), number))
        yield from problems


def _record(block: Block, size: int, number: int, problems: list[Problem]) -> Record:
    """The game of a block; what is wrong with it but leaves it readable goes to the problems."""
    tags: dict[str, str] = {}
    line_of: dict[str, int] = {}
    for line, text in block.tags:
        try:
            name, value = _name_and_value(text)
            if name in tags:
                raise ParseError(f"the tag {name} is there twice")
            tags[name], line_of[name] = value, line
        except ParseError as error:
            problems.append(Problem(line, str(error), number))
    block.check_length()
    start = _start(tags, line_of, 8 if tags else size)
    resigned = _resigned(tags, line_of)
    found = read_moves(block.moves, start, clock=_clock(tags.get("TimeControl", "")))
    problems += [Problem(line, reason, number) for line, reason in found.problems]
    if parse_result(tags.get("Result", "")) == Result() != parse_result(found.result):
        tags["Result"] = found.result
    ending = ending_of(tags.get("Termination", ""))
    on_time = resigned is not None and ending == "time"
    if resigned is None and not found.position.is_over:
        resigned, on_time = (stated_result(tags) or Result()).lost
    kept = {name: value for name, value in tags.items() if name not in _OF_THE_GAME}
    if kept.get("Result") == "*":  # which says nothing
        del kept["Result"]
    game = Game(start, found.moves, kept, resigned, on_time)
    wrong = mismatch(game)
    if resigned is not None and ending in ("resigned", "time"):
        game = game.with_tags({name: kept[name] for name in kept if name != "Termination"})
    if wrong:
        problems.append(Problem(line_of.get("Result", block.line), wrong, number, harmless=True))
    return Record(game, found.notes, found.comment, tuple(found.branches))


def _tag(name: str, value: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"bad tag name {name!r}: expected letters, digits, _ and -")
    return f"[{name} {dumped(value)}]"


def _name_and_value(text: str) -> tuple[str, str]:
    match = _TAG.fullmatch(text)
    if not match:
        shown = text if len(text) <= 40 else f"{text[:37]}..."
        raise ParseError(f'bad tag {shown!r}: expected [Name "value"]')
    try:
        return match[1], str(json.loads(f'"{match[2]}"', strict=False))
    except ValueError:  # from a program that escapes nothing
        return match[1], match[2]


def _start(tags: Mapping[str, str], line_of: Mapping[str, int], size: int) -> Position:
    name = "Size"
    try:
        usual = Position.initial(_size(tags[name]) if name in tags else size)
        name = "Start" if "Start" in tags else "FEN"
        if name not in tags:
            return usual
        start = Position.parse(tags[name], dialect=None if name == "Start" else _dialect(tags))
        if "Size" in tags and start.size != usual.size:
            raise ParseError(
                f"the start is of size {start.size}, but the tag Size says {usual.size}"
            )
    except ValueError as error:
        if name not in line_of:
            raise
        raise PlacedError(line_of[name], str(error)) from error
    return start


def _clock(text: str) -> Clock | None:
    """What the tag TimeControl says, such as 180+2."""
    match = _TIME_CONTROL.fullmatch(text)
    return Clock(float(match[1]), float(match[2] or 0)) if match else None


def _size(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise ParseError(f"bad size {text[:20]!r}: expected an even number from 4 to 16")
    return int(text)


def _dialect(tags: Mapping[str, str]) -> str:
    variant = tags.get("Variant", "").lower()
    if "[" in tags.get("FEN", ""):
        return "flipello"
    return next((of for name, of in _VARIANTS.items() if variant.startswith(name)), "fen")


def _resigned(tags: Mapping[str, str], line_of: Mapping[str, int]) -> Color | None:
    if "Resigned" not in tags:
        return None
    value = tags["Resigned"]
    if value.upper() not in Color.__members__:
        reason = f"bad colour {value[:20]!r} resigned: expected Black or White"
        raise PlacedError(line_of["Resigned"], reason)
    return Color[value.upper()]
