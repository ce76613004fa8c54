"""The page's words for what cannot be read stand for sentences that the library says."""

from __future__ import annotations

import re
from pathlib import Path

import outflank.apps.web
from outflank import Game
from outflank.formats import Record, WthorWriter

FILE = Path(outflank.apps.web.__file__).parent / "static" / "js" / "texts" / "problems.js"
CELLS = "-" * 27 + "OX------XO" + "-" * 27


def whole_game() -> Game:
    game = Game()
    while not game.position.is_over:
        game = game.play(game.position.legal_moves()[0])
    return game


def texts() -> list[bytes | str]:
    """What goes wrong in as many ways as there are words for."""
    game = whole_game()
    wrong = "64-0" if str(game.result).startswith("White") else "0-64"
    writer = WthorWriter()
    writer.add(Record(Game.parse("f5d6")))
    return [
        "f5d6z9",
        "f5d6i1",
        "?m=f5z9",
        "f5d6a1",
        "?m=f5a1",
        f"{game.transcript()}a1",
        f"q{CELLS[1:]} X",
        f"{CELLS[:40]} X",
        f"8 {CELLS[:62]} X",
        "0x0000000810000000 0x0000000810000000 X",
        CELLS,
        "OX" + "-" * 14,
        f'[Result "{wrong}"]\n\n{game.transcript()}',
        "\n",
        b"\0\1\2",
        writer.files().games,
        "?m=f5d6(f4a1)c3",
        "(;GM[2]SZ[8];B[f5]",
    ]


def test_every_sentence_is_said_and_has_all_its_parts_in_every_language(shared) -> None:
    source = FILE.read_text("utf-8")
    found = re.findall(r'says: /\^(.+?)\$/, fr: "(.+?)", ja: "(.+?)" \}', source)
    assert len(found) == source.count("says: /") > 10
    said = set()
    for text in texts():
        answer = shared.post("/api/v1/parse", content=text).json()
        said |= {problem["reason"] for problem in answer["problems"]}
    for pattern, *words in found:
        match = next(filter(None, (re.fullmatch(pattern, reason) for reason in said)), None)
        assert match, f"the library does not say {pattern}"
        numbers = {str(number + 1) for number in range(len(match.groups()))}
        for translated in words:
            assert set(re.findall(r"\{(\d)\}", translated)) == numbers, translated
    for reason in said:
        assert any(re.fullmatch(pattern, reason) for pattern, *_ in found), reason
