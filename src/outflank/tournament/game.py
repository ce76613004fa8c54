"""Plays one game of a match: fresh agents, every decision measured, no fault fatal."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, chdir, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from ..agents import (
    Agent,
    AgentError,
    AgentLost,
    Command,
    ProcessAgent,
    agent_from_spec,
    ask,
    let_go,
    prepare,
)
from ..engine import Clock, Limit, StopEvent
from ..protocols import GtpAgent, NBoardAgent
from ..rules import Color, Game, IllegalMoveError, Move, Position
from ..rules.outcome import name_of
from .alarm import Overdue, alarm, alarm_handler
from .plan import Task, derived_seed
from .record import Fault, Ply, Record, Slip

_PARTING = 1.0
"""Seconds for an agent to let go of what it has, after the game."""
_SOON = 0.001
"""Seconds for a move when the clock shows none, and no grace is left."""
_VERDICT = 3.0
"""Seconds over its time for an agent that watches a program to say what went wrong with that."""


class _Forfeit(Exception):  # noqa: N818 (an event, no error)
    """A side has lost, whatever the board says."""

    def __init__(self, fault: Fault | None = None) -> None:
        super().__init__(fault)
        self.fault = fault


@dataclass
class _Player:
    agent: Agent
    name: str
    """With its colour."""
    time: float | None
    """Seconds for a move."""
    deadline: float | None
    """Seconds after which a move loses the game; None if nothing does, or the agent sees to it."""
    patience: float | None = None
    """Seconds after that until it is interrupted; None if it is not."""
    left: float | None = None
    """Seconds on its clock, less than none if it was late; None without a clock."""

    def limit(self, position: Position, limit: Limit) -> Limit:
        """For the next move."""
        if self.left is None or limit.clock is None:
            return limit._replace(clock=None)
        clock = Clock(max(self.left, 0.0), limit.clock.increment)
        return limit._replace(clock=clock).with_share(position)


def play(
    task: Task,
    stop: StopEvent | None = None,
    on_move: Callable[[Sequence[Move]], object] | None = None,
) -> Record:
    """Plays the game that a task describes; whatever an agent does, a record comes back.

    `on_move` is called with all moves so far, from the opening on. Raises KeyboardInterrupt on
    Ctrl-C, even one that an engine took for the end of its search, and when `stop` is set, which
    ends searches.
    """
    game = Game(Position.initial(task.size), task.moves)
    moves, position, plies = list(game.moves), game.position, list[Ply]()
    loser: Color | None = None
    fault: Fault | None = None
    players: dict[Color, _Player] = {}
    with alarm_handler() as can_ring, chdir("."):  # back to where we are, wherever agents go
        try:
            for color in Color:
                players[color] = _player(task, color)
                _let_stop(players[color].agent, stop)
            while not position.is_over:
                if on_move is not None:
                    on_move(moves)
                if position.must_pass:
                    move = position.legal_moves()[0]
                else:
                    so_far = partial(Game, game.start, tuple(moves))
                    move, ply = _decide(players[position.turn], position, task, so_far, can_ring)
                    plies.append(ply)
                    if stop is not None and stop.is_set():
                        raise KeyboardInterrupt
                moves.append(move)
                position = position.play(move)
        except _Forfeit as forfeit:
            fault = forfeit.fault
            loser = fault.side if fault else position.turn
        finally:
            for player in players.values():
                _let_go(player.agent, can_ring)
    black_time, white_time = (
        players[color].time if color in players else None for color in (Color.BLACK, Color.WHITE)
    )
    record = _record(task, moves, plies, position, loser, fault)
    slips = [slip for color, player in players.items() for slip in _slips(color, player.agent)]
    return record._replace(times=(black_time, white_time), slips=tuple(slips))


def _player(task: Task, color: Color) -> _Player:
    """An agent, made for this game, with a seed of its own."""
    index = int(color is Color.WHITE)
    name = f"{task.names[index]} ({name_of(color)})"
    try:
        agent = agent_from_spec(task.specs[index], seed=derived_seed(task.seed, index))
    except AgentError as error:
        raise _Forfeit(Fault(color, "error", f"{name} failed: {error}")) from error
    prepare(agent, task.size)
    bounds = _limit(agent, task)
    if bounds.clock is not None:
        player = _Player(agent, name, None, None, 0.0, left=bounds.clock.time)
    elif isinstance(agent, ProcessAgent):
        return _Player(agent, name, agent.time_for(task.limit), None)
    elif bounds.time is None:
        return _Player(agent, name, None, None)
    else:
        player = _Player(agent, name, bounds.time, bounds.time + task.grace, 0.0)
    if isinstance(agent, GtpAgent | NBoardAgent):
        agent.grace = task.grace
        player.patience = _VERDICT
    elif isinstance(agent, ProcessAgent):
        player.patience = None
    return player


def _let_stop(agent: Any, stop: StopEvent | None) -> None:
    """Lets the searches of an agent end early, if it has any."""
    if stop is not None and hasattr(agent, "stop"):
        agent.stop = stop


def _limit(agent: Agent, task: Task) -> Limit:
    """What an agent keeps to: the match's limit, or its own if it was given one.

    A clock runs for all but those that have time of their own.
    """
    own = getattr(agent, "own", None)
    if not isinstance(own, Limit) or own == Limit():
        return task.limit
    return own if own.time is not None else own._replace(clock=task.limit.clock)


def _decide(
    player: _Player,
    position: Position,
    task: Task,
    so_far: Callable[[], Game],
    can_ring: bool,
) -> tuple[Move, Ply]:
    """Asks for a move and measures it; raises _Forfeit for anything but a legal one in time."""
    side, agent = position.turn, player.agent
    limit = player.limit(position, task.limit)
    if player.left is not None:
        player.deadline = max(player.left + task.grace, _SOON)
    deadline = player.deadline
    ring: AbstractContextManager[None] = nullcontext()
    if can_ring and deadline is not None and player.patience is not None:
        ring = alarm(deadline + player.patience)
    earlier = _analysis(agent)
    process = os.getpid()
    began = perf_counter()
    try:
        with ring:
            move = ask(agent, position, limit, task.names[side is Color.WHITE], so_far)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        _end_child(process)
        raise _Forfeit(_fault(error, player, side, perf_counter() - began)) from error
    _end_child(process)
    taken = agent.seconds if isinstance(agent, ProcessAgent) else perf_counter() - began
    seconds = round(taken, 6)  # as it is kept
    found = _analysis(agent)
    if found is earlier:
        found = None
    elif getattr(found, "interrupted", False):
        raise KeyboardInterrupt
    if deadline is not None and seconds > deadline:
        raise _Forfeit(_fault(Overdue(), player, side, seconds))
    if player.left is not None and limit.clock is not None:
        player.left += limit.clock.increment - seconds
    ply = Ply(side, position.mobility, seconds, _count(found, "depth"), _count(found, "nodes"))
    return move, ply


def _fault(error: BaseException, player: _Player, side: Color, seconds: float) -> Fault | None:
    """What went wrong, in a sentence; None if the agent resigned."""
    match error:
        case Command(word="resign"):
            return None
        case Overdue() if player.left is not None:
            text = f"took {seconds:.2f} s for a move with {max(player.left, 0):.2f} s on its clock"
            return Fault(side, "over time", f"{player.name} {text}")
        case Overdue():
            text = f"took {seconds:.2f} s for a move, more than {player.deadline:g} s"
            return Fault(side, "over time", f"{player.name} {text}")
        case IllegalMoveError():
            return Fault(side, "illegal move", str(error))
        case AgentError(__cause__=AgentLost(kind=kind)):
            return Fault(side, kind, str(error))
        case AgentError():
            returned = str(error).removeprefix(player.name).startswith(" returned ")
            return Fault(side, "wrong type" if returned else "error", str(error))
    return Fault(side, "error", f"{player.name} failed: {type(error).__name__}: {error}")


def _let_go(agent: Agent, can_ring: bool) -> None:
    """Closes an agent; the game is over, so what it then does wrong changes nothing."""
    process = os.getpid()
    with suppress(AgentError, Overdue), alarm(_PARTING) if can_ring else nullcontext():
        let_go(agent)
    _end_child(process)


def _slips(side: Color, agent: Agent) -> list[Slip]:
    """The faults after which an agent played on; a traceback is told once."""
    if not isinstance(agent, ProcessAgent):
        return []
    slips, told = list[Slip](), set[str]()
    for fault in agent.faults:
        if fault is not agent.lost:
            trace = "" if fault.traceback in told else fault.traceback
            told.add(trace)
            slips.append(Slip(side, fault.kind, fault.move, fault.message, trace, fault.replaced))
    return slips


def _end_child(process: int) -> None:
    """Ends this process if an agent forked it off: a child has no part in the match."""
    if os.getpid() != process:
        os._exit(1)


def _analysis(agent: Agent) -> Any:
    """What the agent's last search found, if it tells."""
    try:
        return getattr(agent, "analysis", None)
    except Exception:  # an agent's own property: without it there is less to tell
        return None


def _count(found: Any, name: str) -> int | None:
    value = getattr(found, name, None)
    return value if isinstance(value, int) and 0 <= value < 2**63 else None


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
