"""The app: the page and the API, over one guard and one pool."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from ... import __version__
from . import about, analysis, files, lines, play
from .config import Config
from .errors import add_handlers
from .pool import Pool
from .security import Guard

API = "/api/v1"

_STATIC = Path(__file__).parent / "static"


def create_app(config: Config) -> FastAPI:
    """The app of a server; it holds threads and files until its lifespan ends."""
    pool = Pool(config.threads)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        pool.close()

    app = FastAPI(
        title="Outflank",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
    )
    add_handlers(app)
    for routes in (
        about.routes(config.database),
        lines.routes(),
        files.routes(),
        analysis.routes(pool),
        play.routes(pool),
    ):
        app.include_router(routes, prefix=API)
    mimetypes.add_type("text/javascript", ".js")
    app.mount("/", StaticFiles(directory=_STATIC, html=True))
    app.add_middleware(Guard, config=config)
    return app
