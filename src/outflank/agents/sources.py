"""The files that an agent consists of: those that its spec names, and those that their code uses.

This module runs and imports nothing: it parses code for imports and for names of files.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.machinery import all_suffixes
from itertools import product
from pathlib import Path

_SEPARATOR = re.compile("[:=,]")
"""A separator between the parts of a spec; a path may contain it, too."""
_LOOKS_LIKE_A_FILE = re.compile(r"(?![0-9.]*\Z).*[./\\]", re.DOTALL)
_WRITTEN_TO = "log="
"""The option for a file that an agent only writes to."""
_COURSE = "agents"
"""The package that a file of the COMP424 course belongs to, whatever its folder is called."""
_STAND_IN = "agent"
"""The module of that package that Outflank replaces by its own."""
_WRITE_MODE = re.compile("(?=.*[wax+])[rwxabt+]{1,3}")
_WRITERS = ("write_text", "write_bytes", "FileHandler", "RotatingFileHandler", "basicConfig")
_DEEPEST = 2
"""Levels of folders that are searched, as in `HERE / "nets" / "small"`."""
_LONGEST = 255
"""The most characters of a text that may name a file."""


def with_files(spec: str, change: Callable[[str], Path | None]) -> str:
    """A spec with its paths replaced: `change` returns the new path, or None for other text."""
    separators = [found.start() for found in _SEPARATOR.finditer(spec)]
    text, done = "", 0
    for start in (0, *(separator + 1 for separator in separators)):
        if start < done or spec[:start].endswith(_WRITTEN_TO):
            continue
        for end in (len(spec), *reversed(separators)):
            part = spec[start:end]
            if not (_LOOKS_LIKE_A_FILE.match(part) or spec[:start].endswith("book=")):
                continue
            if (path := change(part)) is not None:
                text, done = f"{text}{spec[done:start]}{path}", end
                break
    return text + spec[done:]


def plain(name: str) -> str:
    """A file's name with an underscore for each separator of a spec."""
    return _SEPARATOR.sub("_", name)


def files_in(spec: str) -> list[Path]:
    """The files that a spec names, in its order."""
    found: list[Path] = []

    def note(text: str) -> Path | None:
        path = existing(text)
        found.extend([path] if path else [])
        return path

    with_files(spec, note)
    return found


def existing(text: str, folder: Path = Path()) -> Path | None:
    """The path of a file in a folder; None if there is no such file."""
    try:
        path = folder / text
        return path if path.is_file() else None
    except (OSError, ValueError):  # too long a name, or a zero byte
        return None


def imported(path: Path, folders: Iterable[Path] = ()) -> list[Path]:
    """A file and, if it is Python, the modules beside it that it imports, directly or not.

    A package counts with all its modules. Modules are searched in `folders` too, in their order,
    and in folders that the code names, as it may put them on Python's path.
    """
    found = {path.resolve(): path}
    waiting = [path]
    while waiting:
        importer = waiting.pop()
        tree = parse(importer)
        roots = named_folders(tree, (path.parent, *folders))
        for _, files in imports(importer, ast.walk(tree), roots):
            for file in files:
                if file.resolve() not in found:
                    found[file.resolve()] = file
                    waiting.append(file)
    return list(found.values())


def mentioned(path: Path, folders: Iterable[Path] = ()) -> list[Path]:
    """The files that a Python file names in its code, such as weights that it reads.

    They are searched beside it, in `folders` and in the working directory, and in the subfolders
    that it names. Logs, Python files and files that it only writes are skipped.
    """
    found: dict[Path, Path] = {}
    tree = parse(path)
    places = named_folders(tree, (path.parent, *folders, Path()))
    for text in dict.fromkeys(_texts_read(tree)):
        if text.endswith((".log", ".py")):
            continue
        for place, name in product(places, dict.fromkeys([text, text.lstrip("/")])):
            file = existing(name, place)
            if file is not None and file.stat().st_size:  # files of /proc have no size
                found.setdefault(file.resolve(), file)
                break
    return list(found.values())


def parse(path: Path) -> ast.Module:
    """The code of a Python file; an empty module if it is not Python or cannot be parsed."""
    if path.suffix == ".py":
        with suppress(OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            return ast.parse(path.read_bytes())
    return ast.Module([], [])


def named_folders(tree: ast.Module, roots: tuple[Path, ...]) -> tuple[Path, ...]:
    """The roots and the folders in them that code names, as in `HERE / "nets" / "small"`."""
    names = {name for text in _texts(ast.walk(tree)) if (name := text.strip("/")).strip("./")}
    found = list(roots)
    for _ in range(_DEEPEST):
        for folder, name in product(tuple(found), sorted(names)):
            with suppress(OSError, ValueError):
                if (folder / name).is_dir() and folder / name not in found:
                    found.append(folder / name)
    return tuple(found)


def imports(
    path: Path, nodes: Iterable[ast.AST], roots: tuple[Path, ...]
) -> Iterator[tuple[str, list[Path]]]:
    """The modules that some nodes of a file's code import: a name and the files found for it.

    The name is that of the outermost package, as in `import`; it is empty for a relative import.
    """
    for node in nodes:
        match node:
            case ast.Import(names=names):
                modules = [alias.name.split(".") for alias in names]
            case ast.ImportFrom(level=0, module=str(module), names=names):
                modules = [[*module.split("."), alias.name] for alias in names]
            case ast.ImportFrom(level=level, module=module, names=names) if level:
                folder = path.parents[min(level, len(path.parents)) - 1]
                for alias in names:
                    parts = [*(module or "").split("."), alias.name]
                    yield "", list(_module(parts, (folder,)))
                continue
            case ast.Call(func=func, args=[ast.Constant(value=str(module)), *_]) if _name(func) in (
                "import_module",
                "__import__",
            ):
                modules = [module.split(".")]
            case _:
                continue
        for parts in modules:
            yield parts[0], list(_module(parts, roots))


def _module(parts: list[str], roots: tuple[Path, ...]) -> Iterator[Path]:
    """The file of a module, or all those of its package, from the first root that has it."""
    names = [part for part in parts if part]
    if names[:1] == [_COURSE] and not (roots[0] / _COURSE).is_dir():
        names, roots = names[1:], roots[:1]
        if names[:1] == [_STAND_IN]:
            return
    if not names or names[0] == "outflank" or names[0] in sys.stdlib_module_names:
        return
    for root in roots:
        files = [root / f"{names[0]}{suffix}" for suffix in all_suffixes()]
        package = root / names[0]
        if package.is_dir():
            files += sorted(p for p in package.rglob("*") if p.name.endswith(tuple(all_suffixes())))
        there = [file for file in files if file.is_file() and "__pycache__" not in file.parts]
        if there:
            yield from there
            return


def _texts_read(tree: ast.Module) -> Iterator[str]:
    """The strings in code, without those that only calls that write files use."""
    nodes = list(ast.walk(tree))
    writing = {
        part
        for node in nodes
        if isinstance(node, ast.Call) and _writes(node)
        for part in ast.walk(node)
    }
    assigned = {
        part: node.targets[0].id
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        for part in ast.walk(node.value)
    }
    uses = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    only_written = {use.id for use in uses if use in writing} - {
        use.id for use in uses if use not in writing
    }
    yield from _texts(
        node for node in nodes if node not in writing and assigned.get(node) not in only_written
    )


def _writes(call: ast.Call) -> bool:
    """Whether a call opens a file to write."""
    name = _name(call.func)
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return name in _WRITERS or (
        name == "open" and any(_WRITE_MODE.fullmatch(text) for text in _texts(given))
    )


def _name(function: ast.expr) -> str:
    """The name of a called function, without its module or object."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _texts(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The strings among nodes of code that are short enough to name a file."""
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)) if 0 < len(text) <= _LONGEST:
                yield text
