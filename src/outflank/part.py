"""Files that are written whole or not at all."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from typing import BinaryIO


class Part:
    """A file that is written beside the one it replaces in the end; nothing is left of it if not.

    What is replaced keeps its mode; a link is followed. The file is there from its first use on:
    only then does the caller's `closing` hold it, which a signal may end anywhere.
    """

    def __init__(self, path: Path) -> None:
        self._target = path.resolve()
        self.path = self._target.with_name(f".outflank-{token_hex(8)}.part")

    @cached_property
    def file(self) -> BinaryIO:
        """What is written to. Raises OSError if it cannot be made."""
        file = self.path.open("xb")
        if self._target.exists():
            copymode(self._target, self.path)
        return file

    def finish(self) -> None:
        """Ends the writing. Raises OSError if there was no room for all of it."""
        self.file.close()

    def commit(self) -> None:
        """Puts it in its place."""
        self.finish()
        self.path.replace(self._target)

    def close(self) -> None:
        """Removes it, if it is not in its place."""
        try:
            if "file" in vars(self):
                self.file.close()
        finally:
            self.path.unlink(missing_ok=True)
