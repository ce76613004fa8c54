"""A program that speaks the NBoard protocol, as an agent: `nboard:COMMAND`."""

from __future__ import annotations

import re
from typing import Annotated, NamedTuple

from .._core import Move, ParseError, Position
from ..agents import AgentError
from ..agents.failure import one_line
from ..agents.search import Depth, Time
from ..engine import Limit
from .nboard_text import MoveEntry, game_text, move_text, read_move
from .peer import Deadline, Peer, PeerLost

_START = 30.0
"""Seconds for the first answer: a program may have much to load."""
_ANSWER = 5.0
"""Seconds to stop thinking and answer, in games that are no match."""
_PATIENCE = 600.0
"""Seconds for a move that is limited in depth alone."""
_DEEP = 60
"""Plies where time is the limit."""

_HINT = re.compile(
    r"(?:search|book) +(?P<move>pa|[a-p][0-9]{1,2})\S* +\S+ +\S+ +(?P<depth>[0-9]\S*)",
    re.IGNORECASE,
)
_PLIES = re.compile(r"([0-9]{1,4})(?:@.*)?")


class _Hint(NamedTuple):
    """What the program says of its best move."""

    move: Move
    depth: str
    """How deep it was searched, such as 8, 18@91% or 100%."""

    @classmethod
    def parse(cls, line: str) -> _Hint | None:
        """What a line says of a move; None if it says nothing of one."""
        try:
            match = _HINT.match(line)
            return match and cls(read_move(match["move"]), match["depth"])
        except ParseError:
            return None

    def reaches(self, depth: int | None) -> bool:
        """Whether the program will not look deeper: it is there, or at the end of the game."""
        plies = _PLIES.fullmatch(self.depth)
        return self.depth == "100%" or bool(depth and plies and int(plies[1]) >= depth)


class NBoardAgent:
    """Asks a program for its moves; it ends with `close`, with this object or with this process.

    It is told a limit on depth, and may take its time if that is all. A limit on time is kept by
    having it give hints until then. With a limit of its own it keeps to that; otherwise to the one
    that it is given, without its nodes, or else to a second. After a fault it plays no more.
    """

    def __init__(
        self,
        command: Annotated[str, "a program and its arguments, quoted as in a shell"],
        /,
        *,
        time: Time = None,
        depth: Depth = None,
    ) -> None:
        """Waits until the program answers; AgentError, in a sentence, if it does not."""
        self.own = Limit(time=time, depth=depth)
        self.grace = _ANSWER
        """Seconds over its time after which it is given up."""
        self._peer, self._pings, self._depth = Peer(command), 0, 0
        self.name = self._peer.program
        try:
            self._peer.send("nboard 2", Deadline(_START))
            self._synchronise(Deadline(_START))
        except PeerLost as lost:
            raise AgentError(f"{self.name} {lost}") from lost

    def choose(self, position: Position, limit: Limit) -> Move:
        """The program's move; raises PeerLost if it gives none, or one that is illegal."""
        moves = position.legal_moves()
        if len(moves) == 1:
            return moves[0]
        bounds = next(
            bounds
            for bounds in (self.own, limit._replace(nodes=None), Limit(time=1.0))
            if bounds != Limit()
        )
        end = Deadline(bounds.time or _PATIENCE)
        last = Deadline((bounds.time or _PATIENCE) + self.grace)
        self._send(f"set game {game_text(position)}")
        self._set_depth(bounds.depth or _DEEP)
        self._synchronise(last if last.left < _ANSWER else Deadline(_ANSWER))
        move = self._gone(end) if bounds.time is None else self._hinted(end, last, bounds.depth)
        if not position.is_legal(move):
            names = ", ".join(map(move_text, moves))
            text = f"played {move_text(move)}, which is illegal: it can play {names}"
            raise self._peer.lost(text, "illegal move")
        return move

    def close(self) -> None:
        """Ends the program; a second time does nothing."""
        self._peer.close("quit")

    def _gone(self, end: Deadline) -> Move:
        """The move that the program decides on by itself."""
        self._send("go")
        while not (line := self._peer.receive(end)).startswith("==="):
            pass
        try:
            return MoveEntry.parse(line[3:]).move
        except ParseError:
            said = one_line(line)[:40]
            raise self._peer.lost(f"answered {said!r}, which names no move", "bad answer") from None

    def _hinted(self, end: Deadline, last: Deadline, depth: int | None) -> Move:
        """The move that the program likes best when its time is over, or when it is done."""
        self._send("hint 1")
        best: _Hint | None = None
        while (line := self._peer.hear(end if best else last)) is not None:
            best = _Hint.parse(line) or best
            if best is not None and best.reaches(depth):
                break
        for line in self._synchronise(Deadline(self.grace)):
            best = _Hint.parse(line) or best
        if best is None:
            raise self._peer.lost(f"gave no hint in {end.seconds:g} s", "over time")
        return best.move

    def _set_depth(self, depth: int) -> None:
        """Sends it only if it is another one: there are programs that then begin all over."""
        if depth != self._depth:
            self._send(f"set depth {depth}")
            self._depth = depth

    def _send(self, line: str) -> None:
        self._peer.send(line, Deadline(_ANSWER))

    def _synchronise(self, deadline: Deadline) -> list[str]:
        """Stops the program, and takes what it says until it knows."""
        self._pings += 1
        lines = list[str]()
        self._peer.send(f"ping {self._pings}", deadline)
        while (line := self._peer.receive(deadline)).split() != ["pong", str(self._pings)]:
            lines.append(line)
        return lines
