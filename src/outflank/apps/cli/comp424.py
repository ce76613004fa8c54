"""`outflank comp424 export`: hands an agent to the simulator of the COMP424 course."""

from __future__ import annotations

from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from ...agents.students.export import export
from .errors import UsageError
from .output import check_writable, write_whole

_TAKEN = ("agent", "__init__")
"""Modules in the folder agents that the simulator needs."""


def comp424(
    action: Annotated[Literal["export"], Parameter(help="export, the only thing to do so far.")],
    agent: Annotated[str, Parameter(help="Any agent but human; see 'outflank agents'.")],
    file: Annotated[Path, Parameter(help="Where to write it, such as student_agent.py.")],
    /,
    *,
    name: Annotated[
        str, Parameter(help="What the simulator is to call the agent.", metavar="NAME")
    ] = "student_agent",
    link: Annotated[
        bool, Parameter(help="Name the agent's files where they are; copy none of them.")
    ] = False,
    force: Annotated[bool, Parameter(help="Replace a file that is there already.")] = False,
) -> None:
    """Write an agent as a file for the simulator of the COMP424 course.

    The file needs nothing but Outflank where the simulator runs. Python and TOML files that the
    agent's spec names are copied into it, with the modules beside them that they import. A move
    takes up to 1.9 seconds, unless the spec has a limit of its own.
    """
    if file.suffix != ".py" or not file.stem.isidentifier() or iskeyword(file.stem):
        raise UsageError(f"cannot write {str(file)!r}: expected a module such as student_agent.py")
    if file.stem in _TAKEN:
        raise UsageError(f"cannot write {str(file)!r}: the simulator has agents/{file.name} itself")
    if not name or not name.isprintable() or " " in name:
        raise UsageError(f"bad value {name!r} for --name: expected a name such as student_agent")
    if file.exists() and not force:
        raise UsageError(f"{str(file)!r} exists: give another name, or --force to replace it")
    check_writable(file)
    write_whole(file, export(agent, name, linked=link))
    print(f"Wrote {file}. In the simulator, put it into the folder agents and run:")
    if file.stem != "student_agent":
        print(f"  echo 'from .{file.stem} import StudentAgent' >> agents/__init__.py")
    print(f"  python simulator.py --player_1 {name} --player_2 random_agent")
