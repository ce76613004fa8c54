"""What `outflank` itself offers of the agents, without importing them before they are wanted."""

import subprocess
import sys

import pytest

import outflank
from outflank import agents


@pytest.mark.parametrize("name", ["Agent", "agent_from_spec", "play_game"])
def test_names(name):
    assert getattr(outflank, name) is getattr(agents, name)
    assert name in outflank.__all__
    assert name in dir(outflank)


def test_a_name_that_there_is_not():
    with pytest.raises(AttributeError, match="module 'outflank' has no attribute 'agent'"):
        outflank.agent  # noqa: B018


def test_the_import_is_light():
    code = "import outflank, sys; sys.exit('outflank.agents' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
