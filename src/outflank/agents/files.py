"""Takes an agent or an evaluation out of a Python file."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ..heuristics import Learned, Linear, from_toml
from .failure import AgentError, blamed, told
from .imports import absent

_OF_COURSE = ("agents", "store", "helpers")
"""Modules of the COMP424 framework that its agents import."""


def load_name(path: str, name: str) -> Any:
    """The object that a Python file calls `name`.

    The file runs as a module of its own, once for every call; it can import what lies beside it.
    Raises AgentError if the file or the name is not there, or if the file raises.
    """
    try:
        module = load_module(Path(path), f"outflank_agent_{Path(path).stem}")
    except AgentError as error:
        missing = error.__cause__
        if isinstance(missing, ModuleNotFoundError) and missing.name in _OF_COURSE:
            what = f"{path} imports {missing.name!r} as agents of the COMP424 course do"
            raise AgentError(f"{what}: expected comp424:{path}") from error
        if isinstance(missing, ModuleNotFoundError) and missing.name:
            raise AgentError(f"{error}: it {absent(missing.name)}") from missing
        raise
    if not name:
        raise AgentError(f"say which object in {path}, as in {path}:NAME{_hint(module)}")
    try:
        return getattr(module, name)
    except AttributeError:
        raise AgentError(f"{path} has nothing called {name!r}{_hint(module)}") from None


def load_module(path: Path, name: str) -> ModuleType:
    """Runs a Python file as the module `name`; AgentError if it is not there or raises."""
    from importlib.util import module_from_spec, spec_from_file_location

    try:
        found = path.is_file()
    except OSError as error:
        raise AgentError(f"cannot read {str(path)!r}: {error.strerror}") from error
    if not found:
        raise AgentError(f"there is no file {str(path)!r}")
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise AgentError(f"{path} is no Python file")
    module = module_from_spec(spec)
    folder = str(path.parent.resolve())
    if folder not in sys.path:
        sys.path.append(folder)
    sys.modules[name] = module
    with blamed(f"{path} failed on import"):
        try:
            spec.loader.exec_module(module)
        except SyntaxError as error:
            said = told(error if error.lineno else error.msg)
            raise AgentError(f"{path} is no valid Python: {said}") from error
    return module


def _hint(module: ModuleType) -> str:
    """What the file itself defines, for an error."""
    own = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (isinstance(value, Linear | Learned) or _is_of(module, value))
    ]
    return f": there {'is' if len(own) == 1 else 'are'} {', '.join(own)}" if own else ""


def _is_of(module: ModuleType, value: Any) -> bool:
    """Whether the file itself defines a value, and it may be an agent or an evaluation."""
    is_own = getattr(value, "__module__", None) == module.__name__
    return is_own and (callable(value) or hasattr(value, "choose"))


def load_weights(path: str) -> Linear:
    """The evaluator that a TOML file describes; AgentError, in one sentence, if it does not."""
    try:
        return from_toml(Path(path).read_text("utf-8"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise AgentError(f"cannot use the weights in {path!r}: {reason}") from error


def load_learned(path: str) -> Learned:
    """The learned evaluator in a file; AgentError, in one sentence, if there is none."""
    try:
        return Learned.load(path)
    except OSError as error:
        raise AgentError(f"cannot use the weights in {path!r}: {error.strerror}") from error
    except ValueError as error:
        raise AgentError(str(error)) from error
