"""Plays an agent on boards as the COMP424 framework has them: rows of 0, 1 and 2."""

from __future__ import annotations

import atexit
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from time import perf_counter

from ..._core import Position
from ...engine import Limit
from ...rules import Game
from ..driver import ask
from ..search import prepare
from ..sources import with_files
from ..spec import agent_from_spec

_SYMBOLS = ".XO"
"""What a square of 0, 1 or 2 is called in a board's text."""
_AT_ONCE = 0.01
"""Seconds of loading that do not count."""
_LEAST = 0.1
"""The least share of its time that an agent searches, however long it loads what it needs."""

Board = Iterable[Iterable[int]]
"""An array or lists, row 0 at the top: 0 empty, 1 Black, 2 White."""


class BoardAgent:
    """An agent for one game in the COMP424 simulator, as `outflank comp424 export` uses it.

    `files` are texts by name, for a spec that names them. Raises AgentError as `agent_from_spec`.
    """

    def __init__(self, spec: str, time: float, files: Mapping[str, str] | None = None) -> None:
        """The time is for each move, in seconds; a limit in the spec wins."""
        if files:
            folder = _unpacked(tuple(files.items()))
            spec = with_files(spec, lambda name: folder / name if name in files else None)
        self._agent = agent_from_spec(spec)
        self._time = time
        self._limit = Limit(time=time)
        self._game: Game | None = None

    def step(self, board: Board, player: int) -> tuple[int, int]:
        """The row and column that the agent plays for player 1 or 2, who must have a move.

        Raises IllegalMoveError or AgentError for an agent that fails.
        """
        position = position_of(board, player)
        before = self._game or Game(Position.initial(position.size))
        game = _continued(before, position) or Game(position)
        began = perf_counter()
        prepare(self._agent, position.size)
        loading, limit = perf_counter() - began, self._limit
        if loading > _AT_ONCE:  # the simulator's clock runs meanwhile
            limit = limit._replace(time=max(self._time - loading, _LEAST * self._time))
        move = ask(self._agent, position, limit, game=lambda: game)
        self._game = game.play(move)
        return move.row, move.column


def position_of(board: Board, player: int) -> Position:
    """The position that a board shows, with that player to move."""
    squares = "".join(_SYMBOLS[square] for row in board for square in row)
    return Position.parse(f"{squares} {_SYMBOLS[player]}")


@cache
def _unpacked(files: tuple[tuple[str, str], ...]) -> Path:
    """A folder with these files, which goes when the process ends."""
    folder = Path(mkdtemp(prefix="outflank-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    for name, text in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def _continued(game: Game, position: Position) -> Game | None:
    """The game with the other side's moves that lead to a position; None if none do."""
    if game.position == position:
        return game
    here = game.position
    if here.turn is position.turn and not here.must_pass:
        return None
    if here.discs() > position.discs():
        return None
    longer = (_continued(game.play(move), position) for move in here.legal_moves())
    return next((found for found in longer if found), None)
