"""Serves the app: one process, one port, told where it is."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from errno import EACCES, EADDRINUSE, EADDRNOTAVAIL
from types import FrameType

import uvicorn

from .app import create_app
from .config import Config
from .connections import MOST, Connection
from .security import MOST_BODY

_GRACE = 3
"""Seconds that connections have to end when the server is told to."""


class ServerError(Exception):
    """A server that cannot be started; the message is one sentence."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; ServerError if that cannot be."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise ServerError(f"unknown host {host!r}: {error.strerror}") from error
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise ServerError(_sentence(error, host, port)) from error
    return listener


def serve(config: Config, listener: socket.socket, ready: Callable[[], object]) -> None:
    """Serves until it is told to stop by a signal; `ready` is called when it answers."""

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.pools.requests.end()
            await super().shutdown(sockets)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            """To be told to stop is how a server ends; a second time it does so at once."""
            if self.should_exit:
                os._exit(1)
            self.should_exit = True

    app = create_app(config)
    settings = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=Connection,
        ws="websockets-sansio",
        ws_max_size=MOST_BODY,
        ws_per_message_deflate=False,
        proxy_headers=config.proxy is not None,
        forwarded_allow_ips=config.proxy,
        limit_concurrency=MOST,
        timeout_graceful_shutdown=_GRACE,
    )
    Server(settings).run(sockets=[listener])


def _sentence(error: OSError, host: str, port: int) -> str:
    where = f"{host}:{port}"
    if error.errno == EADDRINUSE:
        return f"{where} is in use: stop what listens there, or choose another --port (0: any)"
    if error.errno == EACCES:
        return f"{where} may not be used: choose a --port above 1023"
    if error.errno == EADDRNOTAVAIL:
        return f"this machine has no address {host!r}: choose 127.0.0.1 or 0.0.0.0 as --host"
    return f"cannot listen on {where}: {error.strerror}"
