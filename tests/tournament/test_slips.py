"""Faults that lose no game are told with every result."""

import csv
import json
import os
from io import StringIO
from pathlib import Path

import pytest

from outflank import Color, Limit
from outflank.formats import read_pgn
from outflank.tournament import (
    Fault,
    Plan,
    Record,
    Slip,
    game_line,
    replay,
    report,
    run_match,
    running_line,
    summarize,
    to_csv,
    to_json,
    to_transcripts,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
TEXT = """
import time

class Clumsy:
    asked = 0

    def choose(self, position, limit):
        self.asked += 1
        if self.asked == 2:
            return "a1" if "a1" not in map(str, position.legal_moves()) else "b2"
        if self.asked == 3:
            time.sleep(2.2)
        if self.asked in (1, 4):
            raise ValueError("no idea")
        return position.legal_moves()[0]
"""


@pytest.fixture(scope="module")
def clumsy(tmp_path_factory):
    path = tmp_path_factory.mktemp("agents") / "clumsy.py"
    path.write_text(TEXT)
    return f"student:{path}:Clumsy:time=2,grace=30"


@pytest.fixture(scope="module")
def plan(clumsy):
    return Plan((clumsy, "first"), games=2, sizes=(6,), openings="start", limit=Limit(time=1.0))


@pytest.fixture(scope="module")
def standing(plan, tmp_path_factory):
    return run_match(plan, out=tmp_path_factory.mktemp("kept") / "games.jsonl")


def test_they_are_in_the_record(standing, clumsy):
    for number, side in enumerate(("black", "white")):
        record = standing.records[number]
        assert record.fault is None
        assert record.resigned is None
        assert [(slip.side.name.lower(), slip.kind) for slip in record.slips] == [
            (side, kind) for kind in ("exception", "illegal move", "late move", "exception")
        ]
        first, _, late, again = record.slips
        assert first.message == again.message == "raised ValueError: no idea (clumsy.py, line 14)"
        assert first.move == number + 1
        assert first.traceback.endswith("\nValueError: no idea\n")
        assert again.traceback == ""
        assert record.times[number] == 2
        assert sum(ply.time > 2 for ply in record.plies if ply.side is first.side) == 1
        assert late.message.startswith("took ")


def test_they_survive_the_results_file(standing):
    for record in standing.records.values():
        line = record.to_line()
        assert Record.from_line(line) == record
        data = json.loads(line)
        assert data["slips"][0]["kind"] == "exception"
        del data["slips"]
        older = Record.from_line(json.dumps(data))
        assert older == record._replace(slips=())
        assert "slips" not in json.loads(older.to_line())
        for slip in (slips := json.loads(line)["slips"]):
            assert slip.pop("replaced") == (slip["kind"] != "late move")
        assert Record.from_line(json.dumps(data | {"slips": slips})) == record
        with pytest.raises(ValueError, match="no record of a game"):
            Record.from_line(json.dumps(data | {"slips": [{"kind": "late move"}]}))


def test_they_are_told(standing, clumsy):
    counts = "2 exceptions, 1 illegal move, 1 late move"
    asked = [
        sum(ply.side is side for ply in standing.records[number].plies)
        for number, side in enumerate(Color)
    ]
    text = report(standing)
    assert f"\n{clumsy}: 4 exceptions, 2 illegal moves in 2 games\n" in text
    assert text.count("late move") == 0  # counted once, in the line of its time
    assert f"\n{clumsy} was over its time of 2 s: 2 of {sum(asked)} moves, worst " in text
    assert "\n  game 0, move 1: raised ValueError: no idea (clumsy.py, line 14) (4 times)\n" in text
    assert text.endswith("\nNo game was lost by a fault.")
    assert running_line(standing).endswith("8 faults survived  6 random moves instead")
    record = standing.records[1]
    assert game_line(standing.plan, record).endswith(
        f" ({clumsy}: {counts}, 3 random moves played instead)"
    )
    assert (
        f"\n  6 of its {sum(asked)} moves were not its own, but random after a fault:"
        f"\n    game 0: 3 of {asked[0]}\n    game 1: 3 of {asked[1]}\n"
    ) in text
    rows = list(csv.DictReader(StringIO(to_csv(standing))))
    assert [(row["black_slips"], row["white_slips"]) for row in rows] == [
        (counts, ""),
        ("", counts),
    ]
    assert [(row["black_replaced"], row["white_replaced"]) for row in rows] == [
        ("3", "0"),
        ("0", "3"),
    ]
    mine, other = json.loads(to_json(standing))["agents"]
    assert [slip["kind"] for slip in mine["slips"]].count("exception") == 4
    assert mine["slips"][0]["game"] == 0
    assert mine["replaced"] == [
        {"game": number, "replaced": 3, "moves": moves} for number, moves in enumerate(asked)
    ]
    assert other["replaced"] == []
    assert (other["slips"], mine["faults"]) == ([], [])
    tags = [found.game.tags for found in read_pgn(to_transcripts(standing).splitlines())]
    assert [found.get("BlackSlips") for found in tags] == [counts, None]
    assert [found.get("BlackReplaced") for found in tags] == ["3", None]
    assert [found.get("WhiteReplaced") for found in tags] == [None, "3"]
    assert len(summarize(standing).slips) == 8


def test_a_game_played_again_has_them_too(plan, standing):
    again, record = replay(plan, 1), standing.records[1]
    assert again.moves == record.moves
    kinds = [[(slip.kind, slip.move) for slip in one.slips] for one in (again, record)]
    assert kinds[0] == kinds[1]


def test_the_policy_to_lose(clumsy):
    plan = Plan(
        (f"{clumsy},policy=lose", "first"), games=2, sizes=(6,), openings="start",
        limit=Limit(time=1.0),
    )  # fmt: skip
    standing = run_match(plan, jobs=2)
    for number, side in ((0, "Black"), (1, "White")):
        record = standing.records[number]
        message = f"{plan.agents[0]} ({side}) raised ValueError: no idea (clumsy.py, line 14)"
        assert record.fault == Fault(record.resigned, "exception", message)
        assert record.slips == ()
        assert (record.score > 0) == (side == "White")
    assert "lost 2 by a fault: 2 exception\n" in report(standing)


def test_a_match_goes_on_only_with_the_same_file(plan, tmp_path):
    path = Path(plan.agents[0].split(":")[1])
    standing = run_match(plan, out=tmp_path / "games")
    assert run_match(plan, out=tmp_path / "games").records == standing.records
    header = json.loads((tmp_path / "games").read_text().splitlines()[0])
    assert list(header["files"]) == [str(path)]


def test_a_file_that_cannot_be_loaded_stops_the_match_before_it_begins(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("import os; os._exit(0)")
    plan = Plan((f"student:{path}:x", "first"), games=2)
    with pytest.raises(Exception, match="ended its process with exit status 0 on import"):
        run_match(plan, out=tmp_path / "games")
    assert not (tmp_path / "games").exists()


def test_slips_have_a_kind_that_can_be_counted(standing):
    assert {type(slip) for record in standing.records.values() for slip in record.slips} == {Slip}
