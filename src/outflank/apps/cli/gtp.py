"""`outflank gtp`: an agent for Quarry, GoGui and other programs that speak GTP."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ...engine import Limit
from ...protocols.gtp_server import serve_gtp
from ...protocols.gtp_text import Spelling
from .options import Depth, LevelNumber, Nodes, Time, Unconfined, at_level, limit_of
from .serving import Served, served, streams


def gtp(
    *,
    agent: Served = "engine",
    level: LevelNumber = None,
    time: Time = None,
    depth: Depth = None,
    nodes: Nodes = None,
    skip_i: Annotated[
        bool, Parameter(name="--skip-i", help="Leave out the column I, as GoGui does.")
    ] = False,
    bottom_up: Annotated[
        bool, Parameter(help="Count rows from the bottom, as GoGui does.")
    ] = False,
    unconfined: Unconfined = False,
) -> None:
    """Serve an agent to a program that speaks GTP, version 2.

    Such a program starts this command and talks to it over its standard input and output. Boards
    are of any even size from 4 to 16, passes may be sent or left out, and where clocks are set the
    agent keeps to them. GoGui names squares as in Go: give it --skip-i and --bottom-up. Ends with
    `quit` or with its input.
    """
    limit = limit_of(time, depth, nodes, Limit())
    spec = at_level(agent, level)
    with streams() as (lines, send), served(spec, unconfined) as (player, name):
        serve_gtp(player, lines, send, name, limit, Spelling(skip_i, bottom_up))
