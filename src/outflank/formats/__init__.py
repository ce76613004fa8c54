"""Games and positions in files, one module for each format."""

from .obf import Entry, Found, parse_obf, read_obf, write_obf
from .record import Branch, Note, Problem, Record
from .tagged import is_tagged, read_tagged, write_tagged

__all__ = [
    "Branch",
    "Entry",
    "Found",
    "Note",
    "Problem",
    "Record",
    "is_tagged",
    "parse_obf",
    "read_obf",
    "read_tagged",
    "write_obf",
    "write_tagged",
]
