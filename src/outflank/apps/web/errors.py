"""What is wrong, as a sentence in JSON with the right status."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from ..._core import IllegalMoveError, ParseError
from ...agents import AgentError
from ...agents.failure import one_line
from ..library import ConflictError
from .refusals import Refusal
from .shapes import ErrorAnswer

_CODES: dict[type[Exception], str] = {
    IllegalMoveError: "illegal_move",
    ParseError: "unreadable",
    AgentError: "agent_failed",
    ValueError: "impossible",
}
TELLING: tuple[type[Exception], ...] = (Refusal, *_CODES)
"""Errors whose message is a sentence for whoever asked: ours, and those of the library."""

_WORDS = {
    400: "what was asked for cannot be done; the sentence says why",
    401: "the token is missing or wrong",
    403: "the host or the origin is not ours",
    408: "the request does not come to its end",
    404: "there is no such thing",
    409: "it was changed meanwhile, or goes on in another server",
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


def refusal_of(error: Exception) -> Refusal:
    """What an error of the library, or a refusal, tells whoever asked."""
    if isinstance(error, Refusal):
        return error
    reason = one_line(str(error))
    code = next(code for kind, code in _CODES.items() if isinstance(error, kind))
    return Refusal(code, reason=reason) if reason else Refusal("unexpected")


def answer(refusal: Refusal, **more: Any) -> JSONResponse:
    """A refusal as an answer."""
    return JSONResponse({**refusal.fields, **more}, refusal.status_code, refusal.headers)


def add_handlers(app: FastAPI) -> None:
    """Makes every error an answer in JSON."""

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        return answer(Refusal("malformed", reason=sentence_of(error.errors())))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        path = request.url.path[:80]
        if error.status_code == 404:
            return answer(Refusal("nothing_there", path=path))
        headers = dict(error.headers or {})
        if error.status_code == 405:
            return answer(Refusal("wrong_method", headers, method=request.method, path=path))
        return answer(Refusal("impossible", headers, reason=str(error.detail)))

    async def told(request: Request, error: Exception) -> JSONResponse:
        return answer(refusal_of(error))

    for kind in TELLING:
        app.add_exception_handler(kind, told)

    @app.exception_handler(ClientDisconnect)
    async def left(request: Request, error: ClientDisconnect) -> Response:
        return Response(status_code=400)  # nobody reads it

    @app.exception_handler(ConflictError)
    async def conflict(request: Request, error: ConflictError) -> JSONResponse:
        return answer(
            Refusal("changed_elsewhere", revision=error.revision), revision=error.revision
        )

    @app.exception_handler(sqlite3.Error)
    async def unusable(request: Request, error: sqlite3.Error) -> JSONResponse:
        logging.getLogger("uvicorn.error").error("the library: %s", error)
        return answer(Refusal("library_away", {"Retry-After": "10"}, reason=one_line(str(error))))

    @app.exception_handler(ValidationError)  # of an answer: the fault is ours
    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        return answer(Refusal("unexpected"))
