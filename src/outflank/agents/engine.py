"""The engine as an agent."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from .._core import Move, Position
from ..engine import Engine, Evaluation, Limit, Ordering, Settings, learned_ordering
from .agent import accepts
from .failure import AgentError
from .files import load_learned, load_name, load_weights
from .opening import Opening
from .search import Depth, Nodes, SearchAgent, Table, Time


class EngineAgent(SearchAgent):
    """Searches as deep as its limit allows; plays openings from a book, the ending perfectly."""

    def __init__(
        self,
        depth: Depth = None,
        nodes: Nodes = None,
        time: Time = None,
        table: Table = "auto",
        threads: Annotated[int, "threads that search side by side"] = 1,
        exact_from: Annotated[
            int, "empty squares from which it plays perfectly"
        ] = Settings().exact_from,
        selectivity: Annotated[
            int, "per cent of confidence in leaving moves out, if the evaluation is calibrated"
        ] = Settings().selectivity,
        evaluation: Annotated[
            Evaluation | str | None,
            "PATH.py:NAME of a Linear or a function; or weights: PATH.toml, PATH.weights",
        ] = None,
        ordering: Annotated[
            Literal["auto", "learned", "weights"],
            "which moves it tries first: as learned, by weights, or auto: learned if no evaluation",
        ] = "auto",
        book: Annotated[
            str,
            "auto: the one that comes with this package, if nothing but time limits searches and"
            " there is no evaluation; none; or a file that is always used",
        ] = "auto",
        variety: Annotated[float, "discs that a move from the book may be worse than the best"] = 0,
        seed: Annotated[int | None, "a number that makes it vary the same way again"] = None,
    ) -> None:
        """An evaluation may also be given as it is; None is the engine's own."""
        chosen = load_evaluation(evaluation) if isinstance(evaluation, str) else evaluation
        settings = Settings(exact_from=exact_from, selectivity=selectivity)
        if ordering != "auto":
            order = learned_ordering() if ordering == "learned" else Ordering()
            settings = settings._replace(ordering=order)
        engine = Engine(chosen, table=table, threads=threads, settings=settings)
        super().__init__("engine", engine, own=Limit(time=time, depth=depth, nodes=nodes))
        is_off = book == "none" or (book == "auto" and evaluation is not None)
        self.opening = None if is_off else Opening(book, variety=variety, seed=seed)

    def choose(self, position: Position, limit: Limit) -> Move:
        """The move of the book if there is one, or the best move found."""
        if self.opening is not None and not position.must_pass:
            found = self.opening.look_up(position, self.limit_for(limit))
            if found is not None:
                self.analysis = found
                return found.move
        return super().choose(position, limit)


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
