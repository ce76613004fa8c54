"""Which of the servers that share a library are alive: each holds a lock that ends with it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO


class Presence:
    """A server among those that share a library, by a name of its own."""

    def __init__(self, library: Path) -> None:
        self.name = token_hex(8)
        self._library = library
        self._lock: BinaryIO | None = None

    def appear(self) -> None:
        """Lets others see that this server is alive, until it leaves or is killed.

        Where the system knows no such locks, they do not see it. Raises OSError.
        """
        if self._lock is None and os.name == "posix":
            import fcntl

            self._lock = self._file(self.name).open("wb")
            fcntl.flock(self._lock, fcntl.LOCK_EX)

    def sees(self, name: str) -> bool:
        """Whether another server is alive; what a dead one left behind is removed."""
        try:
            with self._file(name).open("rb") as file:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self._remove(name)
        return False

    def leave(self) -> None:
        """Lets others see that this server is gone."""
        if self._lock is not None:
            self._remove(self.name)
            self._lock.close()
            self._lock = None

    def _file(self, name: str) -> Path:
        return self._library.with_name(f"{self._library.name}-server-{name}")

    def _remove(self, name: str) -> None:
        with suppress(OSError):
            self._file(name).unlink()
