"""Names of openings, in both languages, however the board is turned."""

from importlib.resources import files

import pytest

from outflank import Color, Game, Position
from outflank.database import Opening, named_lines, opening_name, opening_of

ROWS = [
    line.split("\t")
    for line in (files("outflank") / "data" / "openings.tsv").read_text("utf-8").splitlines()
]


def test_the_table() -> None:
    head, *rows = ROWS
    assert head == ["moves", "english", "japanese"]
    assert rows == sorted(rows, key=lambda row: (len(row[0]), row[0]))
    positions = {Game.parse(moves).position.canonical() for moves, _, _ in rows}
    assert len(positions) == len(rows) > 350
    for moves, english, japanese in rows:
        assert moves == Game.parse(moves).transcript()
        assert moves.startswith("f5")
        assert english or japanese
        assert all(name == name.strip() for name in (english, japanese))
        assert english.isascii()


@pytest.mark.parametrize(
    ("moves", "english", "japanese"),
    [
        ("f5d6c3d3c4", "Tiger", "虎定石"),
        ("f5f6", "Diagonal", "斜め取り"),
        ("f5d6c5f4e3c6d3f6e6d7", "Rose", "ローズ"),
        ("f5d6c3d3c4f4f6f3e6e7", "Scorpion", None),
        ("f5d6c4d3c5b4", None, "Nicolet"),
        ("f5d6c3d3c4b5", "Berg Tiger", "Berg Tiger"),
        ("", None, None),
        ("f5d6c3d3c4f4f6f3e6e7d8", None, None),
    ],
)
@pytest.mark.parametrize("symmetry", range(8))
def test_a_position_has_one_name_in_all_its_images(
    moves: str, english: str | None, japanese: str | None, symmetry: int
) -> None:
    position = Game.parse(moves).position.symmetry(symmetry)
    assert opening_name(position) == english
    assert opening_name(position, "ja") == japanese


def test_other_moves_to_the_same_position() -> None:
    tiger, other = Game.parse("f5d6c3d3c4"), Game.parse("f5d6c4d3c3")
    assert tiger.position == other.position
    assert opening_of(other) == Opening("Tiger", 5)


def test_whose_move_it_is_matters() -> None:
    position = Game.parse("f5d6c3d3c4").position
    assert opening_name(position.swapped()) is None
    colors = Color.BLACK, Color.WHITE
    black, white = (position.squares(color) for color in colors)
    assert opening_name(Position.from_squares(8, white, black, Color.BLACK)) is None


def test_the_last_name_on_the_way_counts() -> None:
    game = Game.parse("f5d6c3d3c4f4f6f3e6e7d7b5")
    assert opening_of(game) == Opening("Scorpion (New)", 11)
    assert opening_of(game, "ja") == Opening("コンポス", 8)
    assert opening_of(Game.parse("c4c3")) == Opening("Diagonal", 2)
    assert opening_of(Game()) is None


def test_only_8x8_has_names() -> None:
    assert opening_of(Game.parse("e4e3", size=6)) is None
    assert opening_of(Game(Position.parse("-----XO--OX----- X"))) is None


def test_all_names() -> None:
    lines = named_lines()
    assert len(lines) == 363
    for line in lines:
        position = Game.parse(line.moves).position
        assert opening_name(position) == (line.en or None)
        assert opening_name(position, "ja") == (line.ja or None)
        assert line.en or line.ja


def test_languages() -> None:
    with pytest.raises(ValueError, match="unknown language 'fr': expected en or ja"):
        opening_name(Position.initial(), "fr")  # type: ignore[arg-type]
