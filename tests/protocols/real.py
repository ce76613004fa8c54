"""Finds the programs of others that tests talk to."""

import os
from shutil import which

import pytest

_GAMES = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games"
_REQUIRED = os.environ.get("OUTFLANK_REQUIRE_PROGRAMS", "").split()


def program(name):
    """The path of a program; skips the test if it is missing and the environment allows that."""
    path = which(name, path=_GAMES)
    if path is None and name not in _REQUIRED:
        pytest.skip(f"needs {name}")
    assert path is not None, f"{name} is missing"
    return path
