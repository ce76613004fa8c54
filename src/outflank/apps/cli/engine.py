"""`outflank engine`: an agent for whatever program starts it, in the protocol that it speaks."""

from __future__ import annotations

from itertools import chain

from ... import __version__
from ...protocols.cassio import PREFIX, serve_cassio
from ...protocols.gtp_server import serve_gtp
from ...protocols.nboard_server import serve_nboard
from .errors import UsageError
from .options import LevelNumber, Unconfined, at_level
from .serving import Served, served, streams


def engine(
    *, agent: Served = "engine", level: LevelNumber = None, unconfined: Unconfined = False
) -> None:
    """Serve an agent in the protocol that the program which starts it speaks first.

    The first line that is no comment decides: `nboard 2` is NBoard's, `ENGINE-PROTOCOL init`
    Cassio's, anything else GTP. The agent is served as by 'outflank nboard' or 'outflank gtp'.
    """
    spec = at_level(agent, level)
    with streams() as (lines, send), served(spec, unconfined) as (player, name):
        first = next((line for line in lines if line.strip() and line.lstrip()[0] != "#"), "")
        every = chain([first], lines)
        match first.split()[:1]:
            case ["nboard"]:
                serve_nboard(player, every, send, name)
            case [word] if word == PREFIX:
                serve_cassio(player, every, send, f"{name} {__version__}")
            case ["xboard"]:
                raise UsageError("xboard's protocol is not spoken: use NBoard's, Cassio's or GTP")
            case _:
                serve_gtp(player, every, send, name)
