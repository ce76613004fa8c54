"""Says what went wrong in somebody's code, and where."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from traceback import walk_tb

_PACKAGE = Path(__file__).parents[1]
_LIBRARIES = [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib")]


def failure(error: BaseException) -> str:
    """What was raised and where, in one line: `KeyError: 'a1' (mine.py, line 2)`."""
    said = " ".join(str(error).split())
    kind = type(error).__name__
    return f"{kind}: {said}{place(error)}" if said else f"{kind}{place(error)}"


def place(error: BaseException) -> str:
    """Where an error left the code of an agent, as ` (mine.py, line 2)`.

    That is the innermost line outside this package and, if there is one, outside all libraries;
    empty if no such line had a part in it.
    """
    lines = [(Path(frame.f_code.co_filename), line) for frame, line in walk_tb(error.__traceback__)]
    foreign = [
        (path, line)
        for path, line in lines
        if path.suffix == ".py" and not path.is_relative_to(_PACKAGE)
    ]
    own = [(path, line) for path, line in foreign if not _is_library(path)]
    for path, line in reversed(own or foreign):
        return f" ({path.name}, line {line})"
    return ""


def _is_library(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in _LIBRARIES)
