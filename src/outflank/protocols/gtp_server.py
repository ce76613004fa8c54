"""GTP, version 2, for Othello: an agent for programs that ask for moves, such as Quarry and GoGui.

An answer is `=ID TEXT` or `?ID MESSAGE` with an empty line after it. `boardsize` clears the board
too. Passes may be sent or left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from math import isfinite

from .. import __version__
from .._core import Color
from ..agents import Agent
from ..agents.failure import one_line
from ..engine import Limit, StopEvent
from .gtp_session import GtpError, Session
from .gtp_text import Command, Spelling, read_color, read_command, write_answer, write_color
from .inbox import Inbox

_COMMANDS = {
    "protocol_version": "",
    "name": "",
    "version": "",
    "known_command": "COMMAND",
    "list_commands": "",
    "quit": "",
    "boardsize": "SIZE",
    "clear_board": "",
    "komi": "NUMBER",
    "play": "COLOR VERTEX",
    "genmove": "COLOR",
    "reg_genmove": "COLOR",
    "undo": "",
    "time_settings": "MAIN_TIME PERIOD STONES",
    "time_left": "COLOR TIME STONES",
    "set_game": "GAME",
    "list_games": "",
    "showboard": "",
    "final_score": "",
    "loadsgf": "FILE [MOVE_NUMBER]",
    "gogui-analyze_commands": "",
    "gogui-rules_game_id": "",
    "gogui-rules_board": "",
    "gogui-rules_board_size": "",
    "gogui-rules_legal_moves": "",
    "gogui-rules_side_to_move": "",
    "gogui-rules_final_result": "",
}
"""What each command takes."""

_GAME = "Othello"
_ANALYZE = """\
pstring/Suggest Move/reg_genmove %m
plist/Legal Moves/gogui-rules_legal_moves
string/Final Score/final_score
string/Show Board/showboard"""


def serve_gtp(
    agent: Agent,
    lines: Iterable[str],
    send: Callable[[str], object],
    name: str,
    limit: Limit = Limit(),
    spelling: Spelling = Spelling(),
) -> None:
    """Answers commands until `quit` or the end of the lines; `send` gets each answer as a text.

    Whatever the agent or a command does wrong, there is an answer and the next command counts. When
    no more commands will come, or `send` raises OSError, what is thought is stopped after a while.
    """
    with suppress(OSError), closing(Inbox(_to_quit(lines), lambda line: False)) as inbox:
        server = Server(agent, name, limit, spelling, inbox)
        for line in inbox:
            if (command := read_command(line)) is not None:
                send(f"{server.answer(command)}\n")


def _to_quit(lines: Iterable[str]) -> Iterator[str]:
    """The lines up to one that says `quit`."""
    for line in lines:
        yield line
        command = read_command(line)
        if command is not None and command.name == "quit":
            break


class Server:
    """Carries out commands one after the other."""

    def __init__(
        self,
        agent: Agent,
        name: str,
        limit: Limit = Limit(),
        spelling: Spelling = Spelling(),
        stop: StopEvent | None = None,
    ) -> None:
        self._session, self._name, self._spelling = Session(agent, limit, stop), name, spelling

    def answer(self, command: Command) -> str:
        """The answer to a command, without the empty line that ends it."""
        try:
            return write_answer(command.id, self._carry_out(command.name, command.words))
        except GtpError as error:
            return write_answer(command.id, one_line(str(error)), good=False)
        except ValueError as error:
            text = one_line(f"syntax error: {error}")
            return write_answer(command.id, text, good=False)

    def _carry_out(self, name: str, words: tuple[str, ...]) -> str:
        """What a command answers; GtpError, or ValueError for bad arguments. More are ignored."""
        session = self._session
        match name, words:
            case "protocol_version", _:
                return "2"
            case "name", _:
                return self._name
            case "version", _:
                return __version__
            case "known_command", (other, *_):
                return "true" if other in _COMMANDS else "false"
            case "list_commands", _:
                return "\n".join(_COMMANDS)
            case "boardsize", (size, *_):
                session.resize(_whole(size))
            case "clear_board", _:
                session.resize(session.position.size)
            case "play", (color, vertex, *_):
                session.play(read_color(color), self._spelling.read(vertex, self._size))
            case (("genmove" | "reg_genmove"), (color, *_)):
                move = session.generate(read_color(color), keep=name == "genmove")
                return "resign" if move is None else self._spelling.write(move, self._size)
            case "undo", _:
                session.undo()
            case "time_settings", (main, period, stones, *_):
                session.set_clocks(_number(main), _number(period), _whole(stones))
            case "time_left", (color, time, stones, *_):
                session.set_clock(read_color(color), _number(time), _whole(stones))
            case "komi", (komi, *_):
                _number(komi)  # and no more: Othello has none
            case "set_game", (game, *_):
                if game.lower() != _GAME.lower():
                    raise GtpError("unsupported game")
            case "list_games", _:
                return _GAME
            case "final_score", _:
                return self._final_score()
            case "showboard", _:
                return self._board()
            case "loadsgf", (_, *_):
                session.load(*_file(words))
            case "gogui-analyze_commands", _:
                return _ANALYZE
            case "gogui-rules_game_id", _:
                return _GAME.lower()
            case "gogui-rules_board", _:
                return "\n".join(self._rows())
            case "gogui-rules_board_size", _:
                return str(self._size)
            case "gogui-rules_legal_moves", _:
                moves = session.position.legal_moves()
                return " ".join(self._spelling.write(move, self._size) for move in moves)
            case "gogui-rules_side_to_move", _:
                return write_color(session.position.turn)
            case "gogui-rules_final_result", _:
                return str(session.outcome)
            case _ if name in _COMMANDS and name != "quit":
                raise ValueError(f"expected {name} {_COMMANDS[name]}")
            case _ if name != "quit":
                raise GtpError("unknown command")
        return ""

    @property
    def _size(self) -> int:
        return self._session.position.size

    def _final_score(self) -> str:
        score = self._session.outcome.score
        return f"{'B' if score > 0 else 'W'}+{abs(score)}" if score else "0"

    def _board(self) -> str:
        """The board with the names of columns and rows, under a line that says who is to move."""
        turn, result = write_color(self._session.position.turn), self._session.game.result
        state = f"Next move: {turn.capitalize()}" if result is None else f"Game over: {result}"
        numbers = [f"{number:3}" for number in self._spelling.rows(self._size)]
        rows = [f"{number} {row}" for number, row in zip(numbers, self._rows(), strict=True)]
        return "\n".join([state, f"    {' '.join(self._spelling.columns(self._size))}", *rows])

    def _rows(self) -> list[str]:
        """The squares of each row, from the top."""
        position, size = self._session.position, self._size
        black, white = (set(position.squares(color)) for color in Color)
        cells = ["X" if s in black else "O" if s in white else "." for s in position.shape.squares]
        return [" ".join(cells[row * size : (row + 1) * size]) for row in range(size)]


def _whole(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise ValueError(f"bad number {word[:20]!r}: expected a whole number, 0 or more")
    return int(word)


def _number(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise ValueError(f"bad number {word[:20]!r}: expected a number")
    return number


def _file(words: tuple[str, ...]) -> tuple[str, int | None]:
    """The name of a file, which may hold spaces or be quoted, and the number after it."""
    number = _whole(words[-1]) if len(words) > 1 and words[-1].isdecimal() else None
    name = " ".join(words if number is None else words[:-1])
    return name.strip('"'), number
