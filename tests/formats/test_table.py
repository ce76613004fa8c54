"""The table of formats: between any two nothing is lost but what is said to be."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Color, Game, Move, Position
from outflank.formats import FORMATS, Branch, Entry, Note, Problem, Record, parse
from outflank.formats.record import contents
from outflank.formats.results import result_of

from .random_records import SEEDS, SIZES, branches_for, notes_for

GAMES = [name for name, kind in FORMATS.items() if kind.write is not None]
POSITIONS = [name for name, kind in FORMATS.items() if kind.write_position is not None]
DOCS = Path(__file__).parents[2] / "docs" / "formats.md"


def test_what_there_is() -> None:
    assert GAMES == ["ggf", "sgf", "json", "pgn", "transcript"]
    assert POSITIONS == ["json", "obf", "board"]
    endings = [ending for kind in FORMATS.values() for ending in kind.endings]
    assert len(endings) == len(set(endings))
    assert all(ending.startswith(".") and ending.islower() for ending in endings)
    assert not FORMATS["quest"].is_written


def test_the_documentation_names_them_all() -> None:
    text = DOCS.read_text()
    for name, kind in FORMATS.items():
        assert f"| `{name}` |" in text
        for ending in kind.endings:
            assert f"`{ending}`" in text


@given(st.sampled_from(SIZES), SEEDS, st.sampled_from([0, 4, 30, None]), st.booleans())
def test_nothing_else_is_lost(
    random_game: Callable[..., Game], size: int, seed: int, plies: int | None, annotated: bool
) -> None:
    game = random_game(size, seed, plies)
    tags = {"Black": "a b", "White": "\xe9", "BlackElo": "1500", "Event": "x", "Date": "2001-02-03"}
    if not game.result and seed % 3:
        game = game.resign()
    game = Game(game.start, game.moves, tags, game.resigned)
    comments = ("so it goes",)
    record = Record(game)
    if annotated:
        branches = tuple(branches_for(game, seed, comments))
        record = Record(game, notes_for(game, seed, comments), comments[0], branches)
    for name in GAMES:
        if name == "transcript" and not game.moves:
            continue
        text, dropped = FORMATS[name].text_of(record)
        dropped = [what.partition(" of ")[0].partition(" at ")[0] for what in dropped]
        parsed = parse(text, size=size)
        (again,) = parsed.items
        assert isinstance(again, Record)
        assert (parsed.format, parsed.problems) == (name, [])
        assert (again.game.start, again.game.moves) == (game.start, game.moves)
        lost = {what for what in contents(record) if what not in contents(again)}
        assert lost <= set(dropped)
        kept = {tag: value for tag, value in tags.items() if f"tag {tag}" not in dropped}
        assert {tag: again.game.tags.get(tag) for tag in kept} == kept
        if "the resignation" not in dropped:
            assert again.game.resigned is game.resigned
            assert result_of(again.game).winner is result_of(game).winner
        for part in ("values", "times"):
            index = Note._fields.index(part.removesuffix("s").replace("time", "seconds"))
            if part not in dropped:
                assert {p: n[index] for p, n in again.notes.items() if n[index] is not None} == {
                    p: n[index] for p, n in record.notes.items() if n[index] is not None
                }


@given(st.sampled_from(SIZES), SEEDS, st.integers(0, 60))
def test_positions(random_game: Callable[..., Game], size: int, seed: int, plies: int) -> None:
    position = random_game(size, seed, plies).position
    moves = position.legal_moves()
    entry = Entry(position, dict.fromkeys(moves, 2), 2 if moves else None, "a comment")
    for name, kind in FORMATS.items():
        if not kind.is_written:
            continue
        if name == "transcript":
            with pytest.raises(ValueError, match="transcripts hold"):
                kind.text_of(entry)
            continue
        text, dropped = kind.text_of(entry)
        parsed = parse(text)
        (again,) = parsed.items
        found = again.game.position if isinstance(again, Record) else again.position
        assert (found, parsed.problems) == (position, [])
        assert ("scores" in dropped) == (bool(moves) and not kind.annotates)
        assert isinstance(again, Record) or kind.annotates == (again == entry)


def test_games_as_positions() -> None:
    game = Game.parse("f5d6c3")
    for name in POSITIONS:
        kind = FORMATS[name]
        if kind.write is None:
            text, dropped = kind.text_of(Record(game, comment="x"))
            assert dropped == ["all but the last position"]
            (entry,) = parse(text).items
            assert entry == Entry(game.position, {}, None)


@pytest.mark.parametrize("stated", ["1-0", "0-1", "1/2-1/2", "40-24", "+8:t"])
def test_results_of_unfinished_games(stated: str) -> None:
    record = Record(Game.parse("f5d6c3", tags={"Result": stated}))
    before = result_of(record.game)
    for name in GAMES:
        text, dropped = FORMATS[name].text_of(record)
        (again,) = parse(text).games
        after = result_of(again)
        assert after.winner is before.winner or dropped == [f"the result {stated!r}"]
        assert after.ending == before.ending or dropped == ["how the game ended (time)"]
        assert (name, bool(dropped)) not in (("json", True), ("sgf", True))


def test_what_can_only_be_read() -> None:
    with pytest.raises(ValueError, match="quest can only be read"):
        FORMATS["quest"].text_of(Entry(Position.initial(), {}, None))


def test_gaps() -> None:
    """Two of a kind are two again, with an empty line between where there must be one."""
    record = Record(Game.parse("f5d6c3", resigned=Color.WHITE))
    variation = Record(record.game, branches=(Branch(1, (Move("f6"),)),))
    for name in FORMATS:
        kind = FORMATS[name]
        if kind.is_written:
            texts = [kind.text_of(item)[0] for item in (record, variation, record)]
            assert len(parse(("\n" * kind.gap).join(texts)).items) == 3
            assert all(text.endswith("\n") for text in texts)


def test_variations_deeper_than_is_read_are_not_written() -> None:
    game = Game.parse("f5d6")
    move = game.moves[0]
    for depth, name in product((100, 101, 5000), ("pgn", "json", "sgf")):
        branch = Branch(0, (move,))
        for _ in range(depth - 1):
            branch = Branch(0, (move,), {}, (branch,))
        record = Record(game, branches=(branch,))
        kind = FORMATS[name]
        assert kind.write is not None
        if depth > 100:
            with pytest.raises(ValueError, match="nested more than 100 deep"):
                kind.write(record)
        else:
            problems = [f for f in kind.read([kind.write(record)], 8) if isinstance(f, Problem)]
            assert problems == []
