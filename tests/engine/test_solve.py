"""What `Engine.solve` takes, what it refuses, and what its answer says."""

from typing import Any

import pytest

from outflank import Color, Engine, Game, IllegalMoveError, Limit, Move, ParseError, Position
from outflank.engine import Bounds

START = Position.initial(4)
OVER = Game.parse("b1a1a2c1d1a3a4d3c4", size=4).position


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"position": "f5"}, TypeError, "position 'f5': expected a Position"),
        ({"position": OVER}, ValueError, "the game is over: there is nothing to search"),
        ({"mode": "win"}, ValueError, 'mode \'win\': expected "exact" or "wld"'),
        ({"mode": None}, ValueError, 'mode None: expected "exact" or "wld"'),
        ({"window": 5}, TypeError, "window 5: expected two whole numbers"),
        ({"window": (1,)}, TypeError, "window (1,): expected two whole numbers"),
        ({"window": (0, 1.5)}, TypeError, "window (0, 1.5): expected two whole numbers"),
        *(
            (
                {"window": window},
                ValueError,
                f"window {window}: expected the lower margin first, from -16 to 16",
            )
            for window in [(2, 1), (1, 1), (-17, 0), (0, 17)]
        ),
        (
            {"mode": "wld", "window": (-1, 1)},
            ValueError,
            "window (-1, 1): expected none with wld, which is the window (-1, 1)",
        ),
        ({"every": "all"}, TypeError, "every 'all': expected True or False"),
        ({"limit": 5}, TypeError, "limit 5: expected a Limit, such as Limit(time=1)"),
        ({"limit": None}, TypeError, "limit None: expected a Limit, such as Limit(time=1)"),
        (
            {"limit": Limit(depth=3)},
            ValueError,
            "limit Limit(depth=3): expected seconds or nodes, not plies or a clock",
        ),
        ({"moves": "a2"}, TypeError, "moves 'a2': expected a list of moves"),
        ({"moves": Move("a2")}, TypeError, "moves a2: expected a list of moves"),
        ({"moves": 5}, TypeError, "moves 5: expected a list of moves"),
        ({"moves": []}, ValueError, "no move to search"),
        (
            {"moves": ["a2", "a1"]},
            IllegalMoveError,
            "illegal move a1: only legal moves can be searched",
        ),
        (
            {"moves": ["pass"]},
            IllegalMoveError,
            "illegal move pass: only legal moves can be searched",
        ),
        ({"moves": ["k11"]}, ValueError, "k11 is not a square of the 4x4 board"),
        (
            {"moves": ["zz"]},
            ParseError,
            "bad move 'zz': expected a column letter and a row number such as f5, or pass",
        ),
        ({"stop": True}, TypeError, "stop True: expected an event with is_set()"),
        ({"progress": 5}, TypeError, "progress 5: expected a function of what is found"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], kind: type[Exception], message: str) -> None:
    engine = Engine()
    with pytest.raises(kind) as raised:
        engine.solve(**{"position": START, **arguments})
    assert str(raised.value) == message
    assert engine.solve(START).score == -10


def test_a_move_asked_for_twice() -> None:
    found = Engine().solve(START, moves=["a2", Move("a2"), "A2"], every=True)
    assert found.moves == {Move("a2"): (-10, -10)}


def test_a_known_margin() -> None:
    found = Engine().solve(START)
    assert (found.exact, found.score, found.lower, found.upper) == (True, -10, -10, -10)
    assert (found.result, found.turn) == ("loss", Color.BLACK)
    assert (found.pov(Color.BLACK), found.pov(Color.WHITE)) == (-10, 10)


def test_an_unknown_margin() -> None:
    found = Engine().solve(START, limit=Limit(nodes=1))
    assert (found.exact, found.result) == (False, None)
    for ask in (lambda: found.score, lambda: found.pov(Color.WHITE)):
        with pytest.raises(ValueError, match=r"not known: it lies from -16 to \+16"):
            ask()


@pytest.mark.parametrize(
    ("bounds", "result"),
    [
        ((1, 9), "win"),
        ((-9, -1), "loss"),
        ((0, 0), "draw"),
        ((0, 2), None),
        ((-2, 0), None),
        ((-16, 16), None),
    ],
)
def test_results_of_bounds(bounds: tuple[int, int], result: str | None) -> None:
    lower, upper = bounds
    assert Engine().solve(START)._replace(lower=lower, upper=upper).result == result


def test_bounds_read_as_text() -> None:
    assert [str(Bounds(-4, 8)), str(Bounds(6, 6)), str(Bounds(0, 0))] == ["-4..+8", "+6", "+0"]
