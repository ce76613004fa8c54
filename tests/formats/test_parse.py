"""parse and read: every format recognised, in every encoding, with the right answers."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outflank
from outflank import Color, Game, ParseError, Position
from outflank.formats import (
    FORMATS,
    Entry,
    Item,
    Parsed,
    Problem,
    Record,
    WthorWriter,
    parse,
    read,
    write_json,
)

from .vectors import MISTAKES, TWO_GAMES, VECTORS, Vector

DATA = Path(__file__).parents[3] / "shared" / "data"
NOTHING = "there are neither moves nor a board in it"
BOARD = "-OO--XO--XO----- X"


def wthor(*transcripts: str) -> bytes:
    writer = WthorWriter()
    for moves in transcripts:
        writer.add(Record(Game.parse(moves)))
    return writer.files().games


def position_of(item: Item) -> Position:
    return item.game.position if isinstance(item, Record) else item.position


@pytest.mark.parametrize("vector", VECTORS, ids=[vector.name for vector in VECTORS])
def test_vectors(vector: Vector) -> None:
    for text in (vector.text, vector.text.encode()):
        parsed = parse(text)
        assert parsed.format == vector.format
        (item,) = parsed.items
        position = position_of(item)
        assert position.turn is Color[vector.turn.upper()]
        assert (position.discs(Color.BLACK), position.discs(Color.WHITE)) == vector.discs
        assert " ".join(move.name for move in position.legal_moves()) == vector.legal
        if vector.after_pass:
            after = position.play("pass").legal_moves()
            assert " ".join(move.name for move in after) == vector.after_pass
        if isinstance(item, Record):
            passes = tuple(p for p, move in enumerate(item.game.moves, 1) if move.is_pass)
            assert passes == vector.passes
            assert vector.result is None or str(item.game.result) == vector.result
        notes = [str(problem) for problem in parsed.problems]
        assert notes == ["line 1: no side to move given: Black assumed"] * (
            vector.format == "board"
        )


@pytest.mark.parametrize(("text", "reason"), MISTAKES)
def test_mistakes_of_the_vectors(text: str, reason: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert str(caught.value) == reason
    assert parse(text, strict=False) == Parsed("transcript", [], [Problem(1, reason)])


def test_a_broken_tag_does_not_swallow_the_next_game() -> None:
    parsed = parse(TWO_GAMES, strict=False)
    assert [game.transcript() for game in parsed.games] == ["f5d6", "f5f6"]
    assert [str(problem) for problem in parsed.problems] == [
        'game 1, line 1: bad tag \'[Black "x\': expected [Name "value"]'
    ]
    with pytest.raises(ParseError, match=r"^game 1, line 1: bad tag"):
        parse(TWO_GAMES)


def test_wthor() -> None:
    data = wthor("f5d6c3", "f5f6")
    assert [game.transcript() for game in parse(data).games] == ["f5d6c3", "f5f6"]
    zero = data[:12] + b"\0" + data[13:]
    assert parse(zero).games == parse(data).games
    more = data[:4] + b"\x03" + data[5:]
    assert parse(more).items == parse(data).items
    assert [str(p) for p in parse(more).problems] == [
        "the header says 3 games, but the file holds 2"
    ]
    cut = parse(data[:-10], strict=False)
    assert len(cut.items) == 1
    assert str(cut.problems[0]) == "game 2: it ends after 58 of its 68 bytes"
    with pytest.raises(ParseError, match="game 2: it ends after 58 of its 68 bytes"):
        parse(data[:-10])


SAMPLES: dict[str, tuple[str, int, int]] = {
    "ggf/four-passes.ggf": ("ggf", 1, 0),
    "ggf/two-games.ggf": ("ggf", 1, 0),
    "openings/xot-3623.txt": ("transcript", 3623, 0),
    "pgn/playok.pgn": ("pgn", 2, 0),
    "positions/ffo-01-19.obf": ("obf", 0, 19),
    "positions/ffo-20-39.obf": ("obf", 0, 20),
    "positions/ffo-40-59.obf": ("obf", 0, 20),
    "positions/hard-20.obf": ("obf", 0, 276),
    "quest/sample.json": ("quest", 1, 0),
    "sgf/quarry_12x12_complete.sgf": ("sgf", 1, 0),
    "sgf/quarry_8x8_unfinished.sgf": ("sgf", 1, 0),
    "wthor/WTH_1977.wtb": ("wthor", 12, 0),
    "wthor/WTH_2001.wtb": ("wthor", 5575, 0),
    "wthor/one-game-size-byte-0.WTB": ("wthor", 1, 0),
}
"""The format of each, and how many games and positions there are."""


@pytest.mark.parametrize("name", SAMPLES)
def test_samples(name: str) -> None:
    path = DATA / name
    if not path.exists():
        pytest.skip("no sample")
    kind, games, positions = SAMPLES[name]
    parsed = parse(path.read_bytes())
    assert (parsed.format, parsed.problems) == (kind, [])
    assert len(parsed.games) == games
    assert len(parsed.items) - games == positions


def test_wthor_files_have_names() -> None:
    path = DATA / "wthor" / "WTH_1977.wtb"
    if not path.exists():
        pytest.skip("no sample")
    first = next(read(path))
    assert isinstance(first, Record)
    assert first.game.tags["Black"] == "Inoue Hiroshi"


TEXTS = {
    "transcript": ("f5d6 % \xe9\n", Record(Game.parse("f5d6"), comment="\xe9")),
    "pgn": ('[Black "\xe9"]\n\nf5d6\n', Record(Game.parse("f5d6", tags={"Black": "\xe9"}))),
    "json": (
        '{"outflank": 1, "moves": "f5d6", "comment": "\xe9"}\n',
        Record(Game.parse("f5d6"), comment="\xe9"),
    ),
}


@pytest.mark.parametrize("name", ["transcript", "pgn", "json"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_encodings(name: str, encoding: str, ending: str) -> None:
    text, expected = TEXTS[name]
    data = (text * 2).replace("\n", ending).encode(encoding)
    assert parse(data) == Parsed(name, [expected, expected], [])
    assert parse((text * 2).replace("\n", ending)).items == [expected, expected]


def test_sgf_knows_its_charset() -> None:
    data = "(;GM[2]CA[iso-8859-2]PB[\u0142];B[f5])".encode("iso-8859-2")
    assert parse(data).games[0].tags["Black"] == "\u0142"
    assert parse("(;GM[2]PB[\xe9];B[f5])".encode("latin-1")).games[0].tags["Black"] == "\xe9"
    assert (
        parse("(;GM[Othello]PB[\xe9]PW[b]TY[8]B[f5];)".encode("latin-1")).games[0].tags["Black"]
        == "\xe9"
    )


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "% nothing\n", b"", b"\xef\xbb\xbf\r\n"])
def test_nothing(text: str | bytes) -> None:
    with pytest.raises(ParseError, match=f"^{NOTHING}$"):
        parse(text)
    assert parse(text, strict=False) == Parsed("", [], [Problem(0, NOTHING)])


@pytest.mark.parametrize("data", [b"\0" * 99, bytes(range(128, 256)), "f5d6".encode("utf-16-le")])
def test_what_is_no_text(data: bytes) -> None:
    assert parse(data, strict=False).problems == [
        Problem(0, "it is neither text nor a file of WTHOR games")
    ]


def test_a_zero_byte_is_a_mistake_in_its_line() -> None:
    parsed = parse(b"f5d6c3\nf5\x00\nf5f6\n", strict=False)
    assert [game.transcript() for game in parsed.games] == ["f5d6c3", "f5f6"]
    assert parsed.problems == [Problem(2, "bad move '\\x00' at column 3 (token 2)")]


def test_sizes_and_dialects() -> None:
    assert parse("c2", size=6).games == [Game.parse("c2", size=6)]
    assert parse("1. c2 d2 *", size=6).games[0].start.size == 6
    assert parse('[Black "a"]\nf5', size=6).games[0].start.size == 8
    cells = "0" + "." * 14 + "1"
    assert parse(f"{cells} 1\n{cells} 0", dialect="egaroucid").items == [
        Entry(Position.parse(f"X{'-' * 14}O {side}"), {}, None) for side in "OX"
    ]
    tiger = Game.parse("f5d6c3d3c4").position
    numbers = "0x0000100010100000 0x000020380c000000 O"
    assert parse(numbers, dialect="egaroucid").items == [Entry(tiger, {}, None)]
    with pytest.raises(ParseError, match="name the dialect, edax or egaroucid"):
        parse(numbers)


def test_strict_and_lenient() -> None:
    text = "f5d6\nz9\nf5f6\nz8"
    with pytest.raises(ParseError, match=r"^line 2: bad move 'z9' at column 1"):
        parse(text)
    parsed = parse(text, strict=False)
    assert (len(parsed.items), [problem.line for problem in parsed.problems]) == (2, [2, 4])
    odd = parse("f5d6c5f4e3f6g5e6e7 40-24")
    assert odd.problems[0].harmless
    assert odd.games[0].result is not None


@pytest.mark.parametrize("text", ['{"match": {"games": 2}}\n{"game": 1}\n', '[["f5"]]', "{}"])
def test_json_of_others(text: str) -> None:
    parsed = parse(text, strict=False)
    (problem,) = parsed.problems
    assert (parsed.format, parsed.items) == ("", [])
    assert problem.reason.startswith("it is JSON, but neither of ours")
    assert problem.reason.endswith("outflank match --games-out")


def test_a_file_is_no_text() -> None:
    with pytest.raises(ParseError, match=r"; a file is read by outflank.formats.read\('a.pgn'\)"):
        parse("a.pgn")
    with pytest.raises(ParseError) as raised:
        parse("f5z9")
    assert "file" not in str(raised.value)


def test_what_cannot_be_parsed() -> None:
    with pytest.raises(TypeError, match="read\\(\\) takes files"):
        parse(Path("x"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown dialect 'klingon': there are edax"):
        parse("f5", dialect="klingon")
    with pytest.raises(FileNotFoundError):
        next(read("no/such/file"))


def test_the_package_offers_it() -> None:
    assert outflank.parse is parse
    assert "parse" in outflank.__all__


@pytest.mark.parametrize("open_it", [BytesIO, lambda data: StringIO(data.decode())])
def test_streams_stay_open(open_it: Callable[[bytes], Any]) -> None:
    stream = open_it(b"f5d6\nf5f6\n")
    assert len(list(read(stream))) == 2
    gc.collect()
    assert not stream.closed


def test_streams_that_are_closed_early(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"f5d6\nf5f6\n")
    for data in (BytesIO(b"f5d6\nf5f6\n"), (tmp_path / "x").open("rb")):
        found = read(data)
        next(found)
        data.close()
        del found
    with pytest.raises(ParseError):
        parse(b"z9\nz8")
    gc.collect()  # what goes wrong there fails the test


def test_the_standard_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes('[Black "\xe9"]\nf5'.encode("latin-1"))
    with (tmp_path / "x").open(encoding="ascii") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        (record,) = read(sys.stdin)
    assert isinstance(record, Record)
    assert record.game.tags["Black"] == "\xe9"


class Endless(BytesIO):
    """Gives the same bytes so many times, and counts what it gave."""

    def __init__(self, data: bytes, times: int) -> None:
        super().__init__()
        self._data, self._left = data, len(data) * times
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = min(len(buffer), self._left)
        at = self.given % len(self._data)
        repeated = self._data[at:] + self._data * (count // len(self._data) + 1)
        buffer[:count] = repeated[:count]
        self._left -= count
        self.given += count
        return count

    readinto1 = readinto

    def read(self, size: int | None = -1) -> bytes:
        buffer = bytearray(size if size and size > 0 else self._left)
        return bytes(buffer[: self.readinto(buffer)])

    read1 = read


def texts_of_one_game() -> Iterator[tuple[str, bytes]]:
    """A game in each format, as often repeated as one likes."""
    record = Record(Game.parse("f5d6c3"))
    for name, kind in FORMATS.items():
        if kind.write is not None:
            yield name, kind.write(record).encode() + b"\n" * kind.gap
        elif kind.write_position is not None:
            yield name, kind.write_position(Entry(record.game.position, {}, None)).encode() + b"\n"


ONE_GAME = dict(texts_of_one_game())


@pytest.mark.parametrize("name", ONE_GAME)
def test_files_stream(name: str) -> None:
    data = ONE_GAME[name]
    stream = Endless(data, 10**6)
    found = read(stream)
    first = next(found)
    tracemalloc.start()
    for _ in range(500):
        assert next(found) == first
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_000_000
    assert stream.given < 600 * len(data) + 300_000


def test_a_line_without_end() -> None:
    stream = Endless(b"x" * 1000, 20_000)
    (problem,) = read(stream)
    assert str(problem) == "line 1: the line is too long: it has over 100,000 characters"
    found = list(read(BytesIO(b"(;GM[2]C[" + b"x" * 20_000_000 + b"\n(;GM[2];B[f5])")))
    assert isinstance(found[-1], Record)


SEEDS = [
    *(vector.text.encode() for vector in VECTORS),
    wthor("f5d6c3", "f5f6"),
    TWO_GAMES.encode(),
    write_json(Record(Game.parse("f5d6"))).encode(),
    b'{"players": [], "position": {"moves": [{"t": 1, "m": "f5"}]}}',
    f"{BOARD}; D4:-4;".encode(),
    str(Position.initial()).encode(),
]


@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 7)), max_size=6),
    st.integers(0, 500),
    st.binary(max_size=20),
)
def test_fuzz(data: bytes, flips: list[tuple[int, int]], length: int, tail: bytes) -> None:
    changed = bytearray(data[:length])
    for at, bit in flips:
        if at < len(changed):
            changed[at] ^= 1 << bit
    parsed = parse(bytes(changed) + tail, strict=False)
    assert parsed.items or parsed.problems
    for problem in parsed.problems:
        assert 0 < len(problem.reason) < 500


@given(st.binary(max_size=200) | st.text(max_size=100))
def test_any_bytes_and_any_text(data: bytes | str) -> None:
    parsed = parse(data, strict=False)
    assert parsed.items or parsed.problems


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[Event "x"]\n\n1. f5 (' + "{" * 10**6, "a variation has no end: ) is missing"),
        ('[Event "x"]\n\n1. f5 {a} (' + "{" * 10**6, "a variation has no end: ) is missing"),
        ('{"outflank": 1, "moves": "' + '\\"' * 10**6, "the object has no end"),
    ],
)
def test_what_never_ends_is_looked_at_once(text: str, reason: str) -> None:
    """Looked for from each place anew, its end would take an hour to be missed."""
    assert parse(text, strict=False).problems[-1].reason == reason
