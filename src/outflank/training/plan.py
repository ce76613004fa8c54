"""What a tuning is to do; the same plan gives the same weights."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

from .._core import COUNTS
from ..agents import AdaptiveAgent, SearchAgent, agent_from_spec
from ..engine import Limit
from ..heuristics import Linear, default, standard
from ..heuristics.feature_table import check_name, is_along_search
from ..heuristics.squares import class_names, is_class
from ..heuristics.toml import PROGRESS
from ..rules import Position
from ..tournament.fingerprints import Files, fingerprint

Method = Literal["logistic", "td", "cma", "grid"]
"""How weights are found."""
Label = Literal["result", "margin"]
"""What a position is to predict: the result of its game, or the final discs."""

_GAMES = {"logistic": 2000, "td": 2000, "cma": 20, "grid": 40}
_PHASES = {"logistic": "4", "td": "4", "cma": "1", "grid": "1"}
_MOST_PHASES = 100
_MOST = 1e20
"""The largest weight to start from, so that candidates stay below what a `Linear` takes."""
_OF_TABLES = ("squares", "class_values")
_LEFT_OUT = ("path_mobility", *_OF_TABLES, "potential_pairs")
"""Not among all features; potential_pairs is frontier_pairs with the opposite sign."""
_LEAST = {"games": 0, "exact": 0, "rounds": 1, "budget": 1, "match": 0, "seed": 0}
_ONLY_FOR: dict[str, tuple[Method, ...]] = {
    "label": ("logistic",),
    "rounds": ("logistic",),
    "budget": ("cma", "grid"),
    "against": ("cma", "grid"),
}
"""What means nothing to the other methods."""
_FORMAT = 2
"""The version of the journal."""


class TuningError(ValueError):
    """A tuning that cannot be done; the message is one sentence."""


class Plan(NamedTuple):
    """What to tune, and how."""

    agent: str
    """An agent that searches with a `Linear`, in text, as `agent_from_spec` reads it."""
    sizes: tuple[int, ...] = (8,)
    """Squares a side; logistic and td give each size weights of its own, the others one set."""
    method: Method = "logistic"
    """How weights are found."""
    features: tuple[str, ...] = ()
    """What gets a weight: the agent's own features if empty, names that replace them, or names that
    are added to them, each with a + in front; "all" stands for every difference."""
    squares: bool = False
    """Squares get a weight too, mirror images the same."""
    phases: str = ""
    """A number of phases with weights straight between, or the f in base + f(t) delta ("t", "t^2",
    "sqrt(t)"); by default 4, or 1 with cma and grid."""
    games: int = 0
    """Games of self-play a size (and round), or games for each candidate of cma and grid; 0 for
    the usual number."""
    limit: Limit = Limit(depth=3)
    """For each move of all games."""
    exact: int = 10
    """Empty squares from which self-play is perfect, so that results are right from there."""
    label: Label = "result"
    """What logistic predicts."""
    rounds: int = 1
    """How often logistic plays and fits; from the second time on it plays with what it found."""
    budget: int = 100
    """Candidates that cma and grid try."""
    against: str = ""
    """Whom the candidates of cma and grid play, in text; the agent as it is if empty."""
    match: int = 0
    """Games a size of the new weights against the agent as it is, at the end."""
    seed: int = 1
    """For everything random."""

    @property
    def number(self) -> int:
        """How many games there are: those asked for, or the usual number of the method."""
        return self.games or _GAMES[self.method]

    @property
    def basis(self) -> str:
        """The phases asked for, or the usual ones of the method."""
        return self.phases or _PHASES[self.method]

    @property
    def is_per_size(self) -> bool:
        """Whether each size gets weights of its own."""
        return self.method in ("logistic", "td")

    def check(self) -> None:
        """Raises TuningError for what cannot be done, AgentError for an agent that is none."""
        if self.method not in get_args(Method):
            raise TuningError(f"method {self.method!r}: expected {', '.join(get_args(Method))}")
        if self.label not in get_args(Label):
            raise TuningError(f"label {self.label!r}: expected {', '.join(get_args(Label))}")
        for name, methods in _ONLY_FOR.items():
            if self.method not in methods and getattr(self, name) != self._field_defaults[name]:
                raise TuningError(f"{name} is for {' and '.join(methods)}, not for {self.method}")
        for size in self.sizes:
            try:
                Position.initial(size)
            except ValueError as error:
                raise TuningError(str(error)) from error
        if not self.sizes or len(set(self.sizes)) < len(self.sizes):
            raise TuningError(
                f"sizes {', '.join(map(str, self.sizes))}: expected different board sizes"
            )
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise TuningError(f"{name} {getattr(self, name)}: expected {least} or more")
        if self.is_per_size and self.number < 10:
            raise TuningError(f"games {self.games}: {self.method} needs 10 or more")
        for name in ("match",) if self.is_per_size else ("match", "games"):
            if getattr(self, name) % 2:
                raise TuningError(
                    f"{name} {getattr(self, name)}: expected an even number, for every opening is "
                    "played twice"
                )
        numbers = map(str, range(1, _MOST_PHASES + 1))
        if self.basis not in PROGRESS and self.basis not in numbers:
            raise TuningError(
                f"phases {self.phases!r}: expected 1 to {_MOST_PHASES}, or one of "
                f"{', '.join(PROGRESS)}"
            )
        if self.limit.time is not None or self.limit == Limit():
            raise TuningError("a tuning needs a limit in plies or nodes, so that games repeat")
        if self.squares and not self.is_per_size and len(self.sizes) > 1:
            raise TuningError(f"{self.method} finds one set for all sizes: squares need one size")
        start = self.start()
        for size in self.sizes:
            self.names(start, size)
            for discs in range(size * size + 1):
                if any(abs(weight) > _MOST for weight in start.weights(size, discs).values()):
                    raise TuningError(
                        f"{self.agent} has weights above {_MOST:g}: scaled down it plays the same"
                    )
        if self.against:
            agent_from_spec(self.against, seed=self.seed)

    def start(self) -> Linear:
        """The weights that the agent has; TuningError if it has none."""
        agent = agent_from_spec(self.agent, seed=self.seed)
        evaluator = agent.engine.evaluator if isinstance(agent, SearchAgent) else None
        if evaluator is default():  # its features, where it is not learned
            evaluator = standard()
        if not isinstance(evaluator, Linear) or isinstance(agent, AdaptiveAgent):
            raise TuningError(
                f"{self.agent} has no weights to tune: expected an agent that searches with some"
            )
        if isinstance(agent, SearchAgent) and agent.own.time is not None:
            raise TuningError(f"{self.agent} has a limit on time: give it one in depth or nodes")
        return evaluator

    def names(self, start: Linear, size: int) -> tuple[str, ...]:
        """The features that get weights on boards of a size; TuningError for one that cannot."""
        own = start.names
        if self.features and all(name.startswith("+") for name in self.features):
            asked = (*own, *(name[1:] for name in self.features))
        else:
            asked = self.features or own
        if "all" in asked:
            every = (name for name in COUNTS if not name.startswith(_LEFT_OUT))
            asked = (*every, *(name for name in asked if name != "all"))
        has_squares = self.squares or "squares" in asked
        classes = class_names(size)
        for name in asked:
            try:
                check_name(name)
            except ValueError as error:
                raise TuningError(str(error)) from error
            if is_along_search(name):
                raise TuningError(f"{name} depends on the search and cannot be tuned: leave it out")
            if name != "squares" and name.startswith(_OF_TABLES):
                raise TuningError(f"{name} cannot be tuned: squares can, by their names")
        kept = [name for name in asked if name != "squares" and not is_class(name)]
        named = [name for name in asked if name in classes]
        found = tuple(dict.fromkeys([*kept, *(classes if has_squares else named)]))
        if not found:
            raise TuningError(
                f"nothing gets a weight on a {size}x{size} board: name other features"
            )
        return found

    def header(self) -> dict[str, Any]:
        """What the games of a tuning depend on beyond what they say themselves.

        The first difference is reported, so files come before the weights that are read from them.
        """
        start, sizes = self.start(), range(4, 17, 2)
        weights = [
            sorted(start.weights(size, discs).items())
            for size in sizes
            for discs in range(size * size + 1)
        ]
        values = start.squares
        squares = [values(size) for size in sizes] if callable(values) else values
        return {
            "tuning": _FORMAT,
            "agent": self.agent,
            "against": self.against,
            **Files(spec for spec in (self.agent, self.against) if spec).fields(),
            "weights": fingerprint(repr((weights, squares)).encode()),
        }
