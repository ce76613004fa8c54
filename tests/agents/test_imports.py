"""Modules that an agent's file imports and that are not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.agents import AgentError
from outflank.agents.files import load_name
from outflank.agents.imports import absent, missing_modules


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("import math, of_nobody.deep as o\n", ["of_nobody"]),
        ("from of_nobody import thing\n", ["of_nobody"]),
        ("def step():\n    import of_nobody\n", ["of_nobody"]),
        ("from agents.agent import Agent\nfrom helpers import x\nimport world\n", []),
        ("from . import of_nobody\n", []),
        ("try:\n    import of_nobody\nexcept ImportError:\n    of_nobody = None\n", []),
        ("try:\n    import of_nobody\nexcept:\n    pass\n", []),
        ("try:\n    import of_nobody\nexcept (KeyError, ModuleNotFoundError):\n    pass\n", []),
        ("try:\n    import of_nobody\nexcept KeyError:\n    pass\n", ["of_nobody"]),
        (
            "try:\n    import json\nexcept ImportError:\n    pass\nelse:\n    import gone\n",
            ["gone"],
        ),
        ("import typing\nif typing.TYPE_CHECKING:\n    import of_nobody\n", []),
        ("import beside\n", ["of_beside"]),
        ("import folder.part\n", ["of_part"]),
        ("from .beside import x\n", ["of_beside"]),
        ("import sys\nsys.path.append('lib')\nimport aside\n", ["of_aside"]),
        ("from importlib import import_module\nimport_module('of_nobody')\n", ["of_nobody"]),
        ("def (:\n", []),
        ("import numpy, of_nobody, gone\n", ["gone", "of_nobody"]),
    ],
)
def test_what_is_missing(text: str, missing: list[str], tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("import of_beside, student_agent\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "part.py").write_text("import of_part\n")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "aside.py").write_text("import of_aside\n")
    path = tmp_path / "student_agent.py"
    path.write_text(text)
    assert missing_modules(path) == missing
    assert missing_modules(tmp_path / "none.py") == []


def test_how_to_get_it() -> None:
    end = ", unless it is a file of yours"
    assert absent("psutil") == (
        "imports 'psutil', which is not installed here: pip install 'outflank[students]'"
    )
    assert absent("sklearn.svm").endswith(f": pip install scikit-learn{end}")
    assert absent("torch").endswith(f": pip install torch{end}")


def test_a_file_that_cannot_be_imported_for_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("import of_nobody\n")
    with pytest.raises(AgentError) as caught:
        load_name(str(path), "Mine")
    assert str(caught.value) == (
        f"{path} failed on import: ModuleNotFoundError: No module named 'of_nobody' (mine.py, "
        "line 1): it imports 'of_nobody', which is not installed here: pip install of_nobody, "
        "unless it is a file of yours"
    )
