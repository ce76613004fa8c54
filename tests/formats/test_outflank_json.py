"""Our own JSON: it holds everything, reads back the same, and a broken object spoils no other."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Game, Move, ParseError, Position, parse
from outflank.formats import (
    Branch,
    Entry,
    Item,
    Note,
    Problem,
    Record,
    is_json,
    read_json,
    write_json,
)

from .random_records import PLIES, SEEDS, SIZES, branches_for, later, notes_for

BOARD = "-OO--XO--XO----- X"
GOOD = write_json(Record(Game.parse("f5d6")))


def read(text: str) -> list[Item | Problem]:
    return list(read_json(StringIO(text)))


@given(
    st.sampled_from(SIZES),
    SEEDS,
    PLIES,
    st.integers(0, 12),
    st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=4),
    st.text(max_size=30),
)
def test_round_trip_of_games(
    random_game: Callable[..., Game],
    size: int,
    seed: int,
    plies: int | None,
    skipped: int,
    tags: dict[str, str],
    comment: str,
) -> None:
    game = random_game(size, seed, plies)
    game = later(game, skipped) if seed % 2 else game
    game = Game(game.start, game.moves, tags, [None, *Color][seed % 3])
    comments = (comment,)
    branches = branches_for(game, seed, comments)
    record = Record(game, notes_for(game, seed, comments), comment, tuple(branches))
    line = write_json(record)
    assert is_json(line)
    assert (line.count("\n"), len(line.splitlines())) == (1, 1)
    assert read(line) == [record]
    assert read(json.dumps([json.loads(line)] * 2, indent=2)) == [record, record]


@given(
    st.sampled_from(SIZES),
    SEEDS,
    st.integers(0, 60),
    st.lists(st.integers(-16, 16), max_size=30),
    st.none() | st.integers(-16, 16),
    st.text(max_size=30),
)
def test_round_trip_of_positions(
    random_game: Callable[..., Game],
    size: int,
    seed: int,
    plies: int,
    margins: list[int],
    score: int | None,
    comment: str,
) -> None:
    position = random_game(size, seed, plies).position
    scores = dict(zip(position.legal_moves(), margins, strict=False))
    score = max(scores.values(), default=None) if score is None else score
    entry = Entry(position, scores, score, comment)
    assert read(write_json(entry)) == [entry]


def test_a_loss_on_time() -> None:
    late = Record(Game.parse("f5d6").resign(on_time=True))
    assert json.loads(write_json(late)) == {
        "outflank": 1,
        "size": 8,
        "moves": "f5d6",
        "resigned": "black",
        "on_time": True,
    }
    assert read(write_json(late)) == [late]
    assert read('{"outflank": 1, "moves": "f5", "on_time": true}') == [Record(Game.parse("f5"))]


def test_what_it_looks_like() -> None:
    game = Game.parse("f5d6", tags={"Black": "Ann"}).resign()
    branch = Branch(1, (Move("f6"),), {0: Note(comment="why not")})
    record = Record(game, {0: Note(1.5, 2.0), 1: Note()}, "a game", (branch,))
    assert json.loads(write_json(record)) == {
        "outflank": 1,
        "size": 8,
        "moves": "f5d6",
        "resigned": "black",
        "tags": {"Black": "Ann"},
        "comment": "a game",
        "notes": {"0": {"value": 1.5, "seconds": 2.0}},
        "branches": [{"ply": 1, "moves": "f6", "notes": {"0": {"comment": "why not"}}}],
    }
    entry = Entry(Position.parse(BOARD), {Move("d4"): -4}, -4)
    assert write_json(entry) == (
        f'{{"outflank": 1, "position": "{BOARD}", "score": -4, "scores": {{"d4": -4}}}}\n'
    )
    assert json.loads(write_json(Record(Game(), {0: Note(float("nan"), float("inf"))}))) == {
        "outflank": 1,
        "size": 8,
    }


BROKEN = [
    ("{", "the object has no end"),
    ('{"outflank": 1, "moves": "f5', "the object has no end"),
    ('{"outflank": 1, "moves": f5}', "bad JSON at 'f5}': expecting value"),
    ('{"outflank": 1, "moves": 5}', "bad moves '5': expected text"),
    ('{"outflank": 1}', "there are neither moves nor a position"),
    ('{"outflank": 2}', "bad version '2': this program reads version 1"),
    ("[1]", "bad object '1': expected one in braces"),
    ('{"outflank": 1, "moves": "f5f5"}', "illegal move 'f5' at token 2, column 3: White can play"),
    ('{"outflank": 1, "size": 7}', "board size 7: expected an even number from 4 to 16"),
    ('{"outflank": 1, "size": "8"}', "bad size '8': expected a number"),
    ('{"outflank": 1, "size": 1e999}', "bad size 'inf': expected a number"),
    (f'{{"outflank": 1, "size": 8, "start": "{BOARD}"}}',
     "the start is of size 4, but the size given is 8"),
    ('{"outflank": 1, "tags": {"Black": 1}}', "bad Black '1': expected text"),
    ('{"outflank": 1, "tags": []}', "bad tags '[]': expected an object in braces"),
    ('{"outflank": 1, "on_time": "x"}', "bad on_time 'x': expected true or false"),
    ('{"outflank": 1, "resigned": "red"}', "bad colour 'red' resigned: expected black or white"),
    ('{"outflank": 1, "notes": {"0": {}}}', "bad note on move '0': there are 0 moves"),
    ('{"outflank": 1, "moves": "f5", "notes": {"0": 1}}',
     "bad note '1': expected an object in braces"),
    ('{"outflank": 1, "branches": {}}', "bad branches '{}': expected a list"),
    ('{"outflank": 1, "branches": [1]}', "bad branch '1': expected an object in braces"),
    ('{"outflank": 1, "branches": [{"ply": 1, "moves": "f5"}]}',
     "bad ply '1' of a branch: expected 0 to 0"),
    ('{"outflank": 1, "branches": [{"ply": 0}]}', "a branch has no moves"),
    ('{"outflank": 1, "position": "XO"}', "bad board 'XO'"),
    (f'{{"outflank": 1, "position": "{BOARD}", "scores": {{"a1": 1}}}}',
     "illegal move 'a1' has a score"),
    (f'{{"outflank": 1, "position": "{BOARD}", "score": 1.5}}',
     "bad score '1.5': expected a whole number of discs"),
    ("[" * 100_000 + "]" * 100_000, "bad JSON: too deep, or a number too long"),
]  # fmt: skip


@pytest.mark.parametrize(("broken", "reason"), BROKEN, ids=[b[:60] for b, _ in BROKEN])
def test_a_broken_object_never_swallows_the_next(broken: str, reason: str) -> None:
    found = read(f"{GOOD}\n{broken}\n{GOOD}")
    assert found[0] == found[-1] == Record(Game.parse("f5d6"))
    bad = found[1]
    assert isinstance(bad, Problem)
    assert (bad.line, bad.number) == (3, 2)
    assert bad.reason.startswith(reason)
    assert len(bad.reason) < 200


def test_objects_on_one_line() -> None:
    good = Record(Game.parse("f5d6"))
    assert read(f"{GOOD.strip()} {GOOD.strip()}, {GOOD}") == [good] * 3
    bad, last = read(f'{{"outflank": 1, "moves": f5}} {GOOD}')
    assert (isinstance(bad, Problem), last) == (True, good)
    assert (
        read('{"outflank": 1,\n"moves": \n"f5d6"\n}, {"outflank": 1, "moves": "f5d6"}')
        == [good] * 2
    )


def test_games_come_as_soon_as_they_are_complete() -> None:
    games = read_json(GOOD if n < 3 else pytest.fail("read too far") for n in count())
    assert [next(games) for _ in range(3)] == [Record(Game.parse("f5d6"))] * 3


def test_bounds() -> None:
    long = f'{{"outflank": 1, "comment": "{"x" * 8_000_000}"}}'
    deep: dict[str, object] = {"ply": 0, "moves": "f5"}
    for _ in range(100):
        deep = {"ply": 0, "moves": "f5", "branches": [deep]}
    nested = json.dumps({"outflank": 1, "branches": [deep]})
    assert [str(found) for found in read(f"{long}\n{nested}")] == [
        "game 1, line 1: the object is too long: it has over 8,000,000 characters",
        "game 2, line 2: variations are nested more than 100 deep",
    ]


@given(st.text(max_size=60) | st.text(alphabet='{}[]":, 01outflankmovesf5\\\n', max_size=80))
def test_fuzz(noise: str) -> None:
    for text in (noise, GOOD.replace("f5", noise), GOOD[: len(noise)] + noise):
        for found in read(f"{text}\n{GOOD}"):
            assert not isinstance(found, Problem) or 0 < len(found.reason) < 300
        assert found == Record(Game.parse("f5d6"))


@pytest.mark.parametrize("end", ["", "\n", "]", '\n{"more": 1'])
def test_an_object_too_long_that_never_ends(end: str) -> None:
    text = '{"outflank": 1, "moves": "f5", "comment": "' + "x" * 8_000_000 + end
    (problem,) = read(text)
    assert isinstance(problem, Problem)
    assert problem.reason == "the object is too long: it has over 8,000,000 characters"
    assert problem.line == 1
    with pytest.raises(ParseError, match=r"the object is too long"):
        parse(text)


def test_what_follows_an_object_too_long() -> None:
    good = '{"outflank": 1, "moves": "f5"}'
    text = '{"outflank": 1, "comment": "' + "x" * 8_000_000 + f"\n{good}\n"
    problem, record = read(text)
    assert isinstance(problem, Problem)
    assert "too long" in problem.reason
    assert record == Record(Game.parse("f5"))


def test_empty_notes_are_none() -> None:
    text = '{"outflank": 1, "moves": "f5d6", "notes": {"0": {}, "1": {"comment": ""}}}'
    (record,) = read(text)
    assert record == Record(Game.parse("f5d6"))


def test_results_in_every_spelling() -> None:
    for result in ("1:0", "\xbd-\xbd", "0.5-0.5"):
        tags = f'"tags": {{"Result": "{result}"}}'
        (record,) = read(f'{{"outflank": 1, "moves": "f5d6", {tags}}}')
        assert isinstance(record, Record)
    odd = '{"outflank": 1, "moves": "f5d6", "tags": {"Result": "odd"}}'
    first, problem, last = read(f'{odd}\n{{"outflank": 1, "moves": "f5"}}')
    assert isinstance(first, Record)
    told = "bad result 'odd': expected such as 37-27, +10, B+10, 1-0 or ?"
    assert problem == Problem(1, told, 1, harmless=True)
    assert last == Record(Game.parse("f5"))
