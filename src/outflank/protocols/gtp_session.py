"""The game that is played over GTP: its board, its clocks, and the agent that makes moves."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from time import perf_counter

from .._core import PASS, Color, IllegalMoveError, Move, Position
from ..agents import Agent, AgentError, Command, agent_name, ask, check_size, prepare
from ..engine import Limit, StopEvent
from ..formats import Problem, read_sgf
from ..formats.sgf_board import move_of
from ..formats.sgf_nodes import Node, parse_nodes
from ..formats.source import in_charset
from ..formats.trees import COLORS, Tree, moves_of, read_trees
from ..rules import Game, Outcome
from .aside import Aside
from .gtp_clock import Clocks
from .gtp_text import write_color

SIZES = range(4, 17, 2)


class GtpError(Exception):
    """A command that cannot be carried out; the text is the answer."""


class Session:
    """One game after the other, of an agent that is told what to do.

    What fails raises GtpError and leaves everything as it was.
    """

    def __init__(self, agent: Agent, limit: Limit = Limit(), stop: StopEvent | None = None) -> None:
        """The limit is for a move; clocks can only shorten its time, and `stop` ends thinking."""
        self._agent, self._limit = agent, limit
        self._stop: StopEvent = Event() if stop is None else stop
        self._aside = Aside()
        if hasattr(agent, "stop"):
            agent.stop = self._stop
        self._settings = (0.0, 0.0, 0)
        self.start(Game())

    @property
    def game(self) -> Game:
        """The game so far."""
        return self._games[-1]

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.game.position

    @property
    def outcome(self) -> Outcome:
        """How the game ended; it cannot be scored before."""
        if self.game.result is None:
            raise GtpError("cannot score")
        return self.game.result

    def start(self, game: Game) -> None:
        """Takes over a game, with full clocks; each of its moves can be undone."""
        prepare(self._agent, game.start.size)
        self._games = [Game(game.start)]
        for move in game.moves:
            if not move.is_pass:
                self._games.append(self.game.play(move))
        if self.position != game.position:
            self._games.append(self.game.play(PASS))
        self._clocks = Clocks(*self._settings)

    def resize(self, size: int) -> None:
        """Begins a game on a board of that size."""
        if size not in SIZES:
            raise GtpError("unacceptable size")
        try:
            check_size(self._agent, agent_name(self._agent), size)
        except AgentError as error:
            raise GtpError(f"unacceptable size: {error}") from error
        self.start(Game(Position.initial(size)))

    def load(self, name: str, number: int | None = None) -> None:
        """Takes over the first game in a file of SGF, up to before the move of that number."""
        try:
            path = Path(name)
            if not path.is_file():
                wrong = "it is not a file" if path.exists() else "there is no such file"
                raise GtpError(f"cannot load file {name!r}: {wrong}")
            with path.open(encoding="utf-8", errors="surrogateescape") as file:
                found = next((f for f in read_sgf(file) if not _is_note(f)), None)
                file.seek(0)
                trees = read_trees(in_charset(file), escapes=True)
                tree = next((tree for tree in trees if not isinstance(tree, Problem)), None)
        except OSError as error:
            raise GtpError(f"cannot load file {name!r}: {error.strerror}") from error
        if found is None or tree is None or isinstance(found, Problem):
            raise GtpError(f"cannot load file {name!r}: {found or 'it holds no game'}")
        game = found.game
        if number is not None:
            game = Game(game.start, game.moves[: _plies_before(number, tree, game)])
        self.start(game)

    def set_clocks(self, main: float, period: float, stones: int) -> None:
        """Sets both clocks to what there is for a game."""
        self._settings = main, period, stones
        self._clocks = Clocks(*self._settings)

    def set_clock(self, color: Color, time: float, stones: int) -> None:
        """Sets a clock to what is left."""
        self._clocks.tell(color, time, stones)

    def play(self, color: Color, move: Move) -> None:
        """Makes a move, after a pass of the other side if that has to."""
        if self.game.result is not None and move.is_pass:
            self._games.append(self.game)  # programs that know only Go end a game by passes
            return
        game = self._turned(color)
        if game is None or not game.position.is_legal(move):  # which makes no pass for the colour
            raise GtpError("illegal move")
        self._games.append(game.play(move))

    def generate(self, color: Color, *, keep: bool = True) -> Move | None:
        """The agent's move, made if it is to be kept; None if it resigns.

        A pass without asking it where there is no move, and after the end of the game.
        """
        if self.game.result is not None:
            move: Move | None = PASS
        else:
            game = self._turned(color)
            if game is None:
                raise GtpError(f"it is {write_color(self.position.turn)}'s turn")
            move = PASS if game.position.must_pass else self._chosen(game)
        if keep and move is not None:
            self.play(color, move)
        return move

    def undo(self) -> None:
        """Takes back the last move, with a pass that it implied."""
        if len(self._games) == 1:
            raise GtpError("cannot undo")
        self._games.pop()

    def _turned(self, color: Color) -> Game | None:
        """The game with that colour to move, after a pass if need be; None out of its turn."""
        position = self.position
        if position.turn is color:
            return self.game
        return self.game.play(PASS) if position.must_pass else None

    def _chosen(self, game: Game) -> Move | None:
        agent, position = self._agent, game.position
        limit, began = self._limited(position), perf_counter()

        def question() -> Move:
            return ask(agent, position, limit, game=lambda: game)

        try:
            move = self._aside.ask_agent(agent, question, self._stop)
        except Command as command:
            if command.word != "resign":
                raise GtpError(f"the agent asked for {command.word!r}") from None
            return None
        except (AgentError, IllegalMoveError) as error:
            raise GtpError(str(error)) from error
        finally:
            self._clocks.spend(position.turn, perf_counter() - began)
        if move is None:
            raise GtpError("there is no move yet, and the input has ended")
        return move

    def _limited(self, position: Position) -> Limit:
        """The limit for a move: by the clock, but no more than a time that is given for it."""
        clock = self._clocks.clock(position.turn)
        limited = self._limit._replace(clock=clock).with_share(position)
        if self._limit.time is None or limited.time is None:
            return limited
        return self._limit._replace(time=min(self._limit.time, limited.time))


def _is_note(found: object) -> bool:
    return isinstance(found, Problem) and found.harmless


def _plies_before(number: int, tree: Tree, game: Game) -> int:
    """The plies of a game before the move of a number in its file, which may leave out passes."""
    plies, written = 0, 1
    node: Node | None = parse_nodes(tree)
    while node is not None:
        for name, values, _ in node.properties:
            for value in values if name in COLORS else ():
                if written >= number:
                    return plies
                position, color = game.positions[plies], COLORS[name]
                plies += len(moves_of(position, color, move_of(value.strip(), position, color)))
                written += 1
        node = node.children[0] if node.children else None
    return plies
