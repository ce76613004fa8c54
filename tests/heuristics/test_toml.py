"""Weights read from TOML: what people may write, and what they are told when it is wrong."""

import pytest

from outflank import Position
from outflank.heuristics import (
    Linear,
    Phase,
    from_toml,
    load_preset,
    mirrored,
    positional,
    steps,
    to_toml,
)

GOOD = """
unit = "discs"
squares = "positional"

[size.8.early]
until = "1/3"
mobility = 2
squares = 0.5

[size.8.late]
discs = 1
[size.8.late.delta]
discs = 10
"""


def test_phases_by_size() -> None:
    linear = from_toml(GOOD)
    assert linear.unit == "discs"
    assert linear.weights(8, 21) == {"mobility": 2, "squares": 0.5}
    assert linear.weights(8, 32) == {"discs": 6}
    assert linear.square_values(10) == positional(10)
    assert linear.names == ("mobility", "squares", "discs")


def test_progress_and_interpolation() -> None:
    text = 'progress = "{}"\n[size.8.all]\ndiscs = 1\n[size.8.all.delta]\ndiscs = 8\n'
    shares = {name: from_toml(text.format(name)).weights(8, 16)["discs"] for name in ("t", "t^2")}
    assert shares == {"t": 3, "t^2": 1.5}
    assert from_toml(text.format("sqrt(t)")).weights(8, 16)["discs"] == 5
    smooth = from_toml("interpolated = true\n[size.8.a]\nuntil=0.5\ndiscs=0\n[size.8.b]\ndiscs=8")
    assert smooth.weights(8, 32)["discs"] == 4


def test_quadrant() -> None:
    linear = from_toml("quadrant = [[9, 1], [1, 0]]\n[size.8.all]\nsquares = 1")
    assert linear.square_values(6) == mirrored([[9, 1], [1, 0]], 6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[size", "not TOML: "),
        ("", "no weights: expected tables such as .size.8.early."),
        ("colour = 1", "unknown key 'colour': expected interpolated, progress, quadrant"),
        ("[size.7.all]\ndiscs=1", "size.7: expected an even board size from 4 to 16"),
        ("[size.8]\ndiscs=1", "size.8.discs: expected a phase, a table of weights"),
        ("[size.8.all]\ndisks=1", "size.8.all: no feature is called 'disks': did you mean 'discs'"),
        ("[size.8.all]\ndiscs='x'", "size.8.all.discs = 'x': expected a number"),
        ("[size.8.all]\ndiscs=true", "size.8.all.discs = True: expected a number"),
        ("[size.8.all]\nuntil=2\ndiscs=1", "size.8.all.until = 2: expected a share such as '1/3'"),
        ("[size.8.all]\nuntil='1/0'\ndiscs=1", "size.8.all.until = '1/0': expected a share"),
        ("[size.8.all]\nuntil=0.5\ndiscs=1", "size.8: phases that end at .0.5.: expected rising"),
        ("[size.8.all]\ndelta=1", "size.8.all.delta: expected a table of weights"),
        ("squares='nice'\n[size.8.all]\ndiscs=1", "squares = 'nice': expected 'positional'"),
        (
            "quadrant=[[1,2]]\n[size.8.a]\ndiscs=1",
            "quadrant = .*: expected as many rows as columns",
        ),
        ("progress='x'\n[size.8.a]\ndiscs=1", "progress = 'x': expected t, t.2, sqrt"),
        ("interpolated=1\n[size.8.a]\ndiscs=1", "interpolated = 1: expected true or false"),
        ("[size.8.a]\nuntil=inf", "size.8.a.until = inf: expected a share"),
        ("[size.8.a]\ndiscs=1e300", "size.8.a.discs = 1e.300: expected a number up to 1e30"),
        ("progress=['t']\n[size.8.a]\ndiscs=1", "progress = ..t..: expected t, t"),
        ("unit='x'\n[size.8.a]\ndiscs=1", "unit 'x': expected 'points' or 'discs'"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_toml(text)


@pytest.mark.parametrize(
    "name",
    ["phased", "six-factor", "three-factor", "positional", "weighted", "three-phase", "tuned"],
)
def test_presets_load_for_every_size(name: str) -> None:
    linear = load_preset(name)
    assert isinstance(linear, Linear)
    for size in range(4, 17, 2):
        assert isinstance(linear(Position.initial(size)), float)


def test_written_weights_are_read_again() -> None:
    early = Phase(1 / 3, {"mobility": 1.25, "a1": -3e-7}, {"discs": 2.0})
    late = Phase(1, {"mobility": -4.0})
    text = to_toml(
        {6: [early, late], 12: [late]}, interpolated=True, progress="t^2", comment="made\nby hand"
    )
    assert text.startswith("# made\n# by hand\nunit")
    schedule = steps([early, late], interpolated=True, progress=lambda t: t * t)
    read = from_toml(text)
    for discs in range(37):
        assert read.weights(6, discs) == schedule(discs / 36)
    assert read.weights(12, 40) == {"mobility": -4.0}


def test_only_phases_can_be_written() -> None:
    with pytest.raises(TypeError, match=r"weights Linear.*: expected phases by board size, as in"):
        to_toml(Linear(corners=50))  # type: ignore[arg-type]
