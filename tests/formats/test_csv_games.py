"""CSV: games in a column of moves, whatever its name, its separators and what stands beside it."""

from __future__ import annotations

from io import StringIO

import pytest

from outflank import Color, Game, ParseError, parse
from outflank.formats import Problem, Record, is_csv, read_csv
from outflank.formats.results import parse_result


def read(text: str, size: int = 8) -> list[Record | Problem]:
    return list(read_csv(StringIO(text), size))


def games(text: str) -> list[tuple[str, dict[str, str]]]:
    """The moves and tags of all that there is."""
    found = parse(text)
    assert found.format == "csv"
    assert found.problems == []
    return [(game.transcript(), dict(game.tags)) for game in found.games]


def test_eothello() -> None:
    text = (
        "eOthello_game_id,winner,game_moves\r\n1,-1,f5d6c3d3c4\r\n2,1,f5f6e6f4\r\n3,0,f5f4\r\n\x1a"
    )
    assert games(text) == [
        ("f5d6c3d3c4", {"eOthello_game_id": "1", "Result": "0-1"}),
        ("f5f6e6f4", {"eOthello_game_id": "2", "Result": "1-0"}),
        ("f5f4", {"eOthello_game_id": "3", "Result": "1/2-1/2"}),
    ]
    first, *_ = read(text)
    assert isinstance(first, Record)
    assert first.line == 2


def test_the_line_that_names_the_separator_to_excel() -> None:
    text = "\ufeffsep=;\r\nid;moves\r\n1;f5d6\r\n"
    assert games(text) == [("f5d6", {"id": "1"})]
    assert read(text) == [Record(Game.parse("f5d6", tags={"id": "1"}), line=3)]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    "name", ["moves", "Game_Moves", "transcript", "Kifu", '"Move List"', "partie"]
)
def test_separators_and_names(separator: str, name: str) -> None:
    rows = [["Black", name, "White", "date", "result"],
            ["Ann", "f5d6c3d3", "Ben", "4.5.2019", "37-27"],
            ['"O\'Hara, ""K"""', '"F5 d6, c3"', "", "", ""]]  # fmt: skip
    text = "\ufeff" + "\n\n".join(separator.join(row) for row in rows)
    tags = {"Black": "Ann", "White": "Ben", "Date": "4.5.2019", "Result": "37-27"}
    assert games(text) == [("f5d6c3d3", tags), ("f5d6c3", {"Black": 'O\'Hara, "K"'})]


def test_moves_that_are_separated_like_columns() -> None:
    assert games("id,moves\n1,f5,d6,c3\n") == [("f5d6c3", {"id": "1"})]
    assert games("moves\nf5 d6\n1. f5 f4\n") == [("f5d6", {}), ("f5f4", {})]


@pytest.mark.parametrize(
    ("columns", "values", "result"),
    [
        ("winner", "2", "0-1"),
        ("winner", "1.0", "1-0"),
        ("winner", "White", "0-1"),
        ("winner", "b", "1-0"),
        ("winner", "Ben", "0-1"),
        ("winner", "ann", "1-0"),
        ("winner", "draw", "1/2-1/2"),
        ("winner", "tie", "1/2-1/2"),
        ("result", "-1", "0-1"),
        ("result", "1:0", "1:0"),
        ("result", "+12", "+12"),
        ("result,winner", "37-27,1", "37-27"),
        ("result,winner", "?,w", "0-1"),
    ],
)
def test_winners(columns: str, values: str, result: str) -> None:
    (found,) = games(f"black,white,{columns},moves\nAnn,Ben,{values},f5d6\n")
    assert parse_result(found[1]["Result"]) == parse_result(result)


def test_terminations_and_sizes() -> None:
    text = "size,winner,termination,moves\n6,1,Time forfeit,c2\n6x6,,Normal,c2d2\n10,1,,g6\n"
    late, normal, large = parse(text).games
    assert (late.resigned, late.on_time, late.start.size) == (Color.WHITE, True, 6)
    assert normal == Game.parse("c2d2", size=6, tags={"Termination": "Normal"})
    assert large == Game.parse("g6", size=10, tags={"Result": "1-0"})
    assert parse("moves\nc2d2\n", size=6).games[0].start.size == 6


def test_a_bad_row_spoils_no_other() -> None:
    text = (
        "id,size,winner,moves\n1,8,1,f5z9\n2,7,1,f5\n3,x,1,f5\n4,8,odd,f5\n5,8,1,f5 odd\n6,8,1,\n"
        f'7,8,1,"f5{" " * 200_000}\n8,8,1,f5d6\n'
    )
    found = read(text)
    told = [str(problem) for problem in found if isinstance(problem, Problem)]
    assert told == [
        "line 2: bad move 'z9' at column 3 (token 2)",
        "line 3: board size 7: expected an even number from 4 to 16",
        "line 4: bad size 'x': expected an even number from 4 to 16",
        "line 5: bad result 'odd': expected such as 37-27, +10, B+10, 1-0 or ?",
        "line 6: 'odd' after the last move: neither a move nor a result such as 37-27",
        "line 7: there are no moves in ''",
        "line 8: bad row: field larger than field limit (131072), up to line 8",
    ]
    numbers = [record.game.tags["id"] for record in found if isinstance(record, Record)]
    assert numbers == ["4", "5", "8"]


def test_what_is_csv() -> None:
    assert is_csv("id,moves\n")
    assert is_csv("a;b\nx;f5d6c3d3\n")
    for other in (
        "f5d6c3",
        "f5,d6,c3\nf5,d6,c3\n",
        "a,b\nc,d\n",
        "x,f5d6c3d3\ny,f5d6c3d3\n",
        "moves of",
    ):
        assert not is_csv(other), other
    (problem,) = read("a,b\nc,d\n")
    assert str(problem) == "line 1: there is no column of moves in 'a,b': expected such as moves"
    with pytest.raises(ParseError, match=r"^line 2: bad move 'z9'"):
        parse("id,moves\n1,z9\n2,f5\n")
