"""Who may ask, how much and how often; and what browsers may do with the answers."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import AsyncExitStack
from hmac import compare_digest
from time import monotonic
from urllib.parse import parse_qsl, urlencode
from weakref import WeakValueDictionary

from fastapi import Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .clients import client_at
from .config import Config
from .errors import answer
from .refusals import Refusal
from .token_page import token_page

MOST_BODY = 1_000_000
"""Bytes of a request in JSON, or of a message over a socket."""
MOST_TEXT = 8_000_000
"""Bytes of a text or a file to read."""
POLICY_ERROR = 1008
_COOKIE = "outflank"

_AT_A_TIME = 20
"""How many requests of a client are answered at a time; half of the threads that routes have."""
_READ_AT_A_TIME = 4
"""How many texts and files of a client are read at a time, and in all four times as many."""
_PATIENCE = 20.0
"""Seconds for the next part of a body to come."""
_WHOLE = 120.0
"""Seconds for all of it."""
_READERS = ("/api/v1/parse", "/api/v1/games/import")
"""Where texts and files are sent."""
_FILE = 0.1
"""What a file of the page counts, of which one visit asks for dozens, beside a request's 1."""
_BYTES = 5_000
"""Bytes of JSON that count 1 too, as parsing them blocks all other requests."""
_CLIENTS = 10_000
"""How many clients are remembered, the latest ones."""
TRY_AGAIN = 1013

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
        " connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self';"
        " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Bucket:
    """So many a second for long, and four seconds' worth at once."""

    def __init__(self, rate: float) -> None:
        self._rate, self._most = rate, 4 * rate
        self._left, self._seen = self._most, monotonic()

    def take(self, count: float = 1.0) -> bool:
        """Whether one more, that counts so much, is allowed now."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < count:
            return False
        self._left -= count
        return True


class Guard:
    """Stands before the app."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self._app, self._config = app, config
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._sockets: dict[str, int] = {}
        self._turns = _Turns(_AT_A_TIME)
        self._readings = _Turns(_READ_AT_A_TIME)
        self._reading = asyncio.Semaphore(4 * _READ_AT_A_TIME)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or says why not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        client = client_at((scope.get("client") or ("",))[0])
        refusal = self._refusal(scope, client)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
        elif scope["type"] == "http":
            async with AsyncExitStack() as stack:
                await stack.enter_async_context(self._turns.of(client))
                if scope["path"] in _READERS:
                    await stack.enter_async_context(self._readings.of(client))
                    await stack.enter_async_context(self._reading)
                bucket = self._bucket(client)
                await self._app(scope, _limited(scope, receive, bucket), _with_headers(send))
        else:
            await self._socket(client, scope, receive, send)

    def _refusal(self, scope: Scope, client: str) -> ASGIApp | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._config.token is None and _name(host) not in self._config.hosts:
            return _refused(scope, Refusal("wrong_host", host=host[:80]))
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in _origins(host):
            return _refused(scope, Refusal("wrong_origin", origin=origin[:80]))
        if not self._bucket(client).take(1.0 if scope["path"].startswith("/api/") else _FILE):
            return _refused(scope, _too_fast())
        return None if self._config.token is None else self._without_token(scope, headers)

    def _without_token(self, scope: Scope, headers: Headers) -> ASGIApp | None:
        """What to answer who does not know the token; None to who does."""
        token = self._config.token or ""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        asked = dict(query).get("token", "")
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        given = [asked, bearer.strip() if scheme.lower() == "bearer" else "", _cookie(headers)]
        known = [compare_digest(one.encode(), token.encode()) for one in given]
        if not any(known):
            if scope["type"] == "http" and not scope["path"].startswith("/api/"):
                return token_page(headers.get("accept-language", ""), query)
            return _refused(scope, Refusal("wrong_token"))
        if known[0] and scope["type"] == "http" and scope["path"] == "/":
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            enter = RedirectResponse(f"/?{rest}" if rest else "/", 303)
            enter.set_cookie(_cookie_name(headers), token, httponly=True, samesite="strict")
            return enter
        return None

    def _bucket(self, client: str) -> Bucket:
        bucket = self._buckets.pop(client, None) or Bucket(self._config.rate)
        self._buckets[client] = bucket
        if len(self._buckets) > _CLIENTS:
            self._buckets.popitem(last=False)
        return bucket

    async def _socket(self, client: str, scope: Scope, receive: Receive, send: Send) -> None:
        own, most = self._sockets.get(client, 0), self._config.sockets
        if own >= most // 2 or sum(self._sockets.values()) >= most:
            await _closed(TRY_AGAIN, "too many sockets are open")(scope, receive, send)
            return
        self._sockets[client] = own + 1
        try:
            await self._app(scope, self._counted(client, receive, send), send)
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]

    def _counted(self, client: str, receive: Receive, send: Send) -> Receive:
        """Messages of a socket, which is closed if they come too fast."""

        async def receive_counted() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                size = len(message.get("text") or message.get("bytes") or "")
                if not self._bucket(client).take(1 + size / _BYTES):
                    reason = "too many messages"
                    await send({"type": "websocket.close", "code": POLICY_ERROR, "reason": reason})
                    return {"type": "websocket.disconnect", "code": POLICY_ERROR}
            return message

        return receive_counted


class _Turns:
    """How many requests of a client are answered at a time: the others wait, in order."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._turns = WeakValueDictionary[str, asyncio.Semaphore]()

    def of(self, client: str) -> asyncio.Semaphore:
        """What lets a client's requests through."""
        return self._turns.setdefault(client, asyncio.Semaphore(self._most))


async def read_body(request: Request) -> bytes:
    """The body of a request; 400 if there is none."""
    body = await request.body()
    if not body:
        raise Refusal("empty_body")
    return body


def _origins(host: str) -> tuple[str, str]:
    """Where pages of ours come from, asked by that name."""
    return f"http://{host}".lower(), f"https://{host}".lower()


def _name(host: str) -> str:
    """A host without its port."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() else host.lower()


def _cookie(headers: Headers) -> str:
    return cookie_parser(headers.get("cookie", "")).get(_cookie_name(headers), "")


def _cookie_name(headers: Headers) -> str:
    """One for each port, as browsers keep cookies by host alone."""
    port = headers.get("host", "").rpartition(":")[2]
    return f"{_COOKIE}-{port}" if port.isdigit() else _COOKIE


def _refused(scope: Scope, refusal: Refusal) -> ASGIApp:
    if scope["type"] == "websocket":
        return _closed(POLICY_ERROR, refusal.detail, accept=refusal.status_code != 403)
    return answer(refusal)


def _closed(code: int, reason: str, *, accept: bool = True) -> ASGIApp:
    """Closes a socket, which is accepted if the page may read in the close frame why."""

    async def close(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if accept:
            await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": code, "reason": reason})

    return close


def _with_headers(send: Send) -> Send:
    async def send_with(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return send_with


def _limited(scope: Scope, receive: Receive, bucket: Bucket) -> Receive:
    """Ends the reading of a body that is too long, whatever length was announced, or too fast."""
    is_json = scope["path"] not in _READERS
    most = MOST_BODY if is_json else MOST_TEXT
    announced = Headers(scope=scope).get("content-length", "")
    read, is_complete, begun = 0, False, monotonic()

    async def receive_limited() -> Message:
        nonlocal read, is_complete
        if announced.isdigit() and (len(announced) > 12 or int(announced) > most):
            raise _too_large(most)
        left = min(_PATIENCE, begun + _WHOLE - monotonic())
        try:
            message = await asyncio.wait_for(receive(), None if is_complete else left)
        except TimeoutError:
            raise Refusal("too_slow") from None
        is_complete = not message.get("more_body", False)
        read += len(message.get("body", b""))
        if read > most:
            raise _too_large(most)
        if is_json and not bucket.take(len(message.get("body", b"")) / _BYTES):
            raise _too_fast()
        return message

    return receive_limited


def _too_fast() -> Refusal:
    return Refusal("too_fast", {"Retry-After": "1"})


def _too_large(most: int) -> Refusal:
    return Refusal("too_large", {"Connection": "close"}, most=most)
