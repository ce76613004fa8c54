"""A graph of an agent's thinking time: the seconds of its moves by their number."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules.png import png_of
from ..rules.svg import xml_text
from .grade import Grade
from .grade_time import Times, by_number

_WIDTH, _HEIGHT = 800, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 56, 28
_COLORS = ("#e8b339", "#56b4e9", "#f0715f", "#7bd389", "#c792ea", "#d5dad8", "#ff9ecb")
"""Colors of the lines, one for each board size from 4x4 to 16x16."""
_EVERY = 10
"""Moves between two labels of the horizontal axis."""
_LINES = 4
"""Horizontal grid lines above 0."""
_NAME = 60
"""The most characters of the agent's name that are shown."""


def time_svg(grade: Grade) -> str:
    """The graph as a self-contained SVG: a line for each size, a dot for each slowest move.

    The line is the median of the moves of one number. Raises ValueError if there are no moves.
    """
    return "".join(_Picture(grade).parts())


def time_png(grade: Grade) -> bytes:
    """The graph as a PNG; see `time_svg`. Raises ImportError without the library that draws."""
    return png_of(time_svg(grade))


class _Picture:
    """The graph of a grade: its scales and its parts."""

    def __init__(self, grade: Grade) -> None:
        self._agent = grade.standing.plan.agents[0]
        self._sizes = by_number(grade.decisions)
        if not self._sizes:
            raise ValueError("no move was played: there is no time to draw")
        self._limit = grade.standing.plan.limit.time
        times = [times for numbers in self._sizes.values() for times in numbers.values()]
        self._last = max(max(numbers) for numbers in self._sizes.values())
        self._most = _rounded_up(max(self._limit or 0.0, *(t.slowest for t in times), 0.001))

    def parts(self) -> Iterator[str]:
        """The SVG, piece by piece."""
        name = self._agent if len(self._agent) <= _NAME else f"...{self._agent[3 - _NAME :]}"
        title = xml_text(f"{name}: seconds for a move, by its number")
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
            f'width="{_WIDTH}" height="{_HEIGHT}" role="img" aria-label="{title}">'
            f"<title>{title}</title>"
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="8" fill="#2b2f31"/>'
            '<g font-family="system-ui,sans-serif" font-size="12" fill="#d5dad8">'
            f'<text x="{_LEFT}" y="21" font-size="14">{title}</text>'
        )
        yield from self._numbers()
        yield from self._legend()
        yield "</g>"
        for size, numbers in self._sizes.items():
            yield from self._line(size, numbers)
        yield "</svg>"

    def _numbers(self) -> Iterator[str]:
        right = _WIDTH - _RIGHT
        for step in range(_LINES + 1):
            seconds = self._most * step / _LINES
            y, width = self._y(seconds), 0.5 if step else 1.5
            yield (
                f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="#d5dad8" stroke-opacity="0.6" '
                f'stroke-width="{width}"/>'
                f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{seconds:g}</text>'
            )
        if self._limit is not None:
            y = self._y(self._limit)
            yield (
                f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="#e5484d" stroke-dasharray="6 4">'
                f"<title>{self._limit:g} s: the time for a move</title></path>"
            )
        for number in range(_EVERY, self._last + 1, _EVERY):
            yield (
                f'<text x="{self._x(number):.1f}" y="{_HEIGHT - 10}" '
                f'text-anchor="middle">{number}</text>'
            )

    def _legend(self) -> Iterator[str]:
        for place, size in enumerate(self._sizes):
            x = _LEFT + 76 * place
            yield (
                f'<rect x="{x}" y="34" width="12" height="4" fill="{_color(size)}"/>'
                f'<text x="{x + 18}" y="40">{size}x{size}</text>'
            )
        yield f'<text x="{_LEFT + 76 * len(self._sizes)}" y="40">median; dots: slowest</text>'

    def _line(self, size: int, numbers: dict[int, Times]) -> Iterator[str]:
        color = _color(size)
        points = [f"{self._x(n):.1f} {self._y(t.median):.1f}" for n, t in numbers.items()]
        yield (
            f'<path d="M{"L".join(points)}" fill="none" stroke="{color}" stroke-width="2" '
            'stroke-linejoin="round"/>'
        )
        for number, times in numbers.items():
            text = (
                f"{size}x{size}, move {number}: median {times.median:.3f} s, "
                f"slowest {times.slowest:.3f} s of {times.moves}"
            )
            yield (
                f'<circle cx="{self._x(number):.1f}" cy="{self._y(times.slowest):.1f}" r="2.5" '
                f'fill="{color}"><title>{text}</title></circle>'
            )

    def _x(self, number: int) -> float:
        share = (number - 1) / max(1, self._last - 1)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def _y(self, seconds: float) -> float:
        return _HEIGHT - _BOTTOM - seconds / self._most * (_HEIGHT - _TOP - _BOTTOM)


def _color(size: int) -> str:
    return _COLORS[size // 2 - 2]


def _rounded_up(seconds: float) -> float:
    """The next of 1, 2, 4 and 8 times a power of ten: a quarter of it is a short number."""
    unit = 0.001
    while True:
        for factor in (1, 2, 4, 8):
            if factor * unit >= seconds:
                return factor * unit
        unit *= 10
