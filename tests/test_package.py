"""The package itself: what it offers, and what importing it costs."""

import subprocess
import sys

import pytest

import outflank


def test_every_name_is_there() -> None:
    for name in outflank.__all__:
        assert getattr(outflank, name) is not None
        assert name in dir(outflank)
    assert outflank.heuristics.features is outflank.features
    with pytest.raises(AttributeError, match="module 'outflank' has no attribute 'Bord'"):
        getattr(outflank, "Bord")  # noqa: B009


def test_importing_the_rules_and_the_engine_brings_in_nothing_heavy() -> None:
    code = (
        "import sys, outflank; outflank.Engine, outflank.Position; "
        "print([m for m in ('numpy', 'cyclopts', 'rich', 'outflank.agents') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
