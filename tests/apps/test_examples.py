"""The examples run, and the agent in them can be named on the command line."""

import subprocess
import sys

import pytest

from .conftest import ROOT, environment

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_it_runs(path):
    done = subprocess.run(
        [sys.executable, path],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_agent_of_the_example_plays(run):
    status, output, errors = run(
        "play", "examples/corner_grabber.py:CornerGrabber", "first", "--size", "6"
    )
    assert (status, errors) == (0, "")
    assert "Result: " in output
