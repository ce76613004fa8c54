"""Which format a text is in: how it begins decides, or else what there is in it for certain."""

from __future__ import annotations

import re
from pathlib import PurePath

from ..rules.text import is_board
from .obf import split_comment
from .table import FORMATS, PLAIN, Format

_GGF = r"\(\s*+;\s*+(?:[a-z]++\s*+\[[^\]]*+\]\s*+)*?gm\s*+\[\s*+(?:othello|reversi)"
_SGF = r"\(\s*+;\s*+(?:[a-z]++\s*+(?:\[(?:[^\]\\]|\\.)*+\]\s*+)++)*?gm\s*+\[\s*+[0-9]"
_SIGNS = {
    "ggf": re.compile(_GGF, re.IGNORECASE),
    "sgf": re.compile(_SGF, re.IGNORECASE | re.DOTALL),
    "quest": re.compile(r'"(?:gtype|players)"\s*:'),
    "json": re.compile(r'\{\s*"outflank"\s*:'),
    "pgn": re.compile(r'^[ \t]*+\[\s*[A-Za-z_][\w-]*\s+"[^"\n]*"\s*\]', re.MULTILINE),
}
"""What only stands in files of the format, most often at the beginning of a game."""
_MOVES = re.compile(r"(?:[0-9]{1,3}\W{1,3})?(?:[a-p][0-9]{1,2}\W{0,3}){2}", re.IGNORECASE)


def recognised(text: str, name: str = "") -> Format:
    """The format of a text, by its first few thousand characters and the name of its file.

    What stands before the first certain sign of a format does not count, unless there are more
    lines of moves or boards before it than there are such signs.
    """
    begun = next(k for k in FORMATS.values() if k.recognises(text))
    if begun.name not in ("sgf", *PLAIN):
        return begun
    places = {kind: [m.start() for m in sign.finditer(text)] for kind, sign in _SIGNS.items()}
    first_of = {kind: found[0] for kind, found in places.items() if found}
    if begun.name == "sgf":  # but its first game may be a broken one of the other format of trees
        trees = [kind for kind in ("sgf", "ggf") if kind in first_of]
        return FORMATS[min(trees, key=first_of.__getitem__, default="sgf")]
    named = _named(name)
    if named is not None and named.name in first_of:
        return named
    if first_of:
        kind = min(first_of, key=first_of.__getitem__)
        before = text[: first_of[kind]].split("\n")
        return FORMATS[kind] if sum(map(_is_plain, before)) <= len(places[kind]) else begun
    first = next(filter(str.strip, text.split("\n")), "")
    return begun if named is None or _is_plain(first) or begun.name != "transcript" else named


def _named(name: str) -> Format | None:
    """The format that the ending of a file's name tells; None if it may be any."""
    ending = PurePath(name).suffix.lower()
    kinds = (kind for kind in FORMATS.values() if ending in kind.endings)
    return next((kind for kind in kinds if kind.name not in PLAIN), None)


def _is_plain(line: str) -> bool:
    """Whether a line is likely to be a board or a game."""
    content = split_comment(line)[0]
    return bool(content) and (_MOVES.match(content) is not None or is_board(content))
