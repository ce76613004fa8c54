"""The app: one screen with a board, and windows above it."""

from __future__ import annotations

from textual.app import App

from .game_screen import GameScreen
from .session import Session
from .table_screen import USUAL, Effort


class OutflankApp(App[None]):
    """The board in the terminal."""

    TITLE = "Outflank"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, session: Session, effort: Effort = USUAL, message: str = "") -> None:
        """`message` is shown first."""
        super().__init__()
        self.game = GameScreen(session, effort, message)

    def on_mount(self) -> None:
        """Shows the board."""
        self.push_screen(self.game)
