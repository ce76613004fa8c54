"""`outflank tui`: the board in the terminal, with mouse and keys."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import SystemRandom
from typing import Annotated, Literal

from cyclopts import Parameter

from ...engine import Limit
from ...formats import Study
from ...rules import Game
from .errors import UsageError
from .options import (
    ClockText,
    Depth,
    LevelNumber,
    Nodes,
    Number,
    Size,
    Time,
    Unconfined,
    at_level,
    freed,
    limit_of,
    start_position,
)
from .play import seats
from .sources import find_game

_USUAL = "engine:level=5"
_HOW = "Click on a square, or press Tab and use the arrows; "
_SHOWN = "●◆▄▀▶"
"""Some of what a terminal has to show."""


def tui(
    *agents: Annotated[
        str,
        Parameter(help=f"Your opponent, or BLACK and WHITE; see 'outflank agents'. [{_USUAL}]"),
    ],
    size: Size = 8,
    level: LevelNumber = None,
    time: Time = None,
    clock: ClockText = None,
    depth: Depth = None,
    nodes: Nodes = None,
    color: Annotated[
        Literal["black", "white"] | None,
        Parameter(help="Your colour, black or white. [black]", metavar="COLOR"),
    ] = None,
    moves: Annotated[
        str | None,
        Parameter(help="Start after these moves, on this board, or from a file.", metavar="MOVES"),
    ] = None,
    number: Number = 1,
    library: Annotated[
        Path | None, Parameter(help="Where games are kept, if not with your data.", metavar="FILE")
    ] = None,
    unconfined: Unconfined = False,
) -> None:
    """Play and study at a board in the terminal, with mouse and keys.

    'human human' is two people at one board, and so it is with --moves if no agent is named. At the
    board '?' lists the keys: hints, values of all moves, the review of a game, files, an editor.
    """
    try:
        from ..library import default_library
        from ..tui.app import OutflankApp
        from ..tui.files import title
        from ..tui.session import PERSON, Session
    except ImportError as error:
        raise ImportError(
            f"the board in the terminal needs Textual: pip install 'outflank[tui]' ({error})"
        ) from error
    if level is not None:
        agents = tuple(at_level(agent, level) for agent in agents or ("engine",))
    agents = freed(agents, unconfined)
    usual = (PERSON, PERSON) if moves and color is None else (_USUAL,)
    players = seats(agents or usual, color, SystemRandom().randrange(2**32))
    limit = limit_of(time, depth, nodes, Limit(), clock)
    if moves is None:
        study = Study(Game(start_position(size)))
        has_person = PERSON in players.values()
        message = f"{_HOW if has_person else ''}? lists all keys."
    else:
        found = find_game(moves, size, number)
        study = Study(found.record)
        more = ". There are more games in it: --game N opens another, o lists them all."
        message = title(found.record) + (more if found.more else "")
    kept = library or default_library()
    app = OutflankApp(Session(study, players, limit), message=message, library=kept)
    try:
        _check_terminal()
        app.run()
    finally:
        app.close()


def _check_terminal() -> None:
    """Raises UsageError where the board cannot be shown."""
    instead = "'outflank play' works everywhere"
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # where Textual reads and writes
        raise UsageError(f"tui needs a terminal: {instead}")
    if os.environ.get("TERM") == "dumb":
        raise UsageError(f"tui needs a terminal with a cursor, and TERM is 'dumb': {instead}")
    try:
        _SHOWN.encode(sys.stderr.encoding)
    except UnicodeEncodeError:
        raise UsageError(
            f"tui needs a terminal with Unicode, and this one has {sys.stderr.encoding}: set "
            f"LC_ALL=C.UTF-8 if it is not so; {instead}"
        ) from None
