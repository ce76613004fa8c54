"""Which modules somebody's file imports that are not installed here, and how to get them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from .sources import imports, named_folders, parse

OURS = ("numpy", "psutil")
"""Packages that the extra `students` installs."""
_COURSE_MODULES = (
    "agents", "constants", "helpers", "simulator", "store", "ui", "utils", "world",
)  # fmt: skip
"""Modules of the COMP424 framework: some have stand-ins, and no package has the others."""
_PACKAGES = {
    "PIL": "pillow",
    "cv2": "opencv-python",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}
"""Packages whose name differs from that of their module."""


def absent(module: str) -> str:
    """A clause after an agent's name: the module that it lacks and how to get it."""
    name = module.partition(".")[0]
    get = f"pip install {_PACKAGES.get(name, name)}, unless it is a file of yours"
    if name in OURS:
        get = "pip install 'outflank[students]'"
    return f"imports {module!r}, which is not installed here: {get}"


def missing_modules(path: Path) -> list[str]:
    """The modules that a Python file and its own modules import and that are not installed.

    Modules of the course are left out, and so are those whose absence the code handles with `try`.
    A file that cannot be parsed has none: whoever loads it says why.
    """
    missing, seen, waiting = set[str](), set[Path](), [path]
    while waiting:
        file = waiting.pop()
        if file in seen:
            continue
        seen.add(file)
        tree = parse(file)
        roots = named_folders(tree, (path.parent, path.absolute().parent.parent))
        for name, found in imports(file, _needed(tree), roots):
            waiting += found
            if not found and name and name not in _COURSE_MODULES and not _is_installed(name):
                missing.add(name)
    return sorted(missing)


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ValueError:  # a module without a file, such as __main__
        return True


def _needed(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes of code, without type checking and what a `try` for missing modules covers."""
    nodes: list[ast.AST] = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            nodes += node.orelse
        elif isinstance(node, ast.Try) and any(map(_expects_absence, node.handlers)):
            nodes += [*node.orelse, *node.finalbody]
        else:
            yield node
            nodes += ast.iter_child_nodes(node)


def _expects_absence(handler: ast.ExceptHandler) -> bool:
    """Whether a handler catches the error of an import of a missing module."""
    if handler.type is None:
        return True
    caught = {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)}
    return bool(caught & {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
