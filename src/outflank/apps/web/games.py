"""The library over the wire: games kept, found, brought in and taken out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from ...formats import Problem, Record
from ..library import Library
from .clients import Client
from .errors import responses
from .files import ProblemAnswer, Problems, format_named, record_from
from .lines import OpeningName
from .pool import Job, Pool
from .refusals import Refusal
from .shapes import Answer, AskedSize, ErrorAnswer, GameShape, Shape, game_fields, record_of, whole
from .sources import TEXT_BODY, Lengths, found_in, read_files

_MOST_STATE = 100_000
"""Characters of JSON that a page keeps with a game."""
_DEEPEST_STATE = 50
_MOST_GAMES = 50_000
"""How many games are brought in at once."""
_MOST_SECONDS = 60.0
"""Seconds that an import may take."""
_CHUNK = 1 << 16

Name = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Words = Annotated[str, Query(max_length=200)]


class NewGame(Shape):
    """A game to keep."""

    game: GameShape
    state: Any = None
    """What a page wants to find with it again: any JSON up to 100,000 characters."""


class SavedGame(NewGame):
    """A game to keep anew."""

    revision: Annotated[int, Field(ge=0, lt=2**53)]
    """The one that it was made from; 0 for a game that is new."""


class Revision(Answer):
    """A game that is kept."""

    id: str
    revision: int


class Conflict(ErrorAnswer):
    """A game that another page saved meanwhile."""

    revision: int


class GameRow(Answer):
    """A game in a list."""

    id: str
    revision: int
    created: str
    changed: str
    size: int
    black: str
    white: str
    event: str
    date: str
    result: str
    on_time: bool
    """Whether it was lost on time."""
    plies: int
    opening: str | None
    """In English."""
    openings: OpeningName
    reviewed: bool


class GameList(Answer):
    """Some of the games."""

    games: list[GameRow]
    total: int
    """How many there are in all."""


class KeptGame(Answer):
    """A game with all that is kept with it."""

    id: str
    revision: int
    created: str
    changed: str
    game: dict[str, Any]
    state: Any
    review: dict[str, Any] | None


class Several(Shape):
    """Some games."""

    ids: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=10_000)]


class Deleted(Answer):
    """What was removed."""

    deleted: int
    """How many games."""


class Imported(Answer):
    """What was brought in."""

    added: int
    problems: list[ProblemAnswer]


def routes(library: Library, pool: Pool) -> APIRouter:
    """The games of a library."""
    router = APIRouter(prefix="/games", tags=["library"])

    @router.get("", responses=responses())
    def search(
        search: Words = "",
        size: AskedSize | None = None,
        page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
        count: Annotated[int, Query(ge=1, le=500)] = 50,
    ) -> GameList:
        """Games that have all the words in names, openings, comments or results; latest first.

        A number behind a word belongs to it, and moves such as f5d6 are looked for among moves too.
        """
        rows, total = library.search(search, size, (page - 1) * count, count)
        return GameList(games=[GameRow(**row) for row in rows], total=total)

    @router.post("", status_code=201, responses=responses())
    def add(new: NewGame) -> Revision:
        """Keep a game."""
        (name,) = library.add([(record_of(new.game), _checked(new.state))])
        return Revision(id=name, revision=1)

    @router.post("/import", status_code=201, responses=responses(), openapi_extra=TEXT_BODY)
    async def bring_in(
        request: Request, client: Client, size: AskedSize = 8, lengths: Lengths = ""
    ) -> Imported:
        """Keep all games of a text or of files, of any format."""
        with pool.place(client) as place:
            files = await read_files(request, lengths)
            found, _ = await place.run(
                lambda job: _imported(library, files, size, job), most=_MOST_SECONDS
            )
        return found

    @router.post("/delete", responses=responses())
    def delete_several(names: Several) -> Deleted:
        """Remove several games; those that are gone already do not count."""
        return Deleted(deleted=library.delete(names.ids))

    @router.get("/export", responses=responses(), response_class=StreamingResponse)
    async def take_out(
        client: Client,
        format: Annotated[str, Query(max_length=20)] = "json",  # noqa: A002
        search: Words = "",
        size: AskedSize | None = None,
    ) -> StreamingResponse:
        """All games that a search finds, as a file; a header counts those it cannot hold."""
        return await pool.ask(client, lambda job: _exported(library, format, search, size))

    @router.get("/{name}", responses=responses(404))
    def get(name: Name) -> KeptGame:
        """A game with all that is kept with it."""
        kept = library.get(name)
        if kept is None:
            raise _unknown(name)
        return KeptGame(**{**kept._asdict(), "game": game_fields(kept.record)})

    @router.put("/{name}", responses={**responses(404), 409: {"model": Conflict}})
    def save(name: Name, saved: SavedGame) -> Revision:
        """Keep a game anew; with revision 0 a new one, by a name of the page's own."""
        record, state = record_of(saved.game), _checked(saved.state)
        revision = library.save(name, saved.revision, record, state)
        if revision is None:
            raise _unknown(name)
        return Revision(id=name, revision=revision)

    @router.delete("/{name}", status_code=204, responses=responses(404))
    def delete(name: Name) -> Response:
        """Remove a game."""
        if not library.delete([name]):
            raise _unknown(name)
        return Response(status_code=204)

    return router


def _unknown(name: str) -> Refusal:
    return Refusal("no_game", name=name)


def _checked(state: Any) -> Any:
    level = [state]
    for _ in range(_DEEPEST_STATE):
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        raise Refusal("state_too_deep", most=_DEEPEST_STATE)
    length = len(json.dumps(state))
    if length > _MOST_STATE:
        raise Refusal("state_too_long", length=length, most=_MOST_STATE)
    return json.loads(whole(state))


def _inside(data: Any) -> list[Any]:
    return [*data.values()] if isinstance(data, dict) else data if isinstance(data, list) else []


def _imported(library: Library, files: list[bytes], size: int, job: Job) -> Imported:
    _, answers = found_in(files, size, "", job)
    problems = Problems()

    def records() -> Iterator[tuple[Record, None]]:
        count = 0
        for answer, _ in answers:
            if isinstance(answer, Problem):
                problems.add(answer)
                continue
            count += 1
            if count > _MOST_GAMES:
                raise Refusal("too_many_games", most=_MOST_GAMES)
            yield record_from(answer), None

    added = library.add(records())
    return Imported(added=len(added), problems=problems.answers)


def _exported(library: Library, name: str, search: str, size: int | None) -> StreamingResponse:
    kind = format_named(name)
    left_out = 0
    file = TemporaryFile()  # noqa: SIM115 (closed when it is sent)
    for record in library.records(search, size):
        text = _text(kind, record)
        left_out += text is None
        if text is not None:
            file.write(f"{text}\n".encode() if kind.gap else text.encode())
    length = file.tell()
    file.seek(0)
    ending = (*kind.endings, ".txt")[0]
    headers = {
        "Content-Disposition": f'attachment; filename="outflank{ending}"',
        "Content-Length": str(length),
        "X-Outflank-Left-Out": str(left_out),
    }
    return StreamingResponse(_chunks(file), media_type="text/plain", headers=headers)


def _text(kind: Any, record: Record) -> str | None:
    try:
        text: str = kind.text_of(record)[0]
    except ValueError:
        return None
    return text


def _chunks(file: Any) -> Iterator[bytes]:
    with file:
        while chunk := file.read(_CHUNK):
            yield chunk
