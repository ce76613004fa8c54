"""Games and positions in files, one module for each format."""

from .ggf import is_ggf, parse_ggf, read_ggf
from .ggf_writer import dropped_by_ggf, write_ggf
from .obf import Entry, Found, parse_obf, read_obf, write_obf
from .record import Branch, Note, Problem, Record
from .sgf import is_sgf, read_sgf
from .sgf_writer import dropped_by_sgf, write_sgf
from .tagged import is_tagged, read_tagged, write_tagged

__all__ = [
    "Branch",
    "Entry",
    "Found",
    "Note",
    "Problem",
    "Record",
    "dropped_by_ggf",
    "dropped_by_sgf",
    "is_ggf",
    "is_sgf",
    "is_tagged",
    "parse_ggf",
    "parse_obf",
    "read_ggf",
    "read_obf",
    "read_sgf",
    "read_tagged",
    "write_ggf",
    "write_obf",
    "write_sgf",
    "write_tagged",
]
