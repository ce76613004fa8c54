"""Connections that are given up: those on which no request comes, and too many of one client.

A client that is answered before its request has ended, because it sends too much, reads the answer
once it has sent the rest. If we closed the connection at once, it would get a reset instead. So we
end our side alone, and discard what still comes until the client closes its side.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .clients import client_at

MOST = 400
"""How many connections may be open, half of them by one client."""
PATIENCE = 20.0
"""Seconds for the head of a request to come."""
MOST_DISCARDED = 100_000_000
"""Bytes of a request that are discarded after its answer."""
DISCARDING = 60.0
"""Seconds that this may take."""


class Connection(H11Protocol):
    """HTTP as uvicorn speaks it, with less patience."""

    _giving_up: asyncio.TimerHandle | None = None
    _discarded: int | None = None
    """Bytes that came since our side has ended; None before that."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for a request."""
        super().connection_made(_Closing(transport, self))  # type: ignore[arg-type]
        client = _client_of(self)
        if sum(_client_of(other) == client for other in self.connections) > MOST // 2:
            transport.close()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Waits on, unless a request has come or is being answered."""
        if self._discarded is None:
            super().data_received(data)
            self._wait()
            return
        self._discarded += len(data)
        if self._discarded > MOST_DISCARDED:
            self.transport.close()

    @property
    def is_discarding(self) -> bool:
        """Whether our side has ended and the client's has not."""
        return self._discarded is not None

    def begin_discarding(self) -> bool:
        """End our side if the client is still sending its request; return whether it was."""
        if self.is_discarding or self.conn.their_state is not h11.SEND_BODY:
            return False
        self._discarded = 0
        self.transport.write_eof()
        self.transport.resume_reading()
        self._stop_waiting()
        self._giving_up = self.loop.call_later(DISCARDING, self.transport.close)
        return True

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


class _Closing:
    """A transport that discards the rest of a request before it closes."""

    def __init__(self, transport: asyncio.Transport, connection: Connection) -> None:
        self._transport, self._connection = transport, connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        """Whether nothing more can be sent."""
        return self._connection.is_discarding or self._transport.is_closing()

    def close(self) -> None:
        """Close now, or once the client has; the second time now."""
        if self._transport.is_closing() or not self._connection.begin_discarding():
            self._transport.close()


def _client_of(connection: object) -> str | None:
    address = getattr(connection, "client", None)
    return client_at(address[0]) if address else None
