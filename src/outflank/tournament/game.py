"""Plays one game of a match: fresh agents, every decision measured, no fault fatal."""

from __future__ import annotations

from contextlib import nullcontext
from time import perf_counter
from typing import Any, NamedTuple

from ..agents import Agent, AgentError, Command, agent_from_spec, ask
from ..engine.engine import StopEvent
from ..rules import Color, Game, IllegalMoveError, Move, Position
from ..rules.outcome import name_of
from .alarm import Overdue, alarm, alarm_handler
from .plan import Task, derived_seed
from .record import Fault, Ply, Record


class _Forfeit(Exception):  # noqa: N818 (an event, no error)
    """A side has lost, whatever the board says."""

    def __init__(self, fault: Fault | None = None) -> None:
        super().__init__(fault)
        self.fault = fault


class _Player(NamedTuple):
    agent: Agent
    name: str
    """With its colour."""


def play(task: Task, stop: StopEvent | None = None) -> Record:
    """Plays the game that a task describes; whatever an agent does, a record comes back.

    Raises KeyboardInterrupt on Ctrl-C, even one that an engine took for the end of its search, and
    when `stop` is set after a move.
    """
    position = Position.initial(task.size)
    for move in task.moves:
        position = position.play(move)
    moves, plies = list(task.moves), list[Ply]()
    loser: Color | None = None
    fault: Fault | None = None
    with alarm_handler() as can_ring:
        try:
            players = _players(task, position.turn)
            while not position.is_over:
                if position.must_pass:
                    move = position.legal_moves()[0]
                else:
                    move = _decide(players[position.turn], position, task, plies, can_ring)
                    if stop is not None and stop.is_set():
                        raise KeyboardInterrupt
                moves.append(move)
                position = position.play(move)
        except _Forfeit as forfeit:
            fault = forfeit.fault
            loser = fault.side if fault else position.turn
    return _record(task, moves, plies, position, loser, fault)


def _players(task: Task, turn: Color) -> dict[Color, _Player]:
    """Both agents, made for this game, with seeds of their own."""
    players = {}
    for index, color in enumerate((Color.BLACK, Color.WHITE)):
        name = f"{task.names[index]} ({name_of(color)})"
        try:
            agent = agent_from_spec(task.specs[index], seed=derived_seed(task.seed, index))
        except AgentError as error:
            raise _Forfeit(Fault(color, "error", f"{name} failed: {error}")) from error
        players[color] = _Player(agent, name)
    return players


def _decide(
    player: _Player, position: Position, task: Task, plies: list[Ply], can_ring: bool
) -> Move:
    """Asks for a move and notes what it took; raises _Forfeit for anything but a legal move."""
    side, limit, name = position.turn, task.limit, player.name
    allowed = None if limit.time is None else limit.time + task.grace
    earlier = _analysis(player.agent)
    began = perf_counter()
    try:
        with nullcontext() if allowed is None or not can_ring else alarm(allowed):
            move = ask(player.agent, position, limit, task.names[side is Color.WHITE])
    except Overdue:
        seconds = perf_counter() - began
        raise _Forfeit(_overdue(side, name, seconds, limit.time)) from None
    except Command as command:
        quits = Fault(side, "error", f"{name} failed: it asked for {command.word!r}")
        raise _Forfeit(None if command.word == "resign" else quits) from command
    except IllegalMoveError as error:
        raise _Forfeit(Fault(side, "illegal move", str(error))) from error
    except AgentError as error:
        text = str(error)
        returned = text.removeprefix(name).startswith(" returned ")
        raise _Forfeit(Fault(side, "wrong type" if returned else "error", text)) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # such as SystemExit
        text = f"{name} failed: {type(error).__name__}: {error}"
        raise _Forfeit(Fault(side, "error", text)) from error
    seconds = perf_counter() - began
    found = _analysis(player.agent)
    if found is earlier:
        found = None
    elif getattr(found, "interrupted", False):
        raise KeyboardInterrupt
    if allowed is not None and seconds > allowed:
        raise _Forfeit(_overdue(side, name, seconds, limit.time))
    depth, nodes = _count(found, "depth"), _count(found, "nodes")
    plies.append(Ply(side, position.mobility, seconds, depth, nodes))
    return move


def _analysis(agent: Agent) -> Any:
    """What the agent's last search found, if it tells."""
    return getattr(agent, "analysis", None)


def _count(found: Any, name: str) -> int | None:
    value = getattr(found, name, None)
    return value if isinstance(value, int) else None


def _overdue(side: Color, name: str, seconds: float, limit: float | None) -> Fault:
    return Fault(side, "over time", f"{name} took {seconds:.2f} s for a move, not {limit:g} s")


def _record(
    task: Task,
    moves: list[Move],
    plies: list[Ply],
    position: Position,
    loser: Color | None,
    fault: Fault | None,
) -> Record:
    last = Game(position, resigned=loser)
    outcome = last.result
    assert outcome is not None
    placed = [move.name for move in moves if not move.is_pass]
    return Record(
        number=task.number,
        size=task.size,
        opening=task.opening,
        black=task.black,
        white=task.white,
        seed=task.seed,
        moves="".join(placed),
        opening_plies=sum(not move.is_pass for move in task.moves),
        score=outcome.score,
        resigned=loser,
        fault=fault,
        plies=tuple(plies),
    )
