"""The engine of the classroom agents: a plain alpha-beta search with rules of its own."""

from contextlib import suppress
from typing import Any, Literal, NamedTuple

from .. import _core
from .._core import Position
from ..heuristics import Linear
from .capacity import expected_megabytes
from .engine import Engine, native_limits, new_table
from .limit import Limit
from .settings import Settings


class ClassicSettings(NamedTuple):
    """How a classroom agent searches.

    The whole numbers are what each adds to a move's score; moves with a high score are searched
    first, and among equals board order decides.
    """

    corner: int = 0
    """For a corner."""
    edge: int = 0
    """For another edge square that is not beside an empty corner."""
    unheld: int = 0
    """Beside a corner that the player does not hold."""
    mobility: int = 0
    """For each legal move of the player more than the opponent's, after the move."""
    flip: int = 0
    """For each disc that the move flips."""
    late_flip: int = 0
    """The same, once two thirds of the squares are filled."""
    evaluation: int = 0
    """Times the evaluator's value of the position after the move."""
    table: bool = True
    """Remember positions (never done where values depend on the path to a position)."""
    keep_partial: bool = True
    """A better move found in an iteration that a limit cut short counts."""
    quick_win: bool = False
    """A finished game is worth 1000 less the discs on the board to the winner, the reverse to the
    loser, 0 when drawn; otherwise a proven margin, above and below every estimate."""
    pass_is_ply: bool = False
    """A pass uses up depth."""
    parallel_root: bool = False
    """Root moves are searched in parallel, each with the full window, unless nodes are limited; of
    equally good moves the first in board order is chosen."""


class ClassicEngine(Engine):
    """An `Engine` for weighted features that searches by `ClassicSettings`.

    It searches every depth in full, by alpha-beta, to the end of the game if there is time. Its
    table drops, of four positions, the one that was not used for longest. It alone counts features
    along the path of a search. `solve` is the engine's.
    """

    counts_along_search = True

    def __init__(
        self,
        evaluator: Linear,
        *,
        table: float | Literal["auto"] = "auto",
        settings: ClassicSettings,
    ) -> None:
        self._classic = _core.ClassicSettings()
        for name, value in settings._asdict().items():
            setattr(self._classic, name, value)
        self._classic_table = new_table(_core.ClassicTable, table)
        self._classic_grows = table == "auto"
        super().__init__(evaluator, settings=Settings(table=settings.table, exact_from=0))

    def clear(self) -> None:
        """Forgets what earlier searches found."""
        super().clear()
        self._classic_table.clear()

    def _search(
        self, position: Position, limit: Limit, began: float, lines: int, **callbacks: Any
    ) -> dict[str, Any]:
        if self._classic_grows:
            with suppress(MemoryError):
                self._classic_table.grow(expected_megabytes(position, limit, self.settings))
        return _core.classic_search(
            position,
            self._evaluator(position.size),
            self._classic_table,
            self._classic,
            lines=lines,
            **native_limits(limit, began),
            **callbacks,
        )
