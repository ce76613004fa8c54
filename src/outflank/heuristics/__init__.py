"""Evaluators: named features with weights by phase and size, and patterns with learned weights."""

from .default import default
from .error_model import ErrorModel
from .feature_table import FEATURES, Feature, features, is_along_search, meaning
from .learned import Learned
from .linear import Contribution, Linear
from .phases import Phase, steps
from .squares import class_names, mirrored, positional
from .standard import standard
from .toml import from_toml, load_preset, to_toml

__all__ = [
    "FEATURES",
    "Contribution",
    "ErrorModel",
    "Feature",
    "Learned",
    "Linear",
    "Phase",
    "class_names",
    "default",
    "features",
    "from_toml",
    "is_along_search",
    "load_preset",
    "meaning",
    "mirrored",
    "positional",
    "standard",
    "steps",
    "to_toml",
]
