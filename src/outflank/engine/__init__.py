"""The engine: limits in, analysis out."""

from .analysis import Analysis
from .engine import Engine, Evaluation, StopEvent
from .limit import Limit
from .montecarlo import MonteCarlo, MonteCarloAnalysis, Playouts, Tally, playouts
from .settings import UNORDERED, Ordering, Settings

__all__ = [
    "UNORDERED",
    "Analysis",
    "Engine",
    "Evaluation",
    "Limit",
    "MonteCarlo",
    "MonteCarloAnalysis",
    "Ordering",
    "Playouts",
    "Settings",
    "StopEvent",
    "Tally",
    "playouts",
]
