"""Finds weights by one of the methods, and lets them play the weights that there were."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..heuristics import Linear
from ..tournament.statistics import Estimate, Pairs, Results, elo, score
from .fitted import Fitted
from .plan import Plan, TuningError

if TYPE_CHECKING:
    from .crew import Crew

_NEEDS = {"logistic": ("numpy", "scipy"), "td": ("numpy", "scipy"), "cma": ("numpy", "cma")}


class Duel(NamedTuple):
    """A match of the new weights against the agent as it was."""

    results: Results
    """Games as the new weights see them."""
    pairs: Pairs
    """The same, two games with one opening each."""

    @property
    def score(self) -> Estimate:
        """The share of the points."""
        return score(self.pairs)

    @property
    def elo(self) -> Estimate:
        """The difference in Elo."""
        return elo(self.pairs)


class Tuned(NamedTuple):
    """What came out of a tuning."""

    plan: Plan
    """What was to be done."""
    fitted: Fitted
    """The weights before and after, and what they are worth."""
    duels: Mapping[int, Duel]
    """Matches against the agent as it was, by board size."""
    text: str
    """The weights as TOML, with a comment on where they come from."""

    @property
    def linear(self) -> Linear:
        """The weights as an evaluator."""
        from ..heuristics import from_toml

        return from_toml(self.text)


def tune(
    plan: Plan,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    folder: Path | None = None,
    fresh: bool = False,
    on_progress: Callable[[str], object] | None = None,
    on_note: Callable[[str], object] | None = None,
) -> Tuned:
    """Finds weights, the same ones for the same plan.

    `jobs` processes play; with an executor of your own it is how many games that plays at a time.
    Games are kept in `folder`, and those found there are not played again, so that a tuning which
    was ended, by KeyboardInterrupt too, goes on. They must have been played by the same files of
    the same agents and the same version of this package; `fresh` drops them. `on_progress` hears
    how far it is, `on_note` in a sentence of lines in the folder that hold no game. Raises
    TuningError or AgentError, in one sentence.
    """
    plan.check()
    if jobs < 1:
        raise TuningError(f"jobs {jobs}: expected a whole number above 0")
    for name in _NEEDS.get(plan.method, ("numpy",)):
        if find_spec(name) is None:
            raise TuningError(
                f"tuning by {plan.method} needs {name}: pip install 'outflank[training]'"
            )
    from .crew import Crew
    from .model import text_of
    from .report import comment

    module = import_module(f".{plan.method}", __package__)
    fit: Callable[[Plan, Linear, Crew], Fitted] = getattr(module, plan.method)
    with Crew(
        plan.header(),
        folder,
        jobs=jobs,
        executor=executor,
        fresh=fresh,
        on_progress=on_progress,
        on_note=on_note,
    ) as crew:
        fitted = fit(plan, plan.start(), crew)
        bare = text_of(fitted.models)
        duels = {size: _duel(plan, crew, size, bare) for size in plan.sizes if plan.match}
    return Tuned(plan, fitted, duels, text_of(fitted.models, comment(plan, fitted, duels)))


def _duel(plan: Plan, crew: Crew, size: int, text: str) -> Duel:
    from .games import Side, pairs

    sides = Side(plan.agent, text), Side(plan.agent)
    tasks = pairs(size, plan.match, sides, plan.limit, plan.seed)
    played = crew.games(f"{size}x{size}, match of the weights after and before", tasks, plan.match)
    margins = [-game.score if i % 2 else game.score for i, game in enumerate(played)]
    points = [0.5 if m == 0 else float(m > 0) for m in margins]
    results = Results(points.count(1), points.count(0.5), points.count(0))
    return Duel(results, Pairs.from_points(map(sum, zip(points[::2], points[1::2], strict=True))))
