"""Games and positions in files, one module for each format."""

from .obf import Entry, Found, parse_obf, read_obf, write_obf
from .record import Branch, Note, Problem, Record
from .tagged import is_tagged, read_tagged, write_tagged
from .wthor import WthorNames, is_wthor, read_wthor, read_wthor_file, read_wthor_names
from .wthor_bytes import WthorGame, WthorHeader, WthorReader
from .wthor_writer import WthorFiles, WthorWriter, dropped_by_wthor

__all__ = [
    "Branch",
    "Entry",
    "Found",
    "Note",
    "Problem",
    "Record",
    "WthorFiles",
    "WthorGame",
    "WthorHeader",
    "WthorNames",
    "WthorReader",
    "WthorWriter",
    "dropped_by_wthor",
    "is_tagged",
    "is_wthor",
    "parse_obf",
    "read_obf",
    "read_tagged",
    "read_wthor",
    "read_wthor_file",
    "read_wthor_names",
    "write_obf",
    "write_tagged",
]
