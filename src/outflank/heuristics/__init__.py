"""Named features of a position, weights for them by phase and size, and evaluators made of them."""

from .feature_table import FEATURES, Feature, features, meaning
from .linear import Contribution, Linear
from .phases import Phase, steps
from .squares import class_names, mirrored, positional
from .standard import standard
from .toml import from_toml, load_preset, to_toml

__all__ = [
    "FEATURES",
    "Contribution",
    "Feature",
    "Linear",
    "Phase",
    "class_names",
    "features",
    "from_toml",
    "load_preset",
    "meaning",
    "mirrored",
    "positional",
    "standard",
    "steps",
    "to_toml",
]
