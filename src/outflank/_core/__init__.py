"""The native module: the best build that is installed and that this processor can run."""

import importlib
import importlib.util

from . import cpu
from .interrupts import interrupts_held


def _load() -> str:
    for level in cpu.wanted_levels():
        name = f"{__name__}.{level}"
        if importlib.util.find_spec(name) is None:
            continue
        # A native module that is interrupted while it is made aborts.
        with interrupts_held():
            module = importlib.import_module(name)
        for key, value in vars(module).items():
            if not key.startswith("_"):
                globals()[key] = value
                if isinstance(value, type):
                    value.__module__ = "outflank"
        return level
    wanted = " or ".join(cpu.wanted_levels())
    raise ImportError(f"the native module ({wanted}) is not built: run `make` or `pip install .`")


LEVEL = _load()
"""The processor level in use."""
