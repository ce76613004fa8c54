"""Tries a file that `export` wrote: `python -m outflank.agents.students.trial FILE`.

Without the simulator and without numpy: what the file imports from there is stood in for.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ..._core import Color, Position
from ..failure import failure

_SECONDS = 0.1
"""For the move; a limit in the spec wins."""


def main() -> str | None:
    """Asks the agent in the file for a first move on 8x8; what went wrong, if anything did."""
    _stand_in("agents")
    _stand_in("agents.agent", Agent=type("Agent", (), {}))
    _stand_in("store", register_agent=lambda name: lambda agent: agent)
    namespace: dict[str, Any] = {"__name__": "student_agent"}
    try:
        exec(compile(Path(sys.argv[1]).read_bytes(), sys.argv[1], "exec"), namespace)
        namespace["TIME"] = _SECONDS
        namespace["StudentAgent"]().step(_start(), 1, 2)
    except Exception as error:
        return failure(error)
    return None


def _stand_in(name: str, **contents: Any) -> None:
    sys.modules[name] = module = ModuleType(name)
    vars(module).update(contents)


def _start() -> list[list[int]]:
    position = Position.initial()
    numbers = {None: 0, Color.BLACK: 1, Color.WHITE: 2}
    squares = [numbers[position[square]] for square in position.shape.squares]
    return [squares[i : i + position.size] for i in range(0, len(squares), position.size)]


if __name__ == "__main__":
    sys.exit(main())
