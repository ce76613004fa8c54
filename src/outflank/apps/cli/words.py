"""Numbers of things, in words."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """So many of something, such as `1 game` or `1,234 games`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"
