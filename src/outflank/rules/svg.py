"""A board as a picture: one self-contained SVG that needs no style sheet, script or font."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from outflank._core import Color, Move, Position
from outflank.rules.outcome import name_of, outcome_of
from outflank.rules.text import LETTERS

_UNIT = 100
_MARGIN = 60
_FRAME = 12
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_DEFINITIONS = (
    '<defs><radialGradient id="outflank-black" cx="38%" cy="32%" r="75%">'
    '<stop offset="0" stop-color="#4a4f52"/><stop offset="1" stop-color="#0d0f10"/>'
    '</radialGradient><radialGradient id="outflank-white" cx="38%" cy="32%" r="75%">'
    '<stop offset="0.35" stop-color="#ffffff"/><stop offset="1" stop-color="#cfd3d1"/>'
    "</radialGradient></defs>"
)
_FILLS = {Color.BLACK: "url(#outflank-black)", Color.WHITE: "url(#outflank-white)"}
_INKS = {Color.BLACK: "#ffffff", Color.WHITE: "#14181a", None: "#ffffff"}


def board_svg(
    position: Position,
    *,
    last_move: Move | str | None = None,
    legal_moves: bool = False,
    squares: Mapping[Move, str] | Mapping[str, str] | None = None,
    flips: bool = False,
    turned: Iterable[Move | str] = (),
    coordinates: bool = True,
    size: int = 400,
) -> str:
    """Draw a position, `size` pixels wide.

    `last_move` gets a dot and the `turned` discs a ring; `legal_moves` shows where the side to move
    can play, `flips` how many discs each of those moves turns; `squares` writes short labels.
    Raises ValueError for a square off the board or a size that is not positive.
    """
    if size <= 0:
        raise ValueError(f"bad picture size {size}: it must be positive")
    margin = _MARGIN if coordinates else 0
    width = position.size * _UNIT + margin + 2 * _FRAME
    labels = {_on_board(position, square): text for square, text in (squares or {}).items()}
    title = _title(position)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}" '
        f'width="{size}" height="{size}" role="img" aria-label="{title}">',
        f"<title>{title}</title>",
        _DEFINITIONS,
        f'<rect width="{width}" height="{width}" rx="16" fill="#2b2f31"/>',
        *(_coordinates(position.size) if coordinates else ()),
        f'<g transform="translate({margin + _FRAME} {margin + _FRAME})">',
        *_grid(position.size),
        *_discs(position),
    ]
    parts += [_ring(position, _on_board(position, square)) for square in turned]
    if last_move is not None and not (move := Move(last_move)).is_pass:
        x, y = _centre(_on_board(position, move))
        dot_y = y if move not in labels else y - 34
        parts.append(f'<circle cx="{x}" cy="{dot_y}" r="9" fill="#e5484d"/>')
    if legal_moves or flips:
        parts += _hints(position, flips, labels)
    parts += [_label(position, square, text) for square, text in labels.items()]
    return "".join([*parts, "</g></svg>"])


def _title(position: Position) -> str:
    outcome = outcome_of(position)
    if outcome is not None:
        state = str(outcome)
    else:
        state = f"{name_of(position.turn)} {'must pass' if position.must_pass else 'to move'}"
    return f"{position.size}x{position.size} board: {state}"


def _on_board(position: Position, square: Move | str) -> Move:
    move = Move(square)
    if move not in position.shape:
        size = position.size
        raise ValueError(f"bad square {move.name!r}: not on the {size}x{size} board")
    return move


def _centre(square: Move) -> tuple[int, int]:
    return square.column * _UNIT + _UNIT // 2, square.row * _UNIT + _UNIT // 2


def _coordinates(size: int) -> Iterator[str]:
    yield (
        '<g fill="#d5dad8" font-family="system-ui,sans-serif" font-size="34" text-anchor="middle">'
    )
    near = (_MARGIN + _FRAME) // 2
    for index in range(size):
        along = _MARGIN + _FRAME + index * _UNIT + _UNIT // 2
        yield f'<text x="{along}" y="{near + 12}">{LETTERS[index]}</text>'
        yield f'<text x="{near}" y="{along + 12}">{index + 1}</text>'
    yield "</g>"


def _grid(size: int) -> Iterator[str]:
    length = size * _UNIT
    yield f'<rect width="{length}" height="{length}" fill="#1f7a4d"/>'
    lines = "".join(f"M{at} 0V{length}M0 {at}H{length}" for at in range(0, length + 1, _UNIT))
    yield f'<path d="{lines}" stroke="#0f4a2d" stroke-width="3" fill="none"/>'
    if size >= 6:
        for x in (2 * _UNIT, length - 2 * _UNIT):
            for y in (2 * _UNIT, length - 2 * _UNIT):
                yield f'<circle cx="{x}" cy="{y}" r="8" fill="#0f4a2d"/>'


def _discs(position: Position) -> Iterator[str]:
    for color, fill in _FILLS.items():
        for square in position.squares(color):
            x, y = _centre(square)
            yield f'<circle cx="{x}" cy="{y + 4}" r="41" fill="#000000" fill-opacity="0.3"/>'
            yield f'<circle cx="{x}" cy="{y}" r="41" fill="{fill}"/>'


def _ring(position: Position, square: Move) -> str:
    x, y = _centre(square)
    ink = _INKS[position[square]]
    return (
        f'<circle cx="{x}" cy="{y}" r="33" fill="none" stroke="{ink}" stroke-width="3" '
        'stroke-opacity="0.45" stroke-dasharray="7 7"/>'
    )


def _hints(position: Position, flips: bool, labels: Mapping[Move, str]) -> Iterator[str]:
    fill = "#000000" if position.turn is Color.BLACK else "#ffffff"
    for move in position.legal_moves():
        if move.is_pass or move in labels:
            continue
        x, y = _centre(move)
        radius = 30 if flips else 14
        yield f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" fill-opacity="0.28"/>'
        if flips:
            yield _text(x, y, str(len(position.flips(move))), _INKS[position.turn])


def _label(position: Position, square: Move, text: str) -> str:
    x, y = _centre(square)
    return _text(x, y, str(text), _INKS[position[square]])


def _text(x: int, y: int, text: str, ink: str) -> str:
    font = 34 if len(text) <= 4 else 24
    return (
        f'<text x="{x}" y="{y + 12}" fill="{ink}" font-family="system-ui,sans-serif" '
        f'font-size="{font}" font-weight="600" text-anchor="middle">{xml_text(text)}</text>'
    )


def xml_text(text: str) -> str:
    """Any text as it stands in an SVG."""
    return escape(_NOT_XML.sub("\ufffd", text))
