"""A program that speaks GTP, as an agent: `gtp:COMMAND` in specs."""

from __future__ import annotations

from contextlib import suppress
from math import ceil
from typing import Annotated, NamedTuple

from .._core import PASS, Color, Move, ParseError, Position
from ..agents import AgentError, AgentLost, Command
from ..engine import Limit
from ..rules import Game
from .gtp_program import ANSWER, GtpProgram, Refused
from .gtp_text import write_color
from .peer import Deadline

_GRACE = 5.0
"""Seconds over its time for a program to answer, in games that are no match."""
_PATIENCE = 600.0
"""Seconds for a move where there is no limit on time."""


class GtpAgent:
    """Shows a program the game so far and asks it for moves; `close` ends it.

    It is told of passes if it takes them. Its resignation is one of the game. It gets the limit's
    time or clock, in whole seconds; how deep it looks is its own affair. After a
    fault it plays no more.
    """

    def __init__(
        self, command: Annotated[str, "the program and its arguments, quoted as in a shell"], /
    ) -> None:
        """Starts the program; AgentError, in a sentence, if that fails."""
        self.grace = _GRACE
        """Seconds over its time after which it is given up."""
        self._end: Deadline | None = None
        """Of the move that is asked for."""
        self._program = GtpProgram(command)
        self._game: Game | None = None
        """The game so far, if it was told."""
        self._shown: Game | None = None
        """What the program has on its board; None if that is not known."""
        self._passes = True
        """Whether it is told of passes."""
        self._settings = _Pace().settings
        try:
            self.name, self._commands = self._met()
        except BaseException:
            self.close()
            raise

    def watch(self, game: Game) -> None:
        """Sees the game so far, before a move is asked for."""
        self._game = game

    def choose(self, position: Position, limit: Limit) -> Move:
        """The program's move. AgentLost for faults, a `Command` if it resigns."""
        game = self._game_to(position)
        seconds = limit.time if limit.clock is None else limit.clock.time
        end = Deadline(_PATIENCE if seconds is None else seconds + self.grace)
        self._end = None if seconds is None else end
        self._show(game)
        self._tell_time(position.turn, _pace(limit))
        self._shown = None
        try:
            answer = self._program.ask(f"genmove {write_color(position.turn)}", end)
        except Refused as refused:
            raise AgentLost(f"does not move: it answered {str(refused)!r}", "bad answer") from None
        if answer.lower() == "resign":
            raise Command("resign")
        try:
            move = Move(answer.lower())
        except ParseError:
            text = f"answered {answer[:40]!r} instead of a move"
            raise AgentLost(text, "bad answer") from None
        if position.is_legal(move):
            self._shown = game.play(move)
        return move

    def close(self) -> None:
        """Ends the program; a second time does nothing."""
        self._program.close()

    def _met(self) -> tuple[str, frozenset[str]]:
        """The program's name and the commands that it knows, ready to play Othello."""
        name = self._program.program
        with suppress(Refused):
            name = self._program.ask("name") or name
        commands: frozenset[str] = frozenset()
        with suppress(Refused):
            commands = frozenset(self._program.ask("list_commands").split())
        if "set_game" in commands:
            try:
                self._program.ask("set_game Othello")
            except Refused as refused:
                raise AgentError(f"{name} does not play Othello: {refused}") from None
        return name, commands

    def _ask(self, command: str) -> str:
        """What the program answers; sooner than at the end of its time for a move."""
        deadline = Deadline(ANSWER)
        if self._end is not None and self._end.left < deadline.left:
            deadline = self._end
        return self._program.ask(command, deadline)

    def _game_to(self, position: Position) -> Game:
        """The game that has led to a position, whoever told of it."""
        start = Game(Position.initial(position.size))
        for game in (self._game, self._shown, start):
            if game is not None and (found := _continued(game, position)) is not None:
                if found.start != start.start:
                    break
                return found
        raise AgentLost("cannot be shown a position, only games from the usual start", "error")

    def _show(self, game: Game) -> None:
        """Brings the program's board to where a game stands."""
        shown = self._shown
        if shown is None or shown.start != game.start or game.moves[: len(shown)] != shown.moves:
            shown = self._cleared(game.start)
        self._shown = None
        try:
            for index in range(len(shown), len(game)):
                self._tell(game.moves[index], game.positions[index].turn)
        except Refused as refused:
            if not (self._passes and PASS in game.moves):
                raise AgentLost(f"refuses a legal move: {refused}", "bad answer") from None
            self._passes = False  # it may have passed by itself before
            self._show(game)
        self._shown = game

    def _cleared(self, start: Position) -> Game:
        size = start.size
        try:
            self._ask(f"boardsize {size}")
            self._ask("clear_board")
        except Refused as refused:
            text = f"does not play on {size}x{size}: it answered {str(refused)!r}"
            raise AgentLost(text, "error") from None
        return Game(start)

    def _tell(self, move: Move, turn: Color) -> None:
        """Tells of a move, or of a pass if the program takes it."""
        if not move.is_pass:
            self._ask(f"play {write_color(turn)} {move.name.upper()}")
        elif self._passes:
            try:
                self._ask(f"play {write_color(turn)} pass")
            except Refused:
                self._passes = False

    def _tell_time(self, turn: Color, pace: _Pace) -> None:
        """Sets its clock, if it has one."""
        commands = []
        if pace.settings != self._settings:
            commands.append(f"time_settings {pace.settings}")
        if pace.left:
            commands.append(f"time_left {write_color(turn)} {pace.left}")
        self._settings = pace.settings
        for command in commands:
            if command.split()[0] in self._commands:
                with suppress(Refused):
                    self._ask(command)


class _Pace(NamedTuple):
    """How much time there is, as GTP tells it: in whole seconds."""

    settings: str = "0 1 0"
    """Main time, and a period for so many moves; this one means no limit."""
    left: str = ""
    """What is left of either."""


def _pace(limit: Limit) -> _Pace:
    """The time of a limit; GTP knows no increments, so what is on the clock is told as it is."""
    if limit.clock is not None:
        left = int(limit.clock.time)
        return _Pace(f"{left} 0 0", f"{left} 0")
    if limit.time is None:
        return _Pace()
    seconds, moves = (int(limit.time), 1) if limit.time >= 1 else (1, ceil(1 / limit.time))
    return _Pace(f"0 {seconds} {moves}", f"{seconds} {moves}")


def _continued(game: Game, position: Position) -> Game | None:
    """The game, with up to two moves more, that has led to a position; None if it has not."""
    if game.position == position:
        return game
    missing = position.discs() - game.position.discs()
    if position.size == game.start.size and 0 <= missing <= 2:
        for move in game.position.legal_moves():
            if missing or move.is_pass:
                found = _continued(game.play(move), position)
                if found is not None:
                    return found
    return None
