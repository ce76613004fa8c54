"""Values of the moves of a position, again and again as they deepen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event, local
from typing import Annotated, Any

from fastapi import APIRouter, WebSocket
from pydantic import Field

from ..._core import Position
from ...engine import Analysis, Engine, Limit
from .latest import Latest
from .lines import color_name
from .pool import Pool, Turn, Urgency
from .shapes import Answer, ColorName, GameShape, Square, last_position
from .sockets import Conversation, Request

_TABLE = 64
"""Megabytes for each thread."""


class AnalysisRequest(Request):
    """What to look at, and for how long."""

    line: GameShape
    """Its last position is meant."""
    moves: Annotated[list[Square], Field(max_length=256)] | None = None
    """Only these; otherwise all that are legal."""
    time: Annotated[float, Field(gt=0, le=600)] = 60.0
    """Seconds of search."""
    depth: Annotated[int, Field(ge=1, le=60)] | None = None


class MoveValue(Answer):
    """What a move is worth."""

    move: str
    value: float
    """For the side to move."""
    proven: bool
    """Whether that is a margin in discs that can be forced."""
    pv: list[str]
    """Best play, the move first."""


class AnalysisAnswer(Answer):
    """What is found so far; the newest, where there is more than can be sent."""

    done: bool
    """Whether nothing more comes."""
    turn: ColorName | None
    """Null when the game is over."""
    unit: str
    """What values count: discs or points."""
    depth: int
    selectivity: int
    """Per cent of confidence that nothing left out matters; 100: nothing was."""
    exact: bool
    """Whether all is searched to the end of the game."""
    seconds: float
    nodes: int
    moves: list[MoveValue]
    """The best first."""


_own = local()


def routes(pool: Pool) -> APIRouter:
    """The socket."""
    router = APIRouter()

    @router.websocket("/analysis")
    async def analysis(socket: WebSocket) -> None:
        async def work(
            request: AnalysisRequest, send: Callable[[Any], Awaitable[None]], stop: Event
        ) -> None:
            await _analyse(pool, request, send, stop)

        await Conversation(socket, AnalysisRequest, work).run()

    return router


async def _analyse(
    pool: Pool,
    request: AnalysisRequest,
    send: Callable[[Any], Awaitable[None]],
    stop: Event,
) -> None:
    position = await asyncio.to_thread(last_position, request.line)
    if position.is_over:
        await send(_OVER)
        return
    latest = Latest[Analysis]()
    search = asyncio.create_task(_search(pool, position, request, latest, stop))
    try:
        async for found in latest:
            await send(_answer(found, done=False))
        await send(_answer(await search, done=True))
    finally:
        search.cancel()


async def _search(
    pool: Pool, position: Position, request: AnalysisRequest, latest: Latest[Analysis], stop: Event
) -> Analysis:
    """Searches in turns with others; a new one begins where the table remembers the last to be."""
    left, nodes, seconds = request.time, 0, 0.0
    best: Analysis | None = None

    def note(found: Analysis) -> None:
        nonlocal best
        found = found._replace(nodes=nodes + found.nodes, time=seconds + found.time)
        if best is None or (found.depth, found.selectivity) >= (best.depth, best.selectivity):
            best = found
            latest.put(found)

    def work(turn: Turn) -> Analysis:
        if not hasattr(_own, "engine"):
            _own.engine = Engine(table=_TABLE)
        engine: Engine = _own.engine
        moves = request.moves or position.legal_moves()
        limit = Limit(time=left, depth=request.depth)
        return engine.search(
            position, limit, multipv=len(moves), moves=moves, stop=turn, progress=note
        )

    try:
        while True:
            found, turn = await pool.run(work, Urgency.ANALYSIS, shares=True, stop=stop)
            note(found)
            left -= found.time
            nodes, seconds = nodes + found.nodes, seconds + found.time
            if not turn.yielded or stop.is_set() or left <= 0:
                assert best is not None
                return best
    finally:
        latest.end()


def _answer(found: Analysis, *, done: bool) -> AnalysisAnswer:
    return AnalysisAnswer(
        done=done,
        turn=color_name(found.turn),
        unit=found.unit,
        depth=found.depth,
        selectivity=found.selectivity,
        exact=found.exact,
        seconds=round(found.time, 3),
        nodes=found.nodes,
        moves=[
            MoveValue(
                move=str(line.move),
                value=round(line.score, 2),
                proven=line.proven,
                pv=[str(move) for move in line.pv],
            )
            for line in found.lines
        ],
    )


_OVER = AnalysisAnswer(
    done=True,
    turn=None,
    unit="discs",
    depth=0,
    selectivity=100,
    exact=True,
    seconds=0,
    nodes=0,
    moves=[],
)
"""When the game is over."""
