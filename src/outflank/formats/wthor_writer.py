"""WTHOR written: a file of games, with the players and tournaments that it refers to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from ..rules import Color, Game, Position
from .dates import year_of
from .record import Record
from .results import Result, parse_result, result_of
from .wthor import UNFINISHED, WthorNames
from .wthor_bytes import (
    PLAYER_WIDTH,
    THEORETICAL_AT,
    TOURNAMENT_WIDTH,
    WthorGame,
    WthorHeader,
    most_squares,
    write_names,
)

UNNAMED = WthorNames(("???",), ("???",))
"""Number 0, for games that do not name a player or a tournament."""
_MOST_NAMES = 65535
_LAST_MOVE = 1
"""Where no theoretical score is known it is the score, as if found with one empty square."""
_HELD = ("Black", "White", "Event", "Date", "Result", "TheoreticalScore", "TheoreticalDepth")


class WthorFiles(NamedTuple):
    """What belongs into the three files."""

    games: bytes
    """For .wtb."""
    players: bytes
    """For .jou."""
    tournaments: bytes
    """For .trn."""


class WthorWriter:
    """Collects games for one file; a game that cannot be written leaves no trace."""

    def __init__(self, names: WthorNames = UNNAMED, header: WthorHeader | None = None) -> None:
        """Begin with names that keep their numbers, and with the header of an older file.

        Number 0 is for who has no name. Without a header the first game tells the board's size.
        """
        self._header = header
        self._size = None if header is None else header.size
        self._players = _Table(names.players, PLAYER_WIDTH, "player")
        self._tournaments = _Table(names.tournaments, TOURNAMENT_WIDTH, "tournament")
        self._rows = bytearray()
        self._theoretical: list[tuple[int, int] | None] = []
        """By game: Black's theoretical score, and the empty squares that it is for."""
        self._years: list[int] = []
        """By game; 0 where it is not known."""

    def add(self, record: Record) -> None:
        """Take a game in. Raises ValueError, saying why, for one that the format cannot hold."""
        game = record.game
        size = _checked_size(game, self._size)
        black, white, event = (game.tags.get(name) for name in ("Black", "White", "Event"))
        self._players.check(black, white)
        self._tournaments.check(event)
        squares = (10 * m.row + m.column + 11 for m in game.moves if not m.is_pass)
        is_over = game.position.is_over
        score = _black_discs(result_of(game), size**2)
        self._size = size
        self._years.append(year_of(game.tags.get("Date", "")) or 0)
        self._theoretical.append(_theoretical(game) or ((score, _LAST_MOVE) if is_over else None))
        self._rows += WthorGame(
            self._tournaments.number(event),
            self._players.number(black),
            self._players.number(white),
            score,
            score if is_over else 0,
            bytes(squares).ljust(most_squares(size), b"\0"),
        ).pack()

    def files(self, made: date | None = None) -> WthorFiles:
        """The three files as of a day, today if none is given; an older header keeps its own.

        Theoretical scores for other numbers of empty squares than the header's are left out, and
        the year where the games are of several.
        """
        header = self._header_on(made or date.today())
        rows = bytearray(self._rows)
        for index, found in enumerate(self._theoretical):
            if found and found[1] == header.empties:
                rows[len(rows) // header.games * index + THEORETICAL_AT] = found[0]
        return WthorFiles(
            header.pack() + rows,
            self._players.pack(header),
            self._tournaments.pack(header),
        )

    def dropped(self) -> dict[str, int]:
        """What has no place in one file, whose header says it for all, and of how many games."""
        header = self._header_on(date.today())
        depths = (found[1] for found in self._theoretical if found)
        lost = {
            "the year: a file has one for all": sum(
                year not in (0, header.year) for year in self._years
            ),
            "the theoretical score: a file has it for one number of empty squares": sum(
                depth not in (_LAST_MOVE, header.empties) for depth in depths
            ),
        }
        return {what: count for what, count in lost.items() if count}

    def _header_on(self, made: date) -> WthorHeader:
        header = self._header or WthorHeader(
            *divmod(made.year, 100),
            made.month,
            made.day,
            year=_same(self._years, 0),
            board=self._size or 8,
            depth=_same([found[1] for found in self._theoretical if found], _LAST_MOVE),
        )
        return header._replace(games=len(self._theoretical))


def dropped_by_wthor(record: Record) -> list[str]:
    """What the format cannot hold of a game that it can hold."""
    game = record.game
    notes = record.notes.values()
    date_text = game.tags.get("Date", "")
    year = year_of(date_text)
    dropped = {
        "values": any(note.value is not None for note in notes),
        "times": any(note.seconds is not None for note in notes),
        "comments": bool(record.comment) or any(note.comment for note in notes),
        "variations": bool(record.branches),
        "the resignation": game.resigned is not None,
        "the result of an unfinished game": not game.position.is_over
        and parse_result(game.tags.get("Result", "")) != Result(),
        "the day of the date": bool(year) and date_text.strip() != str(year),
        "the date": bool(date_text.strip()) and not year,
    }
    held = {*_HELD, "Termination"} if game.tags.get("Termination") == UNFINISHED else {*_HELD}
    return [what for what, there in dropped.items() if there] + [
        f"tag {name}" for name in game.tags if name not in held
    ]


class _Table:
    """Names and their numbers."""

    def __init__(self, names: Iterable[str], width: int, what: str) -> None:
        self._names = list(names)
        self._width, self._what = width, what
        self._number_of: dict[str, int] = {}
        for number, name in enumerate(self._names):
            self._number_of.setdefault(name, number)

    def check(self, *names: str | None) -> None:
        """Raise ValueError if these cannot be in the table."""
        new = {name for name in names if name and name not in self._number_of}
        if len(self._names) + len(new) > _MOST_NAMES:
            raise ValueError(f"no room for {self._what} {min(new)!r}: there are {_MOST_NAMES}")
        for name in new:
            try:
                length = len(name.encode("latin-1"))
            except UnicodeEncodeError as error:
                wrong = f"{name[error.start]!r} is not in Latin-1"
            else:
                if length < self._width and "\0" not in name:
                    continue
                wrong = f"expected at most {self._width - 1} characters, none of them zero"
            raise ValueError(f"bad name of a {self._what} {name!r}: {wrong}")

    def number(self, name: str | None) -> int:
        """The name's, which it gets now if it is new; 0 for none."""
        if not name:
            return 0
        number = self._number_of.setdefault(name, len(self._names))
        if number == len(self._names):
            self._names.append(name)
        return number

    def pack(self, header: WthorHeader) -> bytes:
        """The file, made on the day in the header."""
        return write_names(self._names, self._width, header)


def _checked_size(game: Game, wanted: int | None) -> int:
    size = game.start.size
    if size not in (8, 10):
        raise ValueError(f"WTHOR holds games on 8x8 and 10x10, not on {size}x{size}")
    if wanted not in (None, size):
        raise ValueError(f"a file holds games on boards of one size: {wanted}x{wanted} in this one")
    if game.start != Position.initial(size):
        raise ValueError("WTHOR holds games from the usual start position alone")
    return size


def _black_discs(result: Result, area: int) -> int:
    """Black's score; 0 if nothing is known, as in unfinished games of the federation's files."""
    margin = result.margin
    if margin is None:
        margin = area if result.winner is Color.BLACK else -area
    return min(max(int(area + margin) // 2, 0), area)


def _theoretical(game: Game) -> tuple[int, int] | None:
    """Black's score with best play from some empty squares on, and how many; None if not known."""
    stated = parse_result(game.tags.get("TheoreticalScore", ""))
    depth = game.tags.get("TheoreticalDepth", "")
    if stated is None or stated.margin is None or not re.fullmatch("[1-9][0-9]?", depth):
        return None
    return _black_discs(stated, game.start.shape.area), int(depth)


def _same(numbers: list[int], otherwise: int) -> int:
    return numbers[0] if numbers and len(set(numbers)) == 1 else otherwise
