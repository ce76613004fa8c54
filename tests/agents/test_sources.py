"""Which files an agent is made of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from outflank.agents.sources import files_in, imported, mentioned, with_files

Folder = Callable[[dict[str, str]], None]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """Writes files into a folder, which becomes the working directory."""

    def write(texts: dict[str, str]) -> None:
        for name, text in texts.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path)

    return write


def names(paths: list[Path]) -> set[str]:
    return {path.as_posix() for path in paths}


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("engine", set()),
        ("engine:evaluation=w.toml,depth=2", {"w.toml"}),
        ("engine:book=openings,evaluation=sub/n.weights", {"openings", "sub/n.weights"}),
        ("mine.py:Mine:file=net.bin,depth=3", {"mine.py", "net.bin"}),
        ("student:mine.py:Mine:log=old.txt,time=1", {"mine.py"}),
        ("engine:depth=6,exact_from=0.5", set()),
        ("a=b,c:d.py:Mine", {"a=b,c:d.py"}),
        ("none.py:Mine", set()),
    ],
)
def test_files_of_a_spec(folder: Folder, spec: str, expected: set[str]) -> None:
    there = ["mine.py", "w.toml", "net.bin", "old.txt", "engine", "openings", "sub/n.weights"]
    folder(dict.fromkeys([*there, "6", "0.5", "a=b,c:d.py", "Mine"], "x"))
    assert names(files_in(spec)) == expected


def test_other_paths_for_the_files_of_a_spec() -> None:
    known = {"a.py": Path("x/a.py"), "b:c.toml": Path("x/b_c.toml")}
    assert (
        with_files("a.py:A:file=b:c.toml,depth=2", known.get) == "x/a.py:A:file=x/b_c.toml,depth=2"
    )
    assert with_files("phased:weights=other.toml", known.get) == "phased:weights=other.toml"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import helper", {"helper.py"}),
        ("import os, helper as h", {"helper.py"}),
        ("from helper import x", {"helper.py"}),
        ("def f():\n    import helper", {"helper.py"}),
        ("import pack.inner", {"pack/__init__.py", "pack/inner.py", "pack/unused.py"}),
        ("from importlib import import_module\nimport_module('helper')", {"helper.py"}),
        ("__import__('helper')", {"helper.py"}),
        ("from .helper import x", {"helper.py"}),
        ("from . import helper", {"helper.py"}),
        ("from agents.helper import x", {"helper.py"}),
        ("from agents import helper", {"helper.py"}),
        ("from agents.agent import Agent", set()),
        ("import chain", {"chain.py", "helper.py"}),
        ("import random", set()),  # Python's own comes first
        ("import broken", {"broken.py"}),
        ("import elsewhere", {"more/elsewhere.py"}),
        ("import sys\nsys.path.append('lib')\nimport far", {"lib/far.py"}),
        ("import nowhere", set()),
        ("x = (", set()),
        ("\0", set()),
    ],
)
def test_modules_that_are_imported(folder: Folder, code: str, expected: set[str]) -> None:
    there = ["agent.py", "random.py", "pack/__init__.py", "pack/inner.py", "pack/unused.py"]
    folder(
        {
            "mine.py": code,
            "helper.py": "import mine",
            "chain.py": "import helper, chain",
            "broken.py": "(",
            "more/elsewhere.py": "",
            "lib/far.py": "",
            **dict.fromkeys(there, ""),
        }
    )
    assert names(imported(Path("mine.py"), [Path("more")])) == {"mine.py", *expected}


@pytest.mark.parametrize(
    ("code", "is_read"),
    [
        ("W = open('net.bin', 'rb').read()", True),
        ("W = Path(__file__).with_name('net.bin')", True),
        ("NAME = 'net.bin'\ndef f():\n    return load(NAME)", True),
        ("NAME = 'net.bin'\ndef save():\n    open(NAME, 'wb')\nload(NAME)", True),
        ("open('net.bin', 'wb').write(b'')", False),
        ("open('net.bin', mode='a')", False),
        ("Path('net.bin').open('w')", False),
        ("Path('net.bin').write_text('x')", False),
        (
            "LOG = Path(__file__).with_name('net.bin')\ndef f():\n    with open(LOG, 'a'): pass",
            False,
        ),
        ("logging.basicConfig(filename='net.bin')", False),
        ("f = open('run.log')", False),
        ("open(os.path.dirname(__file__) + '/net.bin')", True),
        ("open(f'{HERE}/net.bin')", True),
        ("x = 'net'", False),
    ],
)
def test_files_that_code_names(folder: Folder, code: str, is_read: bool) -> None:
    folder({"mine.py": code, "net.bin": "1", "run.log": "1"})
    assert names(mentioned(Path("mine.py"))) == ({"net.bin"} if is_read else set())


@pytest.mark.parametrize(
    "code",
    [
        "open(Path(__file__).parent / 'data' / 'nets' / 'net.bin')",
        "open(os.path.join(HERE, 'data', 'nets', 'net.bin'))",
        "open('data/nets/net.bin')",
        "FOLDER = 'data/nets'\nopen(f'{FOLDER}/net.bin')",
        "x = 'data', '..', '/', '.', '//', 'nets', '', 'net.bin'",
    ],
)
def test_files_in_folders_that_code_names(folder: Folder, code: str) -> None:
    folder({"mine.py": code, "data/nets/net.bin": "1", "net.txt": "1", "data/other.bin": "1"})
    assert names(mentioned(Path("mine.py"))) == {"data/nets/net.bin"}


def test_what_the_system_makes_up_is_not_a_file_of_an_agent(folder: Folder) -> None:
    folder({"mine.py": f"open('/proc/cpuinfo')\nopen('/dev/null')\nopen('{'x' * 300}')"})
    assert mentioned(Path("mine.py")) == []
