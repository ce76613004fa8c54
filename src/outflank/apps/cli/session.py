"""A game in the terminal: asks each side in turn, shows what happens, obeys what a player types."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from ..._core import PASS, Color, Move, Position
from ...agents import COMMANDS, Agent, Command, Human, ProcessAgent, SearchAgent, ask, prepare
from ...agents.students import count_faults
from ...engine import Analysis, Clock, Engine, Limit
from ...rules import Game
from ...rules.outcome import name_of
from ...rules.text import compact
from .terminal import draw, signed

_NO_TIME = 0.01
"""Seconds for a whole game that are not worth telling."""
_MOST_FAULTS = 5
"""How many faults of an agent are told in full."""


class Session:
    """One game between two agents, some of them human."""

    def __init__(
        self,
        game: Game,
        agents: Mapping[Color, Agent],
        names: Mapping[Color, str],
        limit: Limit,
        *,
        boards: bool = False,
    ) -> None:
        """`boards` shows the board after every move, not just before one that a person makes."""
        self.game = game
        self._agents, self._names, self._limit = agents, names, limit
        self._humans = {color for color, agent in agents.items() if isinstance(agent, Human)}
        self._boards = boards or bool(self._humans)
        self._clocks = dict.fromkeys(Color, limit.clock)
        self._clocks_before: dict[int, dict[Color, Clock | None]] = {}
        """What they showed before a move, by the number of moves until then."""
        self._times: dict[Color, list[float]] = {color: [] for color in Color}
        self._hints: Engine | None = None
        self._stale = True
        """Whether the board has changed since it was shown."""

    def run(self) -> None:
        """Plays to the end, or until a player leaves."""
        if self._humans and self.game.result is None:
            print("Type a square such as d3, or help.")
        while self.game.result is None:
            try:
                self._step()
            except Command as command:
                if command.word == "quit":
                    break
                self._obey(command.word)
        self._finish()

    def _step(self) -> None:
        """One move, or one forced pass."""
        position = self.game.position
        turn = position.turn
        if position.must_pass:
            print(f"{name_of(turn)} has no move and passes.")
            self.game = self.game.play(PASS)
            return
        agent = self._agents[turn]
        prepare(agent, position.size)
        if self._boards and self._stale:
            self._show_board()
        self._clocks_before[len(self.game)] = dict(self._clocks)
        clock, began = self._clocks[turn], perf_counter()
        limit = self._limit._replace(clock=clock).with_share(position)
        try:
            move = ask(agent, position, limit, self._names[turn], lambda: self.game)
        except Command:
            if clock is not None:
                spent = perf_counter() - began
                if self._is_late(turn, clock, spent):
                    return
                self._clocks[turn] = clock._replace(time=clock.time - spent)
            raise
        seconds = perf_counter() - began
        self._times[turn].append(seconds)
        if clock is not None:
            if self._is_late(turn, clock, seconds):
                return
            self._clocks[turn] = clock.after(seconds)
        self.game = self.game.play(move)
        self._stale = True
        if turn not in self._humans:
            self._announce(move, turn)

    def _is_late(self, turn: Color, clock: Clock, seconds: float) -> bool:
        """Whether a side took longer than it had; then the game is over."""
        if seconds > clock.time:
            print(f"{name_of(turn)}'s time is over.")
            self.game = self.game.resign(turn, on_time=True)
        return self.game.on_time

    def _announce(self, move: Move, turn: Color) -> None:
        agent, opinion = self._agents[turn], ""
        if isinstance(agent, SearchAgent) and (found := agent.analysis) is not None:
            opinion = f"  ({_score(found)} for {name_of(turn)}, {_depth(found)})"
        side = f"{name_of(turn)} ({self._names[turn]})"
        print(f"{len(self.game):>3}. {side} plays {move}{opinion}", flush=True)

    def _show_board(self) -> None:
        last = next((move for move in reversed(self.game.moves) if not move.is_pass), None)
        print(f"\n{draw(self.game.position, last)}")
        discs = [
            f"{name_of(color)} {self.game.position.discs(color)}{self._time_left(color)}"
            for color in Color
        ]
        print(f"{', '.join(discs)}\n", flush=True)
        self._stale = False

    def _time_left(self, color: Color) -> str:
        """What a clock shows, if there is one, for the line below the board."""
        clock = self._clocks[color]
        if clock is None:
            return ""
        minutes, seconds = divmod(int(clock.time), 60)
        return f" ({minutes}:{seconds:02})"

    def _obey(self, word: str) -> None:
        position = self.game.position
        match word:
            case "undo":
                self._undo()
            case "hint":
                self._hint()
            case "resign":
                self.game = self.game.resign(position.turn)
            case "board":
                self._stale = True
            case "moves":
                print(f"You can play {', '.join(map(str, position.legal_moves()))}.")
            case "help":
                print("Type a square such as d3 to play there, or")
                for name, meaning in COMMANDS.items():
                    print(f"  {name:<8}{meaning}")

    def _undo(self) -> None:
        """Goes back to where a person had the move, and the clocks with it."""
        game = self.game
        while len(game):
            try:
                game = game.undo()
            except ValueError:  # nothing but passes before
                break
            if game.position.turn in self._humans and not game.position.must_pass:
                self.game, self._stale = game, True
                self._clocks = self._clocks_before.get(len(game), self._clocks)
                return
        print("There is no move of yours to take back.")

    def _hint(self) -> None:
        self._hints = self._hints or Engine()
        limit = self._limit._replace(clock=None)
        limit = Limit(time=1.0) if limit == Limit() else limit
        found = self._hints.search(self.game.position, limit)
        print(f"Hint: {found.move} ({_score(found)} for you, {_depth(found)})")

    def _ending(self) -> str:
        outcome = self.game.result
        return "Game left." if outcome is None else f"Result: {outcome}"

    def _finish(self) -> None:
        if self._stale and (self._boards or self.game.result is not None):
            self._show_board()
        print(self._ending())
        print(f"Moves: {self.game.transcript() or 'none'}")
        if self.game.result is None and self.game.moves:
            start, board = self.game.start, compact(self.game.position)
            is_usual = start == Position.initial(start.size)
            where = f" {self.game.transcript()}" if is_usual else f"='{board}'"
            print(f"To go on, give the same command with --moves{where}")
        for color in Color:
            times = self._times[color]
            if color not in self._humans and sum(times) >= _NO_TIME:
                print(
                    f"{name_of(color)} ({self._names[color]}) took {sum(times):.2f} s,"
                    f" at most {max(times):.2f} s for a move"
                )
        for color, agent in self._agents.items():
            if isinstance(agent, ProcessAgent) and agent.faults:
                counts = count_faults([fault.kind for fault in agent.faults])
                print(f"{name_of(color)} ({self._names[color]}): {counts}")
                for fault in agent.faults[:_MOST_FAULTS]:
                    print(f"  move {fault.move}: {fault.message}")
                if len(agent.faults) > _MOST_FAULTS:
                    print(f"  and {len(agent.faults) - _MOST_FAULTS} more")


def _score(found: Analysis) -> str:
    unit = "" if found.unit == "discs" else f" {found.unit}"
    return f"{signed(found.score, found.exact)}{unit}"


def _depth(found: Analysis) -> str:
    return "exact" if found.exact else f"depth {found.depth}"
