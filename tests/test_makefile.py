"""`make test` runs every step, whatever fails before it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")


def make_test(folder: Path, python: str) -> subprocess.CompletedProcess[str]:
    """Run `make test` with a shell script in the place of Python, and nothing to install."""
    program = folder / "python"
    program.write_text(f"#!/bin/sh\n{python}\n")
    program.chmod(0o755)
    # -o: what is there counts as new enough, so nothing is built.
    words = ["make", "--no-print-directory", "-o", ".stamp-test", "test", f"BIN={folder}", "NODE="]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)


@needs_make
def test_the_portable_run_follows_a_failure(tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = f'echo "${{OUTFLANK_CPU:-best}} $*" >> "{log}"; [ "$OUTFLANK_CPU" = portable ]'
    done = make_test(tmp_path, script)
    best, portable = log.read_text().splitlines()
    assert best == "best -m pytest -n 2"
    assert portable == "portable -m pytest -q -n 2 tests/core tests/rules/test_oracle.py"
    assert done.returncode != 0
    *_, title, step = done.stdout.splitlines()
    assert (title, step) == ("These steps failed:", f"  {tmp_path}/python -m pytest -n 2")


@needs_make
def test_the_portable_run_counts(tmp_path: Path) -> None:
    done = make_test(tmp_path, '[ "$OUTFLANK_CPU" != portable ]')
    assert done.returncode != 0
    assert done.stdout.count("These steps failed:\n  env OUTFLANK_CPU=portable ") == 1


@needs_make
def test_nothing_failed(tmp_path: Path) -> None:
    done = make_test(tmp_path, "exit 0")
    assert done.returncode == 0
    assert "steps failed" not in done.stdout
