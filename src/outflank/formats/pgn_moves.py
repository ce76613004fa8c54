"""The moves of a PGN game with its comments and variations, read."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence

from ..rules import PASS, Color, IllegalMoveError, Move, ParseError, Position
from ..rules.text import LETTERS
from .playing import Playing
from .record import DEEPEST, Branch, Note

_COMMENT = r"\{(?P<comment>[^}]*)\}"
_ESCAPED_COMMENT = r"\{(?P<comment>(?:[^\\}]|\\.)*+)\}"
_NO_COMMENT = r"""
    ;(?P<rest>[^\n]*)
    | (?P<bracket>[()])
    | (?P<result>(?<![^\s)}])(?:[0-9]{1,3}-[0-9]{1,3}|1/2-1/2|\*)(?![^\s({;)]))
    | (?P<skipped>[\s,/>|\u2013\u2192]+|\.{2,}|\u2026|-(?!-)|\$[0-9]{1,3}|[!?]{1,2}
        |[0-9]{1,3}(?:[.:)\u2026]+|(?![^\s({;])))
    | (?P<pass>(?i:pass|pa|ps)|--(?!-)|@@|(?P<square>[A-Pa-p][0-9]{1,2})(?P=square)(?![0-9]))
    | (?P<drop>[Pp]?@[a-p][0-9]{1,2})
    | (?P<move>[A-Pa-p][0-9]{1,2})
    | (?P<bad>[A-Za-z]+[0-9]*|[^\s{}();]+|.)
    """
_TOKEN = re.compile(f"{_COMMENT}|{_NO_COMMENT}", re.VERBOSE)
_ESCAPED_TOKEN = re.compile(f"{_ESCAPED_COMMENT}|{_NO_COMMENT}", re.VERBOSE | re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_AFTER_COMMENTS = re.compile(_NO_COMMENT, re.VERBOSE)
_VALUE = re.compile(r"\[%eval\s+([+-]?[0-9]{1,9}(?:\.[0-9]{0,20})?(?:e[+-]?[0-9]{1,3})?)\s*\]")
_SECONDS = re.compile(
    r"\[%emt\s+(?:(?:([0-9]{1,6}):)?([0-9]{1,6}):)?([0-9]{1,9}(?:\.[0-9]{0,9})?)\s*\]"
)


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
        self.left_out = 0
        """How many variations are open in what is left out."""

    def say(self, text: str) -> None:
        """Takes up a comment on the last move, or on the whole."""
        if not self.moves:
            self.comment = _joined(self.comment, text.strip())
            return
        last = len(self.moves) - 1
        value, seconds, comment = self.notes.get(last, Note())
        if match := _VALUE.search(text):
            value = float(match[1]) * sign(self.before[last])
        if match := _SECONDS.search(text):
            hours, minutes, rest = int(match[1] or 0), int(match[2] or 0), float(match[3])
            seconds = round(3600 * hours + 60 * minutes + rest, 9)
        said = _SECONDS.sub("", _VALUE.sub("", text)).strip()
        if said or said == text.strip():
            comment = _joined(comment, said)
        self.notes[last] = Note(value, seconds, comment)


def read_moves(lines: Sequence[tuple[int, str]], start: Position, *, escapes: bool = False) -> Line:
    r"""The moves on numbered lines. Raises PlacedError.

    A mistake in a variation leaves out the rest of that. With `escapes` a ``\`` in a comment takes
    its meaning from what follows.
    """
    text = "\n".join(line for _, line in lines)
    begins = [0]
    for _, line in lines:
        begins.append(begins[-1] + len(line) + 1)
    stack = [Line(start)]
    main = stack[0]
    number = 0
    for token in _tokens(text, _ESCAPED_TOKEN if escapes else _TOKEN):
        if token.lastgroup == "skipped":
            continue
        number = lines[bisect(begins, token.start()) - 1][0]
        try:
            _take(token, stack, escapes)
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


def _tokens(text: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """What the text consists of; after the last } no { is tried as the beginning of a comment."""
    at, last = 0, text.rfind("}")
    for token in pattern.finditer(text):
        yield token
        at = token.end()
        if at > last:
            break
    yield from _AFTER_COMMENTS.finditer(text, at)


def _take(token: re.Match[str], stack: list[Line], escapes: bool) -> None:
    line, text = stack[-1], token[0]
    match token.lastgroup:
        case "comment" | "rest" as kind:
            said = _ESCAPE.sub(r"\1", token[kind]) if escapes else token[kind]
            if kind == "rest" or said.strip():
                line.say(said)
        case "bracket" if text == "(":
            _open(stack)
        case "bracket" if line.left_out:
            line.left_out -= 1
        case "bracket" if len(stack) == 1:
            raise ParseError("there is a ) without a (")
        case "bracket":
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


def _open(stack: list[Line]) -> None:
    line = stack[-1]
    if line.broken or len(stack) > DEEPEST:
        line.left_out += 1
        if not line.broken:
            raise ParseError(f"variations are nested more than {DEEPEST} deep")
        return
    ply = max(len(line.moves) - 1, 0)
    stack.append(Line(line.before[ply] if line.moves else line.position, ply))
    if not line.moves:
        raise ParseError("it stands before the first move")


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


def sign(position: Position) -> int:
    """What a value for Black is to be multiplied by to be one for the side to move."""
    return 1 if position.turn is Color.BLACK else -1
