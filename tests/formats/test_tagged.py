"""Transcripts with tags: what is written reads back, and what is broken spoils nothing else."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import PASS, Color, Game, Position
from outflank.formats import Problem, is_tagged, read_tagged, write_tagged

SIZES = [4, 6, 8, 10, 12, 14, 16]
OWN = {"Size", "Start", "Resigned"}
NAMES = st.from_regex(r"\A[A-Za-z][\w-]{0,8}\Z").filter(lambda name: name not in OWN)
TAGS = st.dictionaries(NAMES, st.text(max_size=30), max_size=4)
TEXT = """\
[Black "a"]
[Size "6"]
c2d2

[Black "b"]
[Size "6"]
e4e3
"""


def read_one(text: str) -> Game | Problem:
    (game,) = read_tagged(StringIO(text))
    return game


def problem(text: str) -> Problem:
    found = read_one(text)
    assert isinstance(found, Problem)
    return found


@given(
    st.sampled_from(SIZES),
    st.integers(0, 10**6),
    st.none() | st.integers(0, 40),
    st.integers(0, 12),
    TAGS,
    st.sampled_from([None, *Color]),
)
def test_round_trip(
    random_game: Callable[..., Game],
    size: int,
    seed: int,
    plies: int | None,
    skipped: int,
    tags: dict[str, str],
    resigned: Color | None,
) -> None:
    whole = random_game(size, seed, plies)
    skipped = min(skipped, len(whole)) if seed % 2 else 0
    start, moves = whole.positions[skipped], whole.moves[skipped:]
    game = Game(start, moves, tags, resigned)
    text = write_tagged(game)
    again = read_one(text)
    assert isinstance(again, Game)
    assert (again.start, again.moves, again.resigned) == (start, moves, resigned)
    assert {name: value for name, value in again.tags.items() if name not in OWN} == tags
    assert again.tags["Size"] == str(size)
    assert write_tagged(again) == text
    assert text.count("\n") == len(text.splitlines()) == len(again.tags) + 1
    assert list(read_tagged(f"{text}\n{text}".splitlines())) == [again, again]


def test_what_the_game_knows_wins_over_its_tags() -> None:
    tags = {"Size": "12", "Resigned": "White", "Start": "?", "Event": '\u2028 "so\\n" called\n'}
    again = read_one(write_tagged(Game.parse("f5d6", tags=tags)))
    assert again == Game.parse("f5d6", tags={"Size": "8", "Event": tags["Event"]})


def test_a_last_pass_is_kept() -> None:
    stuck = Game.parse("e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8pass")
    again = read_one(write_tagged(stuck))
    assert isinstance(again, Game)
    assert again.moves[-1] is PASS


def test_a_name_that_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="bad tag name 'a b'"):
        write_tagged(Game(tags={"a b": "c"}))


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("\n", "\r\n"),
        "\ufeff\n\n" + TEXT,
        TEXT.replace("\n\n", "\n"),
        TEXT.replace("\n\n", "\n\n\n"),
        TEXT.replace('"]\nc', '"]\n\nc').replace('"]\ne', '"]\n\n\ne'),
        TEXT.replace("c2d2", "1. C2\nd2").replace("[", " [ "),
    ],
)
def test_layouts(text: str) -> None:
    assert is_tagged(text)
    games = list(read_tagged(StringIO(text)))
    assert games == [
        Game.parse(moves, size=6, tags={"Black": name, "Size": "6"})
        for moves, name in (("c2d2", "a"), ("e4e3", "b"))
    ]


def test_games_without_tags_or_moves() -> None:
    assert list(read_tagged(["f5d6", "", "f5"])) == [Game.parse("f5d6"), Game.parse("f5")]
    assert read_one('[Black "a"]\n') == Game(tags={"Black": "a"})
    assert list(read_tagged(["c2"], size=6)) == [Game.parse("c2", size=6)]
    assert list(read_tagged([])) == []
    assert not is_tagged("f5d6")
    assert not is_tagged("[] ## 1 2")


def test_games_come_as_soon_as_they_are_complete() -> None:
    seen: list[int] = []

    def endless():
        for number in count():
            seen.append(number)
            yield from (f'[Game "{number}"]', "f5d6", "")

    games = read_tagged(endless())
    assert [next(games).tags["Game"] for _ in range(3)] == ["0", "1", "2"]  # type: ignore[union-attr]
    assert seen == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("broken", "line", "reason"),
    [
        ('[Size "7"]\nf5', 1, "board size 7: expected an even number from 4 to 16"),
        ('[Size "big"]\nf5', 1, "bad size 'big': expected an even number from 4 to 16"),
        ('[Black "x"]\n[Black "y"]\nf5', 2, "the tag Black is there twice"),
        ('[Black "x\n[White "y"]\nf5', 1, "bad tag '[Black \"x': expected [Name \"value\"]"),
        ('[Black "\\q"]\nf5', 1, "bad tag '[Black \"\\\\q\"]': expected [Name \"value\"]"),
        ('[Black "x"]\nf5z9', 2, "bad move 'z9' at column 3 (token 2)"),
        ('[Black "x"]\nf5\nz9', 2, "bad move 'z9' at line 2, column 1 (token 2)"),
        ('[Black "x"]\nf5d', 2, "bad move 'd' at column 3 (token 2)"),
        ('[Resigned "Red"]\nf5', 1, "bad colour 'Red' resigned: expected Black or White"),
        ('[Start "XO"]\nf5', 1, None),
        ('[Size "8"]\n[Start "-----OX--XO----- X"]\nb1', 2,
         "the start is of size 4, but the tag Size says 8"),
        ("what is this", 1, "bad move 'what' at column 1 (token 1)"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_broken_game_never_swallows_the_next(
    broken: str, line: int, reason: str | None, gap: str
) -> None:
    good = '[Black "a"]\nf5d6\n'
    first, bad, last = read_tagged(StringIO(f"{good}\n{broken}{gap}{good}"))
    assert first == last == Game.parse("f5d6", tags=first.tags)  # type: ignore[union-attr]
    assert isinstance(bad, Problem)
    assert (bad.number, bad.line) == (2, line + 3)
    assert reason is None or bad.reason == reason
    assert str(bad).startswith(f"game 2, line {line + 3}: ")


@given(st.text(alphabet='[]"\\ \naSizeBlck0146f5d\ufeff', max_size=80))
def test_fuzz(noise: str) -> None:
    found = list(read_tagged(StringIO(f"{noise}\n\n{TEXT}")))
    assert [game.tags["Black"] for game in found[-2:]] == ["a", "b"]  # type: ignore[union-attr]
    for game in found:
        if isinstance(game, Game):
            assert read_one(write_tagged(game)) == Game(
                game.start, game.moves, {**game.tags, "Size": str(game.start.size)}, game.resigned
            )


def test_positions_are_read_in_any_form() -> None:
    game = read_one('[Start "-----OX--XO----- O"]\na3')
    assert isinstance(game, Game)
    assert game.start == Position.parse("-----OX--XO----- O")
