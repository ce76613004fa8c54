"""Lets two agents play, and trusts neither."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from numbers import Real
from types import CoroutineType
from typing import Any

from .._core import Color, IllegalMoveError, Move, Position
from ..engine import Limit
from ..rules import Game
from ..rules.checks import wrong_type
from ..rules.outcome import name_of
from .agent import Agent, FunctionAgent, agent_name, as_agent
from .failure import AgentError, AgentLost, blamed, told
from .human import Command, Human


def play_game(
    black: Any,
    white: Any,
    start: Position | None = None,
    limit: Limit = Limit(),
    on_move: Callable[[Game], object] | None = None,
) -> Game:
    """Plays a game to its end, from the usual 8x8 start if none is given.

    `black` and `white` are whatever `as_agent` takes, such as agents or specs; the limit is for
    each move, an empty one lets each agent decide. Forced passes are played without asking. An
    agent that has a method `watch` sees the game so far before each of its moves; one that is made
    here and has a method `close` is closed in the end. `on_move` is called with the game after
    every move and every pass.
    Raises IllegalMoveError for a move against the rules, AgentError for an agent that raises or
    returns no move; KeyboardInterrupt and a `Command` other than "resign" pass through.
    """
    if not isinstance(limit, Limit):
        raise TypeError(f"limit {limit!r}: expected a Limit, such as Limit(time=1.0)")
    if not (on_move is None or callable(on_move)):
        raise wrong_type(on_move, "on_move", "a function of the game")
    with ExitStack() as stack:
        agents = {}
        for color, given in ((Color.BLACK, black), (Color.WHITE, white)):
            agents[color] = as_agent(given)
            if agents[color] is not given:
                stack.callback(let_go, agents[color])
        return _played(agents, Game(start), limit, on_move)


def _played(
    agents: dict[Color, Agent],
    game: Game,
    limit: Limit,
    on_move: Callable[[Game], object] | None,
) -> Game:
    while game.result is None:
        position = game.position
        if position.must_pass:
            move = position.legal_moves()[0]
        else:
            try:
                move = ask(agents[position.turn], position, limit, game=partial(_same, game))
            except Command as command:
                if command.word != "resign":
                    raise
                return game.resign()
        game = game.play(move)
        if on_move is not None:
            on_move(game)
    return game


def ask(
    agent: Agent,
    position: Position,
    limit: Limit,
    name: str = "",
    game: Callable[[], Game] | None = None,
) -> Move:
    """The agent's move in a position, checked; errors call the agent `name`.

    `game` gives the game so far, which is shown to an agent that has a method `watch`.
    Raises IllegalMoveError, or AgentError if the agent raises or returns something else; a
    `Command` passes through, and so does what goes wrong with a `Human`'s terminal.
    """
    who = f"{name or agent_name(agent)} ({name_of(position.turn)})"
    passes = (BaseException,) if isinstance(agent, Human) else (Command,)
    try:
        with blamed(f"{who} failed", passes=(*passes, AgentLost)):
            if game is not None and (watch := getattr(agent, "watch", None)) is not None:
                watch(game())
            answer: Any = agent.choose(position, limit)
    except AgentLost as lost:
        raise AgentError(f"{who} {lost}") from lost
    with blamed(f"{who} failed"):
        move = _move(answer, who, isinstance(agent, FunctionAgent))
    if not position.is_legal(move):
        names = ", ".join(str(legal) for legal in position.legal_moves()) or "nothing"
        raise IllegalMoveError(f"{who} played {move}, which is illegal: it can play {names}")
    return move


def let_go(agent: Agent) -> None:
    """Closes an agent that has a method `close`, such as one in a process; AgentError if it fails.

    After its last move; it need not play again.
    """
    with blamed(f"{agent_name(agent)} failed when it was closed"):
        close = getattr(agent, "close", None)
        if callable(close):
            close()


def _move(answer: Any, who: str, is_function: bool) -> Move:
    """The move that an agent has answered with; AgentError if it is none."""
    if isinstance(answer, Move):
        return answer
    if isinstance(answer, str):
        try:
            return Move(answer)
        except ValueError as error:
            raise AgentError(f"{who} returned {_short(answer)}, which is no move") from error
    if isinstance(answer, CoroutineType):
        answer.close()
        raise AgentError(f"{who} returned a coroutine instead of a move: it must not be async")
    hint = ""
    if is_function and isinstance(answer, Real):
        hint = ": an evaluation plays as engine:evaluation=PATH.py:NAME"
    raise AgentError(f"{who} returned {_short(answer)} instead of a move{hint}")


def _same(game: Game) -> Game:
    return game


def _short(answer: object) -> str:
    text = told(answer, repr)
    return text if len(text) <= 40 else f"{text[:37]}..."
