"""Help as plain text in two columns."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cyclopts.help import HelpEntry, HelpPanel
    from rich.console import Console, ConsoleOptions

_WIDTH = 79
_INDENT = 2
_MOST = 24
"""The widest that the left column gets."""


class HelpText:
    """Formats help for the parser of the command line."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Prints a list of commands or options."""
        if not panel.entries:
            return
        _print(console, f"\n{panel.title}:")
        labels = [_label(entry) for entry in panel.entries]
        width = min(max(map(len, labels)), _MOST) + 2 + _INDENT
        for label, entry in zip(labels, panel.entries, strict=True):
            start = f"{'':{_INDENT}}{label}"
            text = _description(entry)
            if len(start) + 2 > width:
                _print(console, start)
                start = ""
            indent = " " * width
            lines = textwrap.fill(
                text, _WIDTH, initial_indent=f"{start:{width}}", subsequent_indent=indent
            )
            _print(console, lines or start)

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """Prints how the command is called."""
        _print(console, _plain(usage))

    def render_description(self, console: Console, options: ConsoleOptions, text: Any) -> None:
        """Prints what the command is for."""
        if description := _plain(text):
            _print(console, f"\n{textwrap.fill(description, _WIDTH)}")


def _label(entry: HelpEntry) -> str:
    if entry.positional_label:
        return entry.positional_label
    names = ", ".join((*entry.positive_names, *entry.positive_shorts))
    return f"{names} {entry.metavar}" if entry.metavar else names


def _description(entry: HelpEntry) -> str:
    text = _plain(entry.description)
    return text if entry.default in (None, "False") else f"{text} [{entry.default}]"


def _plain(text: Any) -> str:
    """The words of what may be one of rich's texts."""
    if text is None or isinstance(text, str):
        return (text or "").strip()
    from io import StringIO

    from rich.console import Console

    console = Console(file=StringIO(), width=1000, no_color=True, force_terminal=False)
    with console.capture() as capture:
        console.print(text, end="", markup=False, highlight=False)
    return " ".join(capture.get().split())


def _print(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
