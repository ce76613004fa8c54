"""The command `outflank`: runs what was typed, and says what is wrong in one sentence."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

FAILED = 2
"""The exit status after a mistake in what was typed or read."""

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""

PIPE_CLOSED = 141
"""The exit status when the reader of the output has gone, as shells have it."""


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command line, by default that of this process, and returns its exit status."""
    try:
        _mend_streams()
        warnings.formatwarning = lambda message, *_, **__: f"outflank: {message}\n"
        from .app import run

        outcome = run(sys.argv[1:] if words is None else list(words))
        print(end="", flush=True)
    except KeyboardInterrupt:
        # If it came out of a text that Python evaluated, such as an annotation, Python ends itself
        # by that signal at exit, caught or not; evaluating another text makes it forget.
        eval("None")
        return INTERRUPTED
    except BrokenPipeError:
        _drop(sys.stdout)
        return PIPE_CLOSED
    except ImportError as error:  # such as a native module that is not built
        outcome = str(error)
    except OSError as error:
        _drop(sys.stdout)
        where = f"{error.filename!r}: " if error.filename else ""
        outcome = f"cannot go on: {where}{error.strerror or error}"
    except ValueError:
        if not (sys.stdin.closed or sys.stdout.closed):
            raise
        outcome = "an agent closed the standard input or output"
    if isinstance(outcome, int):
        return outcome
    try:
        print(f"outflank: {outcome}", file=sys.stderr, flush=True)
    except (OSError, ValueError):  # nobody can be told
        _drop(sys.stderr)
    return FAILED


def _mend_streams() -> None:
    """Puts the null device where a stream is closed, and lets no odd character end the program."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            null = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(null, mode, closefd=False))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            if mode == "w":  # the C locale's surrogateescape cannot print é either
                stream.reconfigure(errors="backslashreplace")
            elif stream.errors == "strict":
                stream.reconfigure(errors="replace")


def _drop(stream: TextIO) -> None:
    """Sends what is still to be written, at exit too, nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
