"""CSV with a column of moves, read only: a game a row under a row of names.

    eOthello_game_id,winner,game_moves
    1,-1,f5d6c3d3c4

Values are separated by commas, semicolons, tabs or bars, and may be in quotation marks. The column
of moves has a usual name, or else moves in its first row. A `winner` is 1, 0 or -1 (or 2), black or
white, or a player's name. Other columns become tags under their own names.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from ..rules import Game, ParseError, Position
from .plain_items import most_of_game
from .record import Problem, Record
from .results import Result, mismatch, parse_result, stated_result

_SEPARATORS = ",;\t|"
_MOVES = ("moves", "gamemoves", "movelist", "movetext", "transcript", "kifu", "sequence", "棋譜")
_OTHERS = {
    "Black": ("black", "blackplayer", "blackname", "playerblack", "player1"),
    "White": ("white", "whiteplayer", "whitename", "playerwhite", "player2"),
    "BlackElo": ("blackelo", "blackrating"),
    "WhiteElo": ("whiteelo", "whiterating"),
    "Event": ("event", "tournament"),
    "Site": ("site", "place"),
    "Date": ("date", "datetime", "playedat", "createdat", "year"),
    "Round": ("round",),
    "TimeControl": ("timecontrol",),
    "Termination": ("termination",),
    "Result": ("result",),
    "Winner": ("winner", "won"),
    "Size": ("size", "boardsize"),
}
_TAG_OF = {name: tag for tag, names in _OTHERS.items() for name in names}
"""Tags by the names of columns, written in small letters and digits only."""
_FULL_MOVES = re.compile(r"(?:[0-9]{0,3}\.?\s*[a-p](?:1[0-6]|[1-9])\s*){4,}", re.IGNORECASE)
_WINNERS = {"1": "1-0", "-1": "0-1", "b": "1-0", "w": "0-1", "x": "1-0", "o": "0-1"}
"""Results by winner in a column of results, where 0 and 2 may be numbers of discs."""
_WINNERS_ALONE = {**_WINNERS, "2": "0-1", "0": "1/2-1/2", "d": "1/2-1/2"}
"""Results by winner in a column of winners."""
_EXCEL = re.compile(r"sep=.", re.IGNORECASE)
"""A first line that names the separator to Excel."""
_SIZE = re.compile(r"([0-9]{1,2})(?:\s*x\s*\1)?", re.IGNORECASE)

_Row = list[str]


def is_csv(head: str) -> bool:
    """Whether a text begins as a file of this format does."""
    first, _, rest = head.lstrip("\ufeff \r\n").partition("\n")
    if _EXCEL.fullmatch(first.strip("\r")):
        first, _, rest = rest.lstrip("\r\n").partition("\n")
    row = rest.lstrip().partition("\n")[0]
    return _layout(first, row) is not None


def read_csv(lines: Iterable[str], size: int = 8) -> Iterator[Record | Problem]:
    """Read games one after the other; a row that cannot be read gives a Problem in its place.

    `size` is the board's where no column tells it.
    """
    numbered = (
        (number, line) for number, line in enumerate(lines, 1) if line.strip("\ufeff\x1a\r\n\t ")
    )
    header = next(numbered, None)
    if header and _EXCEL.fullmatch(header[1].strip("\ufeff\r\n")):
        header = next(numbered, None)
    if header is None:
        return
    following = next(numbered, None)
    first, row = header[1].lstrip("\ufeff"), following[1] if following else ""
    layout = _layout(first, row)
    if layout is None:
        shown = first.strip()[:40]
        yield Problem(
            header[0], f"there is no column of moves in {shown!r}: expected such as moves"
        )
        return
    separator, at = layout
    names = _split(first, separator)
    for line, found in _rows(chain([following] if following else [], numbered), separator):
        if isinstance(found, Problem):
            yield found
        else:
            yield from _game(names, found, at, line, size)


def _layout(header: str, row: str) -> tuple[str, int] | None:
    """The separator of values and the index of the column of moves; None without such a column."""
    for separator in _SEPARATORS:
        at = _moves_column(_split(header, separator), _split(row, separator))
        if at is not None:
            return separator, at
    return None


def _moves_column(names: Sequence[str], row: Sequence[str]) -> int | None:
    """The index of the column of moves, by its name or else by its value in the first row."""
    plain = [_plain(name) for name in names]
    for name in _MOVES:
        if name in plain:
            return plain.index(name)
    if len(names) < 2:
        return None
    pairs = enumerate(zip(names, row, strict=False))
    has_moves = (
        at
        for at, (name, value) in pairs
        if _FULL_MOVES.fullmatch(value.strip()) and not _FULL_MOVES.fullmatch(name.strip())
    )
    return next(has_moves, None)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name.lower())


def _split(line: str, separator: str) -> _Row:
    try:
        return next(
            csv.reader([line.rstrip("\r\n")], delimiter=separator, skipinitialspace=True), []
        )
    except csv.Error:
        return []


def _rows(lines: Iterable[tuple[int, str]], separator: str) -> Iterator[tuple[int, _Row | Problem]]:
    """The rows, each after the number of the line on which it begins."""
    begin = last = 0

    def texts() -> Iterator[str]:
        nonlocal begin, last
        for number, line in lines:
            begin, last = begin or number, number
            yield line

    reader = csv.reader(texts(), delimiter=separator, skipinitialspace=True)
    while True:
        begin = 0
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield begin, Problem(begin, f"bad row: {error}, up to line {last}")
        else:
            yield begin, row


def _game(
    names: Sequence[str], row: _Row, at: int, line: int, size: int
) -> Iterator[Record | Problem]:
    """The game of a row, and what is wrong with it."""
    # Moves that are not in quotation marks may be separated like columns.
    moves = " ".join(row[at:] if at == len(names) - 1 else row[at : at + 1])
    values = {
        _TAG_OF.get(_plain(name)) or re.sub(r"\W+", "_", name.strip()): value.strip()
        for place, (name, value) in enumerate(zip(names, row, strict=False))
        if place != at and name.strip() and value.strip()
    }
    try:
        tags, size = _tags(values), _size(values.get("Size"), size)
        game, _, _, word = most_of_game(moves.splitlines(), Position.initial(size))
    except ValueError as error:
        yield Problem(line, str(error))
        return
    tags = {**game.tags, **tags}
    stated = stated_result(tags) or Result()
    lost = (None, False) if game.position.is_over else stated.lost
    game = Game(game.start, game.moves, tags, *lost)
    yield Record(game, line=line)
    if word:
        yield Problem(line, word)
    if wrong := mismatch(game):
        yield Problem(line, wrong, harmless=True)


def _tags(values: dict[str, str]) -> dict[str, str]:
    """The tags, with the winner as the result if there is no other."""
    tags = {name: value for name, value in values.items() if name not in ("Size", "Winner")}
    winner, result = values.get("Winner", "").lower(), values.get("Result", "")
    named = {values.get("White", "").lower(): "0-1", values.get("Black", "").lower(): "1-0"}
    if winner and parse_result(result) in (None, Result()):
        tags["Result"] = {**_WINNERS_ALONE, **named}.get(
            winner.removesuffix(".0"), values["Winner"]
        )
    elif result:
        tags["Result"] = {**_WINNERS, **named}.get(result.lower().removesuffix(".0"), result)
    return tags


def _size(text: str | None, otherwise: int) -> int:
    if text is None:
        return otherwise
    match = _SIZE.fullmatch(text)
    if not match:
        raise ParseError(f"bad size {text[:20]!r}: expected an even number from 4 to 16")
    return int(match[1])
