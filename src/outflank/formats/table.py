"""The formats that there are: how their files end, how they are recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..rules import Game
from ..rules.text import board_text, is_board
from .csv_games import is_csv, read_csv
from .ggf import is_ggf, read_ggf
from .ggf_writer import dropped_by_ggf, write_ggf
from .link import is_link, read_links
from .obf import split_comment, write_obf
from .outflank_json import is_json, read_json, write_json
from .pgn import dropped_by_pgn, is_pgn, read_pgn, write_pgn
from .plain import read_plain
from .plain_items import begins_rows
from .quest import is_quest, read_quest
from .record import Entry, Item, Problem, Record
from .sgf import is_sgf, read_sgf
from .sgf_writer import dropped_by_sgf, write_sgf
from .transcript import dropped_by_transcript, write_transcript

Answers = Iterator[Item | Problem]


class Format(NamedTuple):
    """A way to write games or positions as text."""

    name: str
    endings: tuple[str, ...]
    """How its files end; the first is the usual one."""
    recognises: Callable[[str], bool]
    """Whether a text begins like it."""
    read: Callable[[Iterable[str], int], Answers]
    """Reads lines; the number is the size of boards where nothing else tells it."""
    write: Callable[[Record], str] | None = None
    """Writes a game. Raises ValueError for one that it cannot hold."""
    dropped: Callable[[Record], list[str]] | None = None
    """What it cannot hold of such a game, if anything."""
    write_position: Callable[[Entry], str] | None = None
    """Writes a position."""
    annotates: bool = False
    """Whether it holds scores of positions and comments on them."""
    gap: bool = False
    """Whether an empty line stands between what it holds."""

    @property
    def is_written(self) -> bool:
        """Whether it can be written, and not only read."""
        return self.write is not None or self.write_position is not None

    def text_of(self, item: Item) -> tuple[str, list[str]]:
        """A game or position in this format, and what of it is dropped.

        Of a game only the last position is written where there are no games, and a position is a
        game without moves where there are only those. Raises ValueError if it cannot be held.
        """
        if not isinstance(item, Record):
            return self._position_text(item)
        if self.write is not None:
            return self.write(item), self.dropped(item) if self.dropped else []
        text, dropped = self._position_text(Entry(item.game.position, {}, None))
        return text, ["all but the last position", *dropped]

    def _position_text(self, entry: Entry) -> tuple[str, list[str]]:
        has_scores = bool(entry.scores) or entry.score is not None
        dropped = ["scores"] if has_scores and not self.annotates else []
        if self.write_position is not None:
            comment = ["the comment"] if entry.comment and not self.annotates else []
            return self.write_position(entry), dropped + comment
        if self.write is None:
            raise ValueError(f"{self.name} can only be read")
        record = Record(Game(entry.position), comment=entry.comment)
        return self.write(record), dropped + (self.dropped(record) if self.dropped else [])


def _is_obf(head: str) -> bool:
    return ";" in _first(head) and is_board(_first(head))


def _is_board(head: str) -> bool:
    return is_board(_first(head)) or begins_rows(_first(head))


def _first(head: str) -> str:
    """What the first line says that says something."""
    return next(filter(None, (split_comment(line)[0] for line in head.split("\n"))), "")


def _write_board(entry: Entry) -> str:
    return f"{board_text(entry.position)}\n"


_ALL = (
    Format(
        "ggf", (".ggf",), is_ggf, lambda lines, size: read_ggf(lines), write_ggf, dropped_by_ggf
    ),
    Format(
        "sgf", (".sgf",), is_sgf, lambda lines, size: read_sgf(lines), write_sgf, dropped_by_sgf
    ),
    Format("link", (), is_link, lambda lines, size: read_links(lines)),
    Format("quest", (), is_quest, lambda lines, size: read_quest(lines)),
    Format(
        "json",
        (".json", ".jsonl"),
        is_json,
        lambda lines, size: read_json(lines),
        write_json,
        write_position=write_json,
        annotates=True,
    ),
    Format("csv", (".csv", ".tsv"), is_csv, read_csv),
    Format("pgn", (".pgn",), is_pgn, read_pgn, write_pgn, dropped_by_pgn, gap=True),
    Format(
        "obf",
        (".obf", ".epd", ".pos", ".script"),
        _is_obf,
        read_plain,
        write_position=write_obf,
        annotates=True,
    ),
    Format("board", (), _is_board, read_plain, write_position=_write_board, gap=True),
    Format(
        "transcript",
        (".txt", ".log"),
        lambda head: True,
        read_plain,
        write_transcript,
        dropped_by_transcript,
    ),
)
FORMATS = {kind.name: kind for kind in _ALL}
"""By name, in the order in which they are tried."""
PLAIN = ("obf", "board", "transcript")
"""What one reader reads, mixed as it may be."""
