"""`outflank explain`: what an agent sees in a position, feature by feature."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..._core import Color, Move, Position
from ...agents import SearchAgent, agent_from_spec
from ...heuristics import Contribution, Linear, is_along_search, meaning
from ...rules.outcome import name_of
from ...rules.text import LETTERS, board_text
from .errors import UsageError
from .options import Number, Size
from .sources import read_position


def explain(
    *position: Annotated[
        str, Parameter(help="A board such as '---...XO... X', moves, a file with either, or -.")
    ],
    agent: Annotated[
        str, Parameter(help="Whose weights; see 'outflank agents'.", metavar="AGENT")
    ] = "phased",
    feature: Annotated[
        tuple[str, ...] | None, Parameter(help="Show only this on the board.", metavar="NAME")
    ] = None,
    number: Number = 1,
    size: Size = 8,
) -> None:
    """Show what each feature adds to an agent's value of a position.

    First as numbers: what the side to move has more of than the other (_own, _other: what one side
    has), times its weight. Then on the board, where each square shows what it adds. Features that
    the agent counts along its search, such as path mobility, add nothing to one position.
    """
    if not position:
        raise UsageError("explain needs a position: a board, or moves such as f5d6c3")
    seen = read_position(" ".join(position).strip(), size, number)
    weights = _weights(agent)
    try:
        shown = weights.matching(feature or ())
    except ValueError as error:
        raise UsageError(f"{agent}: {error}") from error
    rows = weights.explain(seen)
    if not rows:
        raise UsageError(f"{agent} weighs no feature in this position")
    here = [name for name in shown or weights.names if not is_along_search(name)]
    if not here:
        raise UsageError(
            f"{', '.join(shown)} of {agent} is counted along the search: no square adds to it here"
        )
    overlay = weights.overlay(seen, here)
    print(board_text(seen, legal_moves=True))
    print()
    width = max(len(row.feature) for row in rows)
    print(f"{'feature':{width}}  {'value':>9}  {'weight':>9}  {'adds':>10}")
    for row in rows:
        print(f"{row.feature:{width}}  {_numbers(row)}")
    total = sum(row.product for row in rows if not row.along_search)
    print(f"{'total':{width}}  {'':>9}  {'':>9}  {total:>+10.2f}  {weights.unit}")
    print()
    apart = "parity", "path mobility"
    kinds = [kind for kind in apart if any(kind.replace(" ", "_") in r.feature for r in rows)]
    but = f" but {' and '.join(kinds)}" if kinds else ""
    what = ", ".join(here) if shown else f"all features{but}"
    print(f"What each square adds for {name_of(seen.turn)} ({what}):")
    print(_grid(seen, overlay))


def _numbers(row: Contribution) -> str:
    """What a feature has here, times its weight, and what it counts."""
    if row.along_search:
        numbers = f"{'-':>9}  {row.weight:>9.5g}  {'-':>10}"
        return f"{numbers}  counted along the search, not here"
    numbers = f"{row.value:>9.4g}  {row.weight:>9.5g}  {row.product + 0.0:>+10.2f}"
    return f"{numbers}  {meaning(row.feature).partition(':')[0]}"


def _weights(spec: str) -> Linear:
    agent = agent_from_spec(spec)
    evaluator = agent.engine.evaluator if isinstance(agent, SearchAgent) else None
    if not isinstance(evaluator, Linear):
        raise UsageError(f"{spec} weighs no features: try phased or another preset")
    return evaluator


def _grid(position: Position, overlay: dict[Move, float]) -> str:
    """The board with what each square adds; the disc on it stands before the number."""
    texts = {square: f"{amount:+.3g}" for square, amount in overlay.items() if round(amount, 9)}
    width = max([3, *(len(text) for text in texts.values())]) + 1
    letters = "".join(f"{letter:>{width + 1}}" for letter in LETTERS[: position.size])
    lines = [f"  {letters}"]
    marks = {Color.BLACK: "X", Color.WHITE: "O", None: ""}
    for row in range(position.size):
        squares = [Move.at(column, row) for column in range(position.size)]
        cells = (f"{marks[position[s]]}{texts.get(s, '' if position[s] else '.')}" for s in squares)
        lines.append(f"{row + 1:>2}" + "".join(f"{cell:>{width + 1}}" for cell in cells))
    return "\n".join(lines)
