"""Charsets: named by the file or detected, in every format of text, on names of a few letters."""

# ruff: noqa: RUF001

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO

import pytest

from outflank import Game, Position
from outflank.formats import Entry, Problem, Record, parse, read, write_json
from outflank.formats.charsets import codec_of, detect_charset

NAMES = {
    "shift_jis": ("山田太郎", "表ゾ能"),  # bytes of these look like brackets and backslashes
    "euc_jp": ("やまだ太郎", "はなこ"),
    "iso2022_jp": ("山田太郎", "はなこ"),
    "gb18030": ("李明和王伟", "孙悟空走得很好"),
    "big5": ("許功蓋與張三", "這步棋很好"),
    "cp949": ("김철수 선수", "이영희 선수"),
    "koi8-r": ("Иванов", "хороший ход"),
    "cp1251": ("Иванов", "хороший ход"),
    "cp1252": ("José Müller", "très “bien” joué"),
}
"""A player and a comment in each charset."""

TEXTS = {
    "sgf": "(;GM[2]FF[4]SZ[8]PB[{}];B[f5]C[{}];W[d6])\n",
    "pgn": '[Black "{}"]\n[White "Ann"]\n\n1. f5 {{{}}} d6 *\n',
    "ggf": "(;GM[Othello]PB[{}]PW[Ann]TY[8]B[F5]W[D6]CO[{}];)\n",
    "json": '{{"outflank": 1, "moves": "f5d6", "tags": {{"Black": "{}"}},'
    ' "notes": {{"0": {{"comment": "{}"}}}}}}\n',
    "quest": '{{"players": [{{"name": "{}"}}], "position": {{"moves": [{{"m": "f5"}},'
    ' {{"m": "d6"}}]}}, "memo": "{}"}}\n',
    "transcript": "f5d6 % {} {}\n",
    "obf": "-OO--XO--XO----- X; % {} {}\n",
}


def words_of(item: object) -> str:
    """Return all that is said in a game or a position."""
    if isinstance(item, Record):
        notes = [note.comment for note in item.notes.values()]
        return " ".join([item.game.tags.get("Black", ""), *notes, item.comment]).strip()
    assert isinstance(item, Entry)
    return item.comment


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("charset", NAMES)
def test_each_charset_in_each_format(charset: str, kind: str) -> None:
    name, comment = NAMES[charset]
    parsed = parse(TEXTS[kind].format(name, comment).encode(charset))
    assert parsed.format == kind
    (item,) = parsed.items
    said = words_of(item)
    assert name in said
    assert comment in said or kind == "quest"
    assert not parsed.problems


@pytest.mark.parametrize("charset", NAMES)
def test_the_charset_that_a_file_names(charset: str) -> None:
    name, _ = NAMES[charset]
    text = f"(;GM[2]PB[{name}]\nCA[{charset}];B[f5])"
    assert parse(text.encode(charset)).games[0].tags["Black"] == name


def test_each_game_of_a_file_may_name_another_charset() -> None:
    games = [(name, charset) for charset, (name, _) in NAMES.items() if charset != "iso2022_jp"]
    data = b"\n".join(f"(;GM[2]CA[{c}]PB[{name}];B[f5])".encode(c) for name, c in games)
    assert [game.tags["Black"] for game in parse(data).games] == [name for name, _ in games]


@pytest.mark.parametrize(
    "name",
    [
        "山田",
        "佐藤",
        "木村",
        "林",
        "渡辺",
        "はなこ",
        "モモ",
        "表",
        "白番",
        "投了",
        "東京",
        "C打ち",
        "●○",
    ],
)
def test_short_words_in_shift_jis(name: str) -> None:
    for text in (f"f5d6 % {name}\n", f'[Black "{name}"]\n\n1. f5 d6 *\n'):
        assert name in words_of(parse(text.encode("shift_jis")).items[0])


@pytest.mark.parametrize(
    "name",
    ["José", "Jörg", "Renée", "Åke", "Zoë", "André", "MÜLLER", "João", "Málaga", "d’été", "“Ann”"],
)
def test_short_words_of_western_europe(name: str) -> None:
    assert words_of(parse(f"f5d6 % {name}\n".encode("cp1252")).items[0]) == name


def test_moves_and_boards_in_full_width_letters() -> None:
    assert parse("Ｆ５Ｄ６Ｃ３".encode("shift_jis")).games == [Game.parse("f5d6c3")]
    rows = ["・・・・"] * 4
    rows[1:3] = ["・○●・", "・●○・"]
    for charset in ("shift_jis", "euc_jp", "utf-8", "utf-16"):
        (entry,) = parse("\n".join([*rows, "黒番"]).encode(charset)).items
        assert entry == Entry(Position.initial(4), {}, None)


def test_what_is_utf_8_stays_so() -> None:
    for name, _ in NAMES.values():
        for encoding in ("utf-8", "utf-8-sig", "utf-16"):
            data = f"(;GM[2]CA[Shift_JIS]PB[{name}];B[f5])".encode(encoding)
            assert parse(data).games[0].tags["Black"] == name
    lines = ["f5d6 % Зоя и 山田".encode(), "f5f6 % 山田太郎".encode("shift_jis")]
    first, second = parse(b"\n".join(lines)).items
    assert (words_of(first), words_of(second)) == ("Зоя и 山田", "山田太郎")


def test_letters_that_are_utf_8_by_chance() -> None:
    """In GB18030 this letter has the bytes of a Cyrillic one in UTF-8."""
    lines = ["f5d6 % 孙悟空走得很好", "f5f6 % 一"]
    assert b"\xd2\xbb" in lines[1].encode("gb18030")
    _, second = parse("\n".join(lines).encode("gb18030")).items
    assert words_of(second) == "一"


def test_bytes_that_come_late_in_a_file() -> None:
    data = b"f5d6\n" * 30_000 + "f5f6 % 山田太郎\n".encode("shift_jis") * 2
    *_, last = read(BytesIO(data))
    assert words_of(last) == "山田太郎"


def test_lines_answered_at_once() -> None:
    """A program at the other end of a pipe waits for the answer."""
    read_end, write_end = os.pipe()
    with os.fdopen(read_end, "rb") as stream, os.fdopen(write_end, "wb", 0) as program:
        found = read(stream, live=True)
        for name in ("佐藤", "山田太郎"):
            program.write(f"f5d6 % {name}\n".encode("shift_jis"))
            assert words_of(next(found)) == name


def test_the_names_of_charsets() -> None:
    assert codec_of("x-sjis") == codec_of("Windows-31J") == codec_of("Shift_JIS") == "cp932"
    assert codec_of("GBK") == codec_of("GB2312") == "gb18030"
    assert codec_of("EUC-KR") == codec_of("uhc") == "cp949"
    assert codec_of("KOI8-R") == "koi8-r"
    for name in ("utf-8", "utf-16", "utf-7", "hex", "cp037", "unicode_escape", "klingon", ""):
        assert codec_of(name) is None


def test_without_the_detector(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chardetng_py", None)
    assert detect_charset("山田太郎".encode("shift_jis")) == "cp932"
    assert detect_charset("José".encode("cp1252")) == "cp1252"


def test_the_detector_is_imported_when_it_is_needed() -> None:
    code = (
        "import sys, outflank; outflank.parse('f5d6 % \u5c71'.encode());"
        "print('chardetng_py' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("name", [*TEXTS, "board"])
def test_the_end_of_file_of_dos(name: str) -> None:
    text = TEXTS[name].format("Ann", "good") if name in TEXTS else f"{Position.initial(4)}\n"
    expected = parse(text.encode())
    for end in ("\x1a", "\x1a" * 60, "\n\x1a\n"):
        parsed = parse((text.replace("\n", "\r\n") + end).encode())
        assert (parsed.items, parsed.problems) == (expected.items, expected.problems)
    twice = parse((text + "\x1a" + text).encode())
    assert len(twice.items) == 2


def test_a_written_game_reads_back_in_any_charset() -> None:
    record = Record(Game.parse("f5d6", tags={"Black": "山田太郎"}), comment="ここは辺を取る")
    for charset in ("shift_jis", "euc_jp", "iso2022_jp", "utf-8"):
        assert parse(write_json(record).encode(charset)).items == [record]
    assert not any(isinstance(item, Problem) for item in parse(write_json(record)).items)


@pytest.mark.parametrize("name", ["ﾔﾏﾀﾞ ﾀﾛｳ", "ﾀﾅｶ", "ｻﾄｳ", "ﾔﾏﾀﾞ ﾊﾅｺ"])
def test_no_charset_is_detected_that_swallows_a_bracket(name: str) -> None:
    """An odd number of bytes before ] would be letters of two bytes with it, and end no name."""
    text = f"(;GM[2]FF[4]SZ[8]PB[{name}];B[f5];W[d6])"
    (record,) = parse(text.encode("cp932")).items
    assert isinstance(record, Record)
    assert (record.game.transcript(), record.game.tags["Black"]) == ("f5d6", name)
