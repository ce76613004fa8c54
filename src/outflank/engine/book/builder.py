"""Growing a book: searches, one after the other or side by side, each in the file when it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event, local
from time import monotonic
from typing import NamedTuple

from ..._core import Move, Position
from ...rules import Game
from ..engine import Engine, Evaluation
from ..limit import Limit
from .editor import BookEditor
from .growth import Growth, together, unanswered, wanted
from .seats import position_of, seat_of
from .store import BookError


class BookSearch(NamedTuple):
    """How the positions of a book are searched."""

    limit: Limit = Limit(depth=16)
    exact: int = 20
    """Empty squares from which on they are solved."""
    evaluator: Evaluation | None = None
    """In discs; None: the engine's own."""
    table: float = 64
    """Megabytes that each search has to remember positions in."""


class _Found(NamedTuple):
    """The best of the moves that lead out of the book, None if there is none."""

    move: Move | None
    value: float
    depth: int
    exact: bool


OnProgress = Callable[[BookEditor], object]


def build(
    editor: BookEditor,
    growth: Growth,
    search: BookSearch,
    *,
    start: Position | None = None,
    jobs: int = 1,
    seconds: float | None = None,
    on_progress: OnProgress = lambda editor: None,
) -> bool:
    """Grows a book from a position, by default the start, until all that is wanted is in it.

    Searches so many positions at a time, `jobs`. After so many seconds it ends; so it does with
    Ctrl-C, which raises KeyboardInterrupt. Then, or after a crash, the same call goes on. Returns
    whether it is done. Raises BookError if positions cannot be valued in discs.
    """
    first = Position.initial(editor.size) if start is None else start
    if first.size != editor.size or first.is_over:
        raise BookError(f"{first!r}: expected a position of {editor.size}x{editor.size} with moves")
    root = seat_of(first).board

    def batch() -> list[bytes]:
        room = None if growth.positions is None else max(growth.positions - len(editor), 0)
        if found := unanswered(editor, root, growth.answers)[:room]:
            return found
        return editor.stale() or wanted(editor, root, growth)[: together(editor)][:room]

    return _Searches(editor, search, jobs, seconds, on_progress).run(batch)


def learn(
    editor: BookEditor,
    games: Iterable[Game],
    search: BookSearch,
    *,
    plies: int = 20,
    jobs: int = 1,
    seconds: float | None = None,
    on_progress: OnProgress = lambda editor: None,
) -> bool:
    """Puts the positions of games into a book, up to so many plies; see `build`.

    Raises BookError for a game on a board of another size.
    """
    missing: dict[bytes, None] = {}
    for game in games:
        size = game.start.size
        if size != editor.size:
            raise BookError(f"a game on {size}x{size}: the book is of {editor.size}x{editor.size}")
        for position in game.positions[: plies + 1]:
            if not position.is_over:
                missing[seat_of(position).board] = None

    def batch() -> list[bytes]:
        return [board for board in missing if board not in editor.rows] or editor.stale()

    return _Searches(editor, search, jobs, seconds, on_progress).run(batch)


class _Searches:
    """Searches what is wanted, and puts it into a book."""

    def __init__(
        self,
        editor: BookEditor,
        search: BookSearch,
        jobs: int,
        seconds: float | None,
        on_progress: OnProgress,
    ) -> None:
        if not (isinstance(jobs, int) and jobs > 0):
            raise ValueError(f"jobs {jobs!r}: expected a whole number above 0")
        self._editor, self._search, self._jobs = editor, search, jobs
        self._until = None if seconds is None else monotonic() + seconds
        self._on_progress = on_progress
        self._stop, self._own = Event(), local()

    def run(self, batch: Callable[[], Sequence[bytes]]) -> bool:
        """Searches batches until one is empty; returns False if time ended it."""
        with ThreadPoolExecutor(self._jobs) as pool:
            try:
                while boards := batch():
                    for position, found in self._all(pool, boards):
                        self._editor.add(
                            position, found.move, found.value, found.depth, exact=found.exact
                        )
                        self._on_progress(self._editor)
                        if self._until is not None and monotonic() > self._until:
                            return False
            finally:
                self._stop.set()
        return True

    def _all(
        self, pool: ThreadPoolExecutor, boards: Sequence[bytes]
    ) -> Iterator[tuple[Position, _Found]]:
        """Searches positions, each for its moves that lead out of the book when its turn comes."""
        positions = (position_of(board, self._editor.size) for board in boards)
        running: dict[Future[_Found], Position] = {}
        while True:
            while len(running) < self._jobs and (position := next(positions, None)) is not None:
                moves = self._editor.outside(position)
                if moves:
                    running[pool.submit(self._found, position, moves)] = position
                else:
                    yield position, _Found(None, 0.0, 0, False)
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()

    def _found(self, position: Position, moves: list[Move]) -> _Found:
        engine = self._engine()
        if position.empties <= self._search.exact:
            solved = engine.solve(position, moves=moves, stop=self._stop)
            return _Found(solved.move, float(solved.lower), position.empties, True)
        if engine.unit != "discs":
            raise BookError(f"the evaluation is in {engine.unit}: a book needs one in discs")
        engine.clear()  # so that the value does not depend on what was searched before
        found = engine.search(position, self._search.limit, moves=moves, stop=self._stop)
        return _Found(found.move, found.score, found.depth, found.exact)

    def _engine(self) -> Engine:
        """The engine of this thread."""
        if not hasattr(self._own, "engine"):
            self._own.engine = Engine(self._search.evaluator, table=self._search.table)
        engine: Engine = self._own.engine
        return engine
