"""Pictures: valid XML that shows what it is asked to show, and escapes what it is given."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Game, Move, Position
from outflank.rules.svg import board_svg

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str, tag: str, **attributes: str) -> list[ET.Element]:
    """Return the elements of a kind with these attributes."""
    wanted = attributes.items()
    return [e for e in ET.fromstring(svg).iter(SVG + tag) if wanted <= e.attrib.items()]


def texts(svg: str) -> list[str]:
    """Return every text of the picture."""
    return [element.text or "" for element in drawn(svg, "text")]


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_every_disc_is_drawn(size: int, random_game: Callable[..., Game]) -> None:
    position = random_game(size, seed=size, plies=size * 2).position
    svg = board_svg(position)
    for color, fill in ((Color.BLACK, "black"), (Color.WHITE, "white")):
        discs = drawn(svg, "circle", fill=f"url(#outflank-{fill})")
        assert len(discs) == position.discs(color)
    assert texts(svg).count("a") == 1
    assert texts(svg).count(str(size)) == 1


def test_options() -> None:
    position = Position.initial().play("f5")
    assert texts(board_svg(position, coordinates=False)) == []
    assert len(drawn(board_svg(position, last_move="f5"), "circle", fill="#e5484d")) == 1
    assert drawn(board_svg(position, last_move="pass"), "circle", fill="#e5484d") == []
    hints = drawn(board_svg(position, legal_moves=True), "circle", **{"fill-opacity": "0.28"})
    assert len(hints) == 3
    assert texts(board_svg(position, flips=True, coordinates=False)) == ["1", "1", "1"]
    rings = drawn(board_svg(position, turned=[Move("e5")]), "circle", fill="none")
    assert len(rings) == 1
    assert ET.fromstring(board_svg(position, size=123)).attrib["width"] == "123"


def test_labels_take_the_place_of_hints() -> None:
    position = Position.initial()
    squares = {Move("f5"): "+3", Move("d3"): "-1"}
    svg = board_svg(position, squares=squares, flips=True, coordinates=False)
    assert sorted(texts(svg)) == ["+3", "-1", "1", "1"]


def test_titles_say_who_moves() -> None:
    assert "Black to move" in board_svg(Position.initial())
    assert "White must pass" in board_svg(Position.parse("XOOOOOOOOOOOOOO- O"))
    assert "Draw 8-8" in board_svg(Position.parse("-" * 16))


def test_position_and_module_draw_the_same() -> None:
    position = Position.initial(6)
    assert position.svg(legal_moves=True) == board_svg(position, legal_moves=True)
    notebook = position._repr_svg_()
    assert ET.fromstring(notebook).tag == SVG + "svg"


@given(st.text())
def test_any_label_is_valid_xml(label: str) -> None:
    svg = board_svg(Position.initial(4), squares={"a1": label}, coordinates=False)
    assert len(drawn(svg, "text")) == 1


def test_labels_are_escaped() -> None:
    svg = board_svg(Position.initial(4), squares={"a1": '<b>&"'}, coordinates=False)
    assert texts(svg) == ['<b>&"']


@pytest.mark.parametrize(
    "options", [{"last_move": "e1"}, {"squares": {"a5": "x"}}, {"turned": ["h8"]}]
)
def test_squares_off_the_board_are_named(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="not on the 4x4 board"):
        board_svg(Position.initial(4), **options)


@pytest.mark.parametrize("size", [0, -5])
def test_bad_sizes(size: int) -> None:
    with pytest.raises(ValueError, match=f"bad picture size {size}"):
        board_svg(Position.initial(), size=size)
