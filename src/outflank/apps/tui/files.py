"""What comes in and goes out: texts and files of any format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from ...agents.failure import one_line
from ...formats import FORMATS, HEAD, Entry, Item, Problem, Reading, Record, read, readings, scan
from ...rules import Color, Game
from ...rules.outcome import name_of
from ..cli.errors import UsageError
from ..cli.output import check_writable, writing
from ..cli.outputs import files_of, format_by_ending, output_to

Answers = Iterable[Item | Problem]

MOST_GAMES = 1000
"""As many are listed of a file."""
ENDINGS = ".json .sgf .ggf .pgn .txt .obf .svg .png"
"""What a file to save may be called."""
_COPIED = ("transcript", "board", "ggf", "sgf", "pgn", "json", "obf")


class Found(NamedTuple):
    """What is in a text or a file."""

    records: list[Record]
    """A position is a game without moves."""
    fault: str
    """What is wrong, or odd if there is a record; empty if all is well."""
    has_more: bool
    """Whether there are more than are listed."""


def of_text(text: str, size: int) -> Found:
    """The games and positions of a text; `size` is tried first for the board of moves alone."""
    is_line = len(text.strip().splitlines()) < 2
    ways = readings(text, size)
    answers = [scan(text, size=way.size, dialect=way.dialect)[1] for way in ways]
    return _found(ways, answers, lambda problem: problem.reason if is_line else str(problem))


def of_file(name: str, size: int) -> Found:
    """The games and positions of a file. Raises OSError."""
    path = Path(name).expanduser()
    with path.open("rb") as file:
        ways = readings(file.read(HEAD), size)
    return _found(ways, [read(path, size=way.size, dialect=way.dialect) for way in ways], str)


def _found(
    ways: Sequence[Reading], answers: Sequence[Answers], told: Callable[[Problem], str]
) -> Found:
    records, problems = list[Record](), list[Problem]()
    for way, found in zip(ways, answers, strict=True):
        spelled = f"spelled as in {way.dialect}" if len(ways) > 1 else ""
        for answer in islice(found, 2 * MOST_GAMES):
            if isinstance(answer, Problem):
                problems.append(answer)
            else:
                records.append(_record(answer, spelled))
    fault = told(problems[0]) if problems else ""
    return Found(records[:MOST_GAMES], fault, len(records) > MOST_GAMES)


def _record(item: Item, spelled: str) -> Record:
    if isinstance(item, Entry):
        tags = {"Event": spelled} if spelled else {}
        return Record(Game(item.position, tags=tags), comment=item.comment)
    return item


def sentence(text: str) -> str:
    """A text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def title(record: Record) -> str:
    """A game in a line."""
    game, tags = record.game, record.game.tags
    known = [tags.get(name, "") for name in ("Event", "Date")]
    names = [tags.get(name_of(color), "") for color in Color]
    return _title(names, known, game.start.size, len(game), str(game.result or ""))


def kept_title(row: Mapping[str, Any]) -> str:
    """A game in a line, from what a library says of it; the time is this machine's."""
    moment = datetime.fromisoformat(row["changed"]).astimezone()
    names = [row["black"], row["white"]]
    result = f"{row['result']} on time" if row["on_time"] else row["result"]
    line = _title(names, [row["event"], row["date"]], row["size"], row["plies"], result)
    return f"{moment:%Y-%m-%d %H:%M}  {line}"


def _title(names: Iterable[str], known: Iterable[str], size: int, plies: int, result: str) -> str:
    black, white = (name or "?" for name in names)
    players = f"{black} - {white}" if (black, white) != ("?", "?") else ""
    moves = f"{plies} move{'s' * (plies > 1)}" if plies else "a position"
    said = [text for text in known if text.strip("?. ")]
    return one_line(", ".join(filter(None, [players, *said, f"{size}x{size}", moves, result])))


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
    kind = format_by_ending(path)
    if kind is None:
        raise UsageError(f"{path.name!r} ends like no format: let it end in one of {ENDINGS}")
    check_writable(path)
    files_of(kind, path)
    with writing(path), closing(output_to(kind, path, None)) as output:
        dropped = output.add(record)
        dropped += output.finish()
    return f"Saved as {name}" + (f", without {', '.join(dropped)}." if dropped else ".")
