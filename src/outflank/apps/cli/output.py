"""Where results go: whole files, an output that agents do not spoil, a line that keeps changing."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, redirect_stdout
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from typing import BinaryIO, NoReturn, TypeVar

from ...part import Part
from ...rules.png import drawing
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
        if sys.__stdout__ is None:
            raise UsageError("cannot write to the standard output: it is closed")
        return
    if path.is_dir():
        raise UsageError(f"cannot write {str(path)!r}: it is a directory")
    places = [path] if path.exists() else []
    folder = path.resolve().parent
    if not is_special(path):
        places.append(folder)  # where first a part is written
    if not folder.is_dir() or not all(os.access(place, os.W_OK) for place in places):
        raise UsageError(f"cannot write {str(path)!r}: no such folder, or not yours to write in")


def check_graph(path: Path, kinds: Collection[str]) -> None:
    """Find out before the work that a picture cannot be drawn to a file, or not of that kind.

    `kinds` are the endings of names. Raises ImportError if the library for PNG is missing.
    """
    if path.suffix.lower() not in kinds:
        raise UsageError(f"cannot draw a graph to {path.name!r}: expected {' or '.join(kinds)}")
    check_writable(path)
    if path.suffix.lower() == ".png":
        drawing()


class _Stream:
    """The output, or what is no ordinary file, such as a device: written as it stands."""

    def __init__(self, path: Path) -> None:
        self._is_output = str(path) == "-"
        self.file: BinaryIO = sys.stdout.buffer if self._is_output else path.open("wb")

    def finish(self) -> None:
        """Ends the writing."""
        self.file.flush()

    def commit(self) -> None:
        """Ends the writing."""
        self.finish()

    def close(self) -> None:
        """Lets go of it."""
        if not self._is_output:
            self.file.close()


def opened(path: Path) -> Part | _Stream:
    """What writes a file, whole or not at all, or `-`, or what is no ordinary file."""
    is_stream = str(path) == "-" or is_special(path)
    return _Stream(path) if is_stream else Part(path)


def is_special(path: Path) -> bool:
    """Whether it is there and neither an ordinary file nor a folder, such as a device."""
    return path.exists() and not (path.is_file() or path.is_dir())


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Says in a sentence that a file cannot be written."""
    try:
        yield
    except BrokenPipeError:  # whoever reads has seen enough
        raise
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror}") from error


def write_together(contents: Iterable[tuple[Path, bytes]]) -> None:
    """Writes whole files, and puts them in their places in this order; nothing if one fails."""
    with ExitStack() as stack:
        parts = []
        for path, data in contents:
            part = stack.enter_context(closing(opened(path)))
            part.file.write(data)
            part.finish()
            parts.append(part)
        for part in parts:
            part.commit()


def write_whole(path: Path, text: str) -> None:
    """Writes a whole file or nothing; what is no ordinary file, such as a device, as it stands."""
    with writing(path):
        write_together([(path, text.encode())])


def write_result(path: Path, text: str) -> None:
    """Writes a whole file, or prints the text for `-`."""
    if str(path) == "-":
        print(text, end="")
    else:
        write_whole(path, text)


@contextmanager
def tidily() -> Iterator[None]:
    """Lets signals that end the program remove first what is half written, as Ctrl-C does."""

    def stop(number: int, _: object) -> NoReturn:
        raise SystemExit(128 + number)

    names = ("SIGTERM", "SIGHUP")  # the latter not on Windows
    wanted = [getattr(signal, name) for name in names if hasattr(signal, name)]
    heard = [number for number in wanted if signal.getsignal(number) == signal.SIG_DFL]
    for number in heard:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)


def quietly(work: Callable[[], T]) -> T:
    """Keeps what agents print out of the output."""
    with redirect_stdout(sys.stderr):
        return work()


def note(text: str) -> None:
    """Says on the error output what was odd, and did not stop the work."""
    print(f"outflank: {text}", file=sys.stderr, flush=True)


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
