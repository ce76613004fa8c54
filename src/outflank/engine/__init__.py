"""The engine: limits in, analysis out."""

from .analysis import Analysis
from .engine import MOST_THREADS, Engine, Evaluation, StopEvent
from .learned import LearnedOrdering, learned_ordering, parse_ordering
from .limit import Limit
from .montecarlo import MonteCarlo, MonteCarloAnalysis, Playouts, Tally, playouts
from .ranking import rank
from .settings import UNORDERED, Ordering, Settings
from .solution import Bounds, Solution

__all__ = [
    "MOST_THREADS",
    "UNORDERED",
    "Analysis",
    "Bounds",
    "Engine",
    "Evaluation",
    "LearnedOrdering",
    "Limit",
    "MonteCarlo",
    "MonteCarloAnalysis",
    "Ordering",
    "Playouts",
    "Settings",
    "Solution",
    "StopEvent",
    "Tally",
    "learned_ordering",
    "parse_ordering",
    "playouts",
    "rank",
]
