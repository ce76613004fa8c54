"""The engine as an agent: its levels, its clock, and its thinking on the opponent's time."""

import gc
from threading import active_count
from threading import enumerate as threads

import pytest

from outflank import Clock, Game, Limit, Position, agent_from_spec, play_game
from outflank.agents import AgentError, EngineAgent

MIDDLE = Game.parse("f5d6c3d3c4f4f6f3e6e7").position
ONE_MOVE = Position.parse("------------------XO--------------- X")
LEVEL_9 = Limit(depth=8)
LARGE_9 = Limit(depth=8, nodes=1_500_000)
LARGE = Position.initial(16)
FUNCTION = "examples/my_agent.py"


def timed(seconds):
    return LEVEL_9._replace(time=seconds)


def wait_for_pondering():
    for thread in threads():
        if "_search" in thread.name:
            thread.join()


def test_a_level_keeps_to_its_depth():
    agent = agent_from_spec("engine:level=9")
    assert agent.limit_for(Limit(), MIDDLE) == LEVEL_9
    assert agent.limit_for(Limit(clock=Clock(60)), MIDDLE) == LEVEL_9._replace(clock=Clock(60))
    assert agent.limit_for(Limit(), LARGE) == LARGE_9
    assert agent.engine.settings.exact_from == 13
    assert agent_from_spec("engine:level=9,time=2").limit_for(Limit(), MIDDLE) == timed(2)


def test_on_large_boards_an_ending_may_cost_more():
    late = Position.parse("-" * 12 + "O" * 44 + "X" * 44 + " X")
    assert agent_from_spec("engine:level=9").limit_for(Limit(), late) == LARGE_9._replace(
        nodes=12_000_000
    )
    later = agent_from_spec("engine:level=9,exact_from=11")
    assert later.limit_for(Limit(), late) == LARGE_9


def test_time_and_nodes_count_beside_a_level():
    def bounds(spec, limit):
        return agent_from_spec(spec).limit_for(limit, MIDDLE)

    hurried = Limit(clock=Clock(2))
    share = hurried.with_share(MIDDLE).time
    assert bounds("engine:level=9", Limit(time=1)) == timed(1)
    assert bounds("engine:level=9", Limit(nodes=50)) == Limit(nodes=50, depth=8)
    assert bounds("engine:level=9", Limit(depth=3)) == LEVEL_9._replace(depth=3)
    assert bounds("engine:level=9", Limit(depth=30)) == LEVEL_9
    assert bounds("engine:level=9,depth=6", Limit(time=1)) == Limit(1, 6)
    assert bounds("engine:level=9,depth=20", Limit(nodes=50)) == Limit(nodes=50, depth=20)
    assert bounds("engine:level=9,depth=6", hurried) == Limit(None, 6, clock=Clock(2))
    assert bounds("engine:level=9,time=3", hurried) == timed(share)
    assert bounds("engine:level=9,time=0.01", hurried) == timed(0.01)
    assert bounds("engine:level=9,time=3", Limit(time=1)) == timed(1)
    assert bounds("engine:level=9,nodes=70", Limit(nodes=50)) == Limit(nodes=50, depth=8)
    assert bounds("engine:level=9,nodes=70", hurried) == Limit(None, 8, 70, Clock(2))
    large = agent_from_spec("engine:level=9,nodes=9999999")
    assert large.limit_for(Limit(), LARGE) == LARGE_9
    assert agent_from_spec("engine:level=9,depth=6").limit_for(Limit(), LARGE) == Limit(depth=6)
    assert bounds("engine:level=20,time=3", hurried) == Limit(share)
    assert bounds("engine:level=20", Limit(depth=3)) == Limit(depth=3)


def test_options_of_ones_own_count_more_than_the_level():
    agent = agent_from_spec("engine:level=9,depth=3,exact_from=5,selectivity=99")
    assert agent.limit_for(Limit(), MIDDLE) == Limit(depth=3)
    assert agent.engine.settings.exact_from == 5
    assert agent.engine.settings.selectivity == 99


def test_the_highest_level_takes_what_time_there_is():
    agent = EngineAgent(level=20)
    assert agent.limit_for(Limit(time=3), MIDDLE) == Limit(time=3)
    assert agent.limit_for(Limit(), MIDDLE) == Limit(time=20)


def test_a_weak_level_plays_the_same_for_the_same_seed():
    def moves(seed):
        agent = agent_from_spec(f"engine:level=2,seed={seed}")
        first = [agent.choose(position, Limit()) for position in game.positions[:30]]
        assert first == [agent.choose(position, Limit()) for position in game.positions[:30]]
        return first

    game = play_game("engine:depth=1", "engine:depth=2")
    assert moves(1) == moves(1) != moves(2)
    assert agent_from_spec("engine:level=2").seed != agent_from_spec("engine:level=2").seed
    assert agent_from_spec("engine:level=9", seed=5).seed is None


def test_what_is_told_of_a_move_by_lot_is_told_of_that_move():
    for seed in range(10):
        agent = EngineAgent(level=1, seed=seed)
        move = agent.choose(MIDDLE, Limit())
        assert agent.analysis.move == move == agent.analysis.pv[0]
        assert agent.analysis.score <= agent.analysis.lines[0].score


def test_a_weak_level_needs_discs():
    with pytest.raises(AgentError, match="level 3 needs an evaluation in discs, not in points"):
        EngineAgent(level=3, evaluation=lambda position: position.mobility)
    assert EngineAgent(level=9, evaluation=lambda position: position.mobility)


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_levels_play_on_every_board(size):
    start = Position.initial(size)
    for level in (1, 4, 8):
        agent = agent_from_spec(f"engine:level={level}", seed=1)
        assert agent.choose(start.play(start.legal_moves()[0]), Limit())


@pytest.mark.parametrize("spec", ["engine", "engine:level=1", "engine:ponder=true"])
def test_a_single_move_needs_no_search(spec, monkeypatch):
    agent = agent_from_spec(spec)
    monkeypatch.setattr(agent.engine, "search", None)
    assert agent.choose(ONE_MOVE, Limit(clock=Clock(60))) == ONE_MOVE.legal_moves()[0]
    assert agent.analysis is None
    agent.close()


def test_it_thinks_on_until_it_is_asked_again():
    before = active_count()
    agent = agent_from_spec("engine:depth=4,ponder=true")
    position = MIDDLE
    for _ in range(5):
        position = position.play(agent.choose(position, Limit()))
        assert active_count() == before + 1
        position = position.play(position.legal_moves()[0])
    agent.rest()
    assert active_count() == before
    agent.engine.search(position, Limit(depth=1))  # it is free
    agent.close()
    agent.close()
    assert active_count() == before


def test_what_was_thought_is_remembered(random_game):
    ending = random_game(8, 5, 46).position
    agent = agent_from_spec("engine:ponder=true")
    move = agent.choose(ending, Limit())
    wait_for_pondering()  # it solves what it expects
    expected = ending.play(move).play(agent.analysis.pv[1])
    agent.choose(expected, Limit())
    fresh = agent_from_spec("engine")
    fresh.choose(expected, Limit())
    assert agent.analysis.score == fresh.analysis.score
    assert agent.analysis.nodes < fresh.analysis.nodes
    agent.close()


def test_an_agent_that_is_forgotten_thinks_no_more():
    agent = agent_from_spec("engine:depth=3,ponder=true")
    agent.choose(MIDDLE, Limit())
    (thread,) = [thread for thread in threads() if "_search" in thread.name]
    del agent
    gc.collect()
    thread.join(timeout=60)
    assert not thread.is_alive()


def test_after_the_last_move_there_is_nothing_to_think_about():
    before = active_count()
    game = play_game(
        "engine:depth=2,ponder=true", "engine:depth=1,ponder=true", Position.initial(4)
    )
    assert game.result is not None
    assert active_count() == before


def test_a_fault_of_the_evaluation_waits_until_it_is_asked_for():
    calls = []

    def evaluation(position):
        calls.append(position)
        if len(calls) > 30:
            raise RuntimeError("no more")
        return 0.0

    agent = EngineAgent(depth=1, evaluation=evaluation, ponder=True)
    agent.choose(MIDDLE, Limit())
    wait_for_pondering()
    with pytest.raises(RuntimeError, match="no more"):
        agent.choose(MIDDLE.play("f2"), Limit())
    agent.close()
