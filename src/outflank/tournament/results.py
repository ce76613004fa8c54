"""The results file: the plan in its first line, then a line a game; safe to kill at any moment."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from .plan import PlanError
from .record import Record


class ResultsFile:
    """Where the games of a match are written as they end, and found again when it goes on.

    Every line is complete or ignored, and a game that stands there twice counts once.
    """

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        """Opens or begins a file; PlanError if it holds something else or is in use."""
        self.path = path
        self._stream: BinaryIO
        if path.exists() and not path.is_file():
            raise PlanError(f"cannot keep games in {path}: it is no ordinary file")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = path.open("a+b")
        except OSError as error:
            raise PlanError(f"cannot write {path}: {error.strerror}") from error
        try:
            _lock(self._stream, path)
            self.records = self._resume(header)
            """The games that were there already, by number."""
        except BaseException:
            self._stream.close()
            raise

    def append(self, record: Record) -> None:
        """Writes a game."""
        self._write(record.to_line())

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()

    def _write(self, line: str) -> None:
        try:
            self._stream.write(line.encode() + b"\n")
            self._stream.flush()
        except OSError as error:
            raise PlanError(f"cannot write {self.path}: {error.strerror}") from error

    def _resume(self, header: Mapping[str, Any]) -> dict[int, Record]:
        self._stream.seek(0)
        data = self._stream.read()
        complete, rest = _complete(data)
        title = json.dumps(header)
        if not complete and title.encode().startswith(rest):  # new, or killed in its first line
            self._stream.truncate(0)
            self._write(title)
            return {}
        first, records = _parse(complete, self.path)
        _compare(first, header, self.path)
        self._stream.truncate(len(data) - len(rest))
        return records


def read_results(path: Path) -> tuple[dict[str, Any], list[Record]]:
    """The plan as plain data and the games by number; PlanError for a file of something else."""
    try:
        complete, _ = _complete(path.read_bytes())
    except OSError as error:
        raise PlanError(f"cannot read {path}: {error.strerror}") from error
    header, records = _parse(complete, path)
    return header, [records[number] for number in sorted(records)]


def _complete(data: bytes) -> tuple[list[bytes], bytes]:
    """The complete lines, and what was written of one more."""
    *lines, rest = data.split(b"\n")
    return lines, rest


def _parse(lines: list[bytes], path: Path) -> tuple[dict[str, Any], dict[int, Record]]:
    header = _header(lines[0] if lines else b"", path)
    records: dict[int, Record] = {}
    for line in lines[1:]:
        try:
            record = Record.from_line(line.decode())
        except ValueError:
            continue
        records.setdefault(record.number, record)
    return header, records


def _header(line: bytes, path: Path) -> dict[str, Any]:
    try:
        header: Any = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or "match" not in header:
        raise PlanError(f"{path} is no results file of a match: give another name to write to")
    return header


def _compare(found: Mapping[str, Any], wanted: Mapping[str, Any], path: Path) -> None:
    wanted = json.loads(json.dumps(wanted))
    for name in dict.fromkeys([*wanted, *found]):
        old, new = found.get(name), wanted.get(name)
        if old == new:
            continue
        if name == "books":
            reason = "its openings were others"
        elif name == "files":
            reason = f"{_changed(old, new)} has changed since"
        else:
            reason = f"with {name} {_short(old)}, not {_short(new)}"
        raise PlanError(f"{path} holds another match ({reason}): give another name to write to")


def _changed(old: Any, new: Any) -> str:
    old, new = old or {}, new or {}
    return ", ".join(name for name in sorted({*old, *new}) if old.get(name) != new.get(name))


def _short(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{k}={v}" for k, v in value.items() if v is not None) or "none"
    return "none" if value is None else str(value)


def _lock(stream: BinaryIO, path: Path) -> None:
    """Keeps a second match out of the file, where the system can, until this process ends."""
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise PlanError(f"another match is writing to {path}") from error
