"""The course of a game as a picture: Black's margin with best play after every move."""

from __future__ import annotations

from collections.abc import Iterator

from .._core import Color
from ..rules.outcome import name_of
from ..rules.png import png_of
from ..rules.svg import xml_text
from .judgement import Judgement
from .reviewing import Review

_LEAST, _MOST = (200, 120), 8000
"""Width and height of a picture."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 16, 34, 28
_COLORS = {"??": "#e5484d", "?": "#f08c2e", "?!": "#d9b821"}
_EVERY = 10
"""Moves between two numbers below."""
_STEPS = (2, 4, 8, 16, 32, 64)
"""Discs between two lines across."""
_LINES = 4
"""At most so many of them on each side of zero."""
_NAME = 24
"""Characters of a player's name."""


def graph_svg(review: Review, *, width: int = 800, height: int = 320) -> str:
    """The graph as a self-contained SVG; marked moves are dots that tell what they lost.

    What is exact has a lighter ground. Raises ValueError for a picture too small to draw in
    or too large to be drawn, and for values that no board has.
    """
    if not (_LEAST[0] <= width <= _MOST and _LEAST[1] <= height <= _MOST):
        bounds = f"{_LEAST[0]}x{_LEAST[1]} to {_MOST}x{_MOST}"
        raise ValueError(f"bad picture size {width}x{height}: expected {bounds}")
    return "".join(_Picture(review, width, height).parts())


def graph_png(review: Review, *, width: int = 800, height: int = 320) -> bytes:
    """The graph as a PNG; see `graph_svg`. Raises ImportError without the library that draws."""
    return png_of(graph_svg(review, width=width, height=height))


def scale(review: Review) -> tuple[int, int]:
    """Discs between two lines across, and at the uppermost one; ValueError if that is no margin."""
    margins, most = [abs(value) for _, value in review.curve], _STEPS[-1] * _LINES
    if (odd := next((margin for margin in margins if not margin <= most), None)) is not None:
        raise ValueError(f"a margin of {odd:g} discs: expected at most {most}")
    highest = max(margins, default=0)
    step = next(step for step in _STEPS if step * _LINES >= highest)
    return step, step * max(1, int(-(-highest // step)))


class _Picture:
    """Where things are in the picture, and what they look like."""

    def __init__(self, review: Review, width: int, height: int) -> None:
        self._review, self._width, self._height = review, width, height
        self._curve = review.curve
        plies = [ply for ply, _ in self._curve] or [0]
        self._first, self._last = plies[0], max(plies[-1], plies[0] + 1)
        self._step, self._most = scale(review)

    def parts(self) -> Iterator[str]:
        """The SVG, piece by piece."""
        tags = self._review.game.tags
        black, white = ((tags.get(name_of(color)) or name_of(color))[:_NAME] for color in Color)
        title = xml_text(f"{black} - {white}: Black's margin with best play, in discs")
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self._width} {self._height}" '
            f'width="{self._width}" height="{self._height}" role="img" aria-label="{title}">'
            f"<title>{title}</title>"
            f'<rect width="{self._width}" height="{self._height}" rx="8" fill="#2b2f31"/>'
            '<g font-family="system-ui,sans-serif" font-size="12" fill="#d5dad8">'
            f'<text x="{_LEFT}" y="21" font-size="14">{title}</text>'
        )
        yield from self._ground()
        yield from self._numbers()
        yield "</g>"
        if self._curve:
            yield from self._line()
        yield from (self._dot(judged) for judged in self._review.judgements if judged.mark)
        yield "</svg>"

    def _ground(self) -> Iterator[str]:
        top, bottom = self._y(self._most), self._y(-self._most)
        exact = next((judged.ply - 1 for judged in self._review.judgements if judged.exact), None)
        for start, color in ((self._first, "#1f7a4d"), (exact, "#2a8f5c")):
            if start is not None:
                left = self._x(start)
                yield (
                    f'<rect x="{left:.1f}" y="{top:.1f}" width="{self._x(self._last) - left:.1f}" '
                    f'height="{bottom - top:.1f}" fill="{color}"/>'
                )

    def _numbers(self) -> Iterator[str]:
        left, right = self._x(self._first), self._x(self._last)
        for discs in range(-self._most, self._most + 1, self._step):
            y, width = self._y(discs), 0.5 if discs else 1.5
            label = f"{discs:+d}" if discs else "0"
            yield (
                f'<path d="M{left:.1f} {y:.1f}H{right:.1f}" stroke="#d5dad8" stroke-opacity="0.6" '
                f'stroke-width="{width}"/>'
                f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
            )
        for ply in range(-(-self._first // _EVERY) * _EVERY, self._last + 1, _EVERY):
            yield (
                f'<text x="{self._x(ply):.1f}" y="{self._height - 10}" '
                f'text-anchor="middle">{ply}</text>'
            )

    def _line(self) -> Iterator[str]:
        points = [f"{self._x(ply):.1f} {self._y(value):.1f}" for ply, value in self._curve]
        ends = [f"{self._x(self._curve[at][0]):.1f} {self._y(0):.1f}" for at in (-1, 0)]
        yield f'<path d="M{"L".join([*points, *ends])}Z" fill="#000000" fill-opacity="0.3"/>'
        yield (
            f'<path d="M{"L".join(points)}" fill="none" stroke="#ffffff" stroke-width="2" '
            'stroke-linejoin="round"/>'
        )

    def _dot(self, judged: Judgement) -> str:
        value = dict(self._curve)[judged.ply]
        text = xml_text(
            f"{judged.ply}. {name_of(judged.turn)} {judged.move}: {judged.word}, "
            f"{judged.loss:.1f} discs lost, {judged.best} was best"
        )
        return (
            f'<circle cx="{self._x(judged.ply):.1f}" cy="{self._y(value):.1f}" r="4.5" '
            f'fill="{_COLORS[judged.mark]}" stroke="#14181a"><title>{text}</title></circle>'
        )

    def _x(self, ply: int) -> float:
        share = (ply - self._first) / (self._last - self._first)
        return _LEFT + share * (self._width - _LEFT - _RIGHT)

    def _y(self, discs: float) -> float:
        share = (self._most - discs) / (2 * self._most)
        return _TOP + share * (self._height - _TOP - _BOTTOM)
