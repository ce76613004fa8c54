"""Games and positions in files, one module for each format."""

from .csv_games import is_csv, read_csv
from .ggf import is_ggf, parse_ggf, read_ggf
from .ggf_writer import dropped_by_ggf, write_ggf
from .link import is_link, read_links
from .obf import parse_obf, write_obf
from .outflank_json import is_json, read_json, write_json
from .parse import Parsed, parse, read, scan
from .pgn import dropped_by_pgn, is_pgn, read_pgn, write_pgn
from .plain import read_plain
from .quest import is_quest, read_quest
from .readings import HEAD, Reading, readings
from .record import Branch, Entry, Item, Note, Problem, Record
from .sgf import is_sgf, read_sgf
from .sgf_writer import dropped_by_sgf, write_sgf
from .study import Node, Study
from .table import FORMATS, Format
from .transcript import dropped_by_transcript, write_transcript
from .wthor import WthorNames, is_wthor, read_wthor, read_wthor_file, read_wthor_names
from .wthor_bytes import WthorGame, WthorHeader, WthorReader
from .wthor_writer import WthorFiles, WthorWriter, dropped_by_wthor

__all__ = [
    "FORMATS",
    "HEAD",
    "Branch",
    "Entry",
    "Format",
    "Item",
    "Node",
    "Note",
    "Parsed",
    "Problem",
    "Reading",
    "Record",
    "Study",
    "WthorFiles",
    "WthorGame",
    "WthorHeader",
    "WthorNames",
    "WthorReader",
    "WthorWriter",
    "dropped_by_ggf",
    "dropped_by_pgn",
    "dropped_by_sgf",
    "dropped_by_transcript",
    "dropped_by_wthor",
    "is_csv",
    "is_ggf",
    "is_json",
    "is_link",
    "is_pgn",
    "is_quest",
    "is_sgf",
    "is_wthor",
    "parse",
    "parse_ggf",
    "parse_obf",
    "read",
    "read_csv",
    "read_ggf",
    "read_json",
    "read_links",
    "read_pgn",
    "read_plain",
    "read_quest",
    "read_sgf",
    "read_wthor",
    "read_wthor_file",
    "read_wthor_names",
    "readings",
    "scan",
    "write_ggf",
    "write_json",
    "write_obf",
    "write_pgn",
    "write_sgf",
    "write_transcript",
]
