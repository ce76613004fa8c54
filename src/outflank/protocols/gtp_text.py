"""How GTP writes commands, colours and squares, here and in programs for Go."""

from __future__ import annotations

from typing import NamedTuple

from .._core import PASS, Color, Move

_COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
_LETTERS = "ABCDEFGHIJKLMNOPQ"


class Command(NamedTuple):
    """A line that asks for something."""

    id: str
    """The number that the answer repeats, as it was written; empty if there is none."""
    name: str
    """Empty if the line has nothing but a number."""
    words: tuple[str, ...]
    """The arguments."""


def read_command(line: str) -> Command | None:
    """The command on a line; None if there is nothing on it but a comment."""
    text = "".join(c if c >= " " and c != "\x7f" else " " * (c == "\t") for c in line)
    words = text.partition("#")[0].split()
    if not words:
        return None
    number = words.pop(0) if words[0].isascii() and words[0].isdecimal() else ""
    return Command(number, words[0] if words else "", tuple(words[1:]))


def write_answer(id: str, text: str, *, good: bool = True) -> str:  # noqa: A002
    """An answer, without the empty line that ends it."""
    lines = "\n".join(line for line in text.split("\n") if line.strip())
    return f"{'=' if good else '?'}{id} {lines}".rstrip(" ")


def read_color(word: str) -> Color:
    """The colour that b, black, w or white stand for; ValueError for other words."""
    if word.lower() not in _COLORS:
        raise ValueError(f"bad colour {word[:20]!r}: expected black or white")
    return _COLORS[word.lower()]


def write_color(color: Color) -> str:
    """The colour in full."""
    return "black" if color is Color.BLACK else "white"


class Spelling(NamedTuple):
    """How squares are named; by default as everywhere else, A1 in the top left corner."""

    skip_i: bool = False
    """No column is called I, as in Go."""
    bottom_up: bool = False
    """Rows count from the bottom, as in Go."""

    def columns(self, size: int) -> str:
        """The names of the columns."""
        return (_LETTERS.replace("I", "") if self.skip_i else _LETTERS)[:size]

    def rows(self, size: int) -> list[int]:
        """The numbers of the rows, from the top."""
        return list(range(size, 0, -1) if self.bottom_up else range(1, size + 1))

    def read(self, word: str, size: int) -> Move:
        """The square or pass that a word names; ValueError if there is none on such a board."""
        if word.lower() == "pass":
            return PASS
        column, digits = self.columns(size).find(word[:1].upper()), word[1:]
        row = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 3 else 0
        if not word or column < 0 or row not in range(1, size + 1):
            last = f"{self.columns(size)[-1]}{size}"
            raise ValueError(f"bad vertex {word[:20]!r}: expected A1 to {last} or pass")
        return Move.at(column, self.rows(size).index(row))

    def write(self, move: Move, size: int) -> str:
        """The name of a square or pass, in capitals."""
        if move.is_pass:
            return "PASS"
        return f"{self.columns(size)[move.column]}{self.rows(size)[move.row]}"
