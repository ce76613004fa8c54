"""The engine: limits in, analysis out."""

from .analysis import Analysis
from .engine import Engine, Evaluation, StopEvent
from .limit import Limit

__all__ = ["Analysis", "Engine", "Evaluation", "Limit", "StopEvent"]
