"""Writes an agent as a file for the COMP424 simulator, with the files that it needs inside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ..failure import AgentError, one_line, told
from ..human import Human
from ..sources import existing, imported, plain, with_files
from ..spec import agent_from_spec

SECONDS = 1.9
"""For a move, as the course allows 2; a limit in the spec wins."""

_PATIENCE = 60.0
"""Seconds for the first move, on trial."""

_TEMPLATE = '''\
"""An agent of Outflank for the COMP424 simulator, made by `outflank comp424 export`.

It belongs in the simulator's folder agents/ and needs `pip install outflank`.
"""

from agents.agent import Agent
from store import register_agent

from outflank.agents.students.boards import BoardAgent

SPEC = {spec!r}
TIME = {seconds!r}  # seconds for a move; a limit in SPEC wins
# What SPEC names, and the modules beside it that this imports.
FILES = {files}


@register_agent({name!r})
class StudentAgent(Agent):
    def __init__(self):
        super().__init__()
        self.name = "StudentAgent"
        self._agent = BoardAgent(SPEC, TIME, FILES)

    def step(self, chess_board, player, opponent):
        return self._agent.step(chess_board, player)
'''


def export(spec: str, name: str = "student_agent", *, linked: bool = False) -> str:
    """The text of a Python file that registers the agent under a name in the COMP424 simulator.

    Files that the spec names are copied into it, with the modules beside them that they import;
    or, if `linked`, named by their absolute paths. Raises AgentError if the agent cannot be made or
    makes no first move elsewhere, in a process of its own.
    """
    spec = spec.strip()
    if isinstance(agent_from_spec(spec), Human):
        raise AgentError(f"{spec!r} cannot be exported: the simulator has a human_agent of its own")
    files: dict[str, Path] = {}
    if linked:
        spec = with_files(spec, _absolute)
    else:
        spec = with_files(spec, lambda name: _embedded(name, files))
    texts = {name: _text(path) for name, path in files.items()}
    text = _TEMPLATE.format(spec=spec, name=name, seconds=SECONDS, files=_literal(texts))
    _try(text, "" if linked else " (if it needs more files of yours, try --link)")
    return text


def _absolute(name: str) -> Path | None:
    path = existing(name)
    return path and path.resolve()


def _embedded(name: str, files: dict[str, Path]) -> Path | None:
    """The name under which a file goes along, after noting it and what it imports."""
    path = existing(name)
    if path is None:
        return None
    for file in imported(path):
        if file.suffix != ".py" and file != path:
            continue
        as_named = plain(file.relative_to(path.parent).as_posix())
        if not files.setdefault(as_named, file).samefile(file):
            raise AgentError(f"cannot export two files called {as_named}: rename one of them")
    return Path(plain(path.name))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise AgentError(f"cannot export {str(path)!r}, which is not a text: try --link") from error
    except OSError as error:
        raise AgentError(f"cannot read {str(path)!r}: {told(error)}") from error


def _literal(texts: dict[str, str]) -> str:
    """The texts by name as Python, a line for each of theirs."""
    if not texts:
        return "{}"
    entries = []
    for name, text in texts.items():
        lines = "".join(f"\n        {line!r}" for line in text.splitlines(keepends=True)) or ' ""'
        entries.append(f"    {name!r}: ({lines}\n    ),\n")
    return f"{{\n{''.join(entries)}}}"


def _try(text: str, hint: str) -> None:
    """Has the file make a move, in a process and a folder where nothing else is."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "student_agent.py")
        path.write_text(text, encoding="utf-8")
        words = [sys.executable, "-m", f"{__package__}.trial", str(path)]
        try:
            done = subprocess.run(
                words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE
            )
        except subprocess.TimeoutExpired as error:
            raise AgentError(f"the exported agent made no move in {_PATIENCE:g} s") from error
    if done.returncode:
        *_, problem = done.stderr.decode(errors="replace").splitlines() or ["it ended"]
        raise AgentError(f"the exported agent fails elsewhere: {one_line(problem)}{hint}")
