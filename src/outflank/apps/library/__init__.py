"""The games, puzzles and matches that the programs keep: one SQLite file that they share."""

from __future__ import annotations

from .library import ConflictError, Kept, Library, line_key, now, openings_of, start_text
from .store import Store, StoreError, default_library

__all__ = [
    "ConflictError",
    "Kept",
    "Library",
    "Store",
    "StoreError",
    "default_library",
    "line_key",
    "now",
    "openings_of",
    "start_text",
]
