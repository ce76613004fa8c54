"""The pipeline that learns an evaluation from nothing: self-play, data, fit, report, export.

Needs `pip install 'outflank[training]'`.
"""

from .pipeline import Round, Trained, train
from .recipe import Recipe, TrainingError
from .report import report

__all__ = ["Recipe", "Round", "Trained", "TrainingError", "report", "train"]
