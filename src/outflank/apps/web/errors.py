"""What is wrong, as a sentence in JSON with the right status."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from ..._core import IllegalMoveError, ParseError
from ...agents import AgentError
from ...agents.failure import one_line
from .library import ConflictError
from .shapes import ErrorAnswer

UNEXPECTED = "something went wrong in the server: its terminal says more"

TELLING = (ValueError, ParseError, IllegalMoveError, AgentError)
"""Errors of the library whose message is a sentence for whoever asked."""

_WORDS = {
    400: "what was asked for cannot be done; the sentence says why",
    401: "the token is missing or wrong",
    403: "the host or the origin is not ours",
    408: "the request does not come to its end",
    404: "there is no such thing",
    409: "it was changed meanwhile",
    413: "more was sent than is read",
    422: "what was sent has not the right form",
    429: "requests come too fast",
    503: "too much is going on",
}


def responses(*codes: int) -> dict[int | str, dict[str, Any]]:
    """How a route documents what can go wrong, besides what always can."""
    always = (400, 401, 403, 408, 413, 422, 429, 503)
    return {
        code: {"model": ErrorAnswer, "description": _WORDS[code]}
        for code in sorted({*always, *codes})
    }


def sentence_of(errors: Sequence[Any]) -> str:
    """The first thing wrong with the form of a request, naming it."""
    first = errors[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    what = str(first["msg"]).removeprefix("Value error, ")
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return one_line(f"{place}: {what}{more}" if place else f"{what}{more}")


def told(error: BaseException) -> str:
    """An error of the library in one line."""
    return one_line(str(error)) or UNEXPECTED


def answer(status: int, text: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """An error as an answer."""
    return JSONResponse({"error": text}, status, headers)


class BusyError(Exception):
    """Too much is going on; the message is a sentence."""


def add_handlers(app: FastAPI) -> None:
    """Makes every error an answer in JSON."""

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        return answer(422, sentence_of(error.errors()))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        text = str(error.detail)
        if error.status_code == 404 and text == "Not Found":
            text = f"there is nothing at {request.url.path[:80]!r}"
        elif error.status_code == 405:
            text = f"{request.method} is not possible at {request.url.path[:80]!r}"
        return answer(error.status_code, text, dict(error.headers or {}))

    async def impossible(request: Request, error: Exception) -> JSONResponse:
        return answer(400, told(error))

    for kind in TELLING:
        app.add_exception_handler(kind, impossible)

    @app.exception_handler(BusyError)
    async def busy(request: Request, error: BusyError) -> JSONResponse:
        return answer(503, str(error), {"Retry-After": "60"})

    @app.exception_handler(ConflictError)
    async def conflict(request: Request, error: ConflictError) -> JSONResponse:
        return JSONResponse({"error": str(error), "revision": error.revision}, 409)

    @app.exception_handler(sqlite3.Error)
    async def unusable(request: Request, error: sqlite3.Error) -> JSONResponse:
        logging.getLogger("uvicorn.error").error("the library: %s", error)
        return answer(503, f"the library cannot be used now: {told(error)}", {"Retry-After": "10"})

    @app.exception_handler(ValidationError)  # of an answer: the fault is ours
    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        return answer(500, UNEXPECTED)
