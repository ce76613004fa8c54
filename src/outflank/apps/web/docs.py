"""The page that documents the API, without a network: Swagger UI under the app's own policy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fastapi_offline
from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from .analysis import AnalysisAnswer, AnalysisRequest
from .match_routes import Live
from .play import PlayAnswer, PlayRequest, Thinking
from .refusals import REFUSALS
from .review import Begun, Judged, ReviewAnswer, ReviewRequest, Stopped

_ABOUT = """\
The API of `outflank web`: the page uses this and nothing else.

Requests and answers are JSON. A *line* is `{"size": 8, "start": "", "moves": "f5d6c3"}`; a *game*
is a line with more.

Besides what is listed here there are sockets. Who asks sends a request, and gets answers that have
its `id`; a new request takes the place of the one before. `{"stop": true}` ends the work with what
is found so far, `{"cancel": true}` without an answer.

| Socket | Request | Answers |
|---|---|---|
"""

_ABOUT_REFUSALS = """
What cannot be done is told in an `ErrorAnswer`, also over sockets: a sentence in English, its code,
and its parts, from which programs can make sentences in other languages.

| Code | Status | Sentence |
|---|---|---|
"""

_SOCKETS: dict[str, tuple[type[BaseModel] | None, tuple[type[BaseModel], ...]]] = {
    "/analysis": (AnalysisRequest, (AnalysisAnswer,)),
    "/play": (PlayRequest, (Thinking, PlayAnswer)),
    "/review": (ReviewRequest, (Begun, Judged, ReviewAnswer, Stopped)),
    "/matches/{id}/live": (None, (Live,)),
}
"""What each takes and sends, besides errors."""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The API of Outflank</title>
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="docs/swagger-ui.css"></head>
<body><div id="api"></div>
<script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body></html>
"""
_START = """SwaggerUIBundle({url: "openapi.json", dom_id: "#api", deepLinking: true});
"""
_FILES = Path(fastapi_offline.__file__).parent / "static"


def add(app: FastAPI, base: str) -> None:
    """Puts the page where the API is, and the sockets into the document."""
    path = f"{base}/docs"
    plain = app.openapi
    models = [model for asks, tells in _SOCKETS.values() for model in (asks, *tells) if model]
    rows = (
        f"| `{base}{name}` | {asks.__name__ if asks else ''} |"
        f" {', '.join(answer.__name__ for answer in tells)} |\n"
        for name, (asks, tells) in _SOCKETS.items()
    )
    refusals = (
        f"| `{code}` | {status} | {sentence} |\n" for code, (status, sentence) in REFUSALS.items()
    )
    app.description = "".join((_ABOUT, *rows, _ABOUT_REFUSALS, *refusals))

    def document() -> dict[str, Any]:
        made = plain()
        _, found = models_json_schema(
            [(model, "serialization") for model in models],
            ref_template="#/components/schemas/{model}",
        )
        made["components"]["schemas"].update(found["$defs"])
        for route in (route for ways in made["paths"].values() for route in ways.values()):
            route["summary"] = route["description"].partition("\n")[0].rstrip(".")
        return made

    app.openapi = document  # type: ignore[method-assign]

    @app.get(path, include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(_PAGE)

    @app.get(f"{path}/start.js", include_in_schema=False)
    def start() -> Response:
        return Response(_START, media_type="text/javascript")

    app.mount(path, StaticFiles(directory=_FILES))
