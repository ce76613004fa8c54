"""The agents that play by lot: their limits, and which search the hybrid takes where."""

import pytest

from outflank import Analysis, Limit, Position, agent_from_spec, play_game
from outflank.agents import AgentError, HybridAgent, MonteCarloAgent
from outflank.engine import MonteCarloAnalysis


@pytest.mark.parametrize("spec", ["flat-mc:playouts=60", "mcts:playouts=60", "hybrid:nodes=60"])
@pytest.mark.parametrize("size", [4, 6, 10])
def test_they_play_whole_games_and_repeat_them(spec: str, size: int) -> None:
    def moves() -> list[str]:
        agent = agent_from_spec(spec, seed=5)
        game = play_game(agent, "first", Position.initial(size))
        return [move.name for move in game.moves]

    assert moves() == moves()


def test_limits() -> None:
    start = Position.initial()
    mcts = agent_from_spec("mcts:playouts=70", seed=1)
    assert isinstance(mcts, MonteCarloAgent)
    for given in (Limit(), Limit(depth=3), Limit(nodes=5)):
        mcts.choose(start, given)
        assert mcts.analysis is not None
        assert mcts.analysis.nodes == 70
    free = MonteCarloAgent(seed=1)
    free.choose(start, Limit(nodes=33, depth=2))
    assert free.analysis is not None
    assert free.analysis.nodes == 33


def test_the_only_move_needs_no_playout() -> None:
    only = Position.from_squares(6, ["a1"], ["b1"])
    agent = MonteCarloAgent(playouts=10**9)
    assert agent.choose(only, Limit()).name == "c1"
    assert agent.analysis is None


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("mcts:playouts=0", "playouts 0: expected a whole number above 0"),
        ("flat-mc:playouts=-1", "playouts -1: expected a whole number above 0"),
        ("hybrid:width=nan", "width nan: expected a number of moves, 0 or more"),
        ("hybrid:width=-1", "width -1.0: expected a number of moves, 0 or more"),
    ],
)
def test_mistakes(spec: str, sentence: str) -> None:
    with pytest.raises(AgentError) as caught:
        agent_from_spec(spec)
    assert str(caught.value) == f"cannot make the agent {spec!r}: {sentence}"


def test_mcts_beats_greedy() -> None:
    wins = 0
    for seed in range(4):
        agent = agent_from_spec("mcts:playouts=2000", seed=seed)
        result = play_game(agent, "greedy", Position.initial(6)).result
        assert result is not None
        wins += result.score > 0
    assert wins >= 3


def test_the_hybrid_takes_the_search_that_suits(random_game) -> None:
    narrow, wide = HybridAgent(nodes=50, width=99), HybridAgent(nodes=50, width=0, exact_from=10)
    for position in random_game(8, seed=4).positions:
        if position.mobility < 2:
            continue
        narrow.choose(position, Limit())
        assert isinstance(narrow.analysis, Analysis)
        wide.choose(position, Limit())
        expected = Analysis if position.empties <= 10 else MonteCarloAnalysis
        assert isinstance(wide.analysis, expected)


def test_a_limit_in_plies_leaves_only_the_search() -> None:
    agent = HybridAgent(width=0)
    agent.choose(Position.initial(), Limit(depth=2))
    assert isinstance(agent.analysis, Analysis)
    assert agent.analysis.depth == 2
