"""The tutorial works: its files are saved, and its commands run in their order, on few games."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.apps.cli.app import build

TUTORIAL = Path(__file__).parents[1] / "docs" / "your-first-agent.md"
TEXT = TUTORIAL.read_text(encoding="utf-8")
FILES = dict(re.findall(r"```python\n# (\w+\.py)\n(.*?)```", TEXT, re.DOTALL))
PROMPT = re.findall(r"```python\n(?!# )(.*?)```", TEXT, re.DOTALL)
COMMANDS = [line.partition("   ")[0] for line in re.findall(r"^outflank .*", TEXT, re.MULTILINE)]
FEWER = {"--games": "2", "--minutes": "0.01", "--size": "4", "--time": "1"}
"""What options are set to, where they are given, so that the commands are quick."""


def quick(command: str) -> list[str]:
    """The words of a command, on a small scale."""
    words = shlex.split(command)[1:]
    for option, value in FEWER.items():
        if option in words:
            words[words.index(option) + 1] = value
    if words[0] == "grade" and "--minutes" not in words:
        words += ["--minutes", FEWER["--minutes"]]
    return words


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tutorial")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_everything_is_found() -> None:
    assert sorted(FILES) == ["my_agent.py", "my_eval.py", "my_weights.py", "student_agent.py"]
    assert len(PROMPT) == 1
    assert len(COMMANDS) >= 13


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command: str, folder: Path) -> None:
    """In the order of the text, as some need the files of others."""
    words = shlex.split(command)[1:]
    if words != ["--version"]:
        build(words[0]).parse_args(words)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "outflank", *quick(command)],
        cwd=folder,
        input="quit\n",
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "fault" not in done.stdout.replace("No faults", "").replace("FAULTS", "")


def test_the_prompt() -> None:
    for code in PROMPT:
        exec(compile(code, TUTORIAL.name, "exec"), {"__name__": "tutorial"})


def test_the_match_that_is_shown(folder: Path) -> None:
    command = next(command for command in COMMANDS if command.endswith("--games 100"))
    done = subprocess.run(
        [sys.executable, "-m", "outflank", *shlex.split(command)[1:]],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    shown = re.search(r"```\n( {27}wins.*?)```", TEXT, re.DOTALL)
    assert shown is not None
    for line in filter(None, shown[1].splitlines()):
        assert line in done.stdout.splitlines()
