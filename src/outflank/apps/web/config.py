"""What a server of the app is told when it starts."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path


def default_database() -> Path:
    """The database of games that `outflank database build` makes."""
    return user_data_path("outflank") / "games.db"


class Config(NamedTuple):
    """How a server behaves."""

    library: Path
    """The file in which games are kept."""
    database: Path
    """The database of games to look things up in; it need not be there."""
    token: str | None = None
    """What whoever connects has to know; None where only this machine can."""
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    """By what names it may be called, if there is no token."""
    threads: int = min(8, 2 * (os.cpu_count() or 2))
    """How many searches of a kind run side by side."""
    proxy: str | None = None
    """The address of the proxy before the server, which tells in X-Forwarded-For who asks."""
    rate: float = 100.0
    """Requests a second that a client may send for long; four seconds' worth at once."""
    sockets: int = 200
    """How many sockets may be open, half of them by one client."""
