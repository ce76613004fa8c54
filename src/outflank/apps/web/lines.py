"""Positions of a line of moves: all that a page needs of the rules, and pictures."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from ..._core import PASS, Color, Move, Position
from ...database import opening_name, opening_of
from ...rules import Game, Outcome
from ...rules.png import png_of
from ...rules.svg import board_svg
from ...rules.text import compact
from ...rules.transcript import write_moves
from ..library import start_text
from .clients import Client
from .errors import responses
from .pool import Pool
from .shapes import Answer, AskedSize, ColorName, GameShape, Line, game_of


class Discs(Answer):
    """How many discs there are on the board."""

    black: int
    white: int


class OpeningName(Answer):
    """What a position is called."""

    en: str | None
    ja: str | None


class NamedPly(Answer):
    """The last position on the way that has a name."""

    name: str
    ply: int


class LineOpening(Answer):
    """The same, in each language."""

    en: NamedPly | None
    ja: NamedPly | None


class PositionAnswer(Answer):
    """A position and what can be played in it."""

    board: str
    """Row by row from a1: X black, O white, - empty."""
    turn: ColorName | None
    """Null when the game is over."""
    legal: list[str]
    """Squares to play; none when the side to move must pass or the game is over."""
    must_pass: bool
    over: bool
    discs: Discs
    empties: int
    last: str | None
    """The move that led here: a square or pass."""
    flipped: list[str]
    """The discs that it turned."""
    opening: OpeningName | None


class Result(Answer):
    """How a game ended; the empty squares count for the winner."""

    winner: ColorName | None
    black: int
    white: int
    black_discs: int
    white_discs: int
    text: str


class LineAnswer(Answer):
    """A line and its positions."""

    size: int
    start: str
    moves: str
    """Tidied, with passes as --."""
    positions: list[PositionAnswer]
    result: Result | None
    opening: LineOpening


def color_name(color: Color | None) -> ColorName | None:
    """A colour as it goes over the wire."""
    return None if color is None else ("black" if color is Color.BLACK else "white")


def names_of(position: Position) -> OpeningName | None:
    """What a position is called, if it has a name in any language."""
    en, ja = opening_name(position, "en"), opening_name(position, "ja")
    return OpeningName(en=en, ja=ja) if en or ja else None


def _drawn(
    size: AskedSize = 8,
    start: Annotated[str, Query(max_length=2000)] = "",
    moves: Annotated[str, Query(max_length=4000)] = "",
    legal: bool = False,
    coordinates: bool = True,
    width: Annotated[int, Query(ge=50, le=2000)] = 400,
) -> str:
    game = game_of(Line(size=size, start=start, moves=moves))
    last = game.moves[-1] if game.moves else None
    return board_svg(
        game.position,
        last_move=last,
        turned=() if last is None else _flips(game, len(game), last),
        legal_moves=legal,
        coordinates=coordinates,
        size=width,
    )


Drawn = Annotated[str, Depends(_drawn)]
"""The picture that a request asks for, as SVG."""


def routes(pool: Pool) -> APIRouter:
    """What can be asked about lines."""
    router = APIRouter(tags=["positions"])

    @router.post("/line", responses=responses())
    def line(
        line: GameShape, first: Annotated[int, Query(alias="from", ge=0, le=600)] = 0
    ) -> LineAnswer:
        """All positions of a line, from one of them on."""
        return line_answer(game_of(line), first)

    @router.get("/picture.svg", responses=responses(), response_class=Response)
    def picture_svg(svg: Drawn) -> Response:
        """The last position of a line, drawn."""
        return Response(svg, media_type="image/svg+xml")

    @router.get("/picture.png", responses=responses(), response_class=Response)
    async def picture_png(svg: Drawn, client: Client) -> Response:
        """The last position of a line, drawn."""
        png = await pool.ask(client, lambda job: png_of(svg))
        return Response(png, media_type="image/png")

    return router


def line_answer(game: Game, first: int = 0) -> LineAnswer:
    """A line with its positions from one of them on."""
    en, ja = opening_of(game, "en"), opening_of(game, "ja")
    return LineAnswer(
        size=game.start.size,
        start=start_text(game.start),
        moves=write_moves(game.moves, passes="--"),
        positions=[_position(game, ply) for ply in range(first, len(game.positions))],
        result=None if game.result is None else result_answer(game.result),
        opening=LineOpening(
            en=en and NamedPly(name=en.name, ply=en.ply),
            ja=ja and NamedPly(name=ja.name, ply=ja.ply),
        ),
    )


def result_answer(outcome: Outcome) -> Result:
    """How a game ended, for an answer."""
    return Result(
        winner=color_name(outcome.winner),
        black=outcome.black,
        white=outcome.white,
        black_discs=outcome.black_discs,
        white_discs=outcome.white_discs,
        text=str(outcome),
    )


def _position(game: Game, ply: int) -> PositionAnswer:
    position = game.positions[ply]
    last = game.moves[ply - 1] if ply else None
    legal = position.legal_moves()
    over = not legal
    return PositionAnswer(
        board=compact(position).split()[0],
        turn=None if over else color_name(position.turn),
        legal=[str(move) for move in legal if move is not PASS],
        must_pass=legal == [PASS],
        over=over,
        discs=Discs(black=position.discs(Color.BLACK), white=position.discs(Color.WHITE)),
        empties=position.empties,
        last=None if last is None else str(last),
        flipped=[] if last is None else [str(disc) for disc in _flips(game, ply, last)],
        opening=names_of(position),
    )


def _flips(game: Game, ply: int, last: Move) -> list[Move]:
    return game.positions[ply - 1].flips(last)
