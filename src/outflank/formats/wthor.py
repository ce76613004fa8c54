"""WTHOR, the French federation's database of tournament games: files of games, and names beside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ..rules import Game, Move, ParseError, Position
from .record import Problem, Record
from .results import mismatch
from .wthor_bytes import (
    PLAYER_WIDTH,
    TOURNAMENT_WIDTH,
    WthorGame,
    WthorHeader,
    WthorReader,
    moves_by_byte,
    read_names,
)

UNFINISHED = "unterminated"
"""The tag Termination of a game that ends before its end, as PGN has it."""
NAMES_ENDINGS = (".jou", ".trn")
"""How the files of players' and of tournaments' names end."""
_FIRST_BAD_YEAR = 2200
"""A file whose header has a later year and an impossible day is not a WTHOR file."""
_USUAL_NAMES = ("wthor", "wth")
"""How the files of names are called, if not as the file of games is."""


class WthorNames(NamedTuple):
    """The names that the games refer to, by number."""

    players: Sequence[str] = ()
    tournaments: Sequence[str] = ()


NO_NAMES = WthorNames()
"""Players and tournaments are called by their numbers."""


def is_wthor(head: bytes) -> bool:
    """Whether data begin as a file of WTHOR games does; those of names do not.

    The day when it was made may be none, as programs that leave it empty write it.
    """
    try:
        header = WthorHeader.parse(head)
        size = header.size
    except ParseError:
        return False
    first = head[24:25]
    return (
        header.names == header.reserved == 0
        and (header.has_day or (header.games > 0 and header.year < _FIRST_BAD_YEAR))
        and header.solitaires < 2
        and header.empties <= size * size
        and (not first or first[0] == 0 or moves_by_byte()[first[0]] is not None)
    )


def is_wthor_names(head: bytes) -> bool:
    """Whether data begin as a file of the names of players or tournaments does."""
    try:
        header = WthorHeader.parse(head)
    except ParseError:
        return False
    first = head[16 : 16 + PLAYER_WIDTH]
    return (
        header.games == 0 < header.names
        and header.year == header.reserved == 0
        and re.match(rb"[^\0-\x1f]+\0", first) is not None
    )


def read_wthor(file: BinaryIO, names: WthorNames = NO_NAMES) -> Iterator[Record | Problem]:
    """Read games one after the other, each replayed, with the passes that the format leaves out.

    A game that breaks the rules gives a Problem in its place; where its result does not fit, a
    Problem follows it. Tags besides the usual ones: `TheoreticalScore`, Black's and White's with
    best play from `TheoreticalDepth` empty squares on; `Termination` in unfinished games, which
    have no result; `Kind` where the file holds solitaires. Number 0 is no name, and gives no tag.
    """
    try:
        reader = WthorReader(file)
    except ParseError as error:
        yield Problem(0, str(error))
        return
    header = reader.header
    if not header.has_day:
        century, year, month, day = header[:4]
        reason = f"bad date {century:02}{year:02}-{month:02}-{day:02} in the header"
        yield Problem(0, f"{reason}: expected the day when the file was made", harmless=True)
    number = 0
    for row in reader.games():
        if isinstance(row, Problem):
            yield row
            continue
        number += 1
        yield from _records(row, number, header, names)


def read_wthor_file(path: str | Path) -> Iterator[Record | Problem]:
    """Read a file of games, by the names that lie beside it. Raises OSError."""
    names, problems = read_wthor_names(path)
    yield from problems
    with Path(path).open("rb") as file:
        yield from read_wthor(file, names)


def read_wthor_names(path: str | Path) -> tuple[WthorNames, list[Problem]]:
    """The names beside a file of games, and what is wrong with them. Raises OSError.

    They are in files called as that one, or WTHOR or WTH, with the endings .jou and .trn, in
    capitals or not.
    """
    found: list[list[str]] = []
    problems = []
    missing = []
    for ending, width in zip(NAMES_ENDINGS, (PLAYER_WIDTH, TOURNAMENT_WIDTH), strict=True):
        beside = _beside(Path(path), ending, _USUAL_NAMES)
        names, wrong = ([], None) if beside is None else read_names(beside.read_bytes(), width)
        found.append(names)
        if beside is None:
            missing.append(ending)
        if beside is not None and wrong:
            problems.append(Problem(0, f"{beside.name}: {wrong}", harmless=True))
    if missing:
        reason = f"no file of names ({' or '.join(missing)}) beside it: they are given as numbers"
        problems.append(Problem(0, reason, harmless=True))
    return WthorNames(*found), problems


def wthor_names_file(path: Path, ending: str) -> Path:
    """Where a file's own names belong: what is read as them, in capitals or not, or a new file."""
    beside = _beside(path, ending)
    return path.with_suffix(ending) if beside is None else path.with_name(beside.name)


def _beside(path: Path, ending: str, others: Sequence[str] = ()) -> Path | None:
    names = [path.stem.lower(), *others]
    found = sorted(
        (names.index(near.stem.lower()), near)
        for near in path.absolute().parent.iterdir()
        if near.suffix.lower() == ending and near.stem.lower() in names and near.is_file()
    )
    return found[0][1] if found else None


def _records(
    row: WthorGame, number: int, header: WthorHeader, names: WthorNames
) -> Iterator[Record | Problem]:
    squares, _, rest = row.squares.partition(b"\0")
    try:
        game = Game(Position.initial(header.size), _moves(squares))
    except ValueError as error:
        yield Problem(0, str(error), number)
        return
    game = game.with_tags(_tags(row, game, header, names))
    yield Record(game)
    area = header.size**2
    scores = {"score": row.score, "theoretical score": row.theoretical}
    wrongs = [f"bad {what} {n}: expected 0 to {area}" for what, n in scores.items() if n > area]
    for wrong in filter(None, [mismatch(game), *wrongs]):
        yield Problem(0, wrong, number, harmless=True)
    if any(rest):
        yield Problem(0, f"there is more after the end of its {len(squares)} moves", number)


def _moves(squares: bytes) -> list[Move]:
    by_byte = moves_by_byte()
    moves = [move for byte in squares if (move := by_byte[byte]) is not None]
    if len(moves) < len(squares):
        index, byte = next((i, b) for i, b in enumerate(squares) if by_byte[b] is None)
        raise ParseError(f"bad square {byte} (move {index + 1}): expected 10 * row + column")
    return moves


def _tags(row: WthorGame, game: Game, header: WthorHeader, names: WthorNames) -> dict[str, str]:
    named = {
        "Black": _name(names.players, row.black, "player"),
        "White": _name(names.players, row.white, "player"),
        "Event": _name(names.tournaments, row.tournament, "tournament"),
    }
    tags = {what: name for what, name in named.items() if name}
    if header.year:
        tags["Date"] = str(header.year)
    area = header.size**2
    if game.result is None:
        tags["Termination"] = UNFINISHED
    elif row.score <= area:
        tags["Result"] = f"{row.score}-{area - row.score}"
    if row.theoretical <= area and (game.result or row.theoretical):
        tags["TheoreticalScore"] = f"{row.theoretical}-{area - row.theoretical}"
        tags["TheoreticalDepth"] = str(header.empties)
    if header.solitaires:
        tags["Kind"] = "solitaire"
    return tags


def _name(names: Sequence[str], number: int, what: str) -> str:
    if number < len(names):
        return "" if number == 0 and names[0].strip("?") == "" else names[number]
    return f"{what} {number}" if number else ""
