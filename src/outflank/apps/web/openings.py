"""Openings: by name, by lot, even ones, and handicaps."""

from __future__ import annotations

from random import SystemRandom
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from ...database import Language, NamedLine, named_lines
from ...database.words import plain
from ...rules import Game, Position
from ...rules.transcript import write_moves
from ...tournament import handicap, openings_from_spec
from ..library import start_text
from .clients import Client
from .errors import responses
from .lines import OpeningName, names_of
from .pool import Pool
from .refusals import Refusal
from .shapes import Answer, Shape, Size

_SEEDS = 2**32


class ByLot(Shape):
    """Random moves; balanced ones are drawn again until the engine finds them even."""

    kind: Literal["random", "balanced"]
    size: Size = 8
    plies: Annotated[int, Field(ge=1, le=20)] = 8
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    """The same moves for the same number."""


class ByName(Shape):
    """An opening of 8x8 by its name, in any language."""

    kind: Literal["name"]
    name: Annotated[str, Field(min_length=1, max_length=200)]


class Handicap(Shape):
    """Black discs on corners; White moves first."""

    kind: Literal["handicap"]
    size: Size = 8
    corners: Annotated[int, Field(ge=1, le=4)]


OpeningRequest = Annotated[ByLot | ByName | Handicap, Field(discriminator="kind")]


class OpeningAnswer(Answer):
    """A line to start with."""

    size: int
    start: str
    moves: str
    opening: OpeningName | None


class OpeningRow(Answer):
    """A position with a name."""

    moves: str
    en: str | None
    ja: str | None


class OpeningList(Answer):
    """Some of them."""

    openings: list[OpeningRow]
    total: int


def routes(pool: Pool) -> APIRouter:
    """What can be asked about openings."""
    router = APIRouter(tags=["openings"])

    @router.get("/openings", responses=responses())
    def openings(
        search: Annotated[str, Query(max_length=200)] = "",
        language: Language | None = None,
        count: Annotated[int, Query(ge=1, le=500)] = 50,
    ) -> OpeningList:
        """Named positions of 8x8 whose name has all the words, or whose moves begin so."""
        found = [line for line in named_lines() if _fits(line, search.strip(), language)]
        rows = [
            OpeningRow(moves=line.moves, en=line.en or None, ja=line.ja or None)
            for line in found[:count]
        ]
        return OpeningList(openings=rows, total=len(found))

    @router.post("/opening", responses=responses())
    async def opening(request: OpeningRequest, client: Client) -> OpeningAnswer:
        """A line to start a game with."""
        game = await pool.ask(client, lambda job: _game(request))
        return OpeningAnswer(
            size=game.start.size,
            start=start_text(game.start),
            moves=write_moves(game.moves, passes="--"),
            opening=names_of(game.position),
        )

    return router


def _fits(line: NamedLine, search: str, language: Language | None) -> bool:
    """Whether a name has all the words, begun ones too, or the moves begin like that."""
    names = f"{line.en}/{line.ja}" if language is None else getattr(line, language)
    if not names:
        return False
    begun = all(word in plain(names) for word in plain(search).split())
    return begun or line.moves.startswith(search.lower())


def _game(request: ByLot | ByName | Handicap) -> Game:
    if isinstance(request, Handicap):
        return Game(handicap(request.size, request.corners))
    if isinstance(request, ByName):
        return Game.parse(_named(request.name).moves)
    seed = SystemRandom().randrange(_SEEDS) if request.seed is None else request.seed
    spec = f"{request.kind}:{request.plies}"
    (moves,) = openings_from_spec(spec, request.size, 1, seed)
    return Game(Position.initial(request.size), moves)


def _named(name: str) -> NamedLine:
    wanted = plain(name)
    for line in named_lines():
        names = {*line.en.split("/"), *line.ja.split("/"), line.en, line.ja} - {""}
        if wanted in map(plain, names):
            return line
    raise Refusal("no_opening", name=name[:60])
