"""The engine as an agent."""

from __future__ import annotations

from ..engine import Engine, Limit, Settings
from .search import SearchAgent


class EngineAgent(SearchAgent):
    """Searches as deep as its limit allows; plays the ending perfectly."""

    def __init__(
        self,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        table: float = 16,
        exact_from: int = Settings().exact_from,
    ) -> None:
        """Plies, nodes, seconds; megabytes of table; empty squares from which play is perfect."""
        engine = Engine(table=table, settings=Settings(exact_from=exact_from))
        super().__init__("engine", engine, own=Limit(time=time, depth=depth, nodes=nodes))
