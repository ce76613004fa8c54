"""Games and positions in files, one module for each format."""

from .ggf import is_ggf, parse_ggf, read_ggf
from .ggf_writer import dropped_by_ggf, write_ggf
from .obf import Entry, Found, parse_obf, read_obf, write_obf
from .record import Branch, Note, Problem, Record
from .sgf import is_sgf, read_sgf
from .sgf_writer import dropped_by_sgf, write_sgf
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
    "dropped_by_ggf",
    "dropped_by_sgf",
    "dropped_by_wthor",
    "is_ggf",
    "is_sgf",
    "is_tagged",
    "is_wthor",
    "parse_ggf",
    "parse_obf",
    "read_ggf",
    "read_obf",
    "read_sgf",
    "read_tagged",
    "read_wthor",
    "read_wthor_file",
    "read_wthor_names",
    "write_ggf",
    "write_obf",
    "write_sgf",
    "write_tagged",
]
