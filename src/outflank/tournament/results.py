"""The results file: the plan in its first line, then a line a game; safe to kill at any moment."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .journal import Journal, complete_lines, read_header
from .plan import PlanError
from .record import Record

_KIND = "match"


class ResultsFile(Journal):
    """Where the games of a match are written as they end, and found again when it goes on.

    A game that stands there twice counts once.
    """

    def __init__(self, path: Path, header: Mapping[str, Any], *, fresh: bool = False) -> None:
        """Opens or begins a file; PlanError if it holds something else or is in use."""
        super().__init__(path, _KIND, header, fresh=fresh)
        self.records, unreadable = _parse(self.lines)
        """The games that were there already, by number."""
        self.notes = [
            f"line {line} of {path} holds no game ({reason}): games that are missing are played"
            for line, reason in unreadable
        ]
        """A sentence for every line that could not be used."""

    def add(self, record: Record) -> None:
        """Writes a game."""
        self.append(record.to_line())

    def __enter__(self) -> ResultsFile:
        return self


def read_results(path: Path) -> tuple[dict[str, Any], list[Record]]:
    """The plan as plain data and the games by number; PlanError for a file of something else."""
    try:
        lines, _ = complete_lines(path.read_bytes())
    except OSError as error:
        raise PlanError(f"cannot read {path}: {error.strerror}") from error
    header, (records, _) = read_header(lines, path, _KIND), _parse(lines[1:])
    return header, [records[number] for number in sorted(records)]


def _parse(lines: list[bytes]) -> tuple[dict[int, Record], list[tuple[int, str]]]:
    """The games by number; the lines of the file, from 1, that hold none, and what is wrong."""
    records: dict[int, Record] = {}
    unreadable = []
    for number, line in enumerate(lines, 2):  # after the header
        try:
            record = Record.from_line(line.decode())
            record.check()
        except ValueError as error:
            unreadable.append((number, str(error)))
            continue
        records.setdefault(record.number, record)
    return records, unreadable
