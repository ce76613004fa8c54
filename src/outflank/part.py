"""Files that are written whole or not at all."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex
from shutil import copymode


class Part:
    """A file that is written beside the one it replaces in the end; nothing is left of it if not.

    What is replaced keeps its mode; a link is followed.
    """

    def __init__(self, path: Path) -> None:
        self._target = path.resolve()
        self.path = self._target.with_name(f".outflank-{token_hex(8)}.part")
        self.file = self.path.open("xb")
        try:
            if self._target.exists():
                copymode(self._target, self.path)
        except BaseException:
            self.close()
            raise

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
            self.file.close()
        finally:
            self.path.unlink(missing_ok=True)
