"""The engine as an agent."""

from __future__ import annotations

from random import SystemRandom
from typing import Annotated, Any, Literal, TypeVar

from .._core import Position
from ..engine import (
    Analysis,
    Engine,
    Evaluation,
    Level,
    Limit,
    Ordering,
    Settings,
    learned_ordering,
)
from .agent import accepts
from .failure import AgentError
from .files import load_learned, load_name, load_weights
from .opening import Opening
from .search import Depth, Nodes, SearchAgent, Table, Time

T = TypeVar("T", int, float)

_USUAL = Settings()
_UNHURRIED = Limit(time=20.0)
"""The usual limit of a level that has no depth."""


class EngineAgent(SearchAgent):
    """Plays from a book, searches as deep as its limit or level allows, and ends perfectly.

    At a level from 1 to 20 it looks so many plies ahead; time, nodes and clocks count besides,
    its own and those it is given. The weakest levels pick moves by lot, the same ones for the same
    seed.
    """

    def __init__(
        self,
        depth: Depth = None,
        nodes: Nodes = None,
        time: Time = None,
        table: Table = "auto",
        threads: Annotated[int, "threads that search side by side"] = 1,
        exact_from: Annotated[
            int | None,
            f"empty squares from which it plays perfectly; {_USUAL.exact_from} or by level",
        ] = None,
        selectivity: Annotated[
            int | None,
            "per cent of confidence in leaving moves out, if the evaluation is calibrated; "
            f"{_USUAL.selectivity} or by level",
        ] = None,
        evaluation: Annotated[
            Evaluation | str | None,
            "PATH.py:NAME of a Linear or a function; or weights: PATH.toml, PATH.weights",
        ] = None,
        ordering: Annotated[
            Literal["auto", "learned", "weights"],
            "which moves it tries first: as learned, by weights, or auto: learned if no evaluation",
        ] = "auto",
        level: Annotated[int | None, "how strong it plays, from 1 to 20"] = None,
        book: Annotated[
            str,
            "auto: the one that comes with this package, if nothing but time limits searches and"
            " there is no evaluation; none; or a file that is always used",
        ] = "auto",
        variety: Annotated[float, "discs that a move from the book may be worse than the best"] = 0,
        seed: Annotated[
            int | None, "a number that makes it vary, or a weak level err, the same way again"
        ] = None,
        ponder: Annotated[bool, "whether it thinks on the opponent's time"] = False,
    ) -> None:
        """An evaluation may also be given as it is; None is the engine's own."""
        self.level = None if level is None else Level.of(level)
        chosen = load_evaluation(evaluation) if isinstance(evaluation, str) else evaluation
        settings = _USUAL if self.level is None else self.level.settings()
        if exact_from is not None:
            settings = settings._replace(exact_from=exact_from)
            self.level = self.level and self.level._replace(exact_from=exact_from)
        if selectivity is not None:
            settings = settings._replace(selectivity=selectivity)
        if ordering != "auto":
            order = learned_ordering() if ordering == "learned" else Ordering()
            settings = settings._replace(ordering=order)
        engine = Engine(chosen, table=table, threads=threads, settings=settings)
        own = Limit(time=time, depth=depth, nodes=nodes)
        usual = Limit(time=1.0) if self.level is None else _UNHURRIED
        by_lot = self.level is not None and self.level.spread > 0
        if by_lot and engine.unit != "discs":
            raise AgentError(f"level {level} needs an evaluation in discs, not in {engine.unit}")
        self.seed = seed if by_lot else None
        """What decides by lot; None at a level that does not."""
        if by_lot and seed is None:
            self.seed = SystemRandom().randrange(2**32)
        super().__init__("engine", engine, own=own, usual=usual, ponder=ponder and not by_lot)
        is_off = book == "none" or (book == "auto" and evaluation is not None)
        self.opening = None if is_off else Opening(book, variety=variety, seed=seed)

    def limit_for(self, limit: Limit, position: Position) -> Limit:
        """What it keeps to in a position when it is given a limit."""
        own = self.own
        if self.level is None:
            return super().limit_for(limit, position)
        if own.time is not None:
            limit = limit.with_share(position)._replace(clock=None)
        usual = self.level.limit(position) if own.depth is None else Limit(depth=own.depth)
        bounds = limit._replace(
            time=_least(own.time, limit.time),
            depth=_least(usual.depth, limit.depth),
            nodes=_least(own.nodes, usual.nodes, limit.nodes),
        )
        return self.usual if bounds == Limit() else bounds

    def prepare(self, size: int) -> None:
        """Load the weights and the book for boards of that size, before its clock runs."""
        if self.opening is not None:
            self.opening.prepare(size)
        super().prepare(size)

    def think(self, position: Position, limit: Limit) -> Analysis:
        """The book's move if it has one; or a search, and the lot that decides at a weak level."""
        if self.opening is not None:
            known = self.opening.look_up(position, limit)
            if known is not None:
                return known
        if self.level is None or self.seed is None:
            return super().think(position, limit)
        self.engine.clear()  # what it remembers would change the values
        found = self.engine.search(
            position,
            limit,
            multipv=len(position.legal_moves()),
            stop=self.stop,
            progress=self.progress,
        )
        return found._replace(**self.level.pick(position, found.lines, self.seed)._asdict())


def _least(*bounds: T | None) -> T | None:
    """The bound that is met first, of those that there are."""
    return min((bound for bound in bounds if bound is not None), default=None)


def load_evaluation(text: str) -> Evaluation:
    """The evaluation that a text names; AgentError, in a sentence, if it names none."""
    if text.endswith(".toml"):
        return load_weights(text)
    if text.endswith(".weights"):
        return load_learned(text)
    path, _, name = (f"{text}:" if text.endswith(".py") else text).rpartition(":")
    if not path.endswith(".py"):
        raise AgentError(
            f"bad evaluation {text!r}: expected PATH.py:NAME, PATH.toml or PATH.weights"
        )
    thing: Any = load_name(path, name)
    if isinstance(thing, type) or not callable(thing) or not accepts(thing, 1):
        expected = "expected a Linear or a function of a position that returns a number"
        raise AgentError(f"{name} in {path} is no evaluation: {expected}")
    evaluation: Evaluation = thing
    return evaluation
