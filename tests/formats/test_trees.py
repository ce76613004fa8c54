"""Readers of GGF and SGF on texts that are none: problems only, and the next game is still read."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Position
from outflank.formats import (
    Problem,
    Record,
    is_ggf,
    is_sgf,
    read_ggf,
    read_sgf,
    write_ggf,
    write_sgf,
)

CASES = Path(__file__).parents[2].parent / "shared" / "data" / "transcript-cases.json"

GGF = """\
2 (;GM[Othello]PC[x]PB[a]PW[b]RB[1.5]TI[05:00//02:00]TY[6]RE[-8:r]BO[6 ------ ------ --O*-- \
--*O-- ------ ------ *]CO[c]B[c2/1.5/2]W[D2//.5]B[e4];) (;GM[Othello]TY[8k]KM[2]B[f5]W[PA];)
1 (;GM[Othello]B[f5]W[d6];)
"""
SGF = """\
(;GM[2]FF[4]CA[UTF-8]SZ[8]TM[60]PB[a\\]b]RE[B+R]AB[ed][d5]AW[dd:dd][ee]PL[B]C[on \\\\ it]
;B[fe]BL[59.5]V[1](;W[df]C[main];B[cc](;)(;W[d3]))(;W[f4];B[];B[e3]))
(;GM[2]SZ[6];B[ca])
"""
PIECES = ["(;", "(;GM[2]", "(;GM[Othello]", "B[f5]", "[", "]", "(", ")", ";", "\\", "\n", "\udce9"]
FRAGMENTS = [*PIECES, "W[", "PA", "/", "SZ[4]", "BO[", "TY[88]", "RE[?", "AB[a1", "CA[", " ", "\0"]


class Edit(NamedTuple):
    at: int
    removed: int
    added: str


EDITS = st.lists(
    st.builds(
        Edit,
        st.integers(0, 400),
        st.sampled_from([0, 0, 1, 1, 2, 40]),
        st.sampled_from(["", *FRAGMENTS]) | st.characters(),
    ),
    max_size=4,
)


def edited(text: str, edits: list[Edit]) -> str:
    for at, removed, added in edits:
        text = text[:at] + added + text[at + removed :]
    return text


def flipped(text: str, bit: int) -> str:
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    data[bit // 8 % len(data)] ^= 1 << bit % 8
    return data.decode("utf-8", "surrogateescape")


TEXTS = (
    st.builds(edited, st.sampled_from([GGF, SGF]), EDITS)
    | st.builds(flipped, st.sampled_from([GGF, SGF]), st.integers(0, 3000))
    | st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join)
    | st.binary(max_size=60).map(lambda data: data.decode("utf-8", "surrogateescape"))
)
READERS = [(read_ggf, write_ggf, "Othello"), (read_sgf, write_sgf, "2")]


@given(TEXTS)
def test_any_text_gives_records_and_problems(text: str) -> None:
    is_ggf(text)
    is_sgf(text)
    for read, write, name in READERS:
        good = f"(;GM[{name}]PB[good];B[f5])\n"
        (last,) = read([good])
        *found, again = read(StringIO(f"{text}\n{good}", newline=""))
        assert again == last
        numbers = [item.number for item in found if isinstance(item, Problem) and item.number]
        assert numbers == sorted(numbers)
        for item in found:
            if isinstance(item, Problem):
                assert 1 <= item.line <= text.count("\n") + 2
                assert 0 < len(item.reason) < 250
                continue
            (other, *_) = read([write(item)])
            assert isinstance(other, Record)
            assert (other.game.start, other.game.moves) == (item.game.start, item.game.moves)
            assert other.game.resigned is item.game.resigned


@pytest.mark.parametrize("cut", range(0, 330, 3))
def test_truncated_files(cut: int) -> None:
    for text, (read, _, _) in ((GGF, READERS[0]), (SGF, READERS[1])):
        whole = [item for item in read(StringIO(text)) if isinstance(item, Record)]
        found = [item for item in read(StringIO(text[:cut])) if isinstance(item, Record)]
        complete = [record for record in found if record in whole]
        assert complete == whole[: len(complete)]
        assert len(found) - len(complete) <= 1


# So long that work which grows with the square of the length would not come to an end.
PATHOLOGICAL = {
    "games in values": "(;GM[" * 30_000,
    "parentheses": "(" * 200_000,
    "trees": "(;" * 30_000,
    "escapes": "(;GM[2]C[" + "\\]" * 100_000,
    "blanks": "(;GM[2]" + " " * 200_000 + ")",
    "names": "(;GM[2]" + "A" * 200_000 + ")",
    "lines": "(;GM[2]\n" + "\n" * 100_000 + ";B[z9])",
    "comments": "(;GM[Othello]" + "CO[a]" * 30_000 + ";)",
    "digits": "(;GM[Othello]B[" + "9" * 200_000 + "];)",
    "variations": "(;GM[2];B[f5](;W[d6])" + "(;W[d7])\n" * 8_000 + ")",
    "nested": "(;GM[2]" + "(;B[f5])(;" * 15_000,
    "results": "(;GM[Othello]RE[1" + " " * 100_000 + "x];)",
    "prefixes": "2 " * 100_000 + "(;GM[Othello];)",
}


@pytest.mark.parametrize("name", PATHOLOGICAL)
def test_long_texts_take_no_longer_than_their_length(name: str) -> None:
    text = PATHOLOGICAL[name]
    for read, _, _ in READERS:
        for item in read([text]):
            assert isinstance(item, Record) or len(item.reason) < 250
    is_ggf(text[:4000])
    is_sgf(text[:4000])


def test_what_is_too_long_to_be_a_game_is_none() -> None:
    good = "(;GM[2];B[f5])"
    lines = ["(;GM[2]C[\n", *["x" * 999 + "\n"] * 2200, f"]{good[1:]}", good]
    reason = "the game is longer than 2097152 characters"
    assert list(read_sgf(lines)) == [Problem(1, reason, 1), *read_sgf([good])]


@pytest.mark.skipif(not CASES.exists(), reason="needs the transcripts beside the checkout")
def test_games_that_made_other_programs_fail() -> None:
    cases = json.loads(CASES.read_text())
    for case in cases:
        moves = case["moves"].replace("--", "pa").split()
        entries = [f"{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(moves)]
        for read, write, name in READERS:
            separator = ";" if name == "2" else ""
            (record,) = read([f"(;GM[{name}]{separator}{separator.join(entries)})"])
            assert isinstance(record, Record)
            position = record.game.position
            assert position == Position.parse(f"{case['board']} {case['to_move']}")
            assert position.must_pass is case["must_pass"]
            if not case["must_pass"]:
                assert [move.name for move in position.legal_moves()] == case["legal"]
            (again, *_) = read([write(record)])
            assert isinstance(again, Record)
            assert again.game.moves == record.game.moves
    assert len(cases) == 10


@pytest.mark.parametrize(
    ("between", "number"),
    [("; a remark", None), ("\x1a", 0), ('[Event "x"]', 2), ("f5d6c3\nf5", 2), ("W[d6])", 2)],
)
def test_text_between_games_is_told_of(between: str, number: int | None) -> None:
    for read, _, name in READERS:
        good = f"(;GM[{name}];B[f5])\n"
        first, *problems, last = read(StringIO(f"{good}{between}\n{good}"))
        assert first == last
        assert [(p.line, p.number, p.harmless) for p in problems if isinstance(p, Problem)] == (
            [] if number == 0 else [(2, number, number is None)]
        )
        *_, problem = read(StringIO(f"{good}{between}\n"))
        assert isinstance(problem, Problem) is (number != 0)


def test_the_first_parenthesis_may_be_missing() -> None:
    for read, _, name in READERS:
        for text in (f";GM[{name}];B[f5];W[d6]", f";GM[{name}];B[f5];W[d6])\n(;GM[{name}];B[f5])"):
            first, *more = read(StringIO(text))
            assert isinstance(first, Record)
            assert first.game.transcript() == "f5d6"
            assert len(more) == text.count("(")
