"""The engine: limits in, analysis out."""

from ..heuristics import ErrorModel
from .analysis import Analysis, Line
from .classic import ClassicEngine, ClassicSettings
from .clock import Clock, Lateness, Pace
from .engine import MOST_THREADS, Engine, Evaluation, StopEvent
from .learned import LearnedOrdering, learned_ordering, parse_ordering
from .level import LEVELS, MOST_LEVEL, Level
from .limit import Limit
from .montecarlo import MonteCarlo, MonteCarloAnalysis, Playouts, Tally, playouts
from .ranking import rank
from .settings import SELECTIVITIES, UNORDERED, Ordering, Settings
from .solution import Bounds, Solution

__all__ = [
    "LEVELS",
    "MOST_LEVEL",
    "MOST_THREADS",
    "SELECTIVITIES",
    "UNORDERED",
    "Analysis",
    "Bounds",
    "ClassicEngine",
    "ClassicSettings",
    "Clock",
    "Engine",
    "ErrorModel",
    "Evaluation",
    "Lateness",
    "LearnedOrdering",
    "Level",
    "Limit",
    "Line",
    "MonteCarlo",
    "MonteCarloAnalysis",
    "Ordering",
    "Pace",
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
