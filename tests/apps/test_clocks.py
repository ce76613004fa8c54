"""Every program that keeps a clock has agents load what they need before it runs."""

import asyncio
from threading import Event
from typing import Any

import pytest

from outflank import Clock, Color, Game, Limit, Position
from outflank.agents.students import boards
from outflank.apps.cli import session as terminal
from outflank.apps.tui import session as board
from outflank.apps.web import play as web
from outflank.formats import Study
from outflank.protocols.gtp_server import serve_gtp
from outflank.protocols.nboard_server import serve_nboard
from outflank.protocols.nboard_text import game_text
from outflank.tournament import Plan, play

CLOCK = Limit(clock=Clock(60))


class Slow:
    """An agent that loads something for each board size, by name; the first legal move."""

    name = "slow"

    def __init__(self) -> None:
        self.calls: list[str] = []

    def prepare(self, size: int) -> None:
        self.calls.append(f"prepare {size}")

    def choose(self, position: Position, limit: Limit) -> Any:
        self.calls.append(f"choose {position.size}")
        return position.legal_moves()[0]


def in_terminal(slow: Slow, size: int, _: pytest.MonkeyPatch) -> None:
    agents = {Color.BLACK: slow, Color.WHITE: slow}
    names = {Color.BLACK: "one", Color.WHITE: "two"}
    terminal.Session(Game(Position.initial(size)), agents, names, CLOCK).run()


def on_screen(slow: Slow, size: int, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(board, "agent_from_spec", lambda spec, seed: slow)
    players = {Color.BLACK: "slow", Color.WHITE: "slow"}
    session = board.Session(Study(Game(Position.initial(size))), players, CLOCK)
    asyncio.run(session.choice())


def on_page(slow: Slow, size: int, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(web, "agent_of", lambda spec, seed: slow)
    request: Any = web.PlayRequest.model_validate(
        {"line": {"size": size, "moves": ""}, "agent": "slow", "clock": {"time": 60}}
    )
    job: Any = Event()
    web._move(request, job, print)


def by_gtp(slow: Slow, size: int, _: pytest.MonkeyPatch) -> None:
    lines = [f"boardsize {size}", "clear_board", "genmove b", "quit"]
    serve_gtp(slow, iter(lines), lambda line: None, "slow", CLOCK)


def by_nboard(slow: Slow, size: int, _: pytest.MonkeyPatch) -> None:
    lines = [f"set game {game_text(Position.initial(size))}", "go"]
    serve_nboard(slow, iter(lines), lambda line: None, "slow")


def in_course(slow: Slow, size: int, patch: pytest.MonkeyPatch, seconds: float = 2.0) -> None:
    patch.setattr(boards, "agent_from_spec", lambda spec: slow)
    start = Position.initial(size)
    rows: list[list[int]] = [[0] * size for _ in range(size)]
    for number, color in enumerate(Color, 1):
        for square in start.squares(color):
            rows[square.row][square.column] = number
    boards.BoardAgent("slow", seconds).step(rows, 1)


def in_match(slow: Slow, size: int, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("outflank.tournament.game.agent_from_spec", lambda spec, seed: slow)
    plan = Plan(("first", "greedy"), games=2, sizes=(size,), limit=CLOCK, openings="random:2")
    play(next(plan.tasks(plan.books())))


@pytest.mark.parametrize("size", [6, 8])
@pytest.mark.parametrize(
    "program", [in_terminal, on_screen, on_page, by_gtp, by_nboard, in_course, in_match]
)
def test_an_agent_is_prepared_before_it_is_asked(
    program: Any, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    program(slow, size, monkeypatch)
    asked = slow.calls.index(f"choose {size}")
    assert f"prepare {size}" in slow.calls[:asked]


@pytest.mark.parametrize(("seconds", "left"), [(2.0, 0.5), (1.0, 0.1)])
def test_loading_counts_on_the_clock_of_the_course(
    seconds: float, left: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, limits = 0.0, []

    class Loading(Slow):
        def prepare(self, size: int) -> None:
            nonlocal now
            now += 1.5

        def choose(self, position: Position, limit: Limit) -> Any:
            limits.append(limit.time)
            return super().choose(position, limit)

    monkeypatch.setattr(boards, "perf_counter", lambda: now)
    in_course(Loading(), 6, monkeypatch, seconds)
    assert limits == pytest.approx([left])
