"""What a square looks like: rows of characters, for squares of one to five lines."""

from __future__ import annotations

from functools import cache

MOST_LINES = 5


def width_of(lines: int) -> int:
    """How many columns a square has that is so many lines high; so it looks square."""
    return 2 * lines + 1


@cache
def disc(lines: int) -> tuple[str, ...]:
    """A disc as block characters: what they fill is the disc, the rest the square."""
    if lines == 1:
        return (" ● ",)
    if lines == 2:
        return (" ▄▄▄ ", "▝███▘")
    width = width_of(lines)
    halves = [_half_line(width, lines, half) for half in range(2 * lines)]
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return tuple(
        "".join(
            "█" if top and bottom else "▀" if top else "▄" if bottom else " "
            for top, bottom in zip(upper, lower, strict=True)
        )
        for upper, lower in pairs
    )


def middle(lines: int) -> int:
    """The line of a square in which a mark or a label stands."""
    return lines // 2


def _half_line(width: int, lines: int, half: int) -> list[bool]:
    """What the disc covers of half a line, all but the first; half lines are as high as columns."""
    radius = lines - 0.5
    down = half - lines
    return [(column + 0.5 - width / 2) ** 2 + down**2 <= radius**2 for column in range(width)]
