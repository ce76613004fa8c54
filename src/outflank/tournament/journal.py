"""A file that grows by a line for every result: its plan first, safe to kill at any moment."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from .fingerprints import differences, package_difference
from .plan import PlanError


class Journal:
    """Where results are written as they come, and found again when the work goes on.

    Every line is complete or ignored.
    """

    def __init__(
        self, path: Path, kind: str, header: Mapping[str, Any], *, fresh: bool = False
    ) -> None:
        """Opens or begins a file; PlanError if it holds something else or is in use.

        `kind` is what the work is called, such as "match", and a key of the header. With `fresh`
        other work of that kind in the file is dropped.
        """
        self.path = path
        self.kind = kind
        self._stream: BinaryIO
        if path.exists() and not path.is_file():
            raise PlanError(f"cannot keep games in {path}: it is no ordinary file")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = path.open("a+b")
        except OSError as error:
            raise PlanError(f"cannot write {path}: {error.strerror}") from error
        try:
            _lock(self._stream, path, kind)
            self.lines = self._resume(header, fresh)
            """The lines that were there already, the header left out."""
        except BaseException:
            self._stream.close()
            raise

    def append(self, line: str) -> None:
        """Writes a line."""
        try:
            self._stream.write(line.encode() + b"\n")
            self._stream.flush()
        except OSError as error:
            raise PlanError(f"cannot write {self.path}: {error.strerror}") from error

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()

    def _resume(self, header: Mapping[str, Any], fresh: bool) -> list[bytes]:
        self._stream.seek(0)
        data = self._stream.read()
        lines, rest = complete_lines(data)
        title = json.dumps(header)
        is_new = not lines and title.encode().startswith(rest)  # or killed in its first line
        found = {} if is_new else read_header(lines, self.path, self.kind)
        if is_new or fresh:
            self._stream.truncate(0)
            self.append(title)
            return []
        _compare(found, header, self.path, self.kind)
        self._stream.truncate(len(data) - len(rest))
        return lines[1:]


def complete_lines(data: bytes) -> tuple[list[bytes], bytes]:
    """The complete lines, and what was written of one more."""
    *lines, rest = data.split(b"\n")
    return lines, rest


def read_header(lines: list[bytes], path: Path, kind: str) -> dict[str, Any]:
    """The header in the first line; PlanError if it is none of that kind."""
    try:
        header: Any = json.loads(lines[0] if lines else b"")
    except ValueError:
        header = None
    if not isinstance(header, dict) or kind not in header:
        raise PlanError(f"{path} is no results file of a {kind}: give another name to write to")
    return header


def _compare(found: Mapping[str, Any], wanted: Mapping[str, Any], path: Path, kind: str) -> None:
    wanted = json.loads(json.dumps(wanted))
    for name in (kind, *dict.fromkeys([*wanted, *found])):
        old, new = found.get(name), wanted.get(name)
        if old == new:
            continue
        if name == kind:
            reason = "another version of Outflank wrote it, which noted less of what decides games"
        elif name == "books":
            reason = f"the openings {wanted['openings']} were others"
        elif name in ("files", "mentioned"):
            reason = differences(old or {}, new or {})
        elif name == "outflank":
            reason = package_difference(old or {}, new or {})
        else:
            reason = f"with {name} {_short(old)}, not {_short(new)}"
        raise PlanError(
            f"{path} holds another {kind} ({reason}): "
            "begin anew with --fresh, or give another name to write to"
        )


def _short(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{k}={v}" for k, v in value.items() if v is not None) or "none"
    return "none" if value is None else str(value)


def _lock(stream: BinaryIO, path: Path, kind: str) -> None:
    """Keeps a second process out of the file, where the system can, until this process ends."""
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise PlanError(f"another {kind} is writing to {path}") from error
