"""`outflank puzzles`: endings to solve, cut from the mistakes of a player."""

from __future__ import annotations

import re
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ...agents.failure import one_line
from ...formats import FORMATS
from ...reviews import EMPTIES, check_how
from ...reviews import puzzles as find_puzzles
from .errors import UsageError
from .games import Games
from .options import Size, read_words
from .output import LiveLine, check_writable, opened, tidily, writing
from .words import counted

_FORMATS = {".obf": "obf", ".json": "json"}
_UNREADABLE = 1


def puzzles(
    *games: Annotated[str, Parameter(help="Files of games, moves such as f5d6c3, or - for stdin.")],
    player: Annotated[
        str | None,
        Parameter(help="Only mistakes of a player whose name has these words.", metavar="NAME"),
    ] = None,
    empties: Annotated[
        str, Parameter(help="How many squares are empty in a puzzle.", metavar="FROM-TO")
    ] = f"{EMPTIES[0]}-{EMPTIES[-1]}",
    out: Annotated[
        Path, Parameter(help="The file to write, .obf or .json; - prints OBF.", metavar="FILE")
    ] = Path("-"),
    size: Size = 8,
    threads: Annotated[
        int | None, Parameter(help="Moves judged at a time, if not one a core.", metavar="N")
    ] = None,
) -> int:
    """Make puzzles of endings in which a player went wrong.

    A puzzle is a position where the move played lost discs against the one best move, or made a
    draw or a loss of a win, or a loss of a draw. Every move's score stands with it, and in the
    comment the task, the solution and what was played: 'outflank play --moves FILE --game 1' lets
    you try one, 'outflank solve FILE' proves it again. After Ctrl-C the file holds what was found.
    The exit status is 1 if anything could not be read.
    """
    if not games:
        raise UsageError("puzzles needs games: files, moves such as f5d6c3, or - for stdin")
    wanted = _range(empties)
    kind = FORMATS["obf" if str(out) == "-" else _format(out)]
    check_writable(out)
    try:
        check_how(None, None, threads)
    except ValueError as error:
        raise UsageError(str(error)) from error
    sources = Games(games, size, read_words(player, "--player"))
    count, interrupted, live = 0, False, LiveLine()

    def show(moves: int) -> None:
        live.show(lambda: f"{count} puzzles found in {moves:,} moves")

    with tidily(), writing(out), closing(opened(out)) as file:
        try:
            found = find_puzzles(
                sources, sources.side, empties=wanted, threads=threads, progress=show
            )
            with closing(found):
                for puzzle in found:
                    text, _ = kind.text_of(puzzle.entry)
                    count += 1  # first: once it is read, Ctrl-C may come before the next line here
                    file.file.write(text.encode())
                    file.file.flush()
        except KeyboardInterrupt:
            interrupted = True
        live.clear()
        if count:
            file.commit()
    where = "the output" if str(out) == "-" else str(out)
    said = f"{counted(count, 'puzzle')} written to {where}"
    if not count:
        said = "no puzzle was found"
        if sources.missing_player and not interrupted:
            said += f": {sources.missing_player}"
    print(f"outflank: {one_line(said)}", file=sys.stderr, flush=True)
    if interrupted:
        raise KeyboardInterrupt
    return 0 if sources.is_complete else _UNREADABLE


def _range(text: str) -> range:
    match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last:
        raise UsageError(f"bad value {text!r} for --empties: expected numbers such as 6-14")
    return range(first, last + 1)


def _format(out: Path) -> str:
    found = _FORMATS.get(out.suffix.lower())
    if found is None:
        raise UsageError(f"cannot write puzzles to {out.name!r}: expected .obf or .json")
    return found
