"""`outflank web`: the app in the browser."""

from __future__ import annotations

import os
import re
import sys
import webbrowser
from ipaddress import ip_address
from pathlib import Path
from secrets import token_urlsafe
from socket import AF_INET, SOCK_DGRAM, socket
from threading import Thread
from typing import Annotated

from cyclopts import Parameter

from .errors import UsageError

_LOCAL = ("127.0.0.1", "localhost", "::1")
_EVERYWHERE = ("0.0.0.0", "::")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{8,200}")
_TERMINALS = ("www-browser", "links", "elinks", "lynx", "w3m")
"""Browsers that would take the terminal."""


def web(
    *,
    host: Annotated[
        str, Parameter(help="Where to listen; 0.0.0.0: all this machine has.", metavar="ADDRESS")
    ] = "127.0.0.1",
    port: Annotated[int, Parameter(help="0 takes one that is free.", metavar="N")] = 8150,
    token: Annotated[
        str | None,
        Parameter(help="What others have to know, if not one made up.", metavar="TEXT"),
    ] = None,
    library: Annotated[
        Path | None, Parameter(help="Where games are kept, if not with your data.", metavar="FILE")
    ] = None,
    database: Annotated[
        Path | None,
        Parameter(help="Games to look up, from outflank database build.", metavar="FILE"),
    ] = None,
    threads: Annotated[
        int | None, Parameter(help="Searches of a kind side by side.", metavar="N")
    ] = None,
    proxy: Annotated[
        str | None,
        Parameter(
            help="The proxy before the server: its X-Forwarded-For tells clients apart.",
            metavar="ADDRESS",
        ),
    ] = None,
    no_browser: Annotated[bool, Parameter(help="Print the address and open nothing.")] = False,
) -> None:
    """Play and study in the browser.

    The server listens on this machine alone, unless another --host is given: then whoever connects
    needs a token, which is in the address that is printed. Ctrl-C ends it.
    """
    try:
        from ..library import StoreError, default_library
        from ..web.config import Config, default_database
        from ..web.server import ServerError, listening, serve
    except ImportError as error:
        raise ImportError(
            f"the app needs more libraries: pip install 'outflank[web]' ({error})"
        ) from error
    if not 0 <= port <= 65535:
        raise UsageError(f"port {port}: expected 0 to 65535")
    if threads is not None and not 1 <= threads <= 256:
        raise UsageError(f"threads {threads}: expected 1 to 256")
    if token is not None and not _TOKEN.fullmatch(token):
        raise UsageError("the token needs 8 characters or more: letters, digits, - and _")
    if proxy is not None and not _is_address(proxy):
        raise UsageError(f"proxy {proxy!r}: expected its address, such as 127.0.0.1")
    if database is not None and not database.is_file():
        raise UsageError(
            f"there is no database {str(database)!r}: make it with outflank database build"
        )
    try:
        listener = listening(host, port)
    except ServerError as error:
        raise UsageError(str(error)) from error
    secret = token or (None if host in _LOCAL else token_urlsafe(16))
    config = Config(
        library or default_library(), database or default_database(), secret, proxy=proxy
    )
    if threads is not None:
        config = config._replace(threads=threads)
    rest = f":{listener.getsockname()[1]}/" + (f"?token={secret}" if secret else "")
    address = f"http://{_shown(host)}{rest}"

    def ready() -> None:
        print(f"Outflank is at {address}", flush=True)
        if host in _EVERYWHERE and (outward := _outward()):
            print(f"From other machines it is http://{outward}{rest}", flush=True)
        if not no_browser and has_browser():
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        with listener:
            serve(config, listener, ready)
    except StoreError as error:
        raise UsageError(str(error)) from error


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _shown(host: str) -> str:
    """A host as an address has it."""
    if host in _EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _outward() -> str | None:
    """The address of this machine for others; no packet is sent to find it."""
    with socket(AF_INET, SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def has_browser() -> bool:
    """Whether there is a browser that opens in a window."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        return webbrowser.get().name not in _TERMINALS
    except (webbrowser.Error, AttributeError):
        return False
