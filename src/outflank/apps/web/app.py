"""The app: the page and the API, over one guard and one pool."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from ... import __version__
from ..library import Library, Store
from . import (
    about,
    analysis,
    docs,
    explain,
    explorer,
    files,
    games,
    lines,
    match_routes,
    openings,
    play,
    puzzles,
    review,
)
from .config import Config
from .errors import add_handlers
from .matches import Matches
from .pool import Pools
from .puzzles import PuzzleBook
from .security import Guard

API = "/api/v1"

_STATIC = Path(__file__).parent / "static"


def create_app(config: Config) -> FastAPI:
    """The app of a server; it holds threads until its lifespan ends. Raises StoreError."""
    store = Store(config.library)
    library, book = Library(store), PuzzleBook(store)
    pools = Pools(config.threads)
    matches = Matches(store, pools)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        await matches.close()
        pools.close()

    app = FastAPI(
        title="Outflank",
        version=__version__,
        lifespan=lifespan,
        telemetry={"auto_configure": False, "tracing": False, "metrics": False, "logs": False},
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
    )
    app.state.pools = pools
    add_handlers(app)
    for routes in (
        about.routes(config.database),
        lines.routes(pools.requests),
        files.routes(pools.requests),
        explain.routes(),
        openings.routes(pools.requests),
        explorer.routes(config.database, pools.requests),
        games.routes(library, pools.requests),
        puzzles.routes(book),
        match_routes.routes(matches, pools.requests),
        analysis.routes(pools.values),
        play.routes(pools.moves),
        review.routes(pools.reviews, library, book),
    ):
        app.include_router(routes, prefix=API)
    docs.add(app, API)
    mimetypes.add_type("text/javascript", ".js")
    app.mount("/", StaticFiles(directory=_STATIC, html=True))
    app.add_middleware(Guard, config=config)
    return app
