"""Boards as programs print them: rows of squares with labels, lines and text around them.

    A B C D E F G H            ┌───┬───┐
  1 - - - - . - - - 1          │ ● │   │
  2 - - X O X . - - 2 * to move

A row may have its number at the left and at the right, bars between its squares, brackets around
the last move, and any text after it; letters of the columns and lines of a grid stand between rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_lowercase
from typing import NamedTuple

BLACK, WHITE, EMPTY = "XxBb*@#", "OoWw", "-._"
"""What stands for a disc or an empty square."""
SIZES = range(4, 17, 2)
_LETTERS = ascii_lowercase[:16]

_MEANINGS = {
    "X": "\u25cf\u26ab\u2b24\u9ed2\u9ed1\u00d7",  # discs, the word black, a cross
    "O": "\u25cb\u26aa\u25ef\u3007\u767d",  # circles, the word white
    ".": "\uff0b\u30fb\uff65\u00b7\u2022\u25a1\u25fb\U0001f7e9\uff61\u3002",
    "|": "\u2502\u2503\u2551\u2506\u2507\u250a\u250b\u00a6",
    " ": "\u3000\u00a0",
}
_MARKS = str.maketrans(
    {
        **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width ASCII
        **{sign: mark for mark, signs in _MEANINGS.items() for sign in signs},
        "\u2212": "-",
        "\u2013": "-",
        "\ufe0e": None,  # what chooses between a sign's text and its picture
        "\ufe0f": None,
    }
)
_DISC_OR_EMPTY = f"[{re.escape(BLACK + WHITE + EMPTY)}]"
_ADJOINED = rf"(?={_DISC_OR_EMPTY}{{4,16}}(?!\S))"
"""Squares right after a label, as boards of full-width signs need no space there."""
_LABEL = re.compile(rf"\s*([1-9][0-9]?)(?:[.:)](?=[\s|])|(?=[\s|])|{_ADJOINED})")
_RIGHT_LABEL = re.compile(r"\s*([1-9][0-9]?)(?![^\s|])")
_BRACKETED = re.compile(rf"[\[(<{{]({_DISC_OR_EMPTY})[\])>}}]")
_SPACED = re.compile(rf"\s*({_DISC_OR_EMPTY}(?:\s+{_DISC_OR_EMPTY})*)(?!\S)")
_PACKED = re.compile(rf"\s*({_DISC_OR_EMPTY}{{4,16}})(?!\S)")
_BEGINS_ROW = re.compile(
    rf"\s*(?!{_DISC_OR_EMPTY}{{17}})"
    rf"(?:[1-9][0-9]?(?:[\s.:)|]|{_ADJOINED})|{_DISC_OR_EMPTY}(?:{_DISC_OR_EMPTY}|[\s|]|\Z)|[|\[(<{{])"
)
_COLUMNS = re.compile(r"[\s|]*(a[\s|]*b(?:[\s|]*[c-p])*)(?:[\s|]*\Z|\s{2,}\S{2})", re.IGNORECASE)
"""The letters of columns; after a gap there may be text, as at the right of rows."""
_GRID = re.compile(r"[-+=|:\s\u2500-\u257f]+")
_UNDERLINE = re.compile(r"-+|=+")
_COLOR = re.compile(r"(b)lack(?:\s*\([XO]\))?\.?|(w)hite(?:\s*\([XO]\))?\.?", re.IGNORECASE)
_SIDE = r"(?P<{}>black|white|[XO*@#])"
TO_MOVE = re.compile(
    rf"(?<![\w*]){_SIDE.format('side')}(?:\s*\([XO*@#]\))?"
    r"(?:\s*(?:'s\s+)?(?:to\s+(?:move|play)|turn|on\s+turn|must\s+pass)\b|\s*(?:の)?(?:手?番|先)(?:です)?)"
    rf"|(?:\b(?:next(?:\s+to)?(?:\s+move)?|(?:side\s+)?to\s+move|turn|player)|手?番)\s*[:=]\s*"
    rf"{_SIDE.format('named')}(?!\w)",
    re.IGNORECASE,
)
"""What says who is to move."""
_COUNTED = r"(?:black|white|discs?|score|empty|empties|ply|[XO*@#])(?!\w)"
_COUNTS = re.compile(
    rf"(?:{_COUNTED}[\s:=(]{{0,9}}){{1,3}}[0-9]{{1,3}}(?!\w)"
    rf"(?:[\s,;/)|-]{{0,9}}(?:{_COUNTED}[\s:=(]{{0,9}}){{1,3}}[0-9]{{1,3}}(?!\w))*[\s.)]*",
    re.IGNORECASE,
)


class Row(NamedTuple):
    """A row of a printed board."""

    label: str
    """Its number; empty without one."""
    cells: str
    """A mark for each square: X, O, - and others of their kinds."""
    rest: str
    """The text after them."""

    def fits(self, width: int) -> bool:
        """Return whether it can be of a board of a width: what is more begins the text after it."""
        return len(self.cells) == width or (len(self.cells) > width and bool(self.rest))

    def cut(self, width: int) -> Row:
        """Return the row of that width, with the marks after it as text."""
        more = " ".join(self.cells[width:])
        return self._replace(cells=self.cells[:width], rest=f"{more} {self.rest}".strip())


class Printed(NamedTuple):
    """What a printed board shows."""

    cells: str
    """A mark for each square, row by row."""
    side: str
    """The mark of the side to move; empty where none is named."""


def plain_marks(text: str) -> str:
    """Return a text with full-width letters, drawn discs and grid lines as the ASCII for them."""
    return text if text.isascii() else text.translate(_MARKS)


def read_row(line: str) -> Row | None:
    """Return the row that a line shows; None if it is not one."""
    text = plain_marks(line)
    if not _BEGINS_ROW.match(text):
        return None
    match = _LABEL.match(text)
    label, text = (match[1], text[match.end() :]) if match else ("", text)
    cells, rest = _barred(text) if text.lstrip().startswith("|") else _bare(text)
    if len(cells) not in range(4, 18):
        return None
    match = _RIGHT_LABEL.match(rest)
    if match and label in ("", match[1]):
        label, rest = match[1], rest[match.end() :]
    return Row(label, cells, rest.lstrip(" |").rstrip())


def columns(line: str) -> int:
    """Return how many columns a line names, as in a b c d; 0 if it does not."""
    match = _COLUMNS.match(plain_marks(line))
    letters = "".join(match[1].replace("|", " ").split()).lower() if match else ""
    return len(letters) if letters and _LETTERS.startswith(letters) else 0


def is_grid_line(line: str, width: int = 0) -> bool:
    """Return whether a line is one of a grid between rows, which may be of a known width."""
    text = plain_marks(line).strip()
    if _GRID.fullmatch(text) and ("+" in text or not text.isascii()):
        return True
    return 0 < width < len(text) and _UNDERLINE.fullmatch(text) is not None


def is_count(line: str) -> bool:
    """Return whether a line below a board counts discs, as in Black: 4  White: 1  Empty: 59."""
    return _COUNTS.fullmatch(plain_marks(line).strip()) is not None


def bare_side(text: str) -> str:
    """Return the mark of a side that is all there is in a text; else nothing."""
    text = plain_marks(text).strip()
    if match := _COLOR.fullmatch(text):
        return "X" if match[1] else "O"
    return text if len(text) == 1 and text in BLACK + WHITE else ""


def side_named(text: str) -> str:
    """Return the mark of the side that a text says is to move: X, O or its like; else nothing."""
    match = TO_MOVE.search(plain_marks(text))
    side = (match["side"] or match["named"]) if match else ""
    return {"BLACK": "X", "WHITE": "O"}.get(side.upper(), side)


def read_printed(lines: Iterable[str]) -> Printed | None:
    """Return the board that lines show, one square row after the other; None if they do not.

    Any text may follow a row if the board has labels; otherwise it has to name the side to move.
    """
    rows: list[Row] = []
    named = width = 0
    sides: list[str] = []
    for line in lines:
        complete = 0 < len(rows) == (named or width)
        if not line.strip() or is_grid_line(line, named or width):
            continue
        if found := columns(line):
            named = named or found
        elif not complete and (row := read_row(line)) is not None:
            rows.append(row)
            width = min(width or len(row.cells), len(row.cells))
        elif side := side_named(line) or bare_side(line):
            sides.append(side)
        elif not (complete and is_count(line)):
            return None
    size = len(rows)
    if size not in SIZES or size != width or named not in (0, size):
        return None
    if not all(row.fits(size) for row in rows):
        return None
    rows = [row.cut(size) for row in rows]
    labelled = named or any(row.label for row in rows)
    for number, row in enumerate(rows, 1):
        side = side_named(row.rest) or (bare_side(row.rest) if number == size else "")
        if row.label not in ("", str(number)) or (row.rest and not (side or labelled)):
            return None
        sides += filter(None, [side])
    return Printed("".join(row.cells for row in rows), sides[0] if sides else "")


def _barred(text: str) -> tuple[str, str]:
    """Return the marks between bars, with - for a blank, and the text after them."""
    parts = _BRACKETED.sub(r"\1", text).lstrip()[1:].split("|")
    if len(parts[0].strip()) > 1:  # bars around the row alone
        cells, rest = _bare(parts[0])
        return ("", "") if rest.strip() else (cells, "|".join(parts[1:]))
    cells = ""
    for number, part in enumerate(parts[:-1]):
        mark = part.strip()
        if len(mark) > 1 or not (mark == "" or mark in BLACK + WHITE + EMPTY):
            return cells, "|".join(parts[number:])
        cells += mark or "-"
    return cells, parts[-1]


def _bare(text: str) -> tuple[str, str]:
    """Return the marks with or without spaces between them, and the text after them."""
    text = _BRACKETED.sub(r" \1 ", text)
    match = _PACKED.match(text) or _SPACED.match(text)
    return ("".join(match[1].split()), text[match.end() :]) if match else ("", text)
