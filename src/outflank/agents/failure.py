"""Says what went wrong in somebody's code, and where, in one line."""

from __future__ import annotations

import re
import sysconfig
from collections.abc import Callable
from pathlib import Path
from traceback import walk_tb
from types import TracebackType

_PACKAGE = Path(__file__).parents[1]
_LIBRARIES = [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib")]
_PACKAGE_FOLDERS = frozenset({"site-packages", "dist-packages"})
_ESCAPE_CODE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


class AgentError(Exception):
    """An agent that cannot be made from its text, or that failed when asked for a move."""


class AgentLost(AgentError):  # noqa: N818 (an event)
    """The game is lost by a fault of the agent; the text continues its name."""

    def __init__(self, text: str, kind: str) -> None:
        """`kind` is what such faults are counted as, such as "crash"."""
        super().__init__(text)
        self.kind = kind


def failure(error: BaseException) -> str:
    """What was raised and where, in one line: `KeyError: 'a1' (mine.py, line 2)`."""
    said = told(error)
    kind = type(error).__name__
    return f"{kind}: {said}{place(error)}" if said else f"{kind}{place(error)}"


class blamed:  # noqa: N801 (used like a function)
    """Makes one AgentError of whatever somebody's code raises inside, even to end the program.

    Its sentence is `who`, a colon, and what `said` makes of the error. What is in `passes` comes
    out as it is, and so does what stops an agent from outside.
    """

    # No generator: Ctrl-C between this and the block would drop it, which raises GeneratorExit.
    def __init__(
        self,
        who: str,
        said: Callable[[BaseException], str] = failure,
        passes: tuple[type[BaseException], ...] = (AgentError,),
    ) -> None:
        self._who, self._said, self._passes = who, said, passes

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None and not isinstance(error, self._passes) and not _stops(error):
            raise AgentError(f"{self._who}: {self._said(error)}") from error


def told(value: object, how: Callable[[object], str] = str) -> str:
    """A value as one line of text; the name of its class if its own code for that fails."""
    try:
        return one_line(how(value))
    except BaseException as error:
        if _stops(error):
            raise
        return f"<{type(value).__name__}>"


def one_line(text: str) -> str:
    """A text without line breaks, escape codes and what else a terminal would not print."""
    printable = (c if c.isprintable() else "\n" for c in _ESCAPE_CODE.sub("", text))
    return " ".join(filter(None, map(str.strip, "".join(printable).split("\n"))))


def _stops(error: BaseException) -> bool:
    """Whether an error comes from outside: from Ctrl-C, or from who in this package ends a move."""
    module = str(type(error).__module__)
    is_exit = not isinstance(error, Exception) and module.startswith("outflank.")
    return is_exit or isinstance(error, KeyboardInterrupt)


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
    own = [(path, line) for path, line in foreign if not is_library(path)]
    for path, line in reversed(own or foreign):
        return f" ({path.name}, line {line})"
    return ""


def is_library(path: Path) -> bool:
    """Whether a path is in Python's own library, or among the packages installed for it."""
    if not _PACKAGE_FOLDERS.isdisjoint(path.parts):  # as the user's own, or the system's
        return True
    return any(path.is_relative_to(folder) for folder in _LIBRARIES)
