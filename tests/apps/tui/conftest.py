"""Drives the board in the terminal as a person does: keys, clicks, and what is on the screen."""

import asyncio

import pytest

from outflank import Color, Game, Limit, Move
from outflank.apps.tui.app import OutflankApp
from outflank.apps.tui.board import Board
from outflank.apps.tui.session import Session
from outflank.apps.tui.table_screen import Effort
from outflank.formats import Study

QUICK = Effort(Limit(depth=3), Limit(depth=3), Limit(depth=2), exact_from=8, beat=0.0)


class Driver:
    """The app with a person before it."""

    def __init__(self, app, pilot):
        self.app, self.pilot = app, pilot
        self.screen = app.game

    @property
    def session(self):
        return self.screen.session

    @property
    def study(self):
        return self.session.study

    @property
    def moves(self):
        """The moves up to the place that is looked at."""
        return self.study.game.transcript(passes="--")

    async def press(self, *keys):
        """Presses keys. A button that was pressed ignores Enter for 0.2 s, so that is awaited."""
        await self.until(lambda: not self.app.screen.query("Button.-active"))
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def click(self, square):
        board = self.app.screen.query_one(Board)
        await self.pilot.click(board, offset=board.place_of(Move(square)))
        await self.pilot.pause()

    async def play(self, *squares):
        for square in squares:
            await self.click(square)

    async def until(self, condition):
        """Waits until something is so. A failure tells what was on the screen."""
        try:
            async with asyncio.timeout(30):
                while not condition():
                    await self.pilot.pause(0.01)
        except TimeoutError:
            screen = self.app.screen
            shown = "\n".join(strip.text.rstrip() for strip in screen._compositor.render_strips())
            raise AssertionError(f"{screen}, focus on {screen.focused}:\n{shown}") from None

    def is_open(self, kind):
        """Whether a window of that kind is open and its fields have their first values."""
        return isinstance(self.app.screen, kind) and self.app.screen.is_mounted

    def text(self, selector):
        """What a part of the screen shows."""
        widget = self.app.screen.query_one(selector)
        strips = widget.render_lines(widget.outer_size.region)
        return "\n".join(strip.text.rstrip() for strip in strips).strip("\n")

    def words(self, selector):
        """The same in one line."""
        return " ".join(self.text(selector).split())

    @property
    def status(self):
        """What is said beside the board, in one line."""
        return self.words("#status")

    def cell(self, square):
        """What the line through the middle of a square shows there."""
        board = self.app.screen.query_one(Board)
        x, y = board.place_of(Move(square))
        segments = list(board.render_line(y).crop(x - 1, x + 2))
        return "".join(segment.text for segment in segments), segments


@pytest.fixture
def drive():
    """Runs a scenario: `drive(scenario, players=..., game=..., size=..., library=...)`."""

    def drive(
        scenario,
        *,
        players=("human", "human"),
        game=None,
        limit=None,
        size=(100, 34),
        effort=QUICK,
        library=None,
    ):
        async def run():
            study = game if isinstance(game, Study) else Study(game)
            specs = dict(zip(Color, players, strict=True))
            session = Session(study, specs, limit or Limit(), seed=1)
            app = OutflankApp(session, effort, library=library)
            async with app.run_test(size=size) as pilot:
                driver = Driver(app, pilot)
                await pilot.pause()
                await scenario(driver)
            app.close()

        asyncio.run(run())

    return drive


@pytest.fixture(scope="session")
def must_pass():
    """A game after which White must pass; Black can then play on g4, among others."""
    return Game.parse(
        "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3"
    )
