"""GGF, the Generic Game Format of GGS, Ntest and NBoard, for boards of every size.

    (;GM[Othello]PC[GGS/os]PB[a]PW[b]TY[8]RE[?]BO[8 -------- ... *]B[F5/1.20/0.01]W[D6//3.5];)

A move may have a value after it, then the seconds it took. The value is for the side that makes the
move: in games of GGS, Black's moves have the sign of the result near the end, White's the other.
`2 ` before a game says that it and the next are the two of a synchro match; such games get the tag
`Synchro`, "1 of 2" and "2 of 2". There are no escapes: a value holds no ].
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import NamedTuple

from ..rules import PASS, Color, Game, Move, ParseError, Position
from .record import Note, Problem, Record
from .results import Result, komi_of, mismatch, parse_result
from .trees import COLORS, BrokenError, Property, Tree, moves_of, read_trees, tokens

NAMES = {
    "PC": "Site",
    "DT": "Date",
    "PB": "Black",
    "PW": "White",
    "RB": "BlackElo",
    "RW": "WhiteElo",
    "TI": "TimeControl",
    "RE": "Result",
}
"""Our names of tags by those of the format."""
_SYNCHRO = "Synchro"
CLOCKS_AND_KOMI = ("TB", "TW", "KB", "KW", "KM")
"""Tags that have no name of ours, besides TY."""

_HEAD = re.compile(
    r"[\ufeff\s]*+(?:[0-9]+\s++)?\(?\s*;\s*(?:[a-z]+\s*+\[[^\]]*+\]\s*+)*?gm\[\s*+(?:othello|reversi)",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"(?:.*\s)?([1-9])")
_TYPE = re.compile(r"s?([0-9]{0,3})((?:[kabw]|r[0-9]{0,3})*+)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})")
_PASSES = ("P", "PA", "PAS", "PASS", "PS", "--", "@@")
_SIZES = range(4, 17, 2)


def is_ggf(head: str) -> bool:
    """Whether a text begins as a file of this format does."""
    return _HEAD.match(head) is not None


def read_ggf(lines: Iterable[str]) -> Iterator[Record | Problem]:
    """Read games one after the other, each as soon as it is complete.

    A game that cannot be read gives a Problem in its place. Where one can be read, but its result
    is not that of its moves or something had to be left out, a Problem follows it.
    """
    counted: list[Tree] = []
    """The games of a line that begins with their number."""
    number = 0
    for tree in read_trees(lines, escapes=False):
        if counted and (isinstance(tree, Problem) or tree.line != counted[0].line or tree.before):
            yield from _counted(counted, number)
            counted = []
        if isinstance(tree, Problem):
            yield tree
        elif prefix := _PREFIX.fullmatch(tree.before):
            counted, number = [tree], int(prefix[1])
        elif counted:
            counted.append(tree)
        else:
            yield from _read(tree)
    if counted:
        yield from _counted(counted, number)


def _counted(trees: Sequence[Tree], number: int) -> Iterator[Record | Problem]:
    """The games of a line that says how many they are; two or more are a synchro match."""
    right = len(trees) == number
    for index, tree in enumerate(trees, 1):
        yield from _read(tree, f"{index} of {number}" if right and number > 1 else "")
    if not right:
        reason = f"the line begins with {number} as the number of its games, but has {len(trees)}"
        yield Problem(trees[0].line, reason, harmless=True)


def _read(tree: Tree, part: str = "") -> Iterator[Record | Problem]:
    """The game of a tree, and what is wrong with it; `part` says which of a match it is."""
    try:
        reading = _Reading(tree)
    except BrokenError as error:
        yield Problem(error.line, str(error), tree.number)
        return
    yield reading.record({_SYNCHRO: part} if part else {})
    for line, reason in reading.problems:
        yield Problem(line, reason, tree.number)
    for line, reason in reading.oddities:
        yield Problem(line, reason, tree.number, harmless=True)


def parse_ggf(text: str) -> Record:
    """The first game in a text, whatever its result. Raises ParseError."""
    for tree in read_trees(StringIO(text), escapes=False):
        if isinstance(tree, Problem):
            continue
        reading = _Reading(tree)
        if tree.fault is not None:
            raise ParseError(tree.fault)
        return reading.record({})
    raise ParseError(f"no game in {text.strip()[:20]!r}: expected (;GM[Othello]PB[a] ... ;)")


class _Reading:
    """A game that is being read. Raises BrokenError."""

    def __init__(self, tree: Tree) -> None:
        self.problems: list[tuple[int, str]] = []
        """What is left out: where, and why."""
        self.oddities: list[tuple[int, str]] = []
        """What contradicts the game: where, and how."""
        self._tags: dict[str, str] = {}
        self._comments: list[str] = []
        self._line = tree.line
        self._line_of: dict[str, int] = {}
        self._moves: list[Move] = []
        self._notes: dict[int, Note] = {}
        self._entries = 0
        entries = self._split(tree)
        name = "GM"
        try:
            self._check_game()
            name = "TY"
            self._type = parse_type(self._tags.get("TY", ""))
            name = "BO"
            self._start = self._position = self._board()
        except ValueError as error:
            raise BrokenError(self._line_of.get(name, tree.line), str(error)) from error
        for entry in entries:
            for value in entry.values:
                self._play(COLORS[entry.name.upper()], value, entry.line)
        if tree.fault is not None:
            self.problems.append((tree.line, tree.fault))

    def record(self, more: dict[str, str]) -> Record:
        """What was read, with more tags; finds it odd if the result is not that of the moves."""
        tags = {NAMES.get(name, name): value for name, value in self._tags.items() if value}
        for name in ("GM", "BO"):
            tags.pop(name, None)
        stated = parse_result(tags.get("Result", "")) or Result()
        lost = (None, False) if self._position.is_over else stated.lost
        game = Game(self._start, self._moves, {**tags, **more}, *lost)
        komi = komi_of(tags)
        if (komi is not None or not self._type.komi) and (reason := mismatch(game, komi or 0.0)):
            self.oddities.append((self._line_of.get("RE", self._line), reason))
        return Record(game, self._notes, "\n".join(filter(None, self._comments)))

    def _split(self, tree: Tree) -> list[Property]:
        """The moves; everything else becomes tags."""
        if tree.fault is not None and not tree.text:
            raise BrokenError(tree.line, tree.fault)
        entries: list[Property] = []
        opened = False
        for token in tokens(tree, escapes=False):
            if token == "(" and opened:
                raise BrokenError(tree.line, "a ( inside a game: expected ;) before it")
            opened = True
            if isinstance(token, str):
                continue
            name, value = token.name.upper(), token.values[0].strip()
            if name in COLORS:
                entries.append(token)
            elif name == "CO":
                self._comments.append(value)
            elif name in self._tags:
                self.problems.append((token.line, f"the tag {name} is there twice"))
            else:
                self._tags[name] = value
                self._line_of[name] = token.line
        return entries

    def _check_game(self) -> None:
        game = self._tags.get("GM", "Othello")
        if game.lower() not in ("othello", "reversi"):
            raise ParseError(f"GM[{game[:20]}] is another game: expected GM[Othello]")

    def _board(self) -> Position:
        size, text = self._type.size, self._tags.get("BO")
        if text is None:
            if self._type.random:
                raise ParseError(f"no start BO, but TY[{self._tags['TY'][:20]}] is a random one")
            return Position.initial(size or 8)
        if text.split()[:1] == ["88"]:
            raise ParseError(_OCTAGON)
        try:
            start = Position.parse(text)
        except ValueError as error:
            raise ParseError(f"bad start BO: {error}") from error
        words = [word for word in text.split() if not word.isdecimal()]
        squares = len("".join(words[:-1]))
        if len(words[-1]) == 1 and squares < start.size**2:  # the side was taken for a square
            raise ParseError(
                f"bad start BO: {squares} squares found, {start.size}x{start.size} has "
                f"{start.size**2}"
            )
        if size not in (None, start.size):
            reason = f"the board is taken to be {start.size}x{start.size} as in BO, not as TY says"
            self.oddities.append((self._line_of["TY"], reason))
        return start

    def _play(self, color: Color, entry: str, line: int) -> None:
        self._entries += 1
        name, value, seconds, *more = (part.strip() for part in f"{entry}//".split("/"))
        try:
            move = PASS if name.upper() in _PASSES else Move(name[:20].lower())
            moves = moves_of(self._position, color, move)
            for step in moves:
                self._position = self._position.play(step)
        except ValueError as error:
            raise BrokenError(line, f"move {self._entries}: {error}") from error
        self._moves += moves
        if any(more):
            self._leave_out(entry, line)
        note = Note(self._number(value, line), self._number(seconds, line))
        if moves and note != Note():
            self._notes[len(self._moves) - 1] = note

    def _number(self, text: str, line: int) -> float | None:
        if not text:
            return None
        if _NUMBER.fullmatch(text):
            return float(text)
        self._leave_out(text, line)
        return None

    def _leave_out(self, text: str, line: int) -> None:
        where = f"move {self._entries}: {text[:20]!r} left out"
        self.problems.append((line, f"{where}, expected a move, its value and seconds: F5/1.20/3"))


class Type(NamedTuple):
    """What TY says."""

    size: int | None
    komi: bool
    random: bool


_OCTAGON = "unsupported board 88: the octagon is no square board of even size"


def parse_type(text: str) -> Type:
    """Read TY. Raises ParseError for a game that is not played here."""
    match = _TYPE.fullmatch(text)
    if not match:
        raise ParseError(f"unsupported game type TY[{text[:20]}]: expected such as 8, s8r20 or 10k")
    flags = match[2].lower()
    if "a" in flags:
        raise ParseError(f"unsupported rules TY[{text[:20]}]: in anti games the fewer discs win")
    if match[1] == "88":
        raise ParseError(_OCTAGON)
    size = int(match[1] or 0)
    if size not in (0, *_SIZES):
        raise ParseError(f"unsupported board TY[{text[:20]}]: sizes are even, from 4 to 16")
    return Type(size or None, "k" in flags, "r" in flags)
