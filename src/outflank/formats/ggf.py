"""GGF, the Generic Game Format of GGS, Ntest and NBoard, for boards of every size.

    (;GM[Othello]PC[GGS/os]PB[a]PW[b]TY[8]RE[?]BO[8 -------- ... *]B[F5/1.20/0.01]W[D6//3.5];)

A move may have a value after it, then the seconds it took. The value is for the side that makes the
move: in games of GGS, Black's moves have the sign of the result near the end, White's the other.
`2 ` before a game says that it and the next are the two of a synchro match; such games get the tag
`Synchro`, "1 of 2" and "2 of 2". There are no escapes: a value holds no ].
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import StringIO
from math import isfinite
from typing import NamedTuple

from ..rules import PASS, Color, Game, Move, ParseError, Position
from ..rules.text import compact
from .record import Note, Problem, Record
from .results import Result, komi_of, mismatch, parse_result, result_of, stated_text
from .trees import COLORS, BrokenError, Property, Tree, decimals, moves_of, read_trees, tokens

_NAMES = {
    "PC": "Site",
    "DT": "Date",
    "PB": "Black",
    "PW": "White",
    "RB": "BlackElo",
    "RW": "WhiteElo",
    "TI": "TimeControl",
    "RE": "Result",
}
_SYNCHRO = "Synchro"
_CLOCKS_AND_KOMI = ("TB", "TW", "KB", "KW", "KM")

_HEAD = re.compile(
    r"[\ufeff\s]*+(?:[0-9]+\s++)?\(\s*;\s*(?:[a-z]+\s*+\[[^\]]*+\]\s*+)*?gm\[\s*+(?:othello|reversi)",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"(?:.*\s)?([12])")
_TYPE = re.compile(r"s?([0-9]{0,3})((?:[kabw]|r[0-9]{0,3})*+)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})")
_RESULT = re.compile(r"\?|[+-]?[0-9]{1,3}(?:\.[0-9]+)?(?::[rtsl])?")
_SUFFIXES = {"resigned": ":r", "time": ":t", "agreed": ":s", "left": ":l", "forfeit": ":l"}
_PASSES = ("P", "PA", "PAS", "PASS", "PS", "--", "@@")
_SIZES = range(4, 17, 2)
_PLAIN = str.maketrans("[]\n\r", "()  ")


def is_ggf(head: str) -> bool:
    """Whether a text begins as a file of this format does."""
    return _HEAD.match(head) is not None


def read_ggf(lines: Iterable[str]) -> Iterator[Record | Problem]:
    """Read games one after the other, each as soon as it is complete.

    A game that cannot be read gives a Problem in its place. Where one can be read, but its result
    is not that of its moves or something had to be left out, a Problem follows it.
    """
    second_on = 0
    for tree in read_trees(lines, escapes=False):
        prefix = _PREFIX.fullmatch(tree.before)
        part = "2 of 2" if tree.line == second_on and not tree.before else ""
        if prefix and prefix[1] == "2":
            part = "1 of 2"
        second_on = tree.line if part == "1 of 2" else 0
        try:
            reading = _Reading(tree)
        except BrokenError as error:
            yield Problem(error.line, str(error), tree.number)
            continue
        yield reading.record({_SYNCHRO: part} if part else {})
        for line, reason in reading.problems:
            yield Problem(line, reason, tree.number)


def parse_ggf(text: str) -> Record:
    """The first game in a text, whatever its result. Raises ParseError."""
    for tree in read_trees(StringIO(text), escapes=False):
        reading = _Reading(tree)
        if tree.fault is not None:
            raise ParseError(tree.fault)
        return reading.record({})
    raise ParseError(f"no game in {text.strip()[:20]!r}: expected (;GM[Othello]PB[a] ... ;)")


class _Reading:
    """A game that is being read. Raises BrokenError."""

    def __init__(self, tree: Tree) -> None:
        self.problems: list[tuple[int, str]] = []
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
            self._type = _parse_type(self._tags.get("TY", ""))
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
        """What was read, with more tags; adds a problem if the result is not that of the moves."""
        tags = {_NAMES.get(name, name): value for name, value in self._tags.items() if value}
        for name in ("GM", "BO"):
            tags.pop(name, None)
        stated = parse_result(tags.get("Result", "")) or Result()
        resigned = None if self._position.is_over else stated.resigned
        game = Game(self._start, self._moves, {**tags, **more}, resigned)
        komi = komi_of(tags)
        if (komi is not None or not self._type.komi) and (reason := mismatch(game, komi or 0.0)):
            self.problems.append((self._line_of.get("RE", self._line), reason))
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
                raise ParseError(f"no start BO, but TY[{self._tags['TY']}] is a random one")
            return Position.initial(size or 8)
        if text.split()[:1] == ["88"]:
            raise ParseError(_OCTAGON)
        try:
            start = Position.parse(text)
        except ValueError as error:
            raise ParseError(f"bad start BO: {error}") from error
        if size not in (None, start.size):
            reason = f"the board is taken to be {start.size}x{start.size} as in BO, not as TY says"
            self.problems.append((self._line_of["TY"], reason))
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


class _Type(NamedTuple):
    """What TY says."""

    size: int | None
    komi: bool
    random: bool


_OCTAGON = "unsupported board 88: the octagon is no square board of even size"


def _parse_type(text: str) -> _Type:
    match = _TYPE.fullmatch(text)
    if not match:
        raise ParseError(f"unsupported game type TY[{text[:20]}]: expected such as 8, s8r20 or 10k")
    flags = match[2].lower()
    if "a" in flags:
        raise ParseError(f"unsupported rules TY[{text}]: in anti games the fewer discs win")
    if match[1] == "88":
        raise ParseError(_OCTAGON)
    size = int(match[1] or 0)
    if size not in (0, *_SIZES):
        raise ParseError(f"unsupported board TY[{text}]: sizes are even, from 4 to 16")
    return _Type(size or None, "k" in flags, "r" in flags)


def write_ggf(record: Record) -> str:
    """The game on a line. Brackets in names and comments become parentheses."""
    game, tags = record.game, record.game.tags
    name_of = {theirs: tags.get(ours, "") for theirs, ours in _NAMES.items()}
    own = {name: tags.get(name, "") for name in _CLOCKS_AND_KOMI}
    head = {
        "GM": "Othello",
        **{name: name_of[name] for name in ("PC", "DT", "PB", "PW", "RB", "RW", "TI")},
        **own,
        "TY": _type_of(game),
        "RE": _result_text(game),
        "BO": _board_text(game.start),
        "CO": record.comment,
    }
    # Other programs count on the places of the game and of the players, empty or not.
    text = "".join(
        f"{name}[{value.translate(_PLAIN)}]"
        for name, value in head.items()
        if value or name in ("PC", "PB", "PW")
    )
    positions = zip(game.positions, game.moves, strict=False)
    entries = [
        f"{'B' if position.turn is Color.BLACK else 'W'}[{_entry(move, record.notes.get(ply))}]"
        for ply, (position, move) in enumerate(positions)
    ]
    return f"(;{text}{''.join(entries)};)\n"


def dropped_by_ggf(record: Record) -> list[str]:
    """What of a game has no place in the format."""
    kept = {*_NAMES.values(), *_CLOCKS_AND_KOMI, "TY"}
    dropped = [f"tag {name}" for name in record.game.tags if name not in kept]
    if any(note.comment for note in record.notes.values()):
        dropped.append("comments on moves")
    return [*dropped, "variations"] if record.branches else dropped


def _type_of(game: Game) -> str:
    size = game.start.size
    text = game.tags.get("TY", "")
    try:
        if _parse_type(text).size == size:
            return text
    except ParseError:
        pass
    usual = game.start == Position.initial(size)
    return f"{size}" if usual else f"{size}r{game.start.discs()}"


def _board_text(position: Position) -> str:
    size, (cells, side) = position.size, compact(position).replace("X", "*").split()
    rows = (cells[at : at + size] for at in range(0, size * size, size))
    return " ".join((str(size), *rows, side))


def _result_text(game: Game) -> str:
    komi = komi_of(game.tags) or 0.0
    if (text := stated_text(game, _RESULT, komi)) is not None:
        return text
    margin, winner, ending = result_of(game, komi)
    if margin is None and (winner is None or ending is None):
        return "?"
    area = game.start.shape.area
    whole = margin if margin is not None else area if winner is Color.BLACK else -area
    return f"{whole:+.3f}{_SUFFIXES.get(ending or '', '')}"


def _entry(move: Move, note: Note | None) -> str:
    numbers = (note.value, note.seconds) if note else ()
    texts = [decimals(n) if n is not None and isfinite(n) else "" for n in numbers]
    return "/".join(["PA" if move.is_pass else move.name.upper(), *texts]).rstrip("/")
