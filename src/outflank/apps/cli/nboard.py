"""`outflank nboard`: an agent for NBoard and other programs that speak its protocol."""

from __future__ import annotations

from ...protocols.nboard_server import serve_nboard
from .options import LevelNumber, Unconfined, at_level
from .serving import Served, served, streams


def nboard(
    *, agent: Served = "engine", level: LevelNumber = None, unconfined: Unconfined = False
) -> None:
    """Serve an agent to a program that speaks the NBoard protocol, version 1 or 2.

    Such a program starts this command and talks to it over its standard input and output. The
    board, of any size from 4x4 to 16x16, comes with each game; the depth too, but for an
    agent with a level or a depth of its own. Ends with `quit` or
    with its input.
    """
    spec = at_level(agent, level)
    with streams() as (lines, send), served(spec, unconfined) as (player, name):
        serve_nboard(player, lines, send, name)
