"""The moves of a PGN game with its comments and variations, read and written."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite

from ..rules import PASS, Color, IllegalMoveError, Move, ParseError, Position
from ..rules.text import LETTERS
from .playing import Playing
from .record import Branch, Note, Record

_TOKEN = re.compile(
    r"""
    \{(?P<comment>[^}]*)\}
    | ;(?P<rest>[^\n]*)
    | (?P<bracket>[()])
    | (?P<result>(?<![^\s)}])(?:[0-9]{1,3}-[0-9]{1,3}|1/2-1/2|\*)(?![^\s({;)]))
    | (?P<skipped>[\s,/>|\u2013\u2192]+|-(?!-)|\$[0-9]{1,3}|[!?]{1,2}
        |[0-9]{1,3}(?:[.:)\u2026]+|(?![^\s({;])))
    | (?P<pass>(?i:pass|pa|ps)|--(?!-)|@@|(?P<square>[A-Pa-p][0-9]{1,2})(?P=square)(?![0-9]))
    | (?P<drop>[Pp]?@[a-p][0-9]{1,2})
    | (?P<move>[A-Pa-p][0-9]{1,2})
    | (?P<bad>[A-Za-z]+[0-9]*|[^\s{}();]+|.)
    """,
    re.VERBOSE,
)
_VALUE = re.compile(r"\[%eval\s+([+-]?[0-9]{1,9}(?:\.[0-9]{0,20})?(?:e[+-]?[0-9]{1,3})?)\s*\]")
_SECONDS = re.compile(
    r"\[%emt\s+(?:(?:([0-9]{1,6}):)?([0-9]{1,6}):)?([0-9]{1,9}(?:\.[0-9]{0,9})?)\s*\]"
)
_WIDTH = 79
_DEEPEST = 100
"""How deep variations can be nested."""


class PlacedError(ParseError):
    """What is wrong with a game, and the line where it is."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


class Line(Playing):
    """Moves from a position on, and what is said of them."""

    def __init__(self, start: Position, ply: int = 0) -> None:
        super().__init__(start)
        self.ply = ply
        """Of the line that it leaves the index of the move that it replaces."""
        self.notes: dict[int, Note] = {}
        self.comment = ""
        """What is said before the first move."""
        self.branches: list[Branch] = []
        self.result = ""
        self.problems: list[tuple[int, str]] = []
        """What is left out: its line, and why."""
        self.broken = False
        """Whether the rest of it is left out."""

    def say(self, text: str) -> None:
        """Takes up a comment on the last move, or on the whole."""
        if not self.moves:
            self.comment = _joined(self.comment, text.strip())
            return
        last = len(self.moves) - 1
        value, seconds, comment = self.notes.get(last, Note())
        if match := _VALUE.search(text):
            value = float(match[1]) * _sign(self.before[last])
        if match := _SECONDS.search(text):
            hours, minutes, rest = int(match[1] or 0), int(match[2] or 0), float(match[3])
            seconds = round(3600 * hours + 60 * minutes + rest, 9)
        said = _SECONDS.sub("", _VALUE.sub("", text)).strip()
        if said or said == text.strip():
            comment = _joined(comment, said)
        self.notes[last] = Note(value, seconds, comment)


def read_moves(lines: Sequence[tuple[int, str]], start: Position) -> Line:
    """The moves on numbered lines. Raises PlacedError.

    A mistake in a variation leaves out the rest of that.
    """
    text = "\n".join(line for _, line in lines)
    begins = [0]
    for _, line in lines:
        begins.append(begins[-1] + len(line) + 1)
    stack = [Line(start)]
    main = stack[0]
    number = 0
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "skipped":
            continue
        number = lines[bisect(begins, token.start()) - 1][0]
        try:
            _take(token, stack)
        except (ParseError, IllegalMoveError) as error:
            if len(stack) == 1:
                raise PlacedError(number, str(error)) from error
            if not stack[-1].broken:
                stack[-1].broken = True
                main.problems.append((number, f"a variation is left out from here: {error}"))
    if len(stack) > 1:
        main.problems.append((number, "a variation has no end: ) is missing"))
    while len(stack) > 1:
        _close(stack)
    return main


def _take(token: re.Match[str], stack: list[Line]) -> None:
    line, text = stack[-1], token[0]
    match token.lastgroup:
        case "comment" | "rest" as kind:
            if kind == "rest" or token[kind].strip():
                line.say(token[kind])
        case "bracket" if text == "(":
            if len(stack) > _DEEPEST:
                raise ParseError(f"variations are nested more than {_DEEPEST} deep")
            ply = max(len(line.moves) - 1, 0)
            stack.append(Line(line.before[ply] if line.moves else line.position, ply))
            stack[-1].broken = line.broken
            if not line.moves:
                raise ParseError("it stands before the first move")
        case "bracket":
            if len(stack) == 1:
                raise ParseError("there is a ) without a (")
            _close(stack)
        case "result":
            line.result = text
        case _ if line.broken:
            pass
        case "bad" if text == "{":
            raise ParseError("a comment has no end: } is missing")
        case _ if line.result:
            raise ParseError(f"there is {text[:20]!r} after the result {line.result}")
        case "bad":
            raise ParseError(f"bad move {text[:20]!r} (move {len(line.moves) + 1})")
        case kind:
            _play(line, kind, text)


def _play(line: Line, kind: str | None, text: str) -> None:
    position, number = line.position, len(line.moves) + 1
    if kind == "pass":
        move = PASS
    else:
        letter, digits = re.findall("[a-p]|[0-9]+", text.lower().removeprefix("p@"))
        column, row = LETTERS.index(letter), int(digits) - 1
        if kind == "drop":  # counted from the bottom
            row = position.size - 1 - row
        if not (column < position.size and 0 <= row < position.size):
            size = position.size
            raise ParseError(
                f"bad move {text!r} (move {number}): no square of the {size}x{size} board"
            )
        move = Move.at(column, row)
    line.play(move, text)


def _close(stack: list[Line]) -> None:
    line = stack.pop()
    if not line.moves:
        return
    if line.comment:
        first = line.notes.get(0, Note())
        comment = "\n".join(filter(None, (line.comment, first.comment)))
        line.notes[0] = first._replace(comment=comment)
    branch = Branch(line.ply, tuple(line.moves), line.notes, tuple(line.branches))
    stack[-1].branches.append(branch)


def _joined(comment: str, more: str) -> str:
    return f"{comment}\n{more}" if comment else more


def _sign(position: Position) -> int:
    return 1 if position.turn is Color.BLACK else -1


def moves_text(record: Record, result: str) -> str:
    """The moves, what is said of them and the result, in lines."""
    game = record.game
    words = [_comment(text)] if (text := record.comment.strip()) else []
    words += _words(game.start, 0, game.moves, record.notes, record.branches)
    return _wrapped([*words, result])


def _words(
    start: Position,
    plies: int,
    moves: Sequence[Move],
    notes: Mapping[int, Note],
    branches: Iterable[Branch],
) -> Iterator[str]:
    """The words of a line that begins so many plies into the game; one comment is a word."""
    position, told = start, False
    offset = 0 if (start.turn is Color.BLACK) == (plies % 2 == 0) else 1
    for ply, move in enumerate(moves):
        count = plies + ply + offset
        if count % 2 == 0:
            yield f"{count // 2 + 1}."
        elif not told:
            yield f"{count // 2 + 1}..."
        told = True
        yield "--" if move.is_pass else move.name
        if text := _note_text(notes.get(ply, Note()), position):
            told = False
            yield _comment(text)
        for branch in branches:
            if branch.ply == ply:
                told = False
                inner = _words(position, plies + ply, branch.moves, branch.notes, branch.branches)
                yield from _bracketed(list(inner))
        position = position.play(move)


def _bracketed(words: list[str]) -> list[str]:
    inner = [f"({words[0]}", *words[1:]]
    if inner[-1].endswith("\n"):
        return [*inner, ")"]
    return [*inner[:-1], f"{inner[-1]})"]


def _note_text(note: Note, position: Position) -> str:
    parts = []
    if note.value is not None and isfinite(note.value):
        parts.append(f"[%eval {note.value * _sign(position):+}]")
    if note.seconds is not None and isfinite(note.seconds) and note.seconds >= 0:
        whole, thousandths = divmod(round(note.seconds * 1000), 1000)
        fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
        parts.append(f"[%emt {whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}]")
    return " ".join(filter(None, (*parts, note.comment.strip())))


def _comment(text: str) -> str:
    """A comment in braces, or in lines of its own if it would be misread there."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "}" in text or re.search(r"\n\s*\[", text):
        return "".join(f"\n; {line.strip()}" for line in text.split("\n")) + "\n"
    return f"{{{text}}}"


def _wrapped(words: Iterable[str]) -> str:
    """The words in lines; those that begin or end a line by themselves do."""
    text, column = "", 0
    for word in words:
        first, *_, last = word.split("\n") if "\n" in word else (word, word)
        if column and (word.startswith("\n") or column + 1 + len(first) > _WIDTH):
            text, column = f"{text}\n", 0
        text += f" {word}" if column else word.removeprefix("\n")
        column = len(last) if "\n" in word else column + (column > 0) + len(word)
    return text if text.endswith("\n") else f"{text}\n"
