"""Every feature against its definition in plain Python."""

from array import array
from collections.abc import Callable

import pytest

from outflank import Color, Game, Position, _core, features
from outflank.heuristics import FEATURES, positional

from .plain import counts, percent, regions

SIZES = [4, 6, 8, 10, 12, 14, 16]


@pytest.mark.parametrize("size", SIZES)
def test_features_are_what_their_definitions_say(
    size: int, random_game: Callable[..., Game]
) -> None:
    values = positional(size)
    for seed in range(4):
        for position in random_game(size, seed).positions[:: max(1, size // 3)]:
            own = counts(position, position.turn, values)
            other = counts(position, position.turn.opponent, values)
            table = features(position)
            for name, count in own.items():
                feature = table[name]
                assert (feature.own, feature.other) == (count, other[name]), name
                assert feature.difference == count - other[name]
                assert feature.percent == pytest.approx(percent(count, other[name]))
            odd = [len(region) % 2 for region in regions(position)]
            assert table["parity"].difference == (1 if position.empties % 2 else -1)
            assert table["region_parity"].difference == 2 * sum(odd) - len(odd)
            assert table.keys() == {*own, "parity", "region_parity"}


def test_every_form_has_a_name_and_a_meaning() -> None:
    table = features(Position.initial())
    assert {name + form for name in table for form in ("", "_percent", "_own", "_other")} == set(
        FEATURES
    )
    assert all(FEATURES.values())


def test_classes_by_hand() -> None:
    """Black's a1 and b1 hang on a corner; d1 turns White's c1, and the middle can always turn."""
    position = Position.parse(
        "XXO----- -------- -------- ---OX--- ---XO--- -------- -------- -------- O"
    )
    table = features(position)
    black = {name: feature.other for name, feature in table.items()}
    white = {name: feature.own for name, feature in table.items()}
    assert {m.name for m in position.stable(Color.BLACK)} == {"a1", "b1"}
    assert (black["stability"], black["unstable"], black["semi_stable"]) == (2, 2, 0)
    assert (white["stability"], white["unstable"], white["semi_stable"]) == (0, 3, 0)
    assert black["class_values"] == 100 - 25
    assert white["class_values"] == 0


def test_square_values_of_ones_own() -> None:
    position = Position.initial(4).play("b1")
    ones = features(position, [1.0] * 16)
    assert ones["squares"] == ones["discs"]._replace(meaning=ones["squares"].meaning)
    with pytest.raises(ValueError, match="expected a value for each square"):
        features(position, [1.0])


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_rows_hold_what_the_table_of_features_does(
    size: int, random_game: Callable[..., Game]
) -> None:
    positions = random_game(size, 5).positions
    names = [name for name in FEATURES if not name.startswith(("squares", "class_values"))]
    values = positional(size)
    rows = array("f", _core.feature_rows(positions, names, [values, [1.0] * size * size]))
    width = len(names) + 2
    for i, position in enumerate(positions):
        expected = _core.features(position, values)
        row = list(rows[i * width : (i + 1) * width])
        assert row[: len(names)] == pytest.approx([expected[name] for name in names])
        assert row[len(names) :] == [expected["squares"], expected["discs"]]


def test_rows_need_known_names_and_one_size() -> None:
    small, large = Position.initial(4), Position.initial(8)
    with pytest.raises(ValueError, match="no feature is called 'zzz'"):
        _core.feature_rows([small], ["zzz"])
    with pytest.raises(ValueError, match="expected positions of one board size"):
        _core.feature_rows([small, large], ["discs"])
    with pytest.raises(ValueError, match="expected a value for each square"):
        _core.feature_rows([small], ["discs"], [[1.0] * 64])
    assert _core.feature_rows([], ["discs"]) == b""
