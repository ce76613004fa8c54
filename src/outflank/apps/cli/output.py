"""Where results go: whole files, an output that agents do not spoil, a line that keeps changing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import closing, redirect_stdout
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from typing import BinaryIO, TypeVar

from .errors import UsageError

_PAUSE = 0.1
"""Seconds between two updates of a line."""

T = TypeVar("T")


def results_path(text: str) -> Path:
    """The file that keeps the games of a match; a usual name in a folder."""
    path = Path(text)
    return path / "match.jsonl" if text.endswith(("/", os.sep)) or path.is_dir() else path


def check_results(paths: Mapping[str, Path], kept: Path | None = None) -> None:
    """Finds out, by their options, that results cannot all be written; `kept` is another file."""
    files = [path.resolve() for path in (*paths.values(), kept) if path and str(path) != "-"]
    ordinary = [path for path in files if path.is_file() or not path.exists()]
    if twice := next((path for path in ordinary if ordinary.count(path) > 1), None):
        raise UsageError(f"{twice.name!r} is named for two things: each needs a file of its own")
    here = [option for option, path in paths.items() if str(path) == "-"]
    if len(here) > 1:
        raise UsageError(f"only one of {' and '.join(here)} can go to the output")
    for path in paths.values():
        check_writable(path)


def check_writable(path: Path) -> None:
    """Finds out before the work, not after it, that its result cannot be written; `-` can."""
    if str(path) == "-":
        return
    if path.is_dir():
        raise UsageError(f"cannot write {str(path)!r}: it is a directory")
    target = path.resolve()
    places = [target] if target.exists() else []
    if not places or target.is_file():
        places.append(target.parent)  # where `write_whole` first writes a part
    if not target.parent.is_dir() or not all(os.access(place, os.W_OK) for place in places):
        raise UsageError(f"cannot write {str(path)!r}: no such folder, or not yours to write in")


class Part:
    """A file that is written beside the one it replaces in the end; nothing is left of it if not.

    What is no ordinary file, such as a device or `-`, is written as it stands.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._part: Path | None = None
        self._is_output = str(path) == "-"
        self.file: BinaryIO
        if self._is_output:
            self.file = sys.stdout.buffer
        elif self._path.exists() and not self._path.is_file():
            self.file = self._path.open("wb")
        else:
            self._part = self._path.with_name(f".{self._path.name}.part")
            self.file = self._part.open("wb")

    def commit(self) -> None:
        """Puts it in its place."""
        self._end()
        if self._part is not None:
            self._part.replace(self._path)
            self._part = None

    def close(self) -> None:
        """Removes it, if it is not in its place."""
        self._end()
        if self._part is not None:
            self._part.unlink(missing_ok=True)

    def _end(self) -> None:
        if self._is_output:
            self.file.flush()
        else:
            self.file.close()


def write_whole(path: Path, text: str) -> None:
    """Writes a whole file or nothing; what is no ordinary file, such as a device, as it stands."""
    try:
        with closing(Part(path)) as part:
            part.file.write(text.encode())
            part.commit()
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror}") from error


def write_result(path: Path, text: str) -> None:
    """Writes a whole file, or prints the text for `-`."""
    if str(path) == "-":
        print(text, end="")
    else:
        write_whole(path, text)


def quietly(work: Callable[[], T]) -> T:
    """Keeps what agents print out of the output."""
    with redirect_stdout(sys.stderr):
        return work()


class LiveLine:
    """A line on the terminal that says how far the work is; nothing where there is none."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._shown = float("-inf")

    def tell(self, text: str) -> None:
        """Prints a text that stays, above the line."""
        if self._live:
            print(f"\r\033[K{text}", file=sys.stderr)
            self._shown = float("-inf")

    def show(self, text: Callable[[], str]) -> None:
        """Draws the line anew, if the last time is long enough ago."""
        now = monotonic()
        if self._live and now - self._shown >= _PAUSE:
            self._shown = now
            line = text()[: get_terminal_size().columns - 1]
            print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Takes the line away."""
        if self._live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
