"""Matches over the wire."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response, WebSocket, WebSocketDisconnect
from pydantic import Field

from ...engine import Limit
from ...tournament import Plan, Record
from .clients import Client
from .errors import responses
from .matches import GRACE, Matches, News
from .pool import Pool
from .refusals import Refusal
from .security import TRY_AGAIN
from .shapes import Answer, Shape, Size
from .standings import record_fields

_NO_MATCH = 4404

Name = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
State = Literal["running", "stopped", "finished"]


class NewMatch(Shape):
    """A match to play: each agent against each, every opening with both colours."""

    agents: Annotated[
        list[Annotated[str, Field(max_length=300)]], Field(min_length=2, max_length=8)
    ]
    games: Annotated[int, Field(ge=2, le=1000, multiple_of=2)] = 20
    """For each pairing."""
    size: Size = 8
    openings: Annotated[str, Field(pattern=r"^(?:start|(?:random|balanced):(?:1?[0-9]|20))$")] = (
        "random:8"
    )
    time: Annotated[float, Field(ge=0.001, le=30)] | None = None
    """Seconds for a move; a tenth, if there is no other limit."""
    depth: Annotated[int, Field(ge=1, le=30)] | None = None
    """Plies to search for a move."""
    nodes: Annotated[int, Field(ge=1, le=10**9)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 1


class MatchName(Answer):
    """What a match goes by."""

    id: str


class MatchRow(Answer):
    """A match in a list."""

    id: str
    created: str
    state: State
    agents: list[str]
    games: int
    """In all."""
    size: int
    done: int


class MatchList(Answer):
    """All matches, the latest first."""

    matches: list[MatchRow]


class Standing(Answer):
    """An agent's games in a match."""

    agent: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    rating: float | None
    """Elo against the mean of all; null for one that won or lost everything."""


class Interval(Answer):
    """A value, and what holds the truth in 95 of 100 matches; null without a bound."""

    value: float | None
    low: float | None
    high: float | None


class DiscMean(Answer):
    """A mean of discs, and half of the interval around it."""

    value: float | None
    margin: float | None


class Pairing(Answer):
    """Two agents' games, as the first sees them."""

    first: int
    second: int
    wins: int
    draws: int
    losses: int
    score: Interval
    elo: Interval
    superiority: float
    """The likelihood that the first is the stronger."""
    discs: DiscMean | None


class MatchGame(Answer):
    """A game of a match."""

    number: int
    black: int
    white: int
    size: int
    moves: str
    opening_plies: int
    score: int
    """Black's discs less White's."""
    fault: str | None


class MatchAnswer(MatchRow):
    """A match: what is to be played, and how it stands."""

    openings: str
    time: float | None
    depth: int | None
    nodes: int | None
    seed: int
    table: list[Standing]
    pairings: list[Pairing]


class MatchWithGames(MatchAnswer):
    """The same with its games."""

    records: list[MatchGame]


class LiveGame(Answer):
    """A game that is being played."""

    number: int
    black: int
    white: int
    size: int
    moves: str
    over: bool


class Live(Answer):
    """News of a match; one of the two is there."""

    match: MatchAnswer | None = None
    """How it stands: first, and after every game."""
    game: LiveGame | None = None
    """After every move."""


def routes(matches: Matches, pool: Pool) -> APIRouter:
    """The matches of a server."""
    router = APIRouter(prefix="/matches", tags=["matches"])

    @router.post("", status_code=201, responses=responses())
    async def start(new: NewMatch, client: Client) -> MatchName:
        """Begin a match."""
        limit = Limit(time=new.time, depth=new.depth, nodes=new.nodes)
        if limit == Limit():
            limit = Limit(time=0.1)
        plan = Plan(
            tuple(new.agents), new.games, (new.size,), new.openings, limit, new.seed, grace=GRACE
        )
        return MatchName(id=await matches.start(plan, client))

    @router.get("", responses=responses())
    def listed() -> MatchList:
        """All matches, the latest first."""
        return MatchList(matches=[MatchRow(**row) for row in matches.all()])

    @router.get("/{name}", responses=responses(404), response_model=MatchWithGames)
    async def get(name: Name, client: Client) -> Response:
        """A match, how it stands, and its games."""
        found = await matches.get(name, client)
        if found is None:
            raise _unknown(name)
        text = await pool.ask(client, lambda job: _text(*found))
        return Response(text, media_type="application/json")

    @router.post("/{name}/stop", status_code=204, responses=responses(404, 409))
    async def stop(name: Name, client: Client) -> Response:
        """End a match early; what was played is kept."""
        return _done(name, await matches.stop(name, client))

    @router.post("/{name}/resume", status_code=204, responses=responses(404, 409))
    async def resume(name: Name, client: Client) -> Response:
        """Go on with a match that was stopped."""
        return _done(name, await matches.resume(name, client))

    @router.delete("/{name}", status_code=204, responses=responses(404, 409))
    async def delete(name: Name, client: Client) -> Response:
        """Remove a match."""
        return _done(name, await matches.delete(name, client))

    @router.websocket("/{name}/live")
    async def live(socket: WebSocket, name: str, client: Client) -> None:
        await socket.accept()
        showing = asyncio.create_task(_show(matches, socket, name, client))
        with suppress(WebSocketDisconnect, RuntimeError, KeyError):
            while True:
                await socket.receive_text()
        showing.cancel()
        with suppress(asyncio.CancelledError):
            await showing

    return router


def _text(fields: News, records: list[Record]) -> str:
    """A match with its games, of which there may be thousands, as JSON."""
    games = [MatchGame(**record_fields(record)) for record in records]
    return MatchWithGames(**fields, records=games).model_dump_json()


async def _show(matches: Matches, socket: WebSocket, name: str, client: str) -> None:
    is_there = False
    with suppress(WebSocketDisconnect, RuntimeError):
        try:
            async with aclosing(matches.watch(name, client)) as news:
                async for one in news:
                    is_there = True
                    await socket.send_json(one)
        except Refusal as refusal:
            await socket.close(TRY_AGAIN, refusal.detail)
            return
        if is_there:
            await socket.close()
        else:
            await socket.close(_NO_MATCH, "there is no such match")


def _done(name: str, is_there: bool) -> Response:
    if not is_there:
        raise _unknown(name)
    return Response(status_code=204)


def _unknown(name: str) -> Refusal:
    return Refusal("no_match", name=name)
