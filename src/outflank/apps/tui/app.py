"""The app: one screen with a board, and windows above it."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from pathlib import Path

from textual.app import App

from ...agents import AgentError
from .game_screen import GameScreen
from .session import Session
from .table_screen import USUAL, Effort


class OutflankApp(App[None]):
    """The board in the terminal."""

    TITLE = "Outflank"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        session: Session,
        effort: Effort = USUAL,
        message: str = "",
        library: Path | None = None,
    ) -> None:
        """`message` is shown first; games are kept in a `library`, if there is one."""
        super().__init__()
        self.game = GameScreen(session, effort, message, library)

    def on_mount(self) -> None:
        """Shows the board."""
        with suppress(NotImplementedError, RuntimeError):  # Windows, or not the main thread
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
        self.push_screen(self.game)

    def close(self) -> None:
        """Lets the agents go, and waits until all games are kept."""
        self.game.keeper.close()
        with suppress(AgentError):
            self.game.session.close()
