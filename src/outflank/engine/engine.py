"""The engine that people call: checks what it is given, and lets the native search do the work."""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from operator import index
from typing import Any, Literal, Protocol, TypeVar

from .. import _core
from .._core import Move, Position
from ..heuristics import ErrorModel, Learned, Linear, default, is_along_search
from ..heuristics.default import adviser
from ..rules.checks import check_position
from .analysis import Analysis, Line
from .capacity import expected_megabytes
from .clock import Lateness
from .learned import LearnedOrdering
from .limit import Limit
from .settings import SELECTIVITIES, Ordering, Settings, native_settings
from .solution import Bounds, Solution
from .timed import search_by_clock


class StopEvent(Protocol):
    """Anything that can tell that a search should end, such as threading.Event."""

    def is_set(self) -> bool:
        """Whether to stop."""
        ...


Evaluation = Linear | Learned | Callable[[Position], float]
"""An evaluator: weighted features, learned patterns, or any function of a position for the side to
move.

A function may carry an attribute ``unit = "discs"``; otherwise its values are "points". One in
discs with an attribute `errors`, an `ErrorModel` by board size, is searched selectively. What has
a method `for_size`, as a `Linear` does, runs natively.
"""

T = TypeVar("T")

MOST_THREADS = 256
"""How many threads an engine takes."""

_SCOUTING = Settings()
"""Of the search that shows an exact one the way, whatever the engine's own are."""

_MANY = 1000
"""More plies than any game has."""

_last_interrupt = float("-inf")


class Engine:
    """Searches positions of any size, remembering what it found in a table of `table` megabytes.

    "auto" gives it the size that a search of the board to the limit needs, from 16 KB to 128 MB; it
    grows, and then forgets, when a search needs more. A full table drops, of four positions, the
    one searched least deeply.

    `threads` search side by side, with the same values unless moves are left out; a limit on nodes
    is kept by one thread alone, so that it repeats, and so is a function's search.

    `evaluator` values positions for the side to move: a `Linear`, a `Learned`, any function, or
    None for what comes with this package: learned, or on other board sizes weighted features.
    `settings` say how the search behaves; by default it solves positions with few empty squares
    instead of valuing them.

    An engine runs one search at a time: RuntimeError if a second thread asks for another, unless
    the first one was told to `stop`; then the second waits for its end. A thread cannot be
    cancelled, so a cancelled `asyncio.to_thread(engine.search, ...)` searches on to its limit: pass
    `stop` and set it when the wait ends. In the child of `os.fork` an engine that was searching in
    the parent is free, and has forgotten what it found.
    """

    counts_along_search = False
    """Whether its search counts the features that `is_along_search` names."""

    def __init__(
        self,
        evaluator: Evaluation | None = None,
        *,
        table: float | Literal["auto"] = "auto",
        threads: int = 1,
        settings: Settings = Settings(),
    ) -> None:
        if not isinstance(settings, Settings):
            raise TypeError(f"settings {settings!r}: expected Settings")
        if not (isinstance(settings.exact_from, int) and settings.exact_from >= 0):
            raise ValueError(f"exact_from {settings.exact_from!r}: expected 0 or more")
        if settings.selectivity not in SELECTIVITIES:
            levels = f"{', '.join(map(str, SELECTIVITIES[:-1]))} or {SELECTIVITIES[-1]} per cent"
            raise ValueError(f"selectivity {settings.selectivity!r}: expected {levels}")
        if not isinstance(settings.ordering, Ordering | LearnedOrdering | None):
            expected = "expected an Ordering, or a LearnedOrdering such as learned_ordering()"
            raise TypeError(f"ordering {settings.ordering!r}: {expected}")
        self.threads = threads
        self._grows = table == "auto"
        self._table = new_table(_core.Table, table)
        self._lateness = Lateness()
        self.evaluator = default() if evaluator is None else evaluator
        self.settings = settings

    @property
    def evaluator(self) -> Evaluation:
        """What values positions; a new one makes the engine forget what it found with the old."""
        return self._evaluation

    @evaluator.setter
    def evaluator(self, evaluator: Evaluation) -> None:
        if not callable(evaluator):
            raise TypeError(f"evaluator {evaluator!r}: expected a Linear, a Learned or a function")
        if isinstance(evaluator, Linear) and not self.counts_along_search:
            for name in filter(is_along_search, evaluator.names):
                raise ValueError(
                    f"{name} is counted along the search: expected other features, or one of the "
                    "presets such as six-factor, whose search counts it"
                )
        self.clear()
        self._evaluation = evaluator
        self._native: dict[int, _core.Evaluator] = {}

    @property
    def threads(self) -> int:
        """How many threads search together."""
        return self._threads

    @threads.setter
    def threads(self, threads: int) -> None:
        if not isinstance(threads, int):
            raise TypeError(f"threads {threads!r}: expected a whole number")
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"threads {threads}: expected 1 to {MOST_THREADS}")
        self._threads = threads

    @property
    def unit(self) -> str:
        """What the evaluator's values count: "discs" or "points"."""
        unit: str = getattr(self.evaluator, "unit", "points")
        return unit

    def search(
        self,
        position: Position,
        limit: Limit = Limit(time=1.0),
        *,
        multipv: int = 1,
        moves: Iterable[Move | str] | None = None,
        stop: StopEvent | None = None,
        progress: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """The best move found within the limit, and what it is worth.

        The time does not count the loading of weights, which the first search on a board size does
        unless `prepare` did it before. So many of the best moves, `multipv`, get a value and a line
        of their own in `lines`. `moves` restricts the search to some of the legal moves. `stop`
        ends it from another thread, `progress` is called after every depth. With a clock it takes
        longer where the choice is unclear. Ctrl-C ends the search, not the program: the analysis so
        far is returned, marked `interrupted`; a second one within a second raises
        KeyboardInterrupt. Raises ValueError when the game is over, and whatever the evaluator or
        `progress` raise.
        """
        _check(position, limit, moves, stop, progress)
        chosen = None if moves is None else list(moves)
        if not (isinstance(multipv, int) and multipv > 0):
            raise ValueError(f"multipv {multipv!r}: expected a whole number above 0")
        self.prepare(position.size)
        began = time.perf_counter()
        if limit.clock is not None and not position.is_over:
            return search_by_clock(
                self,
                limit.clock,
                position,
                limit._replace(clock=None),
                self._lateness,
                multipv=multipv,
                moves=position.legal_moves() if chosen is None else chosen,
                stop=stop,
                progress=progress,
            )

        def analysis(fields: dict[str, Any]) -> Analysis:
            lines = tuple(Line(**line) for line in fields.pop("lines"))
            unit = "discs" if lines[0].proven else self.unit
            del fields["stopped"]
            return Analysis(
                **lines[0]._asdict(), turn=position.turn, unit=unit, lines=lines, **fields
            )

        found = analysis(
            self._search(
                position,
                limit,
                began,
                min(multipv, _MANY),
                moves=chosen,
                stop=stop,
                progress=None if progress is None else lambda fields: progress(analysis(fields)),
            )
        )
        if found.interrupted:
            note_interrupt()
        return found

    def solve(
        self,
        position: Position,
        *,
        mode: Literal["exact", "wld"] = "exact",
        window: tuple[int, int] | None = None,
        every: bool = False,
        limit: Limit = Limit(),
        moves: Iterable[Move | str] | None = None,
        stop: StopEvent | None = None,
        progress: Callable[[Solution], object] | None = None,
    ) -> Solution:
        """The margin with best play to the end of the game, proved.

        With `mode` "wld" only whether the side to move wins, draws or loses. With a `window` the
        margin if it lies between the two, or else that it is at most the first or at least the
        second. With `every` the same of every move. `moves` restricts it to some of the legal
        moves. Until a `limit` of time or nodes, `stop` or Ctrl-C ends it, which leaves what is
        proved so far (but a second Ctrl-C within a second raises KeyboardInterrupt); `progress` is
        called when that changes. Time counts as in `search`. Raises ValueError when the game is
        over.
        """
        _check(position, limit, moves, stop, progress)
        alpha, beta = _window(position, mode, window)
        if not isinstance(every, bool):
            raise TypeError(f"every {every!r}: expected True or False")
        if limit.depth is not None or limit.clock is not None:
            raise ValueError(f"limit {limit!r}: expected seconds or nodes, not plies or a clock")
        scout, size = default(), position.size
        settings = native_settings(_SCOUTING, True, True, scout.errors.get(size), 1)
        evaluator, ordering_evaluator = scout.for_size(size), adviser(size)
        began = time.perf_counter()  # all that is loaded from files is there
        self._grow(position, limit, Settings(exact_from=position.empties))

        def solution(fields: dict[str, Any], interrupted: bool = False) -> Solution:
            proved = {move: Bounds(lower, upper) for move, lower, upper in fields["moves"]}
            best = next(iter(proved))
            return Solution(
                move=best,
                lower=fields["lower"],
                upper=fields["upper"],
                moves=proved,
                pv=fields["pv"] or (best,),
                nodes=fields["nodes"],
                time=fields["time"],
                interrupted=interrupted,
                turn=position.turn,
            )

        bounds = native_limits(limit, began)
        fields = _core.solve(
            position,
            evaluator,
            ordering_evaluator,
            self._table,
            settings=settings,
            threads=self.threads,
            alpha=alpha,
            beta=beta,
            every=every,
            nodes=bounds["nodes"],
            time=bounds["time"],
            moves=None if moves is None else list(moves),
            stop=stop,
            progress=None if progress is None else lambda fields: progress(solution(fields)),
        )
        found = solution(fields, fields["interrupted"])
        if found.interrupted:
            note_interrupt()
        return found

    def evaluate(self, position: Position) -> float:
        """The evaluator's value of a position for the side to move, without any search."""
        check_position(position)
        return self._evaluator(position.size).evaluate(position)

    def __repr__(self) -> str:
        return f"<Engine with {self.evaluator!r}>"

    def prepare(self, size: int) -> None:
        """Load what searches on boards of that size need, such as weights: a fraction of a second.

        The first search does it otherwise, before its time begins; so call this before a clock of
        somebody else's runs. Once loaded, weights that come with this package serve all engines.
        Raises ValueError if the evaluator cannot judge such boards.
        """
        self._evaluator(size)
        self._native_settings(size, 1)
        adviser(size)

    def clear(self) -> None:
        """Forgets what earlier searches found."""
        self._table.clear()

    def _search(
        self, position: Position, limit: Limit, began: float, lines: int, **callbacks: Any
    ) -> dict[str, Any]:
        """The native search's fields of the analysis; `lines` of the best moves."""
        self._grow(position, limit, self.settings)
        return _core.search(
            position,
            self._evaluator(position.size),
            adviser(position.size),
            self._table,
            threads=self.threads,
            settings=self._native_settings(position.size, lines),
            **native_limits(limit, began),
            **callbacks,
        )

    def _grow(self, position: Position, limit: Limit, settings: Settings) -> None:
        """Makes an "auto" table as large as the search needs, if there is memory for it."""
        if self._grows:
            with suppress(MemoryError):
                self._table.grow(expected_megabytes(position, limit, settings))

    def _evaluator(self, size: int) -> _core.Evaluator:
        if size not in self._native:
            for_size = getattr(self.evaluator, "for_size", None)
            native = (
                _core.function_evaluator(size, self.evaluator)
                if for_size is None
                else for_size(size)
            )
            self._native[size] = native
        return self._native[size]

    def _native_settings(self, size: int, lines: int) -> _core.Settings:
        return native_settings(
            self.settings,
            self._evaluation is default(),
            self.unit == "discs",
            self._errors(size),
            lines,
        )

    def _errors(self, size: int) -> ErrorModel | None:
        """How the evaluator's values err, if it knows."""
        errors: Mapping[int, ErrorModel] = getattr(self.evaluator, "errors", {})
        return errors.get(size)


def _check(
    position: object, limit: object, moves: object, stop: object | None, progress: object | None
) -> None:
    if not isinstance(position, Position):
        raise TypeError(f"position {position!r}: expected a Position")
    if isinstance(moves, str | Move) or not isinstance(moves, Iterable | None):
        raise TypeError(f"moves {moves!r}: expected a list of moves")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress {progress!r}: expected a function of what is found")
    if stop is not None and not hasattr(stop, "is_set"):
        raise TypeError(f"stop {stop!r}: expected an event with is_set()")
    if not isinstance(limit, Limit):
        raise TypeError(f"limit {limit!r}: expected a Limit, such as Limit(time=1)")


def new_table(kind: Callable[[float], T], table: float | Literal["auto"]) -> T:
    """A table of `table` megabytes for an engine; a small one for "auto", to be grown."""
    if table != "auto" and not isinstance(table, int | float):
        raise TypeError(f'table {table!r}: expected megabytes or "auto"')
    try:
        return kind(2**-6 if table == "auto" else table)
    except MemoryError:
        raise MemoryError(
            f"table {table!r}: there is not enough memory for so many megabytes"
        ) from None


def native_limits(limit: Limit, began: float) -> dict[str, Any]:
    """A limit as native searches take it: what is left of it, as making a table takes time too."""
    left = None if limit.time is None else limit.time - (time.perf_counter() - began)
    return {
        "depth": None if limit.depth is None else min(limit.depth, _MANY),
        "nodes": None if limit.nodes is None else min(limit.nodes, _MANY**5),
        "time": None if left is None else max(left, 1e-9),
    }


def _window(position: Position, mode: str, window: tuple[int, int] | None) -> tuple[int, int]:
    """What margins to tell apart."""
    if mode not in ("exact", "wld"):
        raise ValueError(f'mode {mode!r}: expected "exact" or "wld"')
    area = position.size**2
    if window is None:
        return (-area, area) if mode == "exact" else (-1, 1)
    if mode == "wld":
        raise ValueError(f"window {window!r}: expected none with wld, which is the window (-1, 1)")
    try:
        alpha, beta = map(index, window)
    except (TypeError, ValueError):
        raise TypeError(f"window {window!r}: expected two whole numbers") from None
    if not -area <= alpha < beta <= area:
        raise ValueError(
            f"window {window!r}: expected the lower margin first, from {-area} to {area}"
        )
    return alpha, beta


def note_interrupt() -> None:
    """Raises KeyboardInterrupt if this is the second Ctrl-C within a second."""
    global _last_interrupt
    now = time.monotonic()
    before, _last_interrupt = _last_interrupt, now
    if now - before < 1:
        raise KeyboardInterrupt
