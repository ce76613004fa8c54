"""Serves an agent to a program that speaks the NBoard protocol, version 1 or 2.

Lines are obeyed one after the other. A `ping` or `quit` stops at once what is being thought, by
the event that the lines are; so nothing is said of a position after the `pong` that follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from time import perf_counter

from .._core import PASS, Color, IllegalMoveError, Move, ParseError
from ..agents import Agent, AgentError, ask, prepare
from ..agents.failure import blamed, one_line
from ..engine import Analysis, Clock, Limit, MonteCarloAnalysis
from ..formats import parse_ggf
from ..rules import Game
from .aside import Aside
from .inbox import Inbox
from .nboard_text import MoveEntry, move_text, read_move, search_line, seconds_left
from .thinking import Thought, hint, thoughts


def serve_nboard(
    agent: Agent, lines: Iterable[str], send: Callable[[str], object], name: str
) -> None:
    """Answers lines until one says `quit`, until they end, or until `send` raises OSError.

    An agent with an attribute `stop` is stopped by setting it; another one thinks on, and its
    answer is dropped. Raises AgentError or IllegalMoveError if the agent fails, after a `status`
    that says so.
    """
    with closing(Inbox(lines, _is_urgent)) as inbox:
        session = _Session(agent, inbox, send, name)
        try:
            for line in inbox:
                if line.split()[:1] == ["quit"]:
                    break
                session.obey(line)
        finally:
            session.leave()


def _is_urgent(line: str) -> bool:
    return line.split(maxsplit=1)[:1] in (["ping"], ["quit"])


class _Session:
    def __init__(
        self, agent: Agent, inbox: Inbox, send: Callable[[str], object], name: str
    ) -> None:
        self._agent, self._inbox, self._out, self._name = agent, inbox, send, name
        self._aside = Aside()
        self._game = Game()
        self._clocks: dict[Color, float] = {}
        self._depth: int | None = None
        prepare(agent, self._game.start.size)
        self._trouble = ""
        """Why it is not known what the position is, the newest reason; empty if it is."""
        if hasattr(agent, "stop"):
            agent.stop, agent.progress = inbox, self._tell_progress  # type: ignore[attr-defined]

    def leave(self) -> None:
        """Lets go of the agent, which would else keep its table and this alive."""
        if hasattr(self._agent, "stop"):
            self._agent.stop = self._agent.progress = None  # type: ignore[attr-defined]

    def obey(self, line: str) -> None:
        """Does what a line says; ignores it if that is unknown."""
        match line.split(maxsplit=2):
            case ["nboard", *_]:
                self._send(f"set myname {self._name}")
            case ["set", "depth", text]:
                self._set_depth(text)
            case ["set", "game", text]:
                self._set_game(text)
            case ["move", *words]:
                self._move(" ".join(words))
            case ["ping", *words]:
                self._send(" ".join(["pong", *words]))
            case ["learn"]:
                self._send("learned")
            case ["go"]:
                self._think(self._go)
            case ["hint", *words]:
                self._think(lambda: self._hint(words[0] if words else "1"))
            case ["analyze"]:
                self._think(self._analyze, even_if_over=True)
            case [word]:
                with suppress(ParseError):  # version 1 has no word `move`
                    read_move(word.partition("/")[0])
                    self._move(word)

    def _set_depth(self, text: str) -> None:
        try:
            self._depth = Limit(depth=int(text)).depth
        except ValueError:
            self._send(f"status bad depth {text[:20]!r}: expected a whole number above 0")

    def _set_game(self, text: str) -> None:
        try:
            record = parse_ggf(text)
        except ValueError as error:
            self._puzzled(f"cannot read the game: {one_line(str(error))}")
        else:
            game = record.game
            self._game = Game(game.start, game.moves)  # a game that was given up can go on here
            prepare(self._agent, game.start.size)
            self._clocks, self._trouble = seconds_left(record), ""

    def _move(self, text: str) -> None:
        turn = self._game.position.turn
        try:
            entry = MoveEntry.parse(text)
            if entry.move.is_pass and self._game.position.is_over:
                return  # as at the end of a game that is set
            self._game = self._game.play(entry.move)
        except ValueError as error:
            self._puzzled(one_line(str(error)))
        else:
            if turn in self._clocks:
                self._clocks[turn] -= entry.seconds

    def _puzzled(self, sentence: str) -> None:
        self._trouble = sentence
        self._send(f"status {sentence}")

    def _think(self, work: Callable[[], object], *, even_if_over: bool = False) -> None:
        if self._inbox.is_set():
            return
        if self._trouble:
            self._send(f"status {self._trouble}")
            return
        if self._game.position.is_over and not even_if_over:
            self._send("status the game is over")
            return
        self._send(f"status {self._name} is thinking")
        try:
            with blamed(f"{self._name} failed", passes=(AgentError, IllegalMoveError)):
                work()
        except (AgentError, IllegalMoveError) as error:
            self._send(f"status {one_line(str(error))}")
            raise
        self._send(f"status {self._name} is waiting")

    def _go(self) -> None:
        position, began = self._game.position, perf_counter()
        move: Move | None = PASS
        value = None
        if not position.must_pass:
            left = self._clocks.get(position.turn)
            clock = None if left is None else Clock(max(left, 0.0))
            move = self._asked(Limit(depth=self._depth, clock=clock).with_share(position))
            analysis = getattr(self._agent, "analysis", None)
            if isinstance(analysis, Analysis) and analysis.unit == "discs":
                value = analysis.score
        if move is not None and not self._inbox.is_set():
            self._send(f"=== {MoveEntry(move, value, perf_counter() - began)}")

    def _hint(self, text: str) -> None:
        number = int(text[:3]) if text.isdecimal() else 1
        game, limit = self._game, Limit(depth=self._depth)
        if hint(self._agent, game, max(number, 1), limit, self._inbox, self._tell):
            return
        move = PASS if game.position.must_pass else self._asked(limit)
        if move is not None and not self._inbox.is_set():
            self._send(f"search {move_text(move)} +0.00 0 0 without a value")

    def _analyze(self) -> None:
        start, moves, limit = self._game.start, self._game.moves, Limit(depth=self._depth)
        for made in range(len(moves), -1, -1):  # from the end, of which the table then knows
            game, told = Game(start, moves[:made]), list[Thought]()
            outcome, turn = game.position.outcome, game.position.turn
            if outcome is not None:
                value = float(outcome.pov(turn))
            elif hint(self._agent, game, 1, limit, self._inbox, told.append):
                value = told[-1].value
            else:
                self._send(f"status {self._name} does not value positions")
                return
            if self._inbox.is_set():
                return
            self._send(f"analysis {made} {value:.2f}")

    def _asked(self, limit: Limit) -> Move | None:
        """The agent's move; None if it was not waited for."""
        game, agent = self._game, self._agent

        def question() -> Move:
            return ask(agent, game.position, limit, self._name, lambda: game)

        return self._aside.ask_agent(agent, question, self._inbox)

    def _tell_progress(self, analysis: Analysis | MonteCarloAnalysis) -> None:
        for thought in thoughts(analysis):
            self._tell(thought)

    def _tell(self, thought: Thought) -> None:
        if not self._inbox.is_set():
            self._send(search_line(thought))
            self._send(f"nodestats {thought.nodes} {thought.time:.2f}")

    def _send(self, line: str) -> None:
        try:
            self._out(line)
        except OSError:
            self._inbox.close()
