"""What comes in and goes out: texts and files of any format."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ...formats import FORMATS, Entry, Item, Problem, Record, parse, read
from ...rules import Color, Game
from ...rules.outcome import name_of
from ..cli.output import writing
from ..cli.outputs import files_of, output_to, target_of

MOST_GAMES = 1000
"""As many are listed of a file."""
_COPIED = ("transcript", "board", "ggf", "sgf", "pgn", "json", "obf")


class Found(NamedTuple):
    """What is in a text or a file."""

    records: list[Record]
    """A position is a game without moves."""
    problems: list[Problem]
    has_more: bool = False
    """Whether there are more than are listed."""

    @property
    def fault(self) -> str:
        """What is wrong if there is nothing, or odd if there is something; empty if all is well."""
        return str(self.problems[0]) if self.problems else ""


def of_text(text: str, size: int) -> Found:
    """The games and positions of a text; `size` is the board's of moves alone."""
    parsed = parse(text, size=size, strict=False)
    return _found(parsed.items, parsed.problems)


def of_file(name: str, size: int) -> Found:
    """The games and positions of a file. Raises OSError."""
    with Path(name).expanduser().open("rb") as file:
        found = list(islice(read(file, size=size), 2 * MOST_GAMES))
    problems = [answer for answer in found if isinstance(answer, Problem)]
    return _found((item for item in found if not isinstance(item, Problem)), problems)


def _found(items: Iterable[Item], problems: list[Problem]) -> Found:
    records = [_record(item) for item in islice(items, MOST_GAMES + 1)]
    return Found(records[:MOST_GAMES], problems, len(records) > MOST_GAMES)


def _record(item: Item) -> Record:
    if isinstance(item, Entry):
        return Record(Game(item.position), comment=item.comment)
    return item


def title(record: Record) -> str:
    """A game in a line."""
    game, tags = record.game, record.game.tags
    names = [tags.get(name_of(color)) or "?" for color in Color]
    known = [f"{names[0]} - {names[1]}"] if names != ["?", "?"] else []
    known += [tags[name] for name in ("Event", "Date") if tags.get(name)]
    size = f"{game.start.size}x{game.start.size}"
    moves = f"{len(game)} moves" if len(game) else "a position"
    return ", ".join([*known, size, moves, *([str(game.result)] if game.result else [])])


def copies(record: Record, here: Game) -> list[tuple[str, str]]:
    """Names of formats, and the game in each that can hold it; boards show the place `here`."""
    texts = []
    for name in _COPIED:
        kind = FORMATS[name]
        try:
            if kind.write is None:
                texts.append((name, kind.text_of(Record(here))[0]))
            else:
                texts.append((name, kind.text_of(record)[0]))
        except ValueError:
            continue
    return [(_NAMES[name], text.rstrip("\n")) for name, text in texts]


_NAMES = {
    "transcript": "Moves",
    "board": "Board",
    "ggf": "GGF",
    "sgf": "SGF",
    "pgn": "PGN",
    "json": "JSON (holds everything)",
    "obf": "OBF (this position)",
}


def save(record: Record, name: str) -> str:
    """Writes a game to a file, whole or not at all, and says so, and what could not be held.

    The ending says the format. Raises UsageError or ValueError, in a sentence.
    """
    path = Path(name).expanduser()
    kind = target_of(None, path)
    files_of(kind, path)
    with writing(path), closing(output_to(kind, path, None)) as output:
        dropped = output.add(record)
        dropped += output.finish()
    return f"Saved as {name}" + (f", without {', '.join(dropped)}." if dropped else ".")
