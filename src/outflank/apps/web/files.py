"""Games and positions in the formats that there are, read and written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field

from ...database.words import has_words
from ...formats import FORMATS, Entry, Item, Problem, Record
from ...formats.results import discs_text
from ...rules import Game
from ...rules.text import DIALECTS
from ..library import openings_of
from .clients import Client
from .errors import responses
from .lines import OpeningName
from .pool import Job, Pool
from .refusals import Refusal
from .shapes import Answer, AskedSize, GameShape, Shape, game_fields, record_of
from .sources import MOST_SECONDS, TEXT_BODY, Lengths, found_in, read_files

_MOST_PROBLEMS = 200
_COLUMN = re.compile(r"\bcolumn ([0-9]+)")

Dialect = Annotated[
    str,
    Query(pattern=f"^(?:{'|'.join(DIALECTS)})?$", description=f"One of {', '.join(DIALECTS)}."),
]


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


class GameFacts(Answer):
    """What tells a game from others."""

    plies: int
    result: str
    """In discs, or who won; empty if that is not known."""
    openings: OpeningName
    dialect: str
    """Of a board that means different things to different programs: the one that is meant."""


class ParseAnswer(Answer):
    """What was found in a text."""

    format: str
    games: list[dict[str, Any]]
    """Games as /export takes them; of a position one without moves, and its scores."""
    facts: list[GameFacts]
    """Of each game, in the same order."""
    total: int
    """How many there are in all, of those that were searched for."""
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
        client: Client,
        size: AskedSize = 8,
        dialect: Dialect = "",
        lengths: Lengths = "",
        search: Annotated[str, Query(max_length=200)] = "",
        first: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
        count: Annotated[int, Query(ge=0, le=1000)] = 100,
    ) -> ParseAnswer:
        """Games and positions in a text of any format.

        Where it does not tell the size of its boards, the one given here is tried first. So are the
        dialects, if none is given. With `search` there are only games that have these words in
        names, events or dates.
        """
        wanted = range(first, first + count)
        with pool.place(client) as place:
            files = await read_files(request, lengths)
            found, _ = await place.run(
                lambda job: _answer(files, size, dialect, search, wanted, job), most=MOST_SECONDS
            )
        return found

    @router.post("/export", responses=responses())
    async def export(request: ExportRequest, client: Client) -> ExportAnswer:
        """A game in another format."""
        kind = format_named(request.format)
        text, dropped = await pool.ask(client, lambda job: kind.text_of(record_of(request.game)))
        return ExportAnswer(text=text, dropped=dropped)

    return router


def format_named(name: str) -> Any:
    """A format that can be written; Refusal, naming them all, if it is none."""
    written = {kind.name: kind for kind in FORMATS.values() if kind.is_written}
    if name not in written:
        raise Refusal("unknown_format", name=name, known=", ".join(written))
    return written[name]


class Problems:
    """The first problems in a text, which may have millions."""

    def __init__(self) -> None:
        self.answers = list[ProblemAnswer]()

    def add(self, found: Problem) -> None:
        """Keep a problem, unless there are enough."""
        if len(self.answers) == _MOST_PROBLEMS:
            return
        column = _COLUMN.search(found.reason)
        self.answers.append(
            ProblemAnswer(
                place=found.place,
                reason=found.reason,
                harmless=found.harmless,
                line=found.line,
                column=int(column[1]) if column else 0,
            )
        )


def _answer(
    files: Sequence[bytes], size: int, dialect: str, search: str, wanted: range, job: Job
) -> ParseAnswer:
    name, answers = found_in(files, size, dialect, job)
    games, facts, problems, total = list[dict[str, Any]](), list[GameFacts](), Problems(), 0
    for answer, spelled in answers:
        if isinstance(answer, Problem):
            problems.add(answer)
        elif not search or has_words(_said(answer), search):
            if total in wanted:
                games.append(item_fields(answer))
                facts.append(_facts(record_from(answer).game, spelled))
            total += 1
    return ParseAnswer(
        format=name, games=games, facts=facts, total=total, problems=problems.answers
    )


def _facts(game: Game, dialect: str) -> GameFacts:
    result = discs_text(game) if game.moves else "*"
    return GameFacts(
        plies=len(game),
        result="" if result == "*" else result,
        openings=OpeningName(**openings_of(game)),
        dialect=dialect,
    )


def _said(item: Item) -> str:
    return " ".join(item.game.tags.values()) if isinstance(item, Record) else item.comment


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
