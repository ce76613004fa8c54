"""Games are kept in the library that the page has too, whatever happens to the terminal."""

from __future__ import annotations

import sqlite3
from asyncio import wrap_future
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from typing import Any

from ...formats import Record
from ...rules import Color
from ..library import ConflictError, Kept, Library, Store, StoreError

MOST_GAMES = 200
"""As many are listed, the latest first."""


def _new_id() -> str:
    return token_hex(8)


def _state(record: Record, players: Mapping[Color, str]) -> dict[str, Any]:
    """What the page needs to go on with a game."""
    named = {color.name.lower(): spec for color, spec in players.items()}
    return {"players": named, "at": record.game.transcript(passes="--"), "queries": []}


def players_of(kept: Kept, known: Collection[str]) -> dict[Color, str] | None:
    """Who plays a game that is kept; None if that is not said, or not known.

    Others than who is known may be commands, and a page of someone else's may have named them.
    """
    named = kept.state.get("players") if isinstance(kept.state, dict) else None
    if not isinstance(named, dict):
        return None
    specs = {color: str(named.get(color.name.lower())) for color in Color}
    return specs if all(spec in known for spec in specs.values()) else None


@dataclass
class _Place:
    """What a game goes by in the library."""

    id: str = field(default_factory=_new_id)
    revision: int = 0


class Keeper:
    """Keeps the game on the board each time that it changes, in a thread of its own."""

    def __init__(self, path: Path | None, tell: Callable[[str], object]) -> None:
        """Without a `path` nothing is kept; `tell` hears in that thread why."""
        self._path, self._tell = path, tell
        self._place = _Place()
        self._last: Record | None = None
        self._fault = ""
        """Why games are not kept at present; it is told once."""
        self._worker = ThreadPoolExecutor(1, "keeper")

    def take(self, record: Record, kept: Kept | None = None) -> None:
        """Another game is on the board, perhaps one that is kept."""
        self._place = _Place() if kept is None else _Place(kept.id, kept.revision)
        self._last = record

    def keep(self, record: Record, players: Mapping[Color, str] = {}) -> None:
        """Keeps a game that has changed since it came, if it has any move or comment."""
        has_any = record.game.moves or record.branches or record.comment
        if self._path is not None and has_any and record != self._last:
            self._last = record
            state = _state(record, players) if players else None
            self._worker.submit(self._save, self._place, record, state)

    async def games(self) -> list[dict[str, Any]]:
        """The latest games, as the library describes them; none if it cannot be read."""
        if self._path is None:
            return []
        return await wrap_future(self._worker.submit(self._games))

    async def get(self, name: str) -> Kept | None:
        """A game of the library; None if it is gone."""
        return await wrap_future(self._worker.submit(lambda: self._library.get(name)))

    def close(self) -> None:
        """Waits until all is kept."""
        self._worker.shutdown()

    @cached_property
    def _library(self) -> Library:
        assert self._path is not None
        return Library(Store(self._path))

    def _save(self, place: _Place, record: Record, state: Any) -> None:
        try:
            try:
                found = self._library.save(place.id, place.revision, record, state)
            except ConflictError:
                found = None
            if found is None:  # the page has changed or deleted it: this is another game now
                place.id = _new_id()
                found = self._library.save(place.id, 0, record, state)
            place.revision, self._fault = found or 0, ""
        except (StoreError, sqlite3.Error, ValueError) as error:
            if str(error) != self._fault:
                self._fault = str(error)
                self._tell(f"This game is not kept: {error}.")

    def _games(self) -> list[dict[str, Any]]:
        try:
            return self._library.search("", None, 0, MOST_GAMES)[0]
        except (StoreError, sqlite3.Error):
            return []
