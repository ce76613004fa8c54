"""Reviews of whole games, told move by move as they are judged."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from threading import Event
from typing import Annotated, Any, Literal

from fastapi import APIRouter, WebSocket
from pydantic import Field

from ..._core import Color
from ...database import opening_of
from ...engine import Limit
from ...formats import Record
from ...reviews import Judgement, Review, judge_span, puzzles_of, review_fields, spans, thoroughness
from ...reviews.export import move_fields
from ...reviews.judge import Thoroughness
from ..library import Library, line_key
from .clients import Client
from .pool import Job, Place, Pool
from .puzzles import PuzzleAnswer, PuzzleBook, puzzle_fields
from .shapes import Answer, ColorName, GameShape, record_of
from .sockets import Conversation, Request

Send = Callable[[Any], Awaitable[None]]

_MOST_SECONDS = 20.0
"""The most seconds for the search of a move; its result until then counts."""


class ReviewRequest(Request):
    """A game to judge."""

    game: GameShape
    depth: Annotated[int, Field(ge=1, le=30)] | None = None
    """Plies; otherwise what judges a game in seconds."""
    side: ColorName | None = None
    """Whose moves; otherwise both sides'."""
    keep: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")] | None = None
    """The game of the library with which to keep the review, and of which its puzzles are."""


class Begun(Answer):
    """A review has begun."""

    moves: int
    """How many will be judged."""


class Judged(Answer):
    """One more move is judged; they do not come in order."""

    done: int
    """How many there are."""
    move: dict[str, Any]
    """As in the review."""


class Stopped(Answer):
    """The end of a review that was stopped."""

    stopped: Literal[True] = True


class ReviewAnswer(Answer):
    """A whole review."""

    review: dict[str, Any]
    """As outflank analyze --json prints it."""
    kept: bool
    """Whether it is kept in the library."""
    puzzles: list[PuzzleAnswer]
    """Its endings with one right way, or one result to keep."""


def routes(pool: Pool, library: Library, book: PuzzleBook) -> APIRouter:
    """The socket."""
    router = APIRouter()

    @router.websocket("/review")
    async def review(socket: WebSocket, client: Client) -> None:
        async def work(request: ReviewRequest, send: Send, stop: Event) -> None:
            with pool.place(client) as place:
                record, _ = await place.run(lambda job: record_of(request.game))
                judged = await _judged(place, pool.share, record, request, send, stop)
                if judged is None:
                    await send(Stopped())
                    return
                answer, _ = await place.run(
                    lambda job: _told(record, judged, request, library, book)
                )
            await send(answer)

        await Conversation(socket, ReviewRequest, work).run()

    return router


async def _judged(
    place: Place, threads: int, record: Record, request: ReviewRequest, send: Send, stop: Event
) -> list[Judgement] | None:
    """All judgements; None if it was stopped."""
    game = record.game
    how = thoroughness(game.start.size)
    depth = how.limit.depth if request.depth is None else request.depth
    how = how._replace(limit=Limit(depth=depth, time=_MOST_SECONDS))
    plies = [
        ply
        for ply, position in enumerate(game.positions[: len(game)], 1)
        if request.side in (None, "black" if position.turn is Color.BLACK else "white")
    ]
    await send(Begun(moves=len(plies)))
    loop, news = asyncio.get_running_loop(), asyncio.Queue[Judgement | None]()

    def judge(part: Sequence[int], job: Job) -> None:
        _judge(record, part, how, job, lambda one: loop.call_soon_threadsafe(news.put_nowait, one))

    parts = iter(spans(game, plies, how.exact_from))

    async def judge_some() -> None:
        for part in parts:
            if stop.is_set():
                return
            await place.run(partial(judge, part), stop=stop)

    async def judge_all() -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(threads):  # no more, so that other reviews of the client have turns
                group.create_task(judge_some())
        news.put_nowait(None)

    done = list[Judgement]()
    async with asyncio.TaskGroup() as group:
        group.create_task(judge_all())
        while (one := await news.get()) is not None:
            done.append(one)
            await send(Judged(done=len(done), move=move_fields(one)))
    return done if len(done) == len(plies) else None


def _judge(
    record: Record,
    plies: Sequence[int],
    how: Thoroughness,
    job: Job,
    tell: Callable[[Judgement], object],
) -> None:
    engine = how.new_engine()
    for ply in plies:
        judged = judge_span(record.game, [ply], how, engine, job)
        if job.is_set():
            return
        for judgement in judged:
            tell(judgement)


def _told(
    record: Record,
    judged: list[Judgement],
    request: ReviewRequest,
    library: Library,
    book: PuzzleBook,
) -> ReviewAnswer:
    """The whole review and its puzzles, which are kept if that is asked for."""
    game = record.game
    review = Review(game, tuple(sorted(judged, key=lambda one: one.ply)), opening_of(game))
    fields = review_fields(review)
    found = [puzzle_fields(puzzle) for puzzle in puzzles_of(review)]
    kept = False
    try:
        if request.keep and (kept := library.keep_review(request.keep, line_key(record), fields)):
            found = book.add(found, request.keep)
    except sqlite3.Error as error:  # the review is told all the same
        logging.getLogger("uvicorn.error").error("the library: %s", error)
    puzzles = [PuzzleAnswer(**puzzle) for puzzle in found]
    return ReviewAnswer(review=fields, kept=kept, puzzles=puzzles)
