"""The text of a game as SGF; `sgf` reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Literal

from ..rules import Color, Game, Move, Position
from .record import Branch, Note, Record, check_depth
from .results import komi_of, lost_of_result, result_of, stated_text
from .sgf import NAMES, NUMBER, OWN_NAMES
from .trees import decimals

Dialect = Literal["letters", "algebraic"]

_WIDTH = 72
_RESULT = re.compile(r"[BW]\+(?:[0-9]{1,3}(?:\.[0-9]+)?|R|Resign|T|Time|F|Forfeit)?|0|Draw|Void|\?")
_ENDINGS = {"resigned": "R", "time": "T", "left": "F", "forfeit": "F"}
_NAME_OF = {Color.BLACK: "B", Color.WHITE: "W"}


def write_sgf(record: Record, dialect: Dialect = "letters") -> str:
    """The game as Quarry writes it, with letters for squares, or as Edax does, with names.

    With letters a pass is written only where it could not be told without; with names always, and
    so is the setup.
    """
    if dialect not in ("letters", "algebraic"):
        raise ValueError(f"unknown dialect {dialect!r}: use letters or algebraic")
    check_depth(record)
    game, named = record.game, dialect == "algebraic"
    clock = game.tags.get("TimeControl", "")
    left = dict.fromkeys(Color, float(clock)) if NUMBER.fullmatch(clock) else {}
    lines = ["(;GM[2]FF[4]", "CA[UTF-8]", f"SZ[{game.start.size}]"]
    lines += [f"{name}[{_escaped(value)}]" for name, value in _properties(record)]
    if named or game.start != Position.initial(game.start.size):
        lines.append(_setup(game.start, named))
    sequence = _Writer(named).sequence(game.start, game.moves, record.notes, record.branches, left)
    return "\n".join([*lines, *_wrapped(sequence), ")"]) + "\n"


def dropped_by_sgf(record: Record) -> list[str]:
    """What of a game has no place in the format."""
    kept = {*NAMES.values(), *OWN_NAMES, "TimeControl"}
    dropped = [f"tag {name}" for name in record.game.tags if name not in kept]
    dropped += lost_of_result(record.game, _result_text(record.game))
    timed = NUMBER.fullmatch(record.game.tags.get("TimeControl", ""))
    if not timed and any(note.seconds is not None for note in record.notes.values()):
        dropped.append("times of moves, as TimeControl is no number of seconds")
    return dropped


class _Writer:
    """Writes lines of moves in one of the dialects."""

    def __init__(self, named: bool) -> None:
        self._named = named

    def sequence(
        self,
        position: Position,
        moves: Sequence[Move],
        notes: Mapping[int, Note],
        branches: Iterable[Branch],
        left: dict[Color, float],
    ) -> list[str]:
        """Nodes and parentheses. Raises ValueError for what leaves the line beyond its end."""
        leaving: dict[int, list[Branch]] = {}
        for branch in _from_here(branches):
            if not 0 <= branch.ply <= len(moves):
                raise ValueError(f"a variation at ply {branch.ply} of a line of {len(moves)} moves")
            leaving.setdefault(branch.ply, []).append(branch)
        text: list[str] = []
        forks: list[tuple[list[Branch], Position, dict[Color, float]]] = []
        for ply in range(len(moves) + 1):
            ends = ply == len(moves)
            if ply in leaving:
                # A line that ends where others leave it goes on as an empty node.
                text += ["(", ";"] if ends else ["("]
                forks.append((leaving[ply], position, dict(left)))
            if ends:
                break
            needed = ply in (0, len(moves) - 1) or ply in leaving or ply in notes
            if needed or self._named or not moves[ply].is_pass:
                text.append(self._node(position.turn, moves[ply], notes.get(ply, Note()), left))
            position = position.play(moves[ply])
        for others, fork, clocks in reversed(forks):
            text.append(")")
            for other in others:
                clock = dict(clocks)
                line = self.sequence(fork, other.moves, other.notes, other.branches, clock)
                text += ["(", *line, ")"]
        return text

    def _node(self, color: Color, move: Move, note: Note, left: dict[Color, float]) -> str:
        name = _NAME_OF[color]
        square = ("PA" if self._named else "") if move.is_pass else _square(move, self._named)
        text = f";{name}[{square}]"
        if note.seconds is not None and color in left and 0 <= note.seconds <= left[color]:
            left[color] -= note.seconds
            text += f"{name}L[{decimals(left[color])}]"
        if note.value is not None and isfinite(note.value):
            value = note.value if color is Color.BLACK else -note.value
            text += f"V[{decimals(value)}]"
        return text + f"C[{_escaped(note.comment)}]" if note.comment else text


def _from_here(branches: Iterable[Branch]) -> Iterator[Branch]:
    """The branches, and beside them those that leave one before its first move."""
    for branch in branches:
        own = tuple(other for other in branch.branches if other.ply > 0)
        yield replace(branch, branches=own)
        at_start = (replace(other, ply=branch.ply) for other in branch.branches if other.ply == 0)
        yield from _from_here(at_start)


def _properties(record: Record) -> Iterator[tuple[str, str]]:
    tags = record.game.tags
    clock = tags.get("TimeControl", "")
    timed = NUMBER.fullmatch(clock) is not None
    values = {theirs: tags.get(ours, "") for theirs, ours in NAMES.items()}
    values |= {name: tags.get(name, "") for name in OWN_NAMES}
    values |= {"TM": clock} if timed else {"OT": clock or values["OT"]}
    values["RE"] = _result_text(record.game)
    for name, value in values.items():
        if value:
            yield name, " ".join(value.splitlines())
    if record.comment:
        yield "GC", record.comment


def _result_text(game: Game) -> str:
    """Nothing if nothing is known."""
    komi = komi_of(game.tags) or 0.0
    if (text := stated_text(game, _RESULT, komi)) is not None:
        return text
    margin, winner, ending = result_of(game, komi)
    if winner is None:
        return "" if margin is None else "0"
    how = _ENDINGS.get(ending or "") or ("" if margin is None else decimals(abs(margin)))
    return f"{_NAME_OF[winner]}+{how}"


def _setup(start: Position, named: bool) -> str:
    usual = Position.initial(start.size)
    squares = {f"A{name}": start.squares(color) for color, name in _NAME_OF.items()}
    squares["AE"] = [s for color in Color for s in usual.squares(color) if start[s] is None]
    lists = (
        name + "".join(f"[{_square(square, named)}]" for square in listed)
        for name, listed in squares.items()
        if listed
    )
    return f"{''.join(lists)}PL[{_NAME_OF[start.turn]}]"


def _square(move: Move, named: bool) -> str:
    return move.name if named else chr(ord("a") + move.column) + chr(ord("a") + move.row)


def _escaped(text: str) -> str:
    r"""The text as a value: no ] ends it, and no (; looks like the next game."""
    return re.sub(r"(\(\s*);", r"\1\\;", re.sub(r"([\\\]])", r"\\\1", text))


def _wrapped(pieces: Iterable[str]) -> Iterator[str]:
    line = ""
    for piece in pieces:
        if line and len(line) + len(piece) > _WIDTH:
            yield line
            line = ""
        line += piece
    if line:
        yield line
