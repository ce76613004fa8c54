"""Serves an agent to Cassio, a program for Macintosh computers, in its ENGINE-PROTOCOL.

Source: cassio.free.fr/engine-protocol.htm. Every search is full-width and with an open window, so
what is answered holds for any precision and window that is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing, suppress

from .._core import Color, Move, Position
from ..agents import Agent
from ..agents.failure import one_line
from ..engine import Limit
from ..rules import Game
from .inbox import Inbox
from .thinking import Thought, hint

PREFIX = "ENGINE-PROTOCOL"
"""What every line begins with."""


def serve_cassio(
    agent: Agent, lines: Iterable[str], send: Callable[[str], object], version: str
) -> None:
    """Answers lines until one says `quit`, until they end, or until `send` raises OSError.

    Faults are told, and the next line is obeyed; but whatever the agent raises comes out.
    """
    with suppress(OSError), closing(Inbox(lines, _is_urgent)) as inbox:
        session = _Session(agent, inbox, send, version)
        for line in inbox:
            session.obey(line.split())
            if line.split()[1:2] == ["quit"]:
                break


def _is_urgent(line: str) -> bool:
    return line.split()[1:2] in (["stop"], ["quit"])


class _Session:
    def __init__(
        self, agent: Agent, inbox: Inbox, send: Callable[[str], object], version: str
    ) -> None:
        self._agent, self._inbox, self._send, self._version = agent, inbox, send, version
        self._found: Thought | None = None
        """The last thought of the last search."""

    def obey(self, words: list[str]) -> None:
        """Does what a line says."""
        if not words:
            self._send("ok.")
            return
        match words[1:] if words[0] == PREFIX else []:
            case ["quit"]:
                self._send("bye bye.")
            case ["get-version"]:
                self._send(f"version: {self._version}")
                self._send("ready.")
            case ["get-search-infos"]:
                if self._found is not None:
                    self._send(f"node {self._found.nodes}, time {self._found.time:.3f}")
                self._send("ready.")
            case ["init" | "new-position" | "stop" | "empty-hash" | "feed-hash", *_]:
                self._send("ready.")
            case ["midgame-search", board, _, _, depth, _]:
                self._search(board, depth)
            case ["endgame-search", board, _, _, _]:
                self._search(board, None)
            case _:
                self._send(f"ERROR: unknown command {one_line(' '.join(words))[:80]!r}")

    def _search(self, board: str, depth: str | None) -> None:
        """Searches a position, to the end without a depth, and tells what was found last."""
        self._found = None
        try:
            position = Position.parse(board)
            if position.is_over:
                raise ValueError("the game is over")
            limit = Limit(depth=position.empties if depth is None else _whole(depth))
        except ValueError as error:
            self._send(f"ERROR: {one_line(str(error))}")
            return
        if not hint(self._agent, Game(position), 1, limit, self._inbox, self._note):
            self._send("ERROR: the agent does not value positions")
            return
        if self._found is not None:
            self._send(_result(board, position, self._found))
        if not self._inbox.is_set():
            self._send("ready.")

    def _note(self, thought: Thought) -> None:
        self._found = thought


def _whole(text: str) -> int:
    if not (text.isdecimal() and int(text[:4]) > 0):
        raise ValueError(f"bad depth {text[:20]!r}: expected a whole number above 0")
    return int(text[:4])


def _result(board: str, position: Position, thought: Thought) -> str:
    value = f"{'B' if position.turn is Color.BLACK else 'W'}{thought.value:+.2f}"
    depth = position.empties if thought.exact else thought.depth
    return (
        f"{board}, move {_text(thought.pv[0])}, depth {depth}, @100%, {value} <= v <= {value}, "
        f"{''.join(map(_text, thought.pv))}, node {thought.nodes}, time {thought.time:.3f}"
    )


def _text(move: Move) -> str:
    return "--" if move.is_pass else move.name
