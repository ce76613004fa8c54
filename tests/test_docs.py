"""What the documents show in Python and TOML works; test_tutorial.py is for the tutorial."""

import re
from pathlib import Path

import pytest

from outflank.heuristics import from_toml

DOCS = Path(__file__).parents[1] / "docs"
TEXT = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted(DOCS.glob("*.md"))
    if path.name != "your-first-agent.md"
)


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL))
def test_python_runs(code: str) -> None:
    exec(compile(code, "docs", "exec"), {"__name__": "docs"})


@pytest.mark.parametrize("text", re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL))
def test_toml_is_read(text: str) -> None:
    assert from_toml(text).names
