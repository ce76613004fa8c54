"""Which modules somebody's file imports that are not installed here, and how to get them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

OURS = ("numpy", "psutil")
"""What comes with the extra `students`."""
_OF_COURSE = (
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
"""Packages that are not called as their modules."""


def absent(module: str) -> str:
    """That an agent lacks a module, and how to get it, in words that continue its name."""
    name = module.partition(".")[0]
    get = f"pip install {_PACKAGES.get(name, name)}, unless it is a file of yours"
    if name in OURS:
        get = "pip install 'outflank[students]'"
    return f"imports {module!r}, which is not installed here: {get}"


def missing_modules(path: Path) -> list[str]:
    """The modules that a Python file needs, and the files beside it that it imports, but lacks.

    Not those of the course, nor those whose absence the code provides for with `try`. Nothing
    for a file that cannot be read: whoever loads it says why.
    """
    found, seen, waiting = set[str](), set[Path](), [path]
    while waiting:
        file = waiting.pop()
        if file in seen:
            continue
        seen.add(file)
        for name in _imports(file):
            beside = [
                p for folder in (path.parent, path.parent.parent) for p in _files(folder, name)
            ]
            if beside:
                waiting += beside
            elif name not in _OF_COURSE and not _is_installed(name):
                found.add(name)
    return sorted(found)


def _files(folder: Path, name: str) -> Iterator[Path]:
    """The files of a module in a folder, if it is there."""
    if (folder / f"{name}.py").is_file():
        yield folder / f"{name}.py"
    elif (folder / name).is_dir():
        yield from sorted((folder / name).rglob("*.py"))


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ValueError:  # a module that is no file, such as __main__
        return True


def _imports(path: Path) -> set[str]:
    """The first parts of the names of the modules that a file cannot do without."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return set()
    names, nodes = list[str](), list[ast.AST]([tree])
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            nodes += node.orelse
        elif isinstance(node, ast.Try) and any(map(_expects_absence, node.handlers)):
            nodes += [*node.orelse, *node.finalbody]
        else:
            nodes += ast.iter_child_nodes(node)
    return {name.partition(".")[0] for name in names}


def _expects_absence(handler: ast.ExceptHandler) -> bool:
    """Whether it catches what an import of a missing module raises."""
    if handler.type is None:
        return True
    caught = {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)}
    return bool(caught & {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
