"""The opening book: positions with values in a file, grown by the engine, played from by it."""

from .book import Book, BookEntry, BookMove, BookRecord
from .builder import BookSearch, build, learn
from .editor import BookEditor
from .growth import Growth
from .shipped import shipped_book
from .store import BookError
from .text import read_text, write_text

__all__ = [
    "Book",
    "BookEditor",
    "BookEntry",
    "BookError",
    "BookMove",
    "BookRecord",
    "BookSearch",
    "Growth",
    "build",
    "learn",
    "read_text",
    "shipped_book",
    "write_text",
]
