"""Runs the command `outflank` as a user does, and compares what it prints with files."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).parent / "golden"


def environment(**more):
    """The environment, without what changes how things are shown."""
    hidden = ("NO_COLOR", "FORCE_COLOR", "COLUMNS")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return {**kept, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "error", **more}


@pytest.fixture(scope="session")
def run():
    """Runs `outflank` with some words: returns the exit status, the output and the errors."""

    def run(*words, stdin=""):
        done = subprocess.run(
            [sys.executable, "-m", "outflank", *words],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            cwd=ROOT,
            env=environment(),
            timeout=120,
            check=False,
        )
        assert "\033" not in done.stdout + done.stderr
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture(scope="session")
def start():
    """Starts `outflank` and leaves it running, with pipes for all that it reads and writes."""

    def start(*words):
        return subprocess.Popen(
            [sys.executable, "-m", "outflank", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=ROOT,
            env=environment(),
        )

    return start


@pytest.fixture(scope="session")
def golden():
    """Compares a text with a file in golden/; UPDATE_GOLDEN=1 writes the file instead."""

    def golden(name, text):
        path = GOLDEN / f"{name}.txt"
        text = masked(text)
        if os.environ.get("UPDATE_GOLDEN"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return golden


def masked(text):
    """The text without times, speeds and the processor level, which differ from run to run.

    How long an agent took for a game is said only if it is worth saying, so the line goes.
    """
    text = re.sub(r"(?m)^(Black|White) \(.*\) took .* s for a move\n", "", text)
    text = re.sub(r"\d+\.\d\d s\b", "TIME s", text)
    text = re.sub(r"(?m)^( *\d+ +[\d,]+) +\d+\.\d{3} +[\d,]+$", r"\1 TIME RATE", text)
    text = re.sub(r"(?m)^( *\d+ +\d+ +\w+ +\w+ +\S+ +[\d,]+) +\d+\.\d{3}$", r"\1 TIME", text)
    text = re.sub(r"nodes per second: \d+", "nodes per second: RATE", text)
    return re.sub(r"\((portable|v3|v4)\)", "(LEVEL)", text)
