"""Moves of an opponent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from threading import Event
from time import perf_counter
from typing import Annotated, Any

from fastapi import APIRouter, WebSocket
from pydantic import Field

from ..._core import Move
from ...agents import SearchAgent, ask, let_go, prepare
from ...engine import Analysis, Clock, Limit
from .clients import Client
from .latest import Latest
from .opponents import agent_of
from .pool import Job, Place, Pool
from .refusals import Refusal
from .shapes import Answer, GameShape, Shape, game_of
from .sockets import Conversation, Request, beside

_MOST = 120.0
"""Seconds after which an opponent has to move."""


class ClockShape(Shape):
    """What the opponent has left."""

    time: Annotated[float, Field(ge=0, le=36_000)]
    """Seconds."""
    increment: Annotated[float, Field(ge=0, le=600)] = 0.0
    """Seconds for each move."""


class PlayRequest(Request):
    """Whose move, and where."""

    line: GameShape
    agent: Annotated[str, Field(max_length=300)] = "engine"
    """One of those that /about lists, with its options."""
    time: Annotated[float, Field(gt=0, le=60)] | None = None
    """Seconds for the move."""
    clock: ClockShape | None = None
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    """For agents that play by chance."""


class Thought(Answer):
    """A move, and what the opponent makes of it, if it says."""

    move: str
    value: float | None = None
    """For the opponent."""
    unit: str | None = None
    """What the value counts: discs or points."""
    depth: int | None = None
    exact: bool = False
    """Whether all is searched to the end of the game."""
    pv: Annotated[list[str], Field(default_factory=list)]
    """Best play, the move first."""


class Thinking(Answer):
    """What the opponent thinks so far; the newest, where there is more than can be sent."""

    thinking: Thought


class PlayAnswer(Thought):
    """The move of the opponent."""

    seconds: float
    """How long it took."""


def routes(pool: Pool) -> APIRouter:
    """The socket."""
    router = APIRouter()

    @router.websocket("/play")
    async def play(socket: WebSocket, client: Client) -> None:
        async def work(
            request: PlayRequest, send: Callable[[Any], Awaitable[None]], stop: Event
        ) -> None:
            latest = Latest[Analysis]()

            async def move(place: Place) -> PlayAnswer:
                try:
                    found, _ = await place.run(
                        lambda job: _move(request, job, latest.put), most=_MOST, stop=stop
                    )
                finally:
                    latest.end()
                return found

            with pool.place(client) as place:
                async with beside(move(place)) as thinking:
                    async for found in latest:
                        await send(Thinking(thinking=Thought(**_opinion(found, found.move))))
                    answer = await thinking
            await send(answer)

        await Conversation(socket, PlayRequest, work).run()

    return router


def _limit(request: PlayRequest) -> Limit:
    shown = request.clock
    clock = None if shown is None else Clock(shown.time, shown.increment)
    return Limit(time=request.time, clock=clock)


def _move(request: PlayRequest, job: Job, tell: Callable[[Analysis], object]) -> PlayAnswer:
    game = game_of(request.line)
    if game.result is not None:
        raise Refusal("game_over", result=str(game.result))
    limit = _limit(request)
    agent: Any = agent_of(request.agent, request.seed)
    try:
        if hasattr(agent, "stop"):
            agent.stop = job
        if isinstance(agent, SearchAgent):
            agent.progress = tell
        prepare(agent, game.position.size)
        began = perf_counter()
        move = ask(agent, game.position, limit.with_share(game.position), game=lambda: game)
        seconds = perf_counter() - began
    finally:
        let_go(agent)
    opinion = _opinion(getattr(agent, "analysis", None), move)
    return PlayAnswer(seconds=round(seconds, 3), **opinion)


def _opinion(found: object, move: Move) -> dict[str, Any]:
    """What the agent makes of the position, if it says."""
    if not isinstance(found, Analysis) or found.move != move:
        return {"move": str(move)}
    return {
        "move": str(move),
        "value": round(found.score, 2),
        "unit": found.unit,
        "depth": found.depth,
        "exact": found.exact,
        "pv": [str(step) for step in found.pv],
    }
