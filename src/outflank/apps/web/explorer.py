"""What was played in a position, in games of the database, and what our book says of it."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from ..._core import Position
from ...database import Choices, Database, DatabaseError
from .clients import Client
from .errors import responses
from .lines import OpeningName, names_of
from .pool import Pool
from .refusals import Refusal
from .shapes import Answer, GameShape, last_position

Words = Annotated[str, Field(max_length=200)]
Year = Annotated[int, Field(ge=0, le=9999)]


class ExplorerRequest(GameShape):
    """A line, whose last position is meant, and which games count."""

    player: Words = ""
    event: Words = ""
    years: tuple[Year, Year] | None = None
    """The first and the last."""


class Continued(Answer):
    """A move and what came of it, for the side to move."""

    move: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    """The share of the points; null if no result is known."""
    margin: float | None
    """In discs, the mean."""
    opening: OpeningName | None


class BookLine(Answer):
    """A move of the book of openings, for the side to move."""

    move: str
    value: float
    depth: int
    exact: bool


class ExplorerAnswer(Answer):
    """What is known of a position."""

    available: bool
    """Whether there is a database of games."""
    games: int
    """How many come to the position."""
    opening: OpeningName | None
    moves: list[Continued]
    """Most games first."""
    book: list[BookLine]
    """The best first."""


def routes(database: Path, pool: Pool) -> APIRouter:
    """The one question."""
    router = APIRouter(tags=["openings"])

    @router.post("/explorer", responses=responses())
    async def explorer(request: ExplorerRequest, client: Client) -> ExplorerAnswer:
        """How games went on from the last position of a line, and what our book says of it."""
        return await pool.ask(client, lambda job: _explored(database, request))

    return router


def _explored(database: Path, request: ExplorerRequest) -> ExplorerAnswer:
    position = last_position(request)
    available = database.is_file()
    games, moves = _played(database, position, request) if available else (0, [])
    return ExplorerAnswer(
        available=available,
        games=games,
        opening=names_of(position),
        moves=moves,
        book=_book(position),
    )


def _played(
    path: Path, position: Position, request: ExplorerRequest
) -> tuple[int, list[Continued]]:
    choices = Choices()
    if request.player.strip():
        choices["player"] = request.player
    if request.event.strip():
        choices["event"] = request.event
    if request.years is not None:
        choices["year"] = range(request.years[0], request.years[1] + 1)
    try:
        with Database(path) as database:
            games = database.count(position, **choices)
            found = database.moves(position, **choices)
    except DatabaseError as error:
        logging.getLogger("uvicorn.error").error("%s", error)
        raise Refusal("database_unreadable") from error
    return games, [
        Continued(
            **{**one._asdict(), "move": str(one.move)},
            score=one.score,
            opening=names_of(position.play(one.move)),
        )
        for one in found
    ]


def _book(position: Position) -> list[BookLine]:
    from ...engine.book import shipped_book

    if position.is_over or (book := shipped_book(position.size)) is None:
        return []
    with book:
        return [
            BookLine(
                move=str(one.move), value=round(one.value, 2), depth=one.depth, exact=one.exact
            )
            for one in book.moves(position)
        ]
