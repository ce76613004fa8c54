"""The engine: limits in, analysis out."""

from ..heuristics import ErrorModel
from .analysis import Analysis, Line
from .engine import MOST_THREADS, Engine, Evaluation, StopEvent
from .learned import LearnedOrdering, learned_ordering, parse_ordering
from .limit import Limit
from .montecarlo import MonteCarlo, MonteCarloAnalysis, Playouts, Tally, playouts
from .ranking import rank
from .settings import SELECTIVITIES, UNORDERED, Ordering, Settings
from .solution import Bounds, Solution

__all__ = [
    "MOST_THREADS",
    "SELECTIVITIES",
    "UNORDERED",
    "Analysis",
    "Bounds",
    "Engine",
    "ErrorModel",
    "Evaluation",
    "LearnedOrdering",
    "Limit",
    "Line",
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
