"""The README is code: its Python runs, and its commands exist."""

import re
import shlex
from pathlib import Path

import pytest

from outflank.apps.cli.app import build

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", BLOCKS)
def test_python_runs(code: str) -> None:
    exec(compile(code, str(README), "exec"), {"__name__": "readme"})


def test_there_are_blocks() -> None:
    assert len(BLOCKS) > 5


def test_commands_exist() -> None:
    lines = re.findall(r"^(outflank \S.*?)(?:  .*)?$", README.read_text(encoding="utf-8"), re.M)
    assert len(lines) > 5
    for line in lines:
        words = shlex.split(line)[1:]
        build(words[0]).parse_args(words)
