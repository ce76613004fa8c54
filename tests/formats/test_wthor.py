"""WTHOR: the federation's files, files of our own, and bytes that are neither."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from io import BytesIO
from pathlib import Path
from random import Random
from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Game, Position, parse
from outflank.formats import (
    Branch,
    Note,
    Problem,
    Record,
    WthorGame,
    WthorHeader,
    WthorNames,
    WthorReader,
    WthorWriter,
    dropped_by_wthor,
    is_wthor,
    read_wthor,
    read_wthor_file,
    read_wthor_names,
)
from outflank.formats.wthor_bytes import read_names, write_names

DATA = Path(__file__).parents[3] / "shared" / "data" / "wthor"
real = pytest.mark.skipif(not DATA.is_dir(), reason="the federation's files are not here")
FILES = {
    "WTH_1977.wtb": (12, WthorHeader(20, 7, 5, 22, 12, 0, 1977, 8, 0, 24)),
    "WTH_1978.wtb": (8, WthorHeader(20, 5, 10, 8, 8, 0, 1978, 8, 0, 24)),
    "WTH_1979.wtb": (11, WthorHeader(20, 5, 10, 8, 11, 0, 1979, 8, 0, 24)),
    "WTH_1980.wtb": (160, WthorHeader(20, 5, 10, 8, 160, 0, 1980, 8, 0, 24)),
    "WTH_2001.wtb": (5575, WthorHeader(20, 15, 9, 30, 5575, 0, 2001, 8, 0, 24)),
    "one-game-size-byte-0.WTB": (1, WthorHeader(20, 1, 4, 5, 1, 0, 1980, 0, 0, 0)),
}
"""How many games, and the header."""

DEPTH = {"TheoreticalDepth": "22"}
WIPEOUT = "f5d6c5f4e3f6g5e6e7"
NAMES = st.text(st.characters(codec="latin-1", exclude_characters="\0"), min_size=1, max_size=19)


def written(*records: Record, made: date = date(2026, 2, 16)) -> bytes:
    writer = WthorWriter()
    for record in records:
        writer.add(record)
    return writer.files(made).games


def read(data: bytes) -> list[Record | Problem]:
    return list(read_wthor(BytesIO(data)))


def header(games: int = 1, **fields: int) -> bytes:
    return WthorHeader(games=games, **fields).pack()


def row(squares: str, score: int = 0, theoretical: int = 0, size: int = 8) -> bytes:
    game = Game.parse(squares, size=size)
    moves = (10 * m.row + m.column + 11 for m in game.moves if not m.is_pass)
    return WthorGame(1, 2, 3, score, theoretical, bytes(moves).ljust(size**2 - 4, b"\0")).pack()


@real
@pytest.mark.parametrize("name", FILES)
def test_real_files_are_read_and_written_byte_for_byte(name: str) -> None:
    data = (DATA / name).read_bytes()
    count, expected = FILES[name]
    names, problems = read_wthor_names(DATA / name)
    records = list(read_wthor_file(DATA / name))
    assert is_wthor(data[:40])
    assert problems == []
    assert WthorReader(BytesIO(data)).header == expected
    assert all(isinstance(record, Record) for record in records)
    assert len(records) == count
    writer = WthorWriter(names, expected)
    for record in records:
        assert isinstance(record, Record)
        assert record.game.result is not None
        assert dropped_by_wthor(record) == []
        writer.add(record)
    games, players, tournaments = writer.files()
    assert games == data
    assert players[16:] == (DATA / "WTH.JOU").read_bytes()[16:]
    assert tournaments[16:] == (DATA / "WTH.TRN").read_bytes()[16:]


@real
def test_the_first_game_of_all() -> None:
    record = next(read_wthor_file(DATA / "WTH_1977.wtb"))
    assert isinstance(record, Record)
    assert record.game.transcript().startswith("f5d6c3f3f4d3c4g6")
    assert dict(record.game.tags) == {
        "Black": "Inoue Hiroshi",
        "White": "Heiberg Thomas",
        "Event": "World Championship",
        "Date": "1977",
        "Result": "34-30",
        "TheoreticalScore": "41-23",
        "TheoreticalDepth": "24",
    }


@real
def test_the_federations_names() -> None:
    names, _ = read_wthor_names(DATA / "WTH_1977.wtb")
    assert (len(names.players), len(names.tournaments)) == (4448, 492)
    assert names.players[:2] == ["???", "Tastet Marc"]
    assert "Préqualif de Paris" in names.tournaments


@given(
    st.sampled_from([8, 10]),
    st.lists(st.tuples(st.integers(0, 10**6), NAMES, NAMES, st.integers(0, 90)), max_size=4),
    st.integers(1900, 2100),
)
def test_round_trip(
    random_game: Callable[..., Game], size: int, games: list[tuple[int, str, str, int]], year: int
) -> None:
    records = []
    for seed, black, white, plies in games:
        game = random_game(size, seed, None if seed % 2 else plies)
        tags = {"Black": black, "White": white, "Event": white[::-1], "Date": str(year)}
        records.append(Record(game.with_tags(tags)))
    writer = WthorWriter()
    for record in records:
        writer.add(record)
    files = writer.files()
    names = WthorNames(read_names(files.players, 20)[0], read_names(files.tournaments, 26)[0])
    again = list(read_wthor(BytesIO(files.games), names))
    assert len(files.games) == 16 + len(games) * (8 + size**2 - 4)
    for before, after in zip(records, again, strict=True):
        assert isinstance(after, Record)
        game, held = before.game, after.game.tags
        # A pass at the end of what was played is not written.
        assert after.game.transcript() == game.transcript()
        assert dict(game.tags) == {name: held[name] for name in game.tags}
        assert ("Result" in held) == (after.game.result is not None)
        if game.result:
            assert held["Result"] == f"{game.result.black}-{game.result.white}"
    older = WthorWriter(names, WthorReader(BytesIO(files.games)).header)
    for found in again:
        assert isinstance(found, Record)
        older.add(found)
    assert older.files() == files


@pytest.mark.parametrize("day", [bytes(4), b"\x14\x01\x0d\x01", b"\x14\x01\x01\x20", b"\xff" * 4])
def test_a_header_with_an_impossible_day(day: bytes) -> None:
    data = day + written(Record(Game.parse("f5d6", tags={"Date": "2001"})))[4:]
    assert is_wthor(data)
    parsed = parse(data)
    assert [game.transcript() for game in parsed.games] == ["f5d6"]
    assert parsed.games[0].tags["Date"] == "2001"
    (odd,) = (problem for problem in parsed.problems if "date" in problem.reason)
    shown = f"{day[0]:02}{day[1]:02}-{day[2]:02}-{day[3]:02}"
    told = f"bad date {shown} in the header: expected the day when the file was made"
    assert odd == Problem(0, told, harmless=True)


@pytest.mark.parametrize(
    "data", [b"\0" * 200, b"moves of a game" * 9, b"PK\3\4" + b"\0" * 99, b"f\0" * 80]
)
def test_other_bytes_are_not_wthor(data: bytes) -> None:
    assert not is_wthor(data)


def test_what_is_wthor() -> None:
    assert is_wthor(written(Record(Game.parse("f5"))))
    assert is_wthor(written(Record(Game.parse("g6", size=10))))
    assert is_wthor(WthorWriter().files().games)
    files = WthorWriter(WthorNames(["???", "Ann"], ["???", "Cup"])).files()
    for other in (files.players, files.tournaments, b"", b"f5d6c3d3c4f4f6f3e6e7", b"(;GM[Othello]"):
        assert not is_wthor(other)


def test_what_a_file_is_made_of() -> None:
    tags = {"Black": "Ann", "White": "Bob", "Event": "Club", "Date": "2001-05-04"}
    writer = WthorWriter()
    writer.add(Record(Game.parse(WIPEOUT, tags=tags)))
    writer.add(Record(Game.parse("f5f6", tags={"White": "Ann", "Date": "2001"}).resign()))
    games, players, tournaments = writer.files(date(2026, 2, 16))
    start = b"\x14\x1a\x02\x10"
    assert games == b"".join(
        [
            start + pack("<IHH4B", 2, 0, 2001, 8, 0, 1, 0),
            pack("<HHHBB", 1, 1, 2, 64, 64),
            bytes([56, 64, 53, 46, 35, 66, 57, 65, 75]) + bytes(51),
            pack("<HHHBB", 0, 0, 1, 0, 0) + bytes([56, 66]) + bytes(58),
        ]
    )
    assert players == (
        start + pack("<IHH4B", 0, 3, 0, 0, 0, 0, 0)
        + b"???".ljust(20, b"\0") + b"Ann".ljust(20, b"\0") + b"Bob".ljust(20, b"\0")
    )  # fmt: skip
    assert tournaments[16:] == b"???".ljust(26, b"\0") + b"Club".ljust(26, b"\0")


def test_theoretical_scores_are_kept_if_they_are_for_one_number_of_empty_squares() -> None:
    def record(depth: int) -> Record:
        tags = {"TheoreticalScore": "40-24", "TheoreticalDepth": str(depth)}
        return Record(Game.parse(WIPEOUT, tags=tags))

    def scores(data: bytes) -> list[tuple[str, str]]:
        games = (record.game.tags for record in read(data) if isinstance(record, Record))
        return [(tags["TheoreticalScore"], tags["TheoreticalDepth"]) for tags in games]

    assert scores(written(record(22), record(22))) == [("40-24", "22")] * 2
    assert scores(written(record(22), record(20))) == [("64-0", "1")] * 2


def test_an_unfinished_game_has_no_result() -> None:
    (record,) = read(header(year=2001) + row("f5d6c3", score=40))
    assert isinstance(record, Record)
    tags = record.game.tags
    assert tags["Termination"] == "unterminated"
    assert "Result" not in tags
    assert dropped_by_wthor(record) == []


def test_names_that_are_not_there_are_numbers() -> None:
    (record,) = read(header() + row("f5"))
    assert isinstance(record, Record)
    tags = record.game.tags
    assert (tags["Event"], tags["Black"], tags["White"]) == (
        "tournament 1",
        "player 2",
        "player 3",
    )


def test_solitaires_are_marked() -> None:
    (record,) = read(header(solitaires=1) + row("f5"))
    assert isinstance(record, Record)
    assert record.game.tags["Kind"] == "solitaire"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", ["0 bytes are no WTHOR file: it begins with 16"]),
        (header(board=124), ["bad board size 124 in the header: expected 0, 8 or 10"]),
        (header(2) + row("f5"), ["f5", "the header says 2 games, but the file holds 1"]),
        (header(0) + row("f5"), ["f5", "the header says 0 games, but the file holds 1"]),
        (
            header(2) + row("f5") + row("f5")[:-1],
            [
                "f5",
                "game 2: it ends after 67 of its 68 bytes",
                "the header says 2 games, but the file holds 1",
            ],
        ),
        (header(board=0) + row("f5"), ["f5"]),
        (header(board=10) + row("g6", size=10), ["g6"]),
        (
            header(2) + row("f5").replace(b"\x38", b"\x0b") + row("f5"),
            ["game 1: illegal move a1 for Black: it turns no disc (ply 1)", "f5"],
        ),
        (
            header(2) + row("f5d6").replace(b"\x40", b"\xff") + row("f5"),
            ["game 1: bad square 255 (move 2): expected 10 * row + column", "f5"],
        ),
        (
            header() + row("f5").replace(b"\x38", b"\x13"),
            ["game 1: illegal move i1 for Black: not a square of the 8x8 board (ply 1)"],
        ),
        (
            header() + row(WIPEOUT, score=20),
            [
                WIPEOUT,
                "game 1: the result is given as '20-44', but Black wins 64-0 (13-0 on the board)",
            ],
        ),
        (
            header() + row(WIPEOUT, 65, 66),
            [
                WIPEOUT,
                "game 1: bad score 65: expected 0 to 64",
                "game 1: bad theoretical score 66: expected 0 to 64",
            ],
        ),
        (
            header() + row("f5")[:-1] + b"\x01",
            ["f5", "game 1: there is more after the end of its 1 moves"],
        ),
    ],
)
def test_what_is_wrong_is_told(data: bytes, found: list[str]) -> None:
    shown = [r.game.transcript() if isinstance(r, Record) else str(r) for r in read(data)]
    assert shown == found


def test_rows_come_as_they_are_asked_for_and_in_pieces() -> None:
    class Slow(BytesIO):
        """Gives less than is asked for, as a pipe does."""

        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size or 16, 50) if size != 16 else 16)

    data = header(3) + row("f5") + row("f5d6") + row("f5f6")
    games = WthorReader(Slow(data)).games()
    assert [game.squares.rstrip(b"\0") for game in games] == [b"8", b"8@", b"8B"]  # type: ignore[union-attr]


@pytest.mark.parametrize("names", ["wthor", "WTH", "Mine"])
@pytest.mark.parametrize("endings", [(".jou", ".trn"), (".JOU", ".TRN"), (".Jou", ".trn")])
def test_names_beside_the_games(tmp_path: Path, names: str, endings: tuple[str, str]) -> None:
    (tmp_path / "mine.WTB").write_bytes(header() + row("f5"))
    made = WthorHeader(board=124)
    for ending, width in zip(endings, (20, 26), strict=True):
        data = write_names(["???", "one", "two", "thrée"], width, made)
        (tmp_path / (names + ending)).write_bytes(data[:12] + b"\x7c" + data[13:])
    (tmp_path / "other.jou").write_bytes(b"no names")
    (record,) = read_wthor_file(tmp_path / "mine.WTB")
    assert isinstance(record, Record)
    tags = record.game.tags
    assert [tags[name] for name in ("Event", "Black", "White")] == ["one", "two", "thrée"]


def test_a_files_own_names_come_first(tmp_path: Path) -> None:
    (tmp_path / "mine.wtb").write_bytes(header() + row("f5"))
    for name in ("WTHOR.JOU", "mine.jou", "wth.jou"):
        (tmp_path / name).write_bytes(write_names([name] * 4, 20, WthorHeader()))
    assert read_wthor_names(tmp_path / "mine.wtb")[0].players[3] == "mine.jou"


def test_names_that_are_cut_off(tmp_path: Path) -> None:
    (tmp_path / "mine.wtb").write_bytes(header() + row("f5"))
    (tmp_path / "wthor.jou").write_bytes(write_names(["a", "b", "c"], 20, WthorHeader())[:-1])
    (tmp_path / "wthor.trn").write_bytes(b"short")
    problems = [str(found) for found in read_wthor_file(tmp_path / "mine.wtb")][:2]
    assert problems == [
        "wthor.jou: the header says 3 names, but the file holds 2",
        "wthor.trn: 5 bytes are no WTHOR file: it begins with 16",
    ]


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Game.parse("", size=6), "WTHOR holds games on 8x8 and 10x10, not on 6x6"),
        (Game.parse("", size=10), "a file holds games on boards of one size: 8x8 in this one"),
        (
            Game(Position.initial().play("f5")),
            "WTHOR holds games from the usual start position alone",
        ),
        (
            Game(tags={"Black": "a" * 20}),
            f"bad name of a player {'a' * 20!r}: expected at most 19 characters, none of them zero",
        ),
        (
            Game(tags={"White": "a\0b"}),
            "bad name of a player 'a\\x00b': expected at most 19 characters, none of them zero",
        ),
        (
            Game(tags={"Event": "a" * 26, "Black": "new"}),
            f"bad name of a tournament {'a' * 26!r}: "
            "expected at most 25 characters, none of them zero",
        ),
        (
            Game(tags={"Black": "new", "White": "虎"}),
            "bad name of a player '虎': '虎' is not in Latin-1",
        ),
    ],
)
def test_a_game_that_cannot_be_written_leaves_no_trace(game: Game, reason: str) -> None:
    writer = WthorWriter()
    writer.add(Record(Game.parse("f5")))
    before = writer.files()
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        writer.add(Record(game))
    assert str(raised.value) == reason
    assert writer.files() == before


def test_there_is_room_for_so_many_players() -> None:
    writer = WthorWriter(WthorNames([str(n) for n in range(65534)]))
    writer.add(Record(Game(tags={"Black": "7", "White": "last"})))
    with pytest.raises(ValueError, match="no room for player 'more': there are 65535"):
        writer.add(Record(Game(tags={"Black": "8", "White": "more"})))
    assert len(writer.files().players) == 16 + 20 * 65535


def test_what_is_dropped_is_told() -> None:
    game = Game.parse("f5d6", tags={"Date": "2001-02-03", "Site": "Paris", "Termination": "time"})
    notes = {0: Note(1.5, 2.0, "good")}
    record = Record(game.resign(Color.WHITE), notes, "a game", (Branch(0, (game.moves[0],)),))
    assert dropped_by_wthor(record) == [
        "values",
        "times",
        "comments",
        "variations",
        "the resignation",
        "the day of the date",
        "tag Site",
        "tag Termination",
    ]


def test_unfinished_games_have_no_scores() -> None:
    stated = Record(Game.parse("f5d6c3", tags={"Result": "1-0"}))
    finished = Record(Game.parse(WIPEOUT, tags={"TheoreticalScore": "40-24", **DEPTH}))
    (again, other) = read(written(stated, finished))
    assert isinstance(again, Record)
    assert isinstance(other, Record)
    assert dict(again.game.tags) == {"Termination": "unterminated"}
    assert other.game.tags["TheoreticalScore"] == "40-24"
    assert dropped_by_wthor(stated) == ["the result of an unfinished game"]
    (real,) = read(header(year=1990) + row("f5d6c3", theoretical=30))
    assert isinstance(real, Record)
    assert real.game.tags["TheoreticalScore"] == "30-34"


def test_what_one_header_cannot_say_of_all_is_told() -> None:
    def writer(*games: tuple[str, str]) -> WthorWriter:
        writer = WthorWriter()
        for year, depth in games:
            tags = {"Date": year, "TheoreticalScore": "40-24", "TheoreticalDepth": depth}
            writer.add(Record(Game.parse(WIPEOUT, tags=tags)))
        return writer

    assert writer(("2001", "22"), ("2001-02-03", "22")).dropped() == {}
    assert writer(("2001", "22"), ("2002", "20"), ("", "1")).dropped() == {
        "the year: a file has one for all": 2,
        "the theoretical score: a file has it for one number of empty squares": 2,
    }


def test_number_0_is_no_name() -> None:
    nobody = WthorNames(["???", "Ann"], ["???"])
    data = header() + WthorGame(0, 0, 1, 0, 0, bytes([56]).ljust(60, b"\0")).pack()
    for names, black, white in [(nobody, None, "Ann"), (WthorNames(), None, "player 1")]:
        (record,) = read_wthor(BytesIO(data), names)
        assert isinstance(record, Record)
        tags = record.game.tags
        assert (tags.get("Black"), tags.get("White"), tags.get("Event")) == (black, white, None)


def test_names_that_lie_nowhere_are_told(tmp_path: Path) -> None:
    (tmp_path / "x.wtb").write_bytes(written(Record(Game.parse("f5"))))
    (tmp_path / "x.jou").write_bytes(WthorWriter().files().players)
    _, problems = read_wthor_names(tmp_path / "x.wtb")
    reason = "no file of names (.trn) beside it: they are given as numbers"
    assert problems == [Problem(0, reason, harmless=True)]


@given(st.binary(max_size=300))
def test_random_bytes(data: bytes) -> None:
    read(data)
    read(header(3) + data)
    read(header(3, board=10) + data)
    names, _ = read_names(data, 20)
    assert len(names) == max(len(data) - 16, 0) // 20
    assert is_wthor(data) in (True, False)


@real
@pytest.mark.parametrize("seed", range(100))
def test_damaged_files(seed: int) -> None:
    random = Random(seed)
    data = bytearray((DATA / "WTH_1980.wtb").read_bytes())
    for _ in range(random.randrange(30)):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    del data[random.randrange(len(data)) :]
    found = read(bytes(data))
    records = [record for record in found if isinstance(record, Record)]
    broken = [problem for problem in found if isinstance(problem, Problem)]
    if len(data) > 12 and data[12] in (0, 8):
        assert len(records) <= (len(data) - 16) // 68 <= len(records) + len(broken)
        writer = WthorWriter()
        for record in records:
            writer.add(record)
