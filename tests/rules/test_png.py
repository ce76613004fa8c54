"""A board as PNG: what it is, and what is said without the library."""

from __future__ import annotations

import struct
import sys
import zlib

import pytest

from outflank import Game
from outflank.rules.png import board_png


def pixels(data: bytes) -> tuple[int, list[bytes]]:
    """The width of a picture and its rows of pixels, four bytes each."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    parts: dict[bytes, bytes] = {}
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind = data[at + 4 : at + 8]
        parts[kind] = parts.get(kind, b"") + data[at + 8 : at + 8 + length]
        at += length + 12
    width, height, depth, color = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    assert (depth, color) == (8, 6)
    raw = zlib.decompress(parts[b"IDAT"])
    stride = 4 * width
    rows: list[bytes] = []
    above = bytearray(stride)
    for y in range(height):
        kind_of_filter, line = (
            raw[y * (stride + 1)],
            bytearray(raw[y * (stride + 1) + 1 :][:stride]),
        )
        for i in range(stride):
            left = line[i - 4] if i >= 4 else 0
            corner = above[i - 4] if i >= 4 else 0
            up = above[i]
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(guess - value))
            line[i] = (line[i] + [0, left, up, (left + up) // 2, nearest][kind_of_filter]) % 256
        rows.append(bytes(line))
        above = line
    return width, rows


def test_what_it_shows() -> None:
    pytest.importorskip("resvg_py")
    position = Game.parse("f5d6c3d3c4").position
    width, rows = pixels(board_png(position, size=120, coordinates=False))
    assert (width, len(rows)) == (120, 120)
    for square in position.shape.squares:
        x, y = 2 + int((square.column + 0.5) * 14.5), 2 + int((square.row + 0.5) * 14.5)
        red, green, blue, _ = rows[y][4 * x : 4 * x + 4]
        color = position[square]
        seen = None if green > red + 50 else "BLACK" if red + green + blue < 300 else "WHITE"
        assert seen == (None if color is None else color.name)


def test_letters_are_drawn() -> None:
    pytest.importorskip("resvg_py")
    position = Game.parse("f5d6").position
    _, rows = pixels(board_png(position, size=200))
    assert len({rows[y][4 * x : 4 * x + 4] for y in range(3, 15) for x in range(25, 190)}) > 8


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(
        ImportError, match=r"PNG pictures need .*: pip install 'outflank\[pictures\]'"
    ):
        board_png(Game().position)
