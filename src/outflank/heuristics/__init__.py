"""Named features of a position, and evaluators that weigh them."""

from .linear import FEATURES, Linear, features
from .standard import standard

__all__ = ["FEATURES", "Linear", "features", "standard"]
