"""The engine: limits in, analysis out."""

from .analysis import Analysis
from .engine import Engine, Evaluation, StopEvent
from .limit import Limit
from .settings import UNORDERED, Ordering, Settings

__all__ = [
    "UNORDERED",
    "Analysis",
    "Engine",
    "Evaluation",
    "Limit",
    "Ordering",
    "Settings",
    "StopEvent",
]
