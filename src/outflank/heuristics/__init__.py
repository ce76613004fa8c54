"""Named features of a position, weights for them by phase and size, and evaluators made of them."""

from .feature_table import FEATURES, Feature, features
from .linear import Contribution, Linear
from .phases import Phase, steps
from .squares import mirrored, positional
from .standard import standard
from .toml import from_toml, load_preset

__all__ = [
    "FEATURES",
    "Contribution",
    "Feature",
    "Linear",
    "Phase",
    "features",
    "from_toml",
    "load_preset",
    "mirrored",
    "positional",
    "standard",
    "steps",
]
