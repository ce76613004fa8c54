"""Fingerprints of everything that decides games besides the plan: agents' files and this package.

Results that are resumed are compared by them. They cannot see installed packages other than this
one, nor files whose names code puts together when it runs.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b, file_digest
from itertools import chain
from pathlib import Path
from typing import Any

from .. import __version__, _core
from ..agents.failure import is_library
from ..agents.options import options_of, takes_text
from ..agents.registry import find
from ..agents.sources import existing, files_in, imported, mentioned

_PACKAGE = Path(__file__).parents[1]
_LAYERS = ("_core", "rules", "heuristics", "engine", "agents", "protocols")
"""The parts of this package that choose moves."""
_CHECKSUM_LINE = 256
"""Bytes at the start of a weights file that include the checksum of all of it."""


class Files:
    """The files that some agents are made of, as they are now."""

    def __init__(self, specs: Iterable[str]) -> None:
        made_of, read = list[Path](), list[Path]()
        for spec in specs:
            own = _made_of(spec)
            made_of += own
            read += [path for file in own for path in mentioned(file, _course_folders(spec))]
        self.digests = _digests(made_of)
        """Fingerprints of what specs name and of the modules that these import, by path."""
        self.mentioned = _digests(set(read) - set(made_of))
        """Fingerprints of the other files that the code names, such as weights that it reads."""
        self._states = {path: _state(path) for path in self.digests}

    def changed(self) -> list[str]:
        """The files in `digests` that have changed since."""
        return [
            path
            for path, state in self._states.items()
            if _state(path) != state and _digests([Path(path)]).get(path) != self.digests[path]
        ]

    def fields(self) -> dict[str, Any]:
        """The fingerprints as plain data, with those of this package."""
        return {"files": self.digests, "mentioned": self.mentioned, "outflank": package()}


@cache
def package() -> dict[str, str]:
    """The version of this package, and fingerprints of its code, its native core and its data.

    An engine under work changes without a new version. The fingerprints cost a few milliseconds:
    that of `code` is of all Python files and presets in the layers that choose moves; `core` is of
    the native module in use, so that another build or processor level is another core; `data` is
    of the books, and of the beginnings of the weights, which hold a checksum of the rest.
    """
    modules = [path for layer in _LAYERS for path in (_PACKAGE / layer).rglob("*.py")]
    presets = [*(_PACKAGE / "heuristics").rglob("*.toml")]
    native = sys.modules[f"{_core.__name__}.{_core.LEVEL}"].__file__
    assert native is not None
    data = [path for path in (_PACKAGE / "data").iterdir() if path.is_file()]
    return {
        "version": __version__,
        "code": _digest_of((p, p.read_bytes()) for p in sorted([*modules, *presets])),
        "core": _digest_of([(Path(native), Path(native).read_bytes())]),
        "data": _digest_of((p, _beginning(p)) for p in sorted(data)),
    }


def fingerprint(data: bytes) -> str:
    """A short text that differs for different data."""
    return blake2b(data, digest_size=8).hexdigest()


def differences(found: dict[str, str], wanted: dict[str, str]) -> str:
    """Describe how files have changed since: `a.py, b.toml have changed since, c.py is new`."""
    changed = [name for name, digest in wanted.items() if found.get(name, digest) != digest]
    new = [name for name in wanted if name not in found]
    gone = [name for name in found if name not in wanted]
    parts = []
    if changed:
        parts.append(f"{', '.join(changed)} {'has' if len(changed) == 1 else 'have'} changed since")
    parts += [f"{name} is new" for name in new] + [
        f"{name} is no longer part of it" for name in gone
    ]
    return ", ".join(parts)


def package_difference(found: dict[str, str], wanted: dict[str, str]) -> str:
    """Describe which part of this package has changed."""
    old, new = found.get("version"), wanted["version"]
    if old != new:
        return f"it was begun with version {old or 'unknown'} of Outflank, not {new}"
    parts = {"code": "Python code", "core": "native core", "data": "weights and books"}
    changed = [words for name, words in parts.items() if found.get(name) != wanted[name]]
    return f"Outflank's own {' and '.join(changed)} changed since"


def _made_of(spec: str) -> list[Path]:
    """The files that a spec names and the modules that they import; of a command, the program."""
    named = _command_files(spec)
    elsewhere = [Path(entry) for entry in sys.path if not is_library(Path(entry))]
    folders = [*_course_folders(spec), *elsewhere]
    files = files_in(spec) if named is None else named
    return [file for path in files for file in imported(path, folders)]


def _course_folders(spec: str) -> list[Path]:
    """Where a file of the COMP424 course finds modules and data besides its own folder."""
    paths = files_in(spec) if spec.strip().startswith("comp424:") else []
    return [path.resolve().parents[1] for path in paths]


def _command_files(spec: str) -> list[Path] | None:
    """The program and the files on the command line of an external engine; None for other specs."""
    name, _, command = spec.strip().partition(":")
    factory = find(name)
    if factory is None or takes_text(factory) is None or options_of(factory):
        return None
    words: list[str] = []
    with suppress(ValueError):  # quotes that do not close: the agent cannot be made anyway
        words = shlex.split(command)
    program = shutil.which(words[0]) if words else None
    texts = chain.from_iterable((word, word.partition("=")[2]) for word in words[1:])
    files = [existing(text) for text in texts if text]
    return [path for path in (Path(program) if program else None, *files) if path is not None]


def _digests(paths: Iterable[Path]) -> dict[str, str]:
    found = {}
    for path in sorted(set(paths)):
        with suppress(OSError), path.open("rb") as file:  # the agent itself says what it lacks
            found[str(path)] = file_digest(file, lambda: blake2b(digest_size=8)).hexdigest()
    return found


def _digest_of(contents: Iterable[tuple[Path, bytes]]) -> str:
    digest = blake2b(digest_size=8)
    for path, data in contents:
        digest.update(f"{path.name} {len(data)} ".encode() + data)
    return digest.hexdigest()


def _beginning(path: Path) -> bytes:
    if path.suffix != ".weights":
        return path.read_bytes()
    with path.open("rb") as file:
        return file.read(_CHECKSUM_LINE)


def _state(path: str) -> tuple[int, int] | None:
    try:
        state = Path(path).stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size
