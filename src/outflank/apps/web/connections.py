"""Connections that are given up: those on which no request comes, and too many of one client."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from .clients import client_at

MOST = 400
"""How many connections may be open, half of them by one client."""
PATIENCE = 20.0
"""Seconds for the head of a request to come."""


class Connection(H11Protocol):
    """HTTP as uvicorn speaks it, with less patience."""

    _giving_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for a request."""
        super().connection_made(transport)
        client = _client_of(self)
        if sum(_client_of(other) == client for other in self.connections) > MOST // 2:
            transport.close()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Waits on, unless a request has come or is being answered."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        is_waiting = self.cycle is None or self.cycle.response_complete
        if self.transport.get_protocol() is not self or not is_waiting:
            self._stop_waiting()
        elif self._giving_up is None:
            self._giving_up = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None


def _client_of(connection: object) -> str | None:
    address = getattr(connection, "client", None)
    return client_at(address[0]) if address else None
