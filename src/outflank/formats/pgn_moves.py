"""The moves of a PGN game with its comments and variations, read."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import NamedTuple

from ..rules import PASS, Color, IllegalMoveError, Move, ParseError, Position
from ..rules.text import LETTERS
from .playing import Playing
from .record import DEEPEST, Branch, Note
from .results import NEITHER, RESULT, parse_result

_COMMENT = r"\{(?P<comment>[^}]*)\}"
_ESCAPED_COMMENT = r"\{(?P<comment>(?:[^\\}]|\\.)*+)\}"
_NO_COMMENT = rf"""
    ;(?P<rest>[^\n]*)
    | (?P<bracket>[()])
    | (?P<result>(?<![^\s)}}])(?:{RESULT})(?![^\s({{;)]))
    | (?P<skipped>[\s,/>|\u2013\u2192]+|\.{{2,}}|\u2026|-(?!-)|\$[0-9]{{1,3}}|[!?]{{1,2}}
        |[0-9]{{1,3}}(?:[.:)\u2026]+|(?![^\s({{;])))
    | (?P<pass>(?i:pass|pa|ps)|--(?!-)|@@|(?P<square>[A-Pa-p][0-9]{{1,2}})(?P=square)(?![0-9]))
    | (?P<drop>[Pp]?@[a-p][0-9]{{1,2}})
    | (?P<move>[A-Pa-p][0-9]{{1,2}})
    | (?P<bad>[A-Za-z]+[0-9]*|[^\s{{}}();]+|.)
    """
_TOKEN = re.compile(f"{_COMMENT}|{_NO_COMMENT}", re.VERBOSE)
_ESCAPED_TOKEN = re.compile(f"{_ESCAPED_COMMENT}|{_NO_COMMENT}", re.VERBOSE | re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_LIKE_MOVE = re.compile(r"(?:[A-Za-z]+[0-9]+|[A-Pa-p](?!\s+[^\W\d_]{2}))(?!\w)")
_AFTER_COMMENTS = re.compile(_NO_COMMENT, re.VERBOSE)
_VALUE = re.compile(r"\[%eval\s+([+-]?[0-9]{1,9}(?:\.[0-9]{0,20})?(?:e[+-]?[0-9]{1,3})?)\s*\]")
_TIME = r"\s+(?:(?:([0-9]{1,6}):)?([0-9]{1,6}):)?([0-9]{1,9}(?:\.[0-9]{0,9})?)\s*\]"
_SECONDS = re.compile(rf"\[%emt{_TIME}")
_LEFT = re.compile(rf"\[%clk{_TIME}")


class PlacedError(ParseError):
    """What is wrong with a game, and the line where it is."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


class Clock(NamedTuple):
    """The seconds that each side has for the game, None if it is not known, and more a move."""

    seconds: float | None = None
    increment: float = 0.0


class Line(Playing):
    """Moves from a position on, and what is said of them."""

    def __init__(
        self,
        start: Position,
        ply: int = 0,
        clock: Clock | None = None,
        left: Mapping[Color, float] | None = None,
    ) -> None:
        super().__init__(start)
        self.clock = clock or Clock()
        self.left, self.left_before = dict(left or {}), dict(left or {})
        """The seconds on the clocks that are known, now and before the last move."""
        self.ply = ply
        """Of the line that it leaves the index of the move that it replaces."""
        self.notes: dict[int, Note] = {}
        self.comment = ""
        """What is said before the first move."""
        self.branches: list[Branch] = []
        self.result = ""
        self.tail: PlacedError | None = None
        """Why a word after the moves is no move; that matters if there are more moves after it."""
        self.tail_at = (0, 0)
        """Where such words begin and end."""
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
        if (match := _VALUE.search(text)) and isfinite(number := float(match[1])):
            value = number * sign(self.before[last])
        if match := _LEFT.search(text):
            seconds = self._spent(_seconds(match))
        if match := _SECONDS.search(text):
            seconds = _seconds(match)
        said = _LEFT.sub("", _SECONDS.sub("", _VALUE.sub("", text))).strip()
        if said or said == text.strip():
            comment = _joined(comment, said)
        if (note := Note(value, seconds, comment)) != Note():
            self.notes[last] = note

    def _spent(self, left: float) -> float | None:
        """The seconds that the last move took, by what is left after it; None if not known."""
        color = self.before[-1].turn
        before, increment = self.left_before.get(color, self.clock.seconds), self.clock.increment
        self.left[color] = left
        if before is None or left > before + increment + 1:  # clocks show whole seconds
            return None
        if color not in self.left_before and left == before:  # the first move may be free
            return 0.0
        return round(max(before + increment - left, 0.0), 3)


def _seconds(match: re.Match[str]) -> float:
    hours, minutes, rest = int(match[1] or 0), int(match[2] or 0), float(match[3])
    return round(3600 * hours + 60 * minutes + rest, 9)


def read_moves(
    lines: Sequence[tuple[int, str]],
    start: Position,
    *,
    escapes: bool = False,
    clock: Clock | None = None,
) -> Line:
    r"""The moves on numbered lines. Raises PlacedError.

    A mistake in a variation leaves out the rest of that. With `escapes` a ``\`` in a comment takes
    its meaning from what follows. By the `clock` it is known how long the first moves took, where
    comments tell what is left.
    """
    text = "\n".join(line for _, line in lines)
    begins = [0]
    for _, line in lines:
        begins.append(begins[-1] + len(line) + 1)
    stack = [Line(start, clock=clock)]
    main = stack[0]
    number = 0
    for token in _tokens(text, _ESCAPED_TOKEN if escapes else _TOKEN):
        if token.lastgroup == "skipped":
            continue
        number = lines[bisect(begins, token.start()) - 1][0]
        try:
            _take(token, stack, escapes, number)
        except PlacedError:
            raise
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
    if main.tail is not None:
        _read_tail(main, main.tail, text[slice(*main.tail_at)])
    return main


def _read_tail(line: Line, error: PlacedError, words: str) -> None:
    """Take words after the moves for the result, or leave them out."""
    if not line.result and parse_result(words) is not None:
        line.result = words
    else:
        line.problems.append((error.line, f"{words[:20]!r} after the last move: {NEITHER}"))


def _tokens(text: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """What the text consists of; after the last } no { is tried as the beginning of a comment."""
    at, last = 0, text.rfind("}")
    for token in pattern.finditer(text):
        yield token
        at = token.end()
        if at > last:
            break
    yield from _AFTER_COMMENTS.finditer(text, at)


def _take(token: re.Match[str], stack: list[Line], escapes: bool, number: int) -> None:
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
        case "bad" if len(stack) == 1 and _may_be_tail(line, token):
            reason = f"bad move {text[:20]!r} (move {len(line.moves) + 1})"
            line.tail_at = line.tail_at[0] if line.tail else token.start(), token.end()
            line.tail = line.tail or PlacedError(number, reason)
        case _ if line.result:
            raise ParseError(f"there is {text[:20]!r} after the result {line.result}")
        case "bad":
            raise ParseError(f"bad move {text[:20]!r} (move {len(line.moves) + 1})")
        case _ if line.tail is not None:
            raise line.tail
        case kind:
            _play(line, kind, text)


def _may_be_tail(line: Line, token: re.Match[str]) -> bool:
    """Whether what is no move may be a word after the last one, rather than a misspelled move."""
    before = token.string[max(token.start() - 1, 0) : token.start()]
    follows = before.isspace() or before in (")", "}", "-") or token.start() == line.tail_at[1]
    return bool(line.moves) and follows and not _LIKE_MOVE.match(token.string, token.start())


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
    line.left_before = dict(line.left)
    line.play(move, text)


def _open(stack: list[Line]) -> None:
    line = stack[-1]
    if line.broken or len(stack) > DEEPEST:
        line.left_out += 1
        if not line.broken:
            raise ParseError(f"variations are nested more than {DEEPEST} deep")
        return
    ply = max(len(line.moves) - 1, 0)
    at = line.before[ply] if line.moves else line.position
    stack.append(Line(at, ply, line.clock, line.left_before))
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
