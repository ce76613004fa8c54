"""The books that come with this package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from .book import Book


def shipped_book(size: int) -> Book | None:
    """The book of a board size; None if there is none."""
    path = Path(str(files("outflank") / "data" / f"{size}x{size}.book"))
    return Book(path) if path.is_file() else None
