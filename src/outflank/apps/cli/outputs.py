"""What games and positions are written to, in each format."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Protocol

from ...formats import (
    FORMATS,
    Format,
    Item,
    Record,
    WthorHeader,
    WthorWriter,
    dropped_by_wthor,
    is_wthor,
    read_wthor_names,
)
from ...formats.wthor import NAMES_ENDINGS, wthor_names_file
from ...rules.png import board_png
from ...rules.svg import board_svg
from .errors import UsageError
from .output import check_writable, is_special, opened, write_together

_PICTURES = ("svg", "png")
NAMES = (*(name for name, kind in FORMATS.items() if kind.is_written), "wthor", *_PICTURES)
"""What can be written."""
_A_FORMAT = f"one of {', '.join(NAMES)}"


class Output(Protocol):
    """Takes games and positions in, and puts them in their place at the end, or nothing."""

    def add(self, item: Item) -> list[str]:
        """Takes one in, and says what of it is dropped. Raises ValueError if it cannot be held."""

    def finish(self) -> dict[str, int]:
        """Puts all in its place, and says what of how many is dropped besides."""

    def close(self) -> None:
        """Leaves nothing but what is finished."""


class _TextOutput:
    """Writes each as it comes."""

    def __init__(self, kind: Format, path: Path) -> None:
        self._kind, self._part = kind, opened(path)
        self._gap = ""

    def add(self, item: Item) -> list[str]:
        text, dropped = self._kind.text_of(item)
        self._part.file.write(f"{self._gap}{text}".encode(errors="replace"))
        self._gap = "\n" if self._kind.gap else ""
        return dropped

    def finish(self) -> dict[str, int]:
        self._part.commit()
        return {}

    def close(self) -> None:
        self._part.close()


class _WthorOutput:
    """Collects games for the three files of WTHOR."""

    def __init__(self, path: Path, source: Path | None) -> None:
        """The header, and the numbers of names, are those of a source that is WTHOR too."""
        self._paths = files_of("wthor", path)
        self._writer = WthorWriter()
        with suppress(OSError):  # which is told where the source is read
            if source is not None and source.is_file() and is_wthor(head := _head(source)):
                names, _ = read_wthor_names(source)
                if names.players and names.tournaments:
                    self._writer = WthorWriter(names, WthorHeader.parse(head))

    def add(self, item: Item) -> list[str]:
        if not isinstance(item, Record):
            raise ValueError("WTHOR holds games, no positions")
        self._writer.add(item)
        return dropped_by_wthor(item)

    def finish(self) -> dict[str, int]:
        games, *names = zip(self._paths, self._writer.files(), strict=True)
        write_together([*names, games])
        return self._writer.dropped()

    def close(self) -> None:
        pass


class _PictureOutput:
    """Draws one position."""

    def __init__(self, to: str, path: Path) -> None:
        self._to, self._path = to, path
        self._picture: bytes | None = None

    def add(self, item: Item) -> list[str]:
        if self._picture is not None:
            raise UsageError(
                "a picture shows one position, but there are more: choose with --game 1"
            )
        if isinstance(item, Record):
            position = item.game.position
            last = next((move for move in reversed(item.game.moves) if not move.is_pass), None)
        else:
            position, last = item.position, None
        if self._to == "png":
            self._picture = board_png(position, last_move=last)
        else:
            self._picture = f"{board_svg(position, last_move=last)}\n".encode()
        return []

    def finish(self) -> dict[str, int]:
        write_together([(self._path, self._picture or b"")])
        return {}

    def close(self) -> None:
        pass


def output_to(to: str, path: Path, source: Path | None) -> Output:
    """What writes a format; `source` is the only file that is read, if there is one."""
    if to == "wthor":
        return _WthorOutput(path, source)
    return _PictureOutput(to, path) if to in _PICTURES else _TextOutput(FORMATS[to], path)


def target_of(to: str | None, path: Path) -> str:
    """The format that is named, or that of a file by its ending. Raises UsageError."""
    if to is not None:
        if to.lower() not in NAMES:
            raise UsageError(f"unknown format {to!r}: there are {', '.join(NAMES)}")
        return to.lower()
    if str(path) == "-":
        raise UsageError(f"the output has no ending: name its format with --to, {_A_FORMAT}")
    found = format_by_ending(path)
    if found is None:
        raise UsageError(f"{path.name!r} ends like no format: name it with --to, {_A_FORMAT}")
    return found


def format_by_ending(path: Path) -> str | None:
    """The format that the ending of a file tells, if it tells one."""
    endings = {ending: name for name, kind in FORMATS.items() for ending in kind.endings}
    endings |= {".wtb": "wthor", ".svg": "svg", ".png": "png"}
    return endings.get(path.suffix.lower())


def files_of(to: str, path: Path) -> list[Path]:
    """What is written: the file itself, and WTHOR's names beside it.

    Raises UsageError where these three cannot be.
    """
    if to != "wthor":
        return [path]
    if str(path) == "-":
        raise UsageError("WTHOR is three files and cannot go to the output: name OUT.wtb")
    if path.suffix.lower() in NAMES_ENDINGS:
        raise UsageError(f"{path.name!r} is a file of names: name that of the games, OUT.wtb")
    check_writable(path)
    files = [path, *(wthor_names_file(path, ending) for ending in NAMES_ENDINGS)]
    if special := next(filter(is_special, files), None):
        raise UsageError(
            f"cannot write WTHOR, which is three files, to {str(special)!r}: no ordinary file"
        )
    return files


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(64)
