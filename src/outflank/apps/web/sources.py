"""What is sent to be read: a text, or files together, so that WTHOR finds its names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Annotated, Any

from fastapi import Query, Request

from ...formats import (
    Item,
    Problem,
    Reading,
    WthorNames,
    is_wthor,
    read_json,
    read_wthor,
    readings,
    scan,
    write_json,
)
from ...formats.wthor import is_wthor_names
from ...formats.wthor_bytes import PLAYER_WIDTH, TOURNAMENT_WIDTH, WthorHeader, read_names
from .pool import Job
from .refusals import Refusal
from .security import MOST_TEXT, read_body
from .shapes import whole

MOST_SECONDS = 15.0
"""How long the reading of a text may take."""

Lengths = Annotated[
    str,
    Query(
        pattern=r"^(?:\d{1,8}(?:,\d{1,8}){0,99})?$",
        description="Of several files, which follow each other in the body, their lengths in bytes,"
        " such as 1024,512. Games of WTHOR (.wtb) are given by the names (.jou, .trn) among them.",
    ),
]

TEXT_BODY: dict[str, Any] = {
    "requestBody": {
        "description": f"A text, or the bytes of a file or several, up to {MOST_TEXT:,} bytes.",
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string"}}},
    }
}

Spelled = tuple[Item | Problem, str]
"""What is found, and the dialect it is spelled in, where there are several that it may be."""

_NAMELESS = (
    "the names of players and tournaments are in files of their own (.jou, .trn): choose those"
    " together with it, else there are numbers"
)


async def read_files(request: Request, lengths: str) -> list[bytes]:
    """The files in the body of a request; Refusal if there are none."""
    data = await read_body(request)
    if not lengths:
        return [data]
    files, at = list[bytes](), 0
    for length in map(int, lengths.split(",")):
        files.append(data[at : at + length])
        at += length
    if at != len(data):
        raise Refusal("wrong_lengths", length=len(data), sum=at)
    return files


def found_in(
    files: Sequence[bytes], size: int, dialect: str, job: Job
) -> tuple[str, Iterator[Spelled]]:
    """The format of a text or of files, and what is in them; Refusal if it takes too long."""
    names = _names_among(files)
    if any(map(is_wthor, files)):
        files = [data for data in files if not is_wthor_names(data)]
    scans = [_scanned(data, size, dialect, names) for data in files]
    kinds = dict.fromkeys(name for name, _ in scans if name)
    found = (answer for _, answers in scans for answer in answers)
    return ", ".join(kinds), _while(job, found)


def _scanned(
    data: bytes, size: int, dialect: str, names: WthorNames
) -> tuple[str, Iterator[Spelled]]:
    if is_wthor(data):
        return "wthor", ((answer, "") for answer in _of_wthor(data, names))
    ways = [Reading(size, dialect)] if dialect else readings(data, size)
    scans = [scan(data, size=way.size, dialect=way.dialect) for way in ways]
    spelled = [(way.dialect or "") if len(ways) > 1 else "" for way in ways]
    pairs = zip(scans, spelled, strict=True)
    found: Iterator[Spelled] = (
        (answer, name) for (_, answers), name in pairs for answer in answers
    )
    if b"\\u" in data:  # else there are no half characters
        found = ((_whole(answer), name) for answer, name in found)
    return scans[0][0], found


def _of_wthor(data: bytes, names: WthorNames) -> Iterator[Item | Problem]:
    if not (names.players and names.tournaments):
        yield Problem(0, _NAMELESS, harmless=True)
    yield from read_wthor(BytesIO(data), names)


def _names_among(files: Sequence[bytes]) -> WthorNames:
    found: dict[int, list[str]] = {}
    for data in filter(is_wthor_names, files):
        for width in (PLAYER_WIDTH, TOURNAMENT_WIDTH):
            header = WthorHeader.parse(data)
            if len(data) == len(header.pack()) + header.names * width:
                found[width] = read_names(data, width)[0]
    return WthorNames(found.get(PLAYER_WIDTH, ()), found.get(TOURNAMENT_WIDTH, ()))


def _whole(answer: Item | Problem) -> Item | Problem:
    if isinstance(answer, Problem):
        return answer
    return next(read_json([whole(json.loads(write_json(answer)))]))


def _while(job: Job, answers: Iterator[Spelled]) -> Iterator[Spelled]:
    for answer in answers:
        if job.is_set():
            raise Refusal("too_much")
        yield answer
