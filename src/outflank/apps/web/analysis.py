"""Values of the moves of a position, again and again as they deepen."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Annotated, Any

from fastapi import APIRouter, WebSocket
from pydantic import Field

from ...engine import Analysis, Engine, Limit
from .clients import Client
from .latest import Latest
from .lines import color_name
from .pool import Job, Place, Pool
from .shapes import Answer, ColorName, GameShape, Square, last_position
from .sockets import Conversation, Request, beside

_TABLE = 64
"""Megabytes of an engine."""


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


class _Engines:
    """Engines for searches; while a socket is open one is kept, as its table saves work."""

    def __init__(self) -> None:
        self._idle = deque[Engine](maxlen=1)
        self._sockets = 0

    @contextmanager
    def socket(self) -> Iterator[None]:
        """Keep an engine until this and all other sockets are closed."""
        self._sockets += 1
        try:
            yield
        finally:
            self._sockets -= 1
            self._clear()

    @contextmanager
    def engine(self) -> Iterator[Engine]:
        """An engine for a search, from any thread."""
        try:
            engine = self._idle.pop()
        except IndexError:
            engine = Engine(table=_TABLE)
        try:
            yield engine
        finally:
            self._idle.append(engine)
            self._clear()

    def _clear(self) -> None:
        if not self._sockets:
            self._idle.clear()


def routes(pool: Pool) -> APIRouter:
    """The socket."""
    router = APIRouter()
    engines = _Engines()

    @router.websocket("/analysis")
    async def analysis(socket: WebSocket, client: Client) -> None:
        async def work(
            request: AnalysisRequest, send: Callable[[Any], Awaitable[None]], stop: Event
        ) -> None:
            with pool.place(client) as place:
                latest = Latest[Analysis]()
                async with beside(_search(place, engines, request, latest, stop)) as search:
                    async for found in latest:
                        await send(_answer(found, done=False))
                    best = await search
            await send(_answer(best, done=True) if best else _OVER)

        with engines.socket():
            await Conversation(socket, AnalysisRequest, work).run()

    return router


async def _search(
    place: Place,
    engines: _Engines,
    request: AnalysisRequest,
    latest: Latest[Analysis],
    stop: Event,
) -> Analysis | None:
    """Search in turns with others, one beginning where the last one ended; None if it is over."""
    left, nodes, seconds = request.time, 0, 0.0
    best: Analysis | None = None

    def note(found: Analysis) -> None:
        nonlocal best
        found = found._replace(nodes=nodes + found.nodes, time=seconds + found.time)
        if best is None or (found.depth, found.selectivity) >= (best.depth, best.selectivity):
            best = found
            latest.put(found)

    def work(job: Job) -> Analysis | None:
        position = last_position(request.line)
        if position.is_over:
            return None
        moves = request.moves or position.legal_moves()
        limit = Limit(time=left, depth=request.depth)
        with engines.engine() as engine:
            return engine.search(
                position, limit, multipv=len(moves), moves=moves, stop=job, progress=note
            )

    try:
        while True:
            found, job = await place.run(work, shares=True, stop=stop)
            if found is None:
                return None
            note(found)
            left -= found.time
            nodes, seconds = nodes + found.nodes, seconds + found.time
            if not job.yielded or stop.is_set() or left <= 0:
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
