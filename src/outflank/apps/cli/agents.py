"""`outflank agents`: the agents there are, and the options of one."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from ...agents import AgentInfo, describe, unknown_agent
from ...engine import LEVELS

_WIDTH = 79
_OWN = ("PATH.py:NAME", "an agent or a Linear in a Python file of yours")


def agents(
    name: Annotated[str | None, Parameter(help="Explain the options of this one.")] = None, /
) -> None:
    """List the agents that there are, or explain the options of one."""
    listed = describe()
    if name is not None:
        found = next((info for info in listed if info.name == name), None)
        if found is None:
            raise unknown_agent(name)
        _explain(found)
        return
    _print_columns([*((info.name, info.help) for info in listed), _OWN])
    print("\nOptions follow a colon, with commas between them: engine:depth=6,table=64")
    print("'outflank agents NAME' explains the options of an agent.")


def _explain(info: AgentInfo) -> None:
    _print_columns([(info.name, info.help)])
    if not info.options:
        print("\nIt has no options.")
        return
    print("\nOptions [and their defaults]:")
    _print_columns([(f"  {o.name}", f"{o.help} [{o.default_text}]".lstrip()) for o in info.options])
    if any(option.name == "level" for option in info.options):
        _print_levels()


def _print_levels() -> None:
    """Prints what the levels mean."""
    print("\nLevels:  depth  nodes  selectivity  exact_from  by lot  corners")
    for level in LEVELS:
        depth = "any" if level.depth is None else level.depth
        nodes = f"{level.nodes / 1e6:.1f}M" if level.nodes else ""
        lot = f"{level.spread:.1f}" if level.spread else ""
        careless = f"{level.careless:.0%}" if level.careless else ""
        print(
            f"  {level.number:>2}     {depth:>5}  {nodes:>5}  {level.selectivity:>11}"
            f"  {level.exact_from:>10}  {lot:>6}  {careless:>7}".rstrip()
        )
    print(
        textwrap.fill(
            "Nodes: the most that a move takes on boards above 8x8, by one thread, and eight times"
            " as many to play perfectly. By lot: a move that loses so many discs is played e (2.7)"
            " times less often than the best one. Corners: how often it does not mind giving them"
            " away.",
            _WIDTH,
        )
    )


def _print_columns(rows: Sequence[tuple[str, str]]) -> None:
    """Prints labels and texts side by side, long texts on several lines."""
    width = max(len(label) for label, _ in rows) + 2
    for label, text in rows:
        indent = " " * width
        first = f"{label:{width}}"
        print(textwrap.fill(text, _WIDTH, initial_indent=first, subsequent_indent=indent))
