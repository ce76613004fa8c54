"""Pictures as PNG, drawn from their SVG by resvg."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outflank._core import Position
from outflank.rules.svg import board_svg

_FONTS = "Arial,Helvetica,DejaVu Sans,Liberation Sans,Noto Sans,Roboto"
"""One of these is on every machine; browsers have a font of their own for every name."""


def board_png(position: Position, **options: Any) -> bytes:
    """Draw a position; the options are those of `board_svg`. Raises ImportError as `png_of`."""
    return png_of(board_svg(position, **options))


def png_of(svg: str) -> bytes:
    """Draw a picture of ours.

    Raises ImportError if the library that draws is not installed.
    """
    return bytes(drawing()(svg_string=svg.replace("system-ui,sans-serif", _FONTS)))


def drawing() -> Callable[..., bytes]:
    """What draws; ImportError with a sentence if it is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise ImportError(
            "PNG pictures need the library resvg: pip install 'outflank[pictures]'"
        ) from error
    draw: Callable[..., bytes] = svg_to_bytes
    return draw
