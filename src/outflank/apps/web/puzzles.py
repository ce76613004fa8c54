"""Puzzles out of reviews, kept in the library, and how tries at them went."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from ..._core import Color, Position
from ...reviews import Puzzle
from ...rules.outcome import name_of
from ...rules.text import compact
from ..library import Store
from .errors import responses
from .lines import color_name
from .refusals import Refusal
from .shapes import Answer, AskedSize, ColorName, Shape, Size, Square

Fields = dict[str, Any]


class PuzzleAnswer(Answer):
    """An ending with one right way, or one result to keep."""

    id: int | None
    """Null if it is not kept."""
    game: str | None
    """The game of the library that it comes from."""
    size: Size
    board: str
    """Row by row from a1: X black, O white, - empty; a space and the side to move."""
    turn: ColorName
    empties: int
    task: str
    """win, draw, or lose by least."""
    margin: int
    """What best play brings, in discs, for the side to move."""
    best: list[str]
    """The moves that bring it."""
    pv: list[str]
    """Best play to the end."""
    margins: dict[str, int]
    """What each move brings."""
    played: str
    """What was played in the game."""
    players: str
    ply: int
    """At which move of the game, from 1."""
    tried: int
    solved: int


class PuzzleList(Answer):
    """Some of the puzzles."""

    puzzles: list[PuzzleAnswer]
    total: int


class Try(Shape):
    """A move at a puzzle."""

    move: Square


class Verdict(Answer):
    """What a move at a puzzle is worth."""

    right: bool
    margin: int
    """What it brings, in discs."""
    best: int
    """What the best brings."""


class PuzzleBook:
    """The puzzles in a store, each position once however it is turned."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, puzzles: Sequence[Fields], game: str | None) -> list[Fields]:
        """Keeps puzzles of a game, those that are new, and returns them as they are kept."""
        with self._store.writing() as connection:
            for puzzle in puzzles:
                connection.execute(
                    "INSERT OR IGNORE INTO puzzle (position, size, empties, game, fields)"
                    " VALUES (?, ?, ?, ?, ?)",
                    (_key(puzzle), puzzle["size"], puzzle["empties"], game, json.dumps(puzzle)),
                )
            return [
                _kept(
                    connection.execute(
                        "SELECT * FROM puzzle WHERE position = ?", (_key(puzzle),)
                    ).fetchone()
                )
                for puzzle in puzzles
            ]

    def search(
        self, size: int | None, empties: range, is_solved: bool | None, first: int, count: int
    ) -> tuple[list[Fields], int]:
        """Puzzles that fit, the fewest empty squares first; and how many there are."""
        where, values = "empties BETWEEN ? AND ?", [empties.start, empties.stop - 1]
        if size is not None:
            where, values = f"{where} AND size = ?", [*values, size]
        if is_solved is not None:
            where += f" AND solved {'>' if is_solved else '='} 0"
        with self._store.reading() as connection:
            total = connection.execute(f"SELECT count(*) FROM puzzle WHERE {where}", values)
            rows = connection.execute(
                f"SELECT * FROM puzzle WHERE {where} ORDER BY empties, id LIMIT ? OFFSET ?",
                (*values, count, first),
            )
            return [_kept(row) for row in rows], total.fetchone()[0]

    def attempt(self, number: int, move: str) -> Verdict | None:
        """Judges a move and counts the try; None if there is no such puzzle.

        Raises Refusal for a move that cannot be played.
        """
        with self._store.writing() as connection:
            row = connection.execute("SELECT * FROM puzzle WHERE id = ?", (number,)).fetchone()
            if row is None:
                return None
            puzzle = _kept(row)
            margins = puzzle["margins"]
            if move not in margins:
                raise Refusal("not_in_puzzle", move=move, known=", ".join(margins))
            right = margins[move] == puzzle["margin"]
            connection.execute(
                "UPDATE puzzle SET tried = tried + 1, solved = solved + ? WHERE id = ?",
                (right, number),
            )
        return Verdict(right=right, margin=margins[move], best=puzzle["margin"])


def routes(book: PuzzleBook) -> APIRouter:
    """Puzzles of a library."""
    router = APIRouter(prefix="/puzzles", tags=["library"])

    @router.get("", responses=responses())
    def puzzles(
        size: AskedSize | None = None,
        least: Annotated[int, Query(ge=1, le=60, description="Empty squares.")] = 1,
        most: Annotated[int, Query(ge=1, le=60, description="Empty squares.")] = 60,
        solved: bool | None = None,
        page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
        count: Annotated[int, Query(ge=1, le=500)] = 50,
    ) -> PuzzleList:
        """Puzzles from reviews that were kept, the fewest empty squares first."""
        found, total = book.search(size, range(least, most + 1), solved, (page - 1) * count, count)
        return PuzzleList(puzzles=[PuzzleAnswer(**puzzle) for puzzle in found], total=total)

    @router.post("/{number}/tries", responses=responses(404))
    def attempt(number: Annotated[int, Path(ge=1, lt=2**53)], attempt: Try) -> Verdict:
        """Judge a move, and count the try."""
        verdict = book.attempt(number, attempt.move)
        if verdict is None:
            raise Refusal("no_puzzle", number=number)
        return verdict

    return router


def puzzle_fields(puzzle: Puzzle) -> Fields:
    """A puzzle for an answer, not kept."""
    judged, position, tags = puzzle.judgement, puzzle.position, puzzle.game.tags
    margin = max(judged.margins.values())
    players = [tags.get(name_of(color), "") for color in Color]
    return {
        "id": None,
        "game": None,
        "size": position.size,
        "board": compact(position),
        "turn": color_name(position.turn),
        "empties": position.empties,
        "task": "win" if margin > 0 else "draw" if margin == 0 else "lose by least",
        "margin": margin,
        "best": [str(move) for move, worth in judged.margins.items() if worth == margin],
        "pv": [str(move) for move in judged.pv],
        "margins": {str(move): worth for move, worth in judged.margins.items()},
        "played": str(judged.move),
        "players": " - ".join(filter(None, players)),
        "ply": judged.ply,
        "tried": 0,
        "solved": 0,
    }


def _key(puzzle: Fields) -> str:
    return compact(Position.parse(puzzle["board"]).canonical())


def _kept(row: sqlite3.Row) -> Fields:
    counts = {name: row[name] for name in ("id", "game", "tried", "solved")}
    return {**json.loads(row["fields"]), **counts}
