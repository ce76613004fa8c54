"""`outflank play`: you against an agent, or one agent against another."""

from __future__ import annotations

import sys
from contextlib import suppress
from random import Random, SystemRandom
from typing import Annotated

from cyclopts import Parameter

from ..._core import Color
from ...agents import COMMANDS, Agent, Human, agent_from_spec, check_size, let_go
from ...engine import Limit
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
    tell_of_depth,
)
from .session import Session
from .sources import read_game


def play(
    *agents: Annotated[
        str, Parameter(help="Your opponent, or BLACK and WHITE; see 'outflank agents'. [engine]")
    ],
    size: Size = 8,
    level: LevelNumber = None,
    time: Time = None,
    clock: ClockText = None,
    depth: Depth = None,
    nodes: Nodes = None,
    color: Annotated[
        str | None,
        Parameter(help="Your colour, black, white or random. [black]", metavar="COLOR"),
    ] = None,
    seed: Annotated[
        int | None, Parameter(help="For agents that play by chance.", metavar="N")
    ] = None,
    moves: Annotated[
        str | None,
        Parameter(help="Start after these moves, on this board, or from a file.", metavar="MOVES"),
    ] = None,
    number: Number = 1,
    boards: Annotated[bool, Parameter(help="Show the board after every move.")] = False,
    unconfined: Unconfined = False,
) -> None:
    """Play against an agent, or watch two agents play.

    Without a limit, an agent takes its usual time, the engine one second a move. With a clock such
    as 5+3 whoever is late loses. At the prompt, 'help' lists what you can type. Ctrl-C makes a
    thinking engine move at once.
    """
    if level is not None:
        agents = tuple(at_level(agent, level) for agent in agents or ("engine",))
    agents = freed(agents, unconfined)
    drawn = SystemRandom().randrange(2**32) if seed is None else seed
    specs = seats(agents, color, drawn)
    limit = limit_of(time, depth, nodes, Limit(), clock)
    game = read_game(moves, size, number) if moves else Game(start_position(size))
    players = {side: _seated(spec, drawn + i) for i, (side, spec) in enumerate(specs.items())}
    for side, spec in specs.items():
        check_size(players[side], spec, game.start.size)
    tell_of_depth(limit, game.position.empties)
    _prepare_prompt()
    try:
        Session(game, players, specs, limit, boards=boards).run()
    finally:
        for player in players.values():
            let_go(player)
    if any(getattr(p, "seed", None) == drawn + i for i, p in enumerate(players.values())):
        print(f"Seed: {drawn}")


def seats(agents: tuple[str, ...], color: str | None, seed: int) -> dict[Color, str]:
    """Who plays which colour, of an opponent or of Black and White; the seed draws for `random`."""
    if len(agents) > 2:
        raise UsageError(f"a game takes two agents at most, not {len(agents)}")
    if len(agents) == 2:
        if color is not None:
            raise UsageError("--color is for games of yours: with two agents, name Black's first")
        return dict(zip(Color, agents, strict=True))
    other = agents[0] if agents else "engine"
    own = Color.BLACK if color is None else _color(color, seed)
    return {side: "human" if side is own else other for side in Color}


def _color(text: str, seed: int) -> Color:
    """The colour that is meant, drawn for `random`."""
    match text.strip().lower():
        case "black" | "b":
            return Color.BLACK
        case "white" | "w":
            return Color.WHITE
        case "random":
            return Random(seed).choice(list(Color))
    raise UsageError(f"bad value {text!r} for --color: expected black, white or random")


def _seated(spec: str, seed: int) -> Agent:
    agent = agent_from_spec(spec, seed=seed)
    return Human(COMMANDS, ask=_ask, board=False) if isinstance(agent, Human) else agent


def _ask(prompt: str) -> str:
    """Reads a line; one that comes from a pipe is shown, as a terminal would have done."""
    try:
        line = input(prompt)
    except (EOFError, KeyboardInterrupt):
        print()
        raise
    if not sys.stdin.isatty():
        print(line)
    return line


def _prepare_prompt() -> None:
    """Lets the arrow keys work while a person types."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401
