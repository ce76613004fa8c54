"""Arguments of wrong types, in all public functions, raise one sentence that names them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

import outflank as of
from outflank.agents import AgentError
from outflank.formats import (
    write_ggf,
    write_json,
    write_obf,
    write_pgn,
    write_sgf,
    write_transcript,
)

POSITION = of.Position.initial(4)  # where every search comes to its end
GAME = of.Game.parse("b1a1", size=4)
RIGHT: dict[str, Any] = {
    "position": POSITION,
    "game": GAME,
    "limit": of.Limit(nodes=100),
    "black": "first",
    "white": "first",
    "text": "f5d6",
    "move": of.Move("b1"),
    "moves": ["b1"],
    "time": 1.0,
    "tags": {},
}
"""Right arguments, by the names of parameters."""
WRONG: tuple[object, ...] = (None, 5, -1, 2.5, True, "zz", b"x", [], {}, object(), "a\nb")
INSTANCES: dict[str, Any] = {
    "Position": POSITION,
    "Shape": POSITION.shape,
    "Move": of.Move("f5"),
    "Game": GAME,
    "Engine": of.Engine(),
    "MonteCarlo": of.MonteCarlo(),
    "Linear": of.Linear(mobility=1.0),
    "Clock": of.Clock(60),
    "Limit": of.Limit(nodes=10),
}
FROM_INSIDE = (
    "incompatible", "Invoked with", "has no attribute", "object is not", "not supported between",
    "has no len", "cannot be interpreted", "could not convert", "cannot convert", "sequence item",
    "unsupported operand", "cannot unpack", "argument must be", "required for", "object does not",
)  # fmt: skip
"""What the errors of Python and nanobind say that were never meant for whoever calls."""


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in of.__all__:
        if callable(thing := getattr(of, name)) and name != "Agent":
            yield name, thing
    for name, instance in INSTANCES.items():
        for member in dir(type(instance)):
            if not member.startswith("_") and callable(found := getattr(instance, member)):
                yield f"{name}.{member}", found
        if callable(instance):
            yield f"{name}()", instance


def calls(function: Callable[..., Any]) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Arguments of which one is wrong; of native functions, which have no signature, all."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:
        yield from (([wrong] * count, {}) for wrong in WRONG for count in (1, 2, 3))
        return
    single = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    for wrong in WRONG:
        if any(p.kind is p.VAR_POSITIONAL for p in parameters):
            yield [wrong], {}
        for parameter in single:
            needed = [
                p
                for p in single
                if p is not parameter and (p.default is p.empty or p.name == "limit")
            ]
            named = {p.name: RIGHT.get(p.name) for p in needed}
            yield [], {**named, parameter.name: wrong}


@pytest.mark.parametrize(("name", "function"), list(functions()), ids=[n for n, _ in functions()])
def test_wrong_types(name: str, function: Callable[..., Any]) -> None:
    for arguments, named in calls(function):
        told = refusal(function, arguments, named)
        asked = f"{arguments} {named}: {told}"
        assert told is None or told, asked
        assert "\n" not in (told or ""), asked
        assert len(told or "") < 400, asked
        assert not any(words in (told or "") for words in FROM_INSIDE), asked


def refusal(
    function: Callable[..., Any], arguments: list[Any], named: dict[str, Any]
) -> str | None:
    """The sentence with which arguments are refused; None if they are not."""
    try:
        made = function(*arguments, **named)
        if inspect.isgenerator(made):
            next(made, None)
    except (TypeError, ValueError, AgentError) as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: of.features(None), "position None: expected a Position"),  # type: ignore[arg-type]
        (lambda: of.Engine().evaluate(5), "position 5: expected a Position"),  # type: ignore[arg-type]
        (lambda: of.Clock.parse(10), "clock 10: expected text such as '5+3'"),  # type: ignore[arg-type]
        (
            lambda: of.agent_from_spec(3),  # type: ignore[arg-type]
            "spec 3: expected text such as 'greedy' or 'engine:depth=6'",
        ),
        (lambda: of.Learned(5), "weights 5: expected those of Learned.load(file)"),  # type: ignore[arg-type]
        (lambda: of.Learned.load(5), "path 5: expected the name of a file"),  # type: ignore[arg-type]
        (
            lambda: POSITION.discs("black"),  # type: ignore[arg-type]
            "discs('black'): expected discs(color: Color | None = None)",
        ),
        (
            lambda: POSITION.discs("a" + "é" * 40),  # type: ignore[arg-type]
            f"discs('a{'é' * 17}...): expected discs(color: Color | None = None)",
        ),
        (lambda: POSITION.canonical(5), "canonical(5): expected canonical()"),  # type: ignore[call-arg]
        (lambda: of.Move(None), "Move(None): expected Move(name: str | Move)"),  # type: ignore[arg-type]
        *[
            (partial(write, 5), "record 5: expected a Record, such as Record(Game.parse('f5d6c3'))")  # type: ignore[arg-type]
            for write in (write_sgf, write_ggf, write_pgn, write_transcript)
        ],
        (lambda: write_json(5), "item 5: expected a Record or an Entry"),  # type: ignore[arg-type]
        (
            lambda: write_obf(5),  # type: ignore[arg-type]
            "entry 5: expected an Entry, such as Entry(position, {}, None)",
        ),
        (lambda: of.Game(5), "start 5: expected a Position"),  # type: ignore[arg-type]
        (lambda: GAME.undo("x"), "n 'x': expected a number of moves"),  # type: ignore[arg-type]
        (lambda: GAME.with_tags(5), "tags 5: expected a dictionary of texts"),  # type: ignore[arg-type]
        (
            lambda: of.Linear(squares=5),  # type: ignore[arg-type]
            "squares 5: expected values row by row, or a function that makes them",
        ),
        (lambda: of.review(GAME, engine=5), "engine 5: expected a function that makes an Engine"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_the_sentence(call: Callable[[], object], told: str) -> None:
    with pytest.raises(TypeError) as error:
        call()
    assert str(error.value) == told


def test_keywords_and_overloads() -> None:
    with pytest.raises(TypeError) as error:
        of.Position.from_squares(8, black=3)  # type: ignore[call-arg, arg-type]
    assert str(error.value).startswith(
        "from_squares(8, black=3): expected from_squares(size: int, "
    )
    with pytest.raises(TypeError) as error:
        POSITION.perft("x" * 99)  # type: ignore[arg-type]
    assert str(error.value).startswith(f"perft('{'x' * 36}...): expected perft(depth: int, ")
