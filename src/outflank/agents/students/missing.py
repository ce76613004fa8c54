"""Lets a file be imported although modules that it names are not there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from ..failure import AgentError
from ..imports import absent

T = TypeVar("T")


def load_tolerantly(load: Callable[[], T]) -> T:
    """What `load` returns, called again with a stand-in for each module that it misses.

    A stand-in can be imported, which is often all that a file does with it; its use raises
    ModuleNotFoundError. AgentError if that happens on import already.
    """
    while True:
        try:
            return load()
        except AgentError as error:
            cause = error.__cause__
            if not isinstance(cause, ModuleNotFoundError) or not cause.name:
                raise
            if cause.name in sys.modules:
                raise AgentError(f"{error}: it {absent(cause.name)}") from cause
            _stand_in(cause.name)
            print(f"outflank: there is no module {cause.name!r}: to use it fails", file=sys.stderr)


def _stand_in(name: str) -> None:
    sys.modules[name] = module = _Missing(name)
    parent, _, last = name.rpartition(".")
    if parent in sys.modules:
        setattr(sys.modules[parent], last, module)


class _Missing(ModuleType):
    """A module that is not there."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Absent(self.__name__)


class _Absent:
    """Something out of a module that is not there."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self()

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        raise ModuleNotFoundError(f"No module named {self._module!r}", name=self._module)
