"""The page that documents the API, without a network: Swagger UI under the app's own policy."""

from __future__ import annotations

from pathlib import Path

import fastapi_offline
from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles

ABOUT = """\
The API of `outflank web`, which the page itself uses and nothing else.

Requests and answers are JSON; what cannot be done is told in `{"error": "one sentence"}`. A *line*
is `{"size": 8, "start": "", "moves": "f5d6c3"}`. Besides what is listed here there are sockets,
which take and send JSON: `/api/v1/analysis`, `/api/v1/play`, `/api/v1/review` and
`/api/v1/matches/{id}/live`; docs/web.md of Outflank describes them.
"""

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


def add(app: FastAPI, path: str) -> None:
    """Puts the page at a path, and what it needs below."""

    @app.get(path, include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(_PAGE)

    @app.get(f"{path}/start.js", include_in_schema=False)
    def start() -> Response:
        return Response(_START, media_type="text/javascript")

    app.mount(path, StaticFiles(directory=_FILES))
