"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from typing import BinaryIO

_PREFIX, _SUFFIX = ".outflank-", ".part"


class Part:
    """A temporary file beside its target: `commit` replaces the target, else `close` removes it.

    The replaced file's mode is kept, and a link is followed. The temporary file is made at its
    first use: only then does the caller's `closing` hold it, which a signal may end anywhere. The
    process holds a lock on it. A process that was killed has lost its lock, so the next one that
    writes into the same folder removes what that left there.
    """

    def __init__(self, path: Path) -> None:
        self._target = path.resolve()
        self.path = self._target.with_name(f"{_PREFIX}{token_hex(8)}{_SUFFIX}")
        self._lock: int | None = None

    @cached_property
    def file(self) -> BinaryIO:
        """The temporary file, open for writing. Raises OSError if it cannot be made."""
        _remove_abandoned(self.path.parent)
        file = self.path.open("xb")
        # Another process may have removed it before the lock was there: then make it again.
        while not self._hold(file):
            file.close()
            file = self.path.open("xb")
        if self._target.exists():
            copymode(self._target, self.path)
        return file

    def finish(self) -> None:
        """End the writing. Raises OSError if there was no room for all of it."""
        self.file.close()

    def commit(self) -> None:
        """Put the file in its place. Raises OSError as `finish` does."""
        self.finish()
        self.path.replace(self._target)

    def close(self) -> None:
        """Remove the temporary file, unless it is in its place."""
        try:
            if "file" in vars(self):
                self.file.close()
        finally:
            self.path.unlink(missing_ok=True)
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None

    def _hold(self, file: BinaryIO) -> bool:
        """Lock the file until `close`, and return whether it is still there."""
        if os.name != "posix":
            return True
        import fcntl

        if self._lock is not None:
            os.close(self._lock)
        self._lock = os.dup(file.fileno())  # `finish` closes the file, not this
        with suppress(OSError):  # a file system without locks
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        return os.fstat(self._lock).st_nlink > 0


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file, so that nobody ever finds half of it. Raises OSError."""
    with closing(Part(path)) as part:
        part.file.write(data)
        part.commit()


def _remove_abandoned(folder: Path) -> None:
    """Remove the temporary files of processes that were killed, where the system has locks."""
    if os.name != "posix":
        return
    import fcntl

    for path in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
        # A process that still writes holds the lock; other users' files may not be ours to open.
        with suppress(OSError), path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()
