"""Games are kept, whatever becomes of the board."""

import sqlite3
from contextlib import closing

import pytest
from textual.widgets import Input, OptionList

from outflank import Clock, Game
from outflank.apps.library import Kept, Library, Store
from outflank.apps.tui.clocks import Clocks
from outflank.apps.tui.dialogs import FileName
from outflank.apps.tui.keeping import Keeper, players_of
from outflank.formats import Record, Study


@pytest.fixture
def library(tmp_path):
    return tmp_path / "library.db"


def transcripts(path):
    """The games in a library, the oldest first."""
    return [record.game.transcript() for record in Library(Store(path)).records("", None)]


def test_every_move_is_kept_at_once(drive, library):
    async def scenario(d):
        await d.play("f5", "d6")
        await d.until(lambda: transcripts(library) == ["f5d6"])
        await d.press("left")
        await d.click("f6")
        await d.until(lambda: any(r.branches for r in Library(Store(library)).records("", None)))
        assert transcripts(library) == ["f5d6"]

    drive(scenario, library=library)
    (record,) = Library(Store(library)).records("", None)
    assert [branch.moves for branch in record.branches] == [Game.parse("f5f6").moves[1:]]


def test_what_is_only_looked_at_is_not_kept(drive, library):
    async def scenario(d):
        await d.press("home", "right", "v", "v")
        await d.press("home")

    drive(scenario, game=Game.parse("f5d6"), library=library)
    assert not library.exists()


def test_a_game_that_gives_way_to_another_can_be_opened_again(drive, library):
    async def scenario(d):
        await d.play("f5", "d6", "c3")
        d.screen.load(Record(Game.parse("f5f6")), "Another.")
        await d.click("e6")
        assert d.moves == "f5f6e6"
        await d.press("o")
        await d.until(lambda: d.is_open(FileName))
        options = [str(o.prompt) for o in d.app.screen.query_one(OptionList).options]
        assert [text.split("  ")[1] for text in options] == ["8x8, 3 moves"] * 2
        d.app.screen.query_one(OptionList).focus()
        await d.press("down", "enter")
        await d.until(lambda: d.moves == "f5d6c3")
        await d.click("d3")
        await d.until(lambda: sorted(transcripts(library)) == ["f5d6c3d3", "f5f6e6"])

    drive(scenario, library=library)


def test_a_comment_is_kept(drive, library):
    async def scenario(d):
        await d.press("t", "w", "h", "y", "ctrl+s")
        await d.until(lambda: d.study.comment_on(d.study.here) == "why")

    drive(scenario, game=Game.parse("f5"), library=library)
    (record,) = Library(Store(library)).records("", None)
    assert record.notes[0].comment == "why"


def test_what_the_page_changed_meanwhile_stays(library):
    faults = []
    keeper = Keeper(library, faults.append)
    keeper.keep(Record(Game.parse("f5")))
    keeper.close()
    kept = Library(Store(library)).search("", None, 0, 9)[0][0]
    Library(Store(library)).save(kept["id"], 1, Record(Game.parse("f5f6")), None)
    late = Keeper(library, faults.append)
    late.take(
        Record(Game.parse("f5")), Library(Store(library)).get(kept["id"])._replace(revision=1)
    )
    late.keep(Record(Game.parse("f5d6")))
    late.keep(Record(Game.parse("f5d6c3")))
    late.close()
    assert sorted(transcripts(library)) == ["f5d6c3", "f5f6"]
    assert faults == []


def test_a_library_that_cannot_be_used_is_told_and_the_game_goes_on(drive, library):
    with closing(sqlite3.connect(library)) as connection:
        connection.execute("CREATE TABLE other (id)")

    async def scenario(d):
        await d.click("f5")
        await d.until(lambda: "is no library of this version of Outflank" in d.status)
        await d.click("d6")
        assert d.moves == "f5d6"
        assert await d.screen.keeper.games() == []
        await d.pilot.pause()
        assert d.status == "Black to move."
        await d.press("o")
        await d.until(lambda: d.is_open(FileName))
        assert d.app.screen.query_one(Input)
        assert not d.app.screen.query(OptionList)

    drive(scenario, library=library)


def test_a_study_as_it_is_kept_is_the_same_again(library):
    study = Study(Game.parse("f5d6c3"))
    study.back()
    study.play("c4")
    study.annotate(study.here, "a try")
    study.annotate(study.root, "a game")
    keeper = Keeper(library, pytest.fail)
    keeper.keep(study.record())
    keeper.close()
    (record,) = Library(Store(library)).records("", None)
    assert record == study.record()


def test_a_game_against_an_agent_goes_on(drive, library):
    async def begin(d):
        await d.click("f5")
        await d.until(lambda: len(d.study.here.path) == 2)

    async def go_on(d):
        await d.press("o")
        await d.until(lambda: d.is_open(FileName))
        d.app.screen.query_one(OptionList).focus()
        await d.press("enter")
        await d.until(lambda: len(d.study.here.path) == 2)
        assert d.words("Players").startswith("▶ ● You")
        await d.click(d.study.position.legal_moves()[0].name)
        await d.until(lambda: len(d.study.here.path) == 4)

    drive(begin, players=("human", "greedy"), library=library)
    drive(go_on, library=library)
    (found,) = Library(Store(library)).search("", None, 0, 9)[0]
    state = Library(Store(library)).get(found["id"]).state
    assert state["players"] == {"black": "human", "white": "greedy"}
    assert len(Game.parse(state["at"])) == 4


@pytest.mark.parametrize(
    "state", [{"players": {"black": "human", "white": "gtp:true"}}, {"players": 3}, [1], None]
)
def test_who_is_not_known_does_not_play_what_is_kept(state):
    kept = Kept("a", 1, "", "", Record(Game()), state, None)
    assert players_of(kept, ["human", "greedy"]) is None


def test_a_loss_on_time_is_kept_as_one(drive, library):
    async def scenario(d):
        await d.play("f5", "d6")
        d.session.clocks = Clocks(Clock(0.0))
        await d.until(
            lambda: any(r.game.on_time for r in Library(Store(library)).records("", None))
        )
        await d.until(lambda: d.status.startswith("Black is out of time. White wins 0-64 on time"))
        await d.press("o")
        await d.until(lambda: d.is_open(FileName))
        assert "0-64 on time" in d.text(OptionList)

    drive(scenario, library=library)
