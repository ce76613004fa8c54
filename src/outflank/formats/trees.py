"""What GGF and SGF share: trees of NAME[value] in parentheses, and moves that name their colour."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..rules import PASS, Color, IllegalMoveError, Move, ParseError, Position
from ..rules.outcome import name_of
from .record import Problem
from .skipped import Skipped, may_be_game

COLORS = {"B": Color.BLACK, "W": Color.WHITE}
_LONGEST = 2**21
"""How many characters of a tree are kept; longer ones are no games."""

# What only a game's first node has: before its time, it shows that the game before was not closed.
_GAME = r"\(\s*;\s*(?:FF|GM|CA|AP|SZ|ST|P[BWC]|EV|RO|RE|DT|GN|US|SO|TY)\s*\[[^\]\\]{0,99}+\]"
_OUTSIDE = re.compile(r"\((?=\s*(?:;|\Z))|^[\ufeff\s]*+(?P<bare>;)(?=\s*[A-Z]{1,2}\[)")
_INSIDE = re.compile(rf"(?P<game>{_GAME})|[\[()]")
_IN_VALUE = re.compile(rf"(?P<game>{_GAME})|\]")
_IN_ESCAPED_VALUE = re.compile(rf"(?P<game>{_GAME})|\]|\\.?", re.DOTALL)
_SYMBOL = re.compile(r"\s*+([;()])")
_NAME = re.compile(r"\s*+([A-Za-z][A-Za-z0-9]{0,29}+)\s*+(?=\[)")
_VALUE = re.compile(r"\s*+\[([^\]]*+)\]")
_ESCAPED_VALUE = re.compile(r"\s*+\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_REST = re.compile(r"\s*+(.{1,20})")
_CUT = re.compile(r"\s*+(?:[A-Za-z][A-Za-z0-9]{0,29}+)?\s*+(?:\[|\Z)")
"""How the text of a tree that ends early may end."""


class Tree(NamedTuple):
    """The text of a game from ( to )."""

    number: int
    """From 1."""
    line: int
    """Where it begins, from 1."""
    before: str
    """What stands before it on its line."""
    text: str
    fault: str | None
    """Why the text ends early, if it does."""


class Property(NamedTuple):
    """A name, and the values in brackets after it, with their escapes."""

    name: str
    values: tuple[str, ...]
    line: int


class BrokenError(ParseError):
    """What is wrong with a game, and the line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


class _Open:
    """A tree that has begun."""

    def __init__(self, number: int, line: int, before: str, bare: bool) -> None:
        self.number, self.line, self.before = number, line, before
        self.bare = bare
        """Whether it begins without a (, and so may end without a )."""
        self.depth = 1
        self.in_value = False
        self.parts = ["("] if bare else []
        self.length = 0

    def add(self, text: str) -> None:
        self.length += len(text)
        if self.length <= _LONGEST:
            self.parts.append(text)

    def tree(self, fault: str | None = None) -> Tree:
        text = "".join(self.parts)
        if self.length > _LONGEST:
            text, fault = "", f"the game is longer than {_LONGEST} characters"
        return Tree(self.number, self.line, self.before, text, fault)

    def cut(self) -> Tree:
        if self.bare and self.depth == 1 and not self.in_value:
            return self.tree()
        missing = "a value is not closed by ]" if self.in_value else "the game is not closed by )"
        return self.tree(f"{missing}; read up to there")


def read_trees(lines: Iterable[str], *, escapes: bool) -> Iterator[Tree | Problem]:
    r"""The trees of a file, each as soon as its last line is there; a Problem for text between.

    With `escapes` a ``\`` in a value takes its meaning from what follows. A tree that is not closed
    ends where the next game begins.
    """
    in_value = _IN_ESCAPED_VALUE if escapes else _IN_VALUE
    number = 0
    skipped = Skipped()
    tree: _Open | None = None
    for line_number, line in enumerate(lines, 1):
        text = line if line.endswith("\n") else f"{line}\n"
        begin = at = 0
        while True:
            if tree is None:
                match = _OUTSIDE.search(text, at)
                if match is None:
                    skipped.add(line_number, text[at:])
                    break
                before = text[at : match.start()].strip("\ufeff \t")
                if may_be_game(before):
                    skipped.add(line_number, before)
                if problem := skipped.problem(number + 1):
                    yield problem
                    number = problem.number or number
                    skipped = Skipped()
                number += 1
                tree = _Open(number, line_number, before, match["bare"] is not None)
                begin, at = match.span()
                continue
            match = (in_value if tree.in_value else _INSIDE).search(text, at)
            if match is None:
                tree.add(text[begin:])
                break
            at = match.end()
            if match["game"]:
                at = match.start()
                tree.add(text[begin:at])
                yield tree.cut()
                tree = None
            elif tree.in_value:
                tree.in_value = match[0] != "]"
            elif match[0] == "[":
                tree.in_value = True
            else:
                tree.depth += 1 if match[0] == "(" else -1
                if tree.depth == 0:
                    tree.add(text[begin:at])
                    yield tree.tree()
                    tree = None
    if tree is not None:
        yield tree.cut()
    elif problem := skipped.problem(number + 1):
        yield problem


def tokens(tree: Tree, *, escapes: bool) -> Iterator[str | Property]:
    """The parentheses, semicolons and properties of a tree. Raises BrokenError."""
    text, line, at = tree.text, tree.line, 0
    value_pattern = _ESCAPED_VALUE if escapes else _VALUE
    while at < len(text):
        begin = at
        if match := _SYMBOL.match(text, at):
            at = match.end()
            yield match[1]
        elif match := _NAME.match(text, at):
            line += text.count("\n", at, match.start(1))
            begin, at = match.span(1)[0], match.end()
            values = []
            while value := value_pattern.match(text, at):
                values.append(value[1])
                at = value.end()
            if not values:
                return
            yield Property(match[1], tuple(values), line)
        elif tree.fault is not None and _CUT.match(text, at):
            return
        elif rest := _REST.match(text, at):
            line += text.count("\n", at, rest.start(1))
            raise BrokenError(line, f"unexpected {rest[1]!r}: expected such as B[f5]")
        else:
            return
        line += text.count("\n", begin, at)


def moves_of(position: Position, color: Color, move: Move) -> tuple[Move, ...]:
    """What a colour's move stands for, with the other's pass if that was left out.

    Nothing for a pass after the end. Raises IllegalMoveError.
    """
    if position.is_over and move.is_pass:
        return ()
    passed = position.turn is not color and position.must_pass
    if position.turn is not color and not passed:
        turn = name_of(position.turn)
        raise IllegalMoveError(f"{name_of(color)} plays {move}, but {turn} is to move")
    return (PASS, move) if passed else (move,)


def decimals(number: float) -> str:
    """A number with at most three digits after the point, and no more than it needs."""
    return f"{round(number, 3) + 0.0:.3f}".rstrip("0").rstrip(".")
