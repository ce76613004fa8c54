"""A game at the board without any screen: whose turn it is, what is taken back, what clocks say."""

import asyncio
from pathlib import Path
from threading import Event

import pytest

import outflank
from outflank import PASS, Clock, Color, Game, Limit, Position
from outflank.agents import AgentError
from outflank.apps.tui.clocks import Clocks, clock_text
from outflank.apps.tui.session import PERSON, Session, agent_name
from outflank.apps.tui.thinker import Thinker
from outflank.formats import Study


def session(game=None, black=PERSON, white="first", limit=Limit()):
    return Session(Study(game), {Color.BLACK: black, Color.WHITE: white}, limit)


class Hands:
    """A clock that is set by hand."""

    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


def test_what_a_game_waits_for(must_pass):
    s = session()
    assert s.expected == "person"
    s.play("f5")
    assert s.expected == "agent"
    s.study.back()
    assert s.expected == "past"
    assert session(must_pass).expected == "pass"
    over = Game.parse("f5d6c5f4e3f6g5e6e7")
    assert session(over).expected == "end"
    assert session(Game(resigned=Color.WHITE)).expected == "end"


def test_agents_choose_and_a_forced_pass_is_not_asked_for(must_pass):
    s = session(Game.parse("f5"))
    assert asyncio.run(s.choice()) == Game.parse("f5").position.legal_moves()[0]
    assert asyncio.run(session(must_pass).choice()) == PASS
    two = session(white=PERSON, limit=Limit(depth=1))
    assert two.study.position.is_legal(asyncio.run(two.choice()))


def test_taking_back_goes_to_a_choice_of_the_person(must_pass):
    s = session(must_pass.play(PASS))  # Black is a person, and had no choice but before h3
    assert s.take_back()
    assert s.study.game == must_pass.undo()
    assert session().take_back() is False
    agents = session(Game.parse("f5d6"), black="first")
    assert agents.take_back()
    assert agents.study.game == Game.parse("f5")


def test_taking_back_in_the_middle_only_goes_there():
    s = session(Game.parse("f5d6c3"), white=PERSON)
    s.study.back()
    assert s.take_back()
    assert s.study.record().game == Game.parse("f5d6c3")
    assert s.study.game == Game.parse("f5")


def test_taking_back_a_resignation():
    s = session(Game.parse("f5d6", resigned=Color.BLACK))
    assert s.take_back()
    assert s.study.record().game == Game.parse("f5d6")


def test_names_and_swapping():
    s = session()
    assert [s.name(color) for color in Color] == ["You", "first"]
    s.swap()
    assert [s.name(color) for color in Color] == ["first", "You"]
    assert s.record().game.tags == {"Black": "first"}
    assert agent_name("engine:level=5") == "Engine, level 5"
    loaded = session(Game(tags={"White": "Ann"}), white=PERSON)
    assert [loaded.name(color) for color in Color] == ["Person", "Ann"]


def test_an_agent_that_cannot_be_made_leaves_none_behind():
    with pytest.raises(AgentError, match="unknown agent 'nobody'"):
        session(white="nobody")
    weights = Path(outflank.__file__).parent / "data" / "6x6.weights"
    with pytest.raises(AgentError, match="cannot play on 8x8: its weights are for 6x6"):
        session(white=f"engine:evaluation={weights}")


def test_clocks_run_for_whoever_is_to_move(must_pass):
    now = Hands()
    s = session(Game(Position.initial()), white=PERSON, limit=Limit(clock=Clock(10.0, 2.0)))
    s.clocks = Clocks(Clock(10.0, 2.0), now)
    assert s.tick() is None
    now.time += 4
    assert s.clocks.left(Color.BLACK).time == 6
    s.play("f5")
    assert (s.clocks.left(Color.BLACK).time, s.clocks.left(Color.WHITE).time) == (8, 10)
    assert s.tick() is None
    now.time += 3
    s.study.back()  # who looks back stops the clock
    assert s.tick() is None
    now.time += 100
    assert s.tick() is None
    s.study.forward()
    s.tick()
    now.time += 7
    assert s.tick() is Color.WHITE
    assert s.study.resigned is Color.WHITE
    assert s.record().game.on_time
    assert s.tick() is None


def test_a_pass_costs_no_time_and_brings_none(must_pass):
    now = Hands()
    s = session(must_pass, white=PERSON)
    s.clocks = Clocks(Clock(10.0, 2.0), now)
    s.tick()
    now.time += 5
    s.play(PASS)
    s.tick()
    assert [s.clocks.left(color).time for color in Color] == [10, 10]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (300, "5:00"),
        (61.9, "1:01"),
        (10, "0:10"),
        (9.99, "0:09.9"),
        (0.04, "0:00.0"),
        (0, "0:00.0"),
    ],
)
def test_what_clocks_show(seconds, text):
    assert clock_text(seconds) == text


def test_a_question_that_is_given_up_is_told_to_stop_and_the_next_one_waits():
    began, ended, order = Event(), Event(), []

    def first(stop):
        began.set()
        stop.wait()
        order.append("first")
        ended.wait()
        return 1

    def second(stop):
        order.append("second")
        return 2

    async def scenario():
        thinker = Thinker()
        asked = asyncio.create_task(thinker.ask(first))
        while not began.is_set():
            await asyncio.sleep(0)
        asked.cancel()
        after = asyncio.create_task(thinker.ask(second))
        given_up = asyncio.create_task(thinker.ask(lambda stop: order.append("third")))
        await asyncio.sleep(0)
        given_up.cancel()
        while not given_up.done():
            await asyncio.sleep(0)
        ended.set()
        return await after

    assert asyncio.run(scenario()) == 2
    assert order == ["first", "second"]


def test_what_a_question_raises_is_raised():
    async def scenario():
        await Thinker().ask(lambda stop: [][0])

    with pytest.raises(IndexError):
        asyncio.run(scenario())
