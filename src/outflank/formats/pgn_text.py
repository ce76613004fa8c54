"""The moves of a PGN game with its comments and variations, written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite

from ..rules import Color, Move, Position
from .pgn_moves import sign
from .record import Branch, Note, Record

_WIDTH = 79


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
        parts.append(f"[%eval {note.value * sign(position):+}]")
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
