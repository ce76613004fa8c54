"""The command `outflank`: runs what was typed, and says what is wrong in one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

FAILED = 2
"""The exit status after a mistake in what was typed or read."""

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""

PIPE_CLOSED = 141
"""The exit status when the reader of the output has gone, as shells have it."""


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command line, by default that of this process, and returns its exit status."""
    try:
        from .app import run

        problem = run(sys.argv[1:] if words is None else list(words))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # What is still to be written, at exit too, has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    if problem is None:
        return 0
    print(f"outflank: {problem}", file=sys.stderr)
    return FAILED
