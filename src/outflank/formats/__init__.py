"""Games and positions in files, one module for each format."""

from .obf import BadLine, Entry, Found, parse_obf, read_obf, write_obf
from .tagged import Problem, is_tagged, read_tagged, write_tagged

__all__ = [
    "BadLine",
    "Entry",
    "Found",
    "Problem",
    "is_tagged",
    "parse_obf",
    "read_obf",
    "read_tagged",
    "write_obf",
    "write_tagged",
]
