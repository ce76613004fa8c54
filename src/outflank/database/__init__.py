"""Many games in one file: what was played in a position, and what openings are called."""

from .build import DatabaseError, Source
from .continuations import Continuation
from .database import Choices, Contents, Database
from .names import Language, NamedLine, Opening, named_lines, opening_name, opening_of

__all__ = [
    "Choices",
    "Contents",
    "Continuation",
    "Database",
    "DatabaseError",
    "Language",
    "NamedLine",
    "Opening",
    "Source",
    "named_lines",
    "opening_name",
    "opening_of",
]
