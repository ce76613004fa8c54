"""Which format a text is in, however its first game is damaged and whatever stands before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.formats import Problem, Record, parse, read

GGF = "(;GM[Othello]PB[a]TY[8]B[F5]W[D6];)\n(;GM[Othello]PB[b]TY[8]B[F5]W[F6];)\n"
SGF = "(;GM[2]SZ[8];B[f5];W[d6])\n(;GM[2]SZ[8];B[f5];W[f6])\n"
PGN = '[Event "x"]\n[Black "a"]\n\n1. f5 d6 *\n\n[Event "y"]\n\n1. f5 f6 *\n'
JSON = '{"outflank": 1, "moves": "f5d6"}\n{"outflank": 1, "moves": "f5f6"}\n'
FILES = {"ggf": GGF, "sgf": SGF, "pgn": PGN, "json": JSON}
DAMAGED = [
    ("ggf", "(;GM[Othllo]PB[a]B[F5];)\n"),
    ("ggf", "(;G\n"),
    ("sgf", ";GM[2]SZ[8];B[e6])\n"),
    ("sgf", "(\n"),
    ("pgn", '-[Event "Cup"]\n[Black "z"]\n\n1. e6 *\n\n'),
    ("pgn", 'Event "Cup"]\n\n1. e6 *\n\n'),
    ("json", '{"out-flank": 1, "moves": "e6"}\n'),
    ("json", '{"\n'),
    *((name, f"{moves}\n") for name in ("ggf", "sgf", "json") for moves in ("f5d6c3", "f5 d6")),
]


@pytest.mark.parametrize(("name", "damaged"), DAMAGED)
def test_damage_at_the_beginning_costs_one_game(name: str, damaged: str) -> None:
    parsed = parse((damaged + FILES[name]).encode(), strict=False)
    assert parsed.format == name
    assert [game.transcript() for game in parsed.games[-2:]] == ["f5d6", "f5f6"]
    assert parsed.problems or len(parsed.games) == 3


@pytest.mark.parametrize("before", ["; comment\n", "# saved by x\n", "From GGS, 12 May\n", "\x1a"])
@pytest.mark.parametrize("name", FILES)
def test_what_stands_before_does_no_harm(name: str, before: str) -> None:
    parsed = parse((before + FILES[name]).encode())
    assert parsed.format == name
    assert [game.transcript() for game in parsed.games] == ["f5d6", "f5f6"]
    assert all(problem.harmless for problem in parsed.problems)


@pytest.mark.parametrize("first", FILES)
@pytest.mark.parametrize("second", FILES)
def test_mixed_files_are_never_cut_in_silence(first: str, second: str) -> None:
    parsed = parse(f"{FILES[first]}\n{FILES[second]}", strict=False)
    assert parsed.format == first
    assert [game.transcript() for game in parsed.games[:2]] == ["f5d6", "f5f6"]
    lost = [problem for problem in parsed.problems if not problem.harmless]
    assert bool(lost) is (first != second)


def test_transcripts_with_something_else_among_them() -> None:
    parsed = parse("f5d6\n" * 5 + GGF + "f5f6\n", strict=False)
    assert (parsed.format, len(parsed.games), len(parsed.problems)) == ("transcript", 6, 2)


def test_comments_do_not_make_another_format() -> None:
    assert parse("(;GM[2]SZ[8]C[GM[Othello\\]];B[f5])").format == "sgf"
    assert parse('[Event "(;GM[Othello]"]\n\n1. f5 *\n').format == "pgn"


def test_squares_of_sgf_without_parentheses() -> None:
    for text in (";B[fe];W[df];B[cc]", ";B[f5];W[d6];B[c3]"):
        assert [game.transcript() for game in parse(text).games] == ["f5d6c3"]


def test_the_ending_of_a_name_decides_where_nothing_else_does(tmp_path: Path) -> None:
    path = tmp_path / "games.ggf"
    path.write_text("words\n" * 2000 + GGF)
    found = list(read(path))
    assert [isinstance(item, Record) for item in found] == [False, True, True]
    path.write_text("f5d6c3\n")
    assert [isinstance(item, Record) for item in read(path)] == [True]


def test_files_of_names() -> None:
    data = bytes.fromhex("141a02100000000060110000 00000000".replace(" ", "")) + b"???".ljust(
        20, b"\0"
    )
    (problem,) = parse(data * 2, strict=False).problems
    assert problem == Problem(0, "it holds names for WTHOR files (.wtb) beside it, not games")


def test_charsets_whose_letters_look_like_brackets() -> None:
    name = "\u8868\u30be"  # each ends in a backslash or a bracket there
    data = f"(;GM[2]CA[Shift_JIS]PB[{name}];B[f5])".encode("shift_jis")
    (game,) = parse(data).games
    assert game.tags["Black"] == name
