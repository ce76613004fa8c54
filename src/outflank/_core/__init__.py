"""The native module: the best build that is installed and that this processor can run."""

import importlib
import importlib.util
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from . import cpu


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Holds Ctrl-C back: a native module that is interrupted while it is made aborts."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _load() -> str:
    for level in cpu.wanted_levels():
        name = f"{__name__}.{level}"
        if importlib.util.find_spec(name) is None:
            continue
        with _without_interrupts():
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
