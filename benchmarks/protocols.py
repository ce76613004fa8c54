"""How long a question to an agent takes besides its thinking, over GTP: there and back again.

Run by `make bench`. Ours asks ours through pipes, with an agent that does not think. Figures move
with the machine's load.
"""

import shlex
import sys
from collections.abc import Callable
from statistics import median, quantiles
from time import perf_counter

from outflank import Limit, Position
from outflank.agents import First
from outflank.protocols import GtpAgent
from outflank.protocols.gtp_program import GtpProgram
from outflank.rules import Game

SERVER = f"{shlex.quote(sys.executable)} -m outflank gtp --agent first"
QUESTIONS = 2000
SIZES = (8, 16)


def timed(question: Callable[[], object]) -> float:
    """Milliseconds that a question takes."""
    start = perf_counter()
    question()
    return (perf_counter() - start) * 1000


def show(what: str, times: list[float]) -> None:
    """Prints a line of the table."""
    print(f"{what:<24} {median(times):9.3f} {quantiles(times, n=100)[98]:9.3f} {max(times):9.3f}")


def commands() -> list[float]:
    """The times of commands that ask for nothing much."""
    program = GtpProgram(SERVER)
    try:
        return [timed(lambda: program.ask("name")) for _ in range(QUESTIONS)]
    finally:
        program.close()


def moves(size: int) -> list[float]:
    """The times of moves in whole games: the clock, the move before, and the move asked for."""
    agent, other, times = GtpAgent(SERVER), First(), list[float]()
    try:
        while len(times) < QUESTIONS // 2:
            game = Game(Position.initial(size))
            while game.result is None:
                position, player = game.position, (agent, other)[len(game) % 2]
                if player is agent and not position.must_pass:
                    agent.watch(game)
                    start = perf_counter()
                    move = agent.choose(position, Limit(time=1))
                    times.append((perf_counter() - start) * 1000)
                else:
                    move = position.legal_moves()[0]
                game = game.play(move)
        return times
    finally:
        agent.close()


def main() -> None:
    """Prints the table."""
    print("Milliseconds there and back       median      99 %      most")
    show("GTP, a command", commands())
    for size in SIZES:
        show(f"GTP, a move on {size}x{size}", moves(size))


if __name__ == "__main__":
    main()
