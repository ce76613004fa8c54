"""The board as characters: squares of every size, from both sides."""

import pytest

from outflank import Color, Move, Position, Shape
from outflank.apps.tui.board import Board, Label, Picture
from outflank.apps.tui.discs import MOST_LINES, disc, middle, width_of


def board(size=8, lines=2, **options):
    position = Position.initial(size)
    discs = {square: color for color in Color for square in position.squares(color)}
    made = Board()
    made.set_reactive(Board.picture, Picture(size, discs, **options))
    made.set_reactive(Board.lines, lines)
    return made


@pytest.mark.parametrize("lines", range(1, MOST_LINES + 1))
def test_discs_are_as_large_as_squares(lines):
    rows = disc(lines)
    assert len(rows) == lines
    assert {len(row) for row in rows} == {width_of(lines)}
    mirrored = str.maketrans("▝▘", "▘▝")
    assert all(row == row[::-1].translate(mirrored) for row in rows)
    if lines > 1:
        assert rows[middle(lines)][width_of(lines) // 2] == "█"


@pytest.mark.parametrize("size", range(4, 17, 2))
@pytest.mark.parametrize("lines", [1, 2, 3])
@pytest.mark.parametrize("symmetry", range(8))
def test_squares_are_where_they_are_drawn(size, lines, symmetry):
    made = board(size, lines)
    made.set_reactive(Board.symmetry, symmetry)
    places = {square: made.place_of(square) for square in Shape(size).squares}
    assert {made.square_at(*place) for place in places.values()} == set(Shape(size).squares)
    assert all(made.square_at(*place) == square for square, place in places.items())
    (left, top), (right, low) = places[Move("a1")], places[Move("b2")]
    assert (left > right, top > low) == (bool(symmetry & 1), bool(symmetry & 2))
    for square, (x, y) in places.items():
        column = made.render_line(0).text[x - 1 : x + 2].split()
        row = made.render_line(y).text[:3].split()
        assert "".join(column + row if symmetry < 4 else row + column) == square.name
    room = Board.room(size, lines)
    for x, y in [(2, 1), (3, 0), (room.width, 1), (3, room.height)]:
        assert made.square_at(x, y) is None


def test_squares_are_as_large_as_there_is_room():
    made = board(10)
    for lines in range(1, MOST_LINES + 1):
        room = Board.room(10, lines)
        for width, height in [(room.width, room.height), (room.width + 9, room.height)]:
            made.fit(width, height)
            assert made.lines == lines
    made.fit(10, 5)
    assert made.lines == 1


def shown(made, square):
    x, y = made.place_of(Move(square))
    return made.render_line(y).crop(
        x - width_of(made.lines) // 2, x + width_of(made.lines) // 2 + 1
    )


@pytest.fixture
def drawn(drive):
    """Draws a board in an app: `drawn(look, lines=..., **picture)`."""

    def drawn(look, size=8, lines=2, **options):
        async def scenario(d):
            made = d.app.screen.query_one(Board)
            made.picture = board(size, lines, **options).picture
            made.lines = lines
            look(made)

        drive(scenario)

    return drawn


def test_labels_fit_their_squares(drawn):
    labels = {
        Move("d3"): Label("+12.5", "+12", "#ffffff", underline=True),
        Move("c4"): Label("-3", "-3", "#ffffff", is_best=True),
    }

    def look(made):
        assert shown(made, "d3").text == "+12.5"
        assert [s.text for s in shown(made, "d3") if s.style.underline] == ["+12.5"]
        assert len({segment.style.bgcolor for segment in shown(made, "c4")}) == 1
        assert shown(made, "c4")._segments[0].style.bgcolor.name == "#8fe3ff"
        made.lines = 1
        assert shown(made, "d3").text == "+12"

    drawn(look, labels=labels)


def test_what_is_marked(drawn):
    def look(made):
        grounds = {
            square: shown(made, square)._segments[0].style.bgcolor.name
            for square in ("a1", "b1", "c1", "d4", "e4", "f5")
        }
        assert len(set(grounds.values())) == 5
        assert grounds["a1"] == grounds["c1"] != grounds["b1"]

    drawn(look, last=Move("d4"), turned=[Move("e4")], hint=Move("f5"))


def test_a_picture_of_the_start(drawn):
    def look(made):
        lines = [made.render_line(y).text.rstrip() for y in range(9)]
        assert lines == [
            "    a  b  c  d  e  f  g  h",
            *(f" {n}" for n in (1, 2, 3)),
            " 4           ●  ●",
            " 5           ●  ●",
            *(f" {n}" for n in (6, 7, 8)),
        ]
        inks = [s.style.color.name for s in made.render_line(4) if "●" in s.text]
        assert inks == ["#f6f8f7", "#0b0d0e"]

    drawn(look, lines=1)
