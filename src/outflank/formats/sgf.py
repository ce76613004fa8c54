"""SGF, the Smart Game Format, for Othello (GM[2]) on boards of every size, FF[1] to FF[4].

Squares are two letters, column then row from the top left (Quarry), or names (Edax): fe or f5.
Passes may be left out. Setup is added to the usual start. V, the value of a node, is for Black in
the file and for the side that moves in a Note; BL and WL, the time left, become the seconds of
moves where TM tells how much there was. Markup is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..rules import PASS, Color, Game, Move, Position
from .ggf import is_ggf
from .record import DEEPEST, Branch, Note, Problem, Record
from .results import Result, komi_of, mismatch, parse_result
from .sgf_board import SETUP, move_of, size_of, start_of
from .sgf_nodes import Node, parse_nodes, text_of
from .source import in_charset
from .trees import COLORS, BrokenError, Tree, moves_of, read_trees

NAMES = {
    "PB": "Black",
    "PW": "White",
    "BR": "BlackElo",
    "WR": "WhiteElo",
    "EV": "Event",
    "PC": "Site",
    "DT": "Date",
    "RO": "Round",
    "RE": "Result",
}
"""Our names of tags by those of the format."""
OWN_NAMES = ("AN", "AP", "BT", "CP", "GN", "HA", "KM", "ON", "OT", "RU", "SO", "US", "WT")
"""Tags that have no name of ours."""
NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{0,9})?")

_TIME_LEFT = {"BL": Color.BLACK, "WL": Color.WHITE}

_HEAD = re.compile(r"[\ufeff\s]*+(?:\(\s*;\s*(?:[A-Za-z]+\s*\[|[;()])|;\s*[A-Z]{1,2}\[)")


def is_sgf(head: str) -> bool:
    """Whether a text begins as a file of this format does, of whatever game."""
    return _HEAD.match(head) is not None and not is_ggf(head)


def read_sgf(lines: Iterable[str]) -> Iterator[Record | Problem]:
    """Read games one after the other, each as soon as it is complete.

    A game that cannot be read gives a Problem in its place. Where one can be read, but its result
    is not that of its moves or something had to be left out, a Problem follows it. Lines decoded as
    UTF-8 with `errors="surrogateescape"` are read by the charset that the game names, CA,
    or the one detected.
    """
    for tree in read_trees(in_charset(lines), escapes=True):
        if isinstance(tree, Problem):
            yield tree
            continue
        reading = _Reading(tree)
        try:
            yield reading.record()
        except BrokenError as error:
            yield Problem(error.line, str(error), tree.number)
            continue
        for line, reason in reading.problems:
            yield Problem(line, reason, tree.number)
        for line, reason in reading.oddities:
            yield Problem(line, reason, tree.number, harmless=True)


@dataclass(slots=True)
class _Line:
    """Moves one after the other, and what leaves them."""

    position: Position
    left: dict[Color, float]
    """The seconds on the clocks, of the sides that have one."""
    moves: list[Move] = field(default_factory=list)
    numbers: dict[int, Note] = field(default_factory=dict)
    comments: dict[int, list[str]] = field(default_factory=dict)
    """By index of the move; -1 for those before the first."""
    branches: list[Branch] = field(default_factory=list)
    early: list[Branch] = field(default_factory=list)
    """Those that leave it before its first move, and so the line that it leaves itself."""

    def branch(self, ply: int) -> Branch:
        """The line as what leaves another one; comments before its first move go to that."""
        if early := self.comments.pop(-1, None):
            self.comments[0] = [*early, *self.comments.get(0, ())]
        return Branch(ply, tuple(self.moves), self.notes(), tuple(self.branches))

    def fork(self, ply: int, branches: Iterable[Branch], is_main: bool) -> None:
        """Takes up what leaves it; where it passes, they do not repeat that."""
        if self.moves[ply : ply + 1] == [PASS]:
            for branch in branches:
                rest, others = _without_pass(branch)
                found = [rest, *others] if rest.moves else others
                self.branches += (replace(one, ply=ply + 1) for one in found)
        elif ply == 0 and not is_main:
            self.early += branches
        else:
            self.branches += (replace(branch, ply=ply) for branch in branches)

    def notes(self) -> dict[int, Note]:
        notes = {}
        for ply in sorted({*self.numbers, *self.comments} - {-1}):
            comment = "\n".join(self.comments.get(ply, ()))
            notes[ply] = self.numbers.get(ply, Note())._replace(comment=comment)
        return notes


class _Reading:
    """A game that is being read."""

    def __init__(self, tree: Tree) -> None:
        self.problems: list[tuple[int, str]] = []
        """What is left out: where, and why."""
        self.oddities: list[tuple[int, str]] = []
        """What contradicts the game: where, and how."""
        self._tree = tree
        self._result_line = tree.line

    def record(self) -> Record:
        """Raises BrokenError."""
        root = parse_nodes(self._tree)
        tags, comments = self._tags(root)
        size = size_of(root)
        start = start_of(root, size)
        left = {}
        if NUMBER.fullmatch(tags.get("TimeControl", "")):
            left = dict.fromkeys(Color, float(tags["TimeControl"]))
        line = self._line(root, _Line(start, left), 0)
        if self._tree.fault is not None:
            self.problems.append((self._tree.line, self._tree.fault))
        stated = parse_result(tags.get("Result", "")) or Result()
        lost = (None, False) if line.position.is_over else stated.lost
        game = Game(start, line.moves, tags, *lost)
        # Komi means little here, and editors put in that of Go.
        if mismatch(game, komi_of(tags) or 0.0) and (reason := mismatch(game)):
            self.oddities.append((self._result_line, reason))
        comment = "\n".join([*comments, *line.comments.get(-1, ())])
        return Record(game, line.notes(), comment, tuple(line.branches))

    def _tags(self, root: Node) -> tuple[dict[str, str], list[str]]:
        """The tags and the comments on the game, which the root then has no more."""
        tags: dict[str, str] = {}
        comments: list[str] = []
        rest = []
        for prop in root.properties:
            value = text_of(prop.values[0])
            simple = " ".join(value.split("\n")).strip()
            name = NAMES.get(prop.name, prop.name)
            if prop.name in ("C", "GC"):
                comments += filter(None, [value])
            elif prop.name == "TM":
                tags["TimeControl"] = simple
            elif prop.name not in NAMES and prop.name not in OWN_NAMES:
                rest.append(prop)
            elif name in tags:
                self.problems.append((prop.line, f"the tag {prop.name} is there twice"))
            elif simple:
                tags[name] = simple
                if prop.name == "RE":
                    self._result_line = prop.line
        root.properties = rest
        if "TimeControl" not in tags and "OT" in tags:
            tags["TimeControl"] = tags.pop("OT")
        return tags, comments

    def _line(self, node: Node, line: _Line, nested: int) -> _Line:
        """Play a line to its end, then what leaves it."""
        leaving: list[tuple[int, Node, _Line]] = []
        while True:
            self._play(node, line)
            leaving += [
                (len(line.moves), child, _Line(line.position, dict(line.left)))
                for child in node.children[1:]
            ]
            if not node.children:
                break
            node = node.children[0]
        for ply, child, other in leaving:
            try:
                if nested == DEEPEST:
                    raise BrokenError(child.line, f"more than {nested} are nested")
                self._line(child, other, nested + 1)
                branch = other.branch(ply)
                line.fork(ply, [branch] * bool(branch.moves), not nested)
                line.fork(ply, other.early, not nested)
                if branch.notes and not branch.moves:
                    raise BrokenError(child.line, "there is no move in it")
            except BrokenError as error:
                self.problems.append((error.line, f"a variation is left out: {error}"))
        return line

    def _play(self, node: Node, line: _Line) -> None:
        """Add what a node says to its line."""
        for prop in node.properties:
            if prop.name in SETUP:
                raise BrokenError(prop.line, f"{prop.name} after the first move is not supported")
            if prop.name not in COLORS:
                continue
            color = COLORS[prop.name]
            for value in prop.values:
                try:
                    move = move_of(value.strip(), line.position, color)
                    for step in moves_of(line.position, color, move):
                        line.position = line.position.play(step)
                        line.moves.append(step)
                except ValueError as error:
                    number = sum(not move.is_pass for move in line.moves) + 1
                    raise BrokenError(prop.line, f"move {number}: {error}") from error
        last = len(line.moves) - 1
        for prop in node.properties:
            if prop.name == "C" and (comment := text_of(prop.values[0])):
                line.comments.setdefault(last, []).append(comment)
        if node.has_move and (note := _numbers(node, line)) != Note():
            line.numbers[last] = note


def _numbers(node: Node, line: _Line) -> Note:
    """What a node says of its move in numbers; takes the time off the clock."""
    color = next(COLORS[prop.name] for prop in reversed(node.properties) if prop.name in COLORS)
    value = seconds = None
    for prop in node.properties:
        text = prop.values[0].strip()
        if not NUMBER.fullmatch(text):
            continue
        if prop.name == "V":
            value = float(text) if color is Color.BLACK else 0.0 - float(text)
        elif _TIME_LEFT.get(prop.name) is color:
            left = float(text)
            if color in line.left and left <= line.left[color]:
                seconds = round(line.left[color] - left, 3)
            line.left[color] = left
    return Note(value, seconds)


def _without_pass(branch: Branch) -> tuple[Branch, list[Branch]]:
    """A branch without the pass that it begins with, and what left it right after that."""
    notes = {at - 1: note for at, note in branch.notes.items() if at}
    below = [replace(other, ply=other.ply - 1) for other in branch.branches]
    own = tuple(other for other in below if other.ply)
    return Branch(0, branch.moves[1:], notes, own), [other for other in below if not other.ply]
