"""Games and positions in the formats that there are, read and written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field

from ...formats import FORMATS, Entry, Item, Reading, Record, read_json, readings, scan, write_json
from ...formats import Problem as Found
from ...rules import Game
from ...rules.text import DIALECTS
from .errors import responses
from .pool import Pool, Turn, Urgency
from .refusals import Refusal
from .security import MOST_TEXT, read_body
from .shapes import Answer, AskedSize, GameShape, Shape, game_fields, record_of, whole

MOST_SECONDS = 15.0
"""How long the reading of a text may take."""
_MOST_PROBLEMS = 200
_COLUMN = re.compile(r"\bcolumn ([0-9]+)")

Dialect = Annotated[
    str,
    Query(pattern=f"^(?:{'|'.join(DIALECTS)})?$", description=f"One of {', '.join(DIALECTS)}."),
]

TEXT_BODY: dict[str, Any] = {
    "requestBody": {
        "description": f"A text, or the bytes of a file, up to {MOST_TEXT:,} bytes.",
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string"}}},
    }
}


class ProblemAnswer(Answer):
    """What could not be read, or is odd."""

    place: str
    reason: str
    harmless: bool
    """Whether nothing is lost."""
    line: int
    """Where to look, from 1; 0 if that is not known."""
    column: int
    """The same on that line, without the spaces before it."""


class ParseAnswer(Answer):
    """What was found in a text."""

    format: str
    games: list[dict[str, Any]]
    """Games as /export takes them; of a position one without moves, and its scores.

    Where a board means different things to different programs, all are there, each with the
    `dialect` that it is spelled in.
    """
    total: int
    """How many there are in all."""
    problems: list[ProblemAnswer]


class ExportRequest(Shape):
    """A game, and what to write it as."""

    game: GameShape
    format: Annotated[str, Field(max_length=20)]


class ExportAnswer(Answer):
    """A game as text."""

    text: str
    dropped: list[str]
    """What of it has no place in the format."""


def routes(pool: Pool) -> APIRouter:
    """Reading and writing."""
    router = APIRouter(tags=["files"])

    @router.post("/parse", responses=responses(), openapi_extra=TEXT_BODY)
    async def parse_text(
        request: Request,
        size: AskedSize = 8,
        dialect: Dialect = "",
        first: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
        count: Annotated[int, Query(ge=0, le=1000)] = 100,
    ) -> ParseAnswer:
        """Games and positions in a text of any format.

        Where it does not tell the size of its boards, the one given here is tried first. So are the
        dialects, if none is given.
        """
        data = await read_body(request)
        found, _ = await pool.run(
            lambda turn: _answer(data, size, dialect, range(first, first + count), turn),
            Urgency.ANALYSIS,
            most=MOST_SECONDS,
        )
        return found

    @router.post("/export", responses=responses())
    def export(request: ExportRequest) -> ExportAnswer:
        """A game in another format."""
        text, dropped = format_named(request.format).text_of(record_of(request.game))
        return ExportAnswer(text=text, dropped=dropped)

    return router


def format_named(name: str) -> Any:
    """A format that can be written; Refusal, naming them all, if it is none."""
    written = {kind.name: kind for kind in FORMATS.values() if kind.is_written}
    if name not in written:
        raise Refusal("unknown_format", name=name, known=", ".join(written))
    return written[name]


def found_in(
    data: bytes, size: int, dialect: str, turn: Turn
) -> tuple[str, Iterator[tuple[Item | Found, str]]]:
    """The format of a text or a file, and what is in it; Refusal if it takes too long.

    With each stands the dialect it is spelled in, where there are several that it may be.
    """
    ways = [Reading(size, dialect)] if dialect else readings(data, size)
    scans = [scan(data, size=way.size, dialect=way.dialect) for way in ways]
    named = [(way.dialect or "" if len(ways) > 1 else "") for way in ways]
    found = (
        (answer, name)
        for (_, answers), name in zip(scans, named, strict=True)
        for answer in answers
    )
    if b"\\u" in data:  # else there are no half characters
        found = ((_whole(answer), name) for answer, name in found)
    return scans[0][0], _while(turn, found)


def _whole(answer: Item | Found) -> Item | Found:
    if isinstance(answer, Found):
        return answer
    return next(read_json([whole(json.loads(write_json(answer)))]))


def _while(
    turn: Turn, answers: Iterator[tuple[Item | Found, str]]
) -> Iterator[tuple[Item | Found, str]]:
    for answer in answers:
        if turn.is_set():
            raise Refusal("too_much")
        yield answer


def problem_answers(problems: list[Found]) -> list[ProblemAnswer]:
    """The first of them, for an answer."""
    return [
        ProblemAnswer(
            place=found.place,
            reason=found.reason,
            harmless=found.harmless,
            line=found.line,
            column=int(match[1]) if (match := _COLUMN.search(found.reason)) else 0,
        )
        for found in problems[:_MOST_PROBLEMS]
    ]


def _answer(data: bytes, size: int, dialect: str, wanted: range, turn: Turn) -> ParseAnswer:
    name, answers = found_in(data, size, dialect, turn)
    games, problems, total = list[dict[str, Any]](), list[Found](), 0
    for answer, spelled in answers:
        if isinstance(answer, Found):
            problems.append(answer)
            continue
        if total in wanted:
            games.append({**item_fields(answer), **({"dialect": spelled} if spelled else {})})
        total += 1
    return ParseAnswer(format=name, games=games, total=total, problems=problem_answers(problems))


def item_fields(item: Item) -> dict[str, Any]:
    """A game for an answer; a position is one without moves."""
    if isinstance(item, Record):
        return game_fields(item)
    fields = game_fields(record_from(item))
    if item.scores:
        fields["scores"] = {str(move): score for move, score in item.scores.items()}
    return fields if item.score is None else {**fields, "score": item.score}


def record_from(item: Entry | Record) -> Record:
    """A position as a game without moves."""
    if isinstance(item, Record):
        return item
    return Record(Game(item.position), comment=item.comment)
