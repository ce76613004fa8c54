"""What goes over the wire everywhere: lines of moves, games, errors."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ..._core import Position
from ...formats import Problem, Record, read_json, write_json
from ...rules import Game
from .refusals import REFUSALS, Refusal

Size = Literal[4, 6, 8, 10, 12, 14, 16]


def _whole(text: object) -> object:
    return int(text) if isinstance(text, str) and text.isdecimal() and len(text) < 3 else text


AskedSize = Annotated[Size, BeforeValidator(_whole)]
"""The same in an address."""
ColorName = Literal["black", "white"]
Square = Annotated[str, Field(pattern=r"^(?:[a-p](?:1[0-6]|[1-9])|pass)$")]


class Shape(BaseModel):
    """What a request holds; names that are not known are refused."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Answer(BaseModel):
    """What an answer holds."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ErrorAnswer(Answer):
    """What is wrong."""

    error: str
    """One sentence."""
    code: Annotated[str, Field(json_schema_extra={"enum": list(REFUSALS)})]
    """What it is, to be told in other words."""
    parts: dict[str, str | int]
    """What the sentence names."""


class Line(Shape):
    """Moves from a start position."""

    size: Size = 8
    start: Annotated[str, Field(max_length=2000)] = ""
    """A board, row by row from a1, and the side to move; empty: the usual start."""
    moves: Annotated[str, Field(max_length=4000)] = ""
    """Any transcript; forced passes may be left out."""


class NoteShape(Shape):
    """What is said of a move."""

    value: float | None = None
    """In discs, for the side that makes the move."""
    seconds: float | None = None
    comment: Annotated[str, Field(max_length=20_000)] = ""


class BranchShape(Shape):
    """A variation."""

    ply: Annotated[int, Field(ge=0, le=600)]
    """The index of the move that it replaces."""
    moves: Annotated[str, Field(max_length=4000)]
    """Passes written as --."""
    notes: dict[str, NoteShape] = {}
    """By the index of a move."""
    branches: list[BranchShape] = []


class GameShape(Line):
    """A game as Outflank's JSON has it."""

    outflank: Literal[1] = 1
    """The version of the format."""
    resigned: Literal["", "black", "white"] = ""
    """Who gave up, or ran out of time."""
    on_time: bool = False
    """Whether that was its time, and not its will."""
    tags: dict[str, Annotated[str, Field(max_length=2000)]] = {}
    """Such as Black, White, Event, Date, Result."""
    comment: Annotated[str, Field(max_length=20_000)] = ""
    notes: dict[str, NoteShape] = {}
    """By the index of a move."""
    branches: list[BranchShape] = []


def game_of(line: Line) -> Game:
    """The game that a line stands for; Refusal if there is none."""
    return record_of(line).game


def record_of(line: Line) -> Record:
    """A game with all that is said of it; Refusal if it cannot be."""
    found = next(read_json([whole({"outflank": 1, **line.model_dump()})]))
    if isinstance(found, Problem):
        raise Refusal("unreadable", reason=found.reason)
    assert isinstance(found, Record)
    return found


def whole(data: Any) -> str:
    """JSON in which half characters, which cannot be sent or kept, are question marks."""
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "replace").decode()


def game_fields(record: Record) -> dict[str, Any]:
    """A game for an answer; what is empty is left out, but for size and moves."""
    fields: dict[str, Any] = {"size": record.game.start.size, "moves": ""}
    fields.update(json.loads(write_json(record)))
    return fields


def last_position(line: Line) -> Position:
    """The position that a line leads to."""
    return game_of(line).position
