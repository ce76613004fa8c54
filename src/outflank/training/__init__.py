"""Training: weights of features, and an order of moves, learned from games.

Needs `pip install 'outflank[training]'`.
"""

from .fitted import Fitted, Measure
from .plan import Plan, TuningError
from .report import report
from .tuning import Duel, Tuned, tune

__all__ = ["Duel", "Fitted", "Measure", "Plan", "Tuned", "TuningError", "report", "tune"]
