"""What can be an agent, and what the errors say of what cannot."""

import pytest

from outflank import Limit, Linear, Position
from outflank.agents import AgentError, EngineAgent, First, SearchAgent, agent_name, as_agent

START = Position.initial()


def two_arguments(position, limit):
    return position.legal_moves()[limit.depth]


def one_argument(position):
    return position.legal_moves()[0]


def no_argument():
    return None


class NoMethod:
    pass


class NeedsMore:
    def __init__(self, strength):
        self.strength = strength

    def choose(self, position, limit):
        return position.legal_moves()[0]


def test_functions_with_and_without_a_limit():
    assert as_agent(two_arguments).choose(START, Limit(depth=2)) == START.legal_moves()[2]
    assert as_agent(one_argument).choose(START, Limit(depth=2)) == START.legal_moves()[0]
    assert as_agent(lambda position: position.legal_moves()[1]).choose(START, Limit(depth=1))


def test_a_class_is_made_and_an_object_stays():
    agent = First()
    assert as_agent(agent) is agent
    assert isinstance(as_agent(First), First)


def test_a_text_is_a_spec():
    assert isinstance(as_agent("first"), First)


def test_weights_become_a_search():
    weights = Linear(mobility=1)
    agent = as_agent(weights)
    assert isinstance(agent, SearchAgent)
    assert agent.engine.evaluator is weights
    assert START.is_legal(agent.choose(START, Limit(depth=2)))


@pytest.mark.parametrize(
    ("thing", "message"),
    [
        (no_argument, "the function no_argument must take (position) or (position, limit)"),
        (NoMethod, "the class NoMethod has no method choose(position, limit)"),
        (NoMethod(), "NoMethod is no agent: expected a method choose(position, limit)"),
        (3, "int is no agent: expected a method choose(position, limit)"),
    ],
)
def test_no_agent(thing, message):
    with pytest.raises(AgentError) as caught:
        as_agent(thing)
    assert str(caught.value) == message


def test_a_class_that_needs_arguments():
    with pytest.raises(AgentError, match="class NeedsMore needs more to be made: TypeError"):
        as_agent(NeedsMore)


def test_names():
    assert agent_name(First()) == "first"
    assert agent_name(as_agent(one_argument)) == "one_argument"
    assert agent_name(NeedsMore(1)) == "NeedsMore"


class TestEngine:
    def test_own_limit_comes_first(self):
        agent = EngineAgent(depth=3)
        agent.choose(START, Limit(depth=1))
        assert agent.analysis.depth == 3

    def test_without_one_it_keeps_to_the_limit_it_is_given(self):
        agent = EngineAgent()
        agent.choose(START, Limit(depth=2))
        assert agent.analysis.depth == 2

    def test_a_single_move_needs_no_search(self):
        position = Position.initial(4)
        while len(position.legal_moves()) != 1:
            position = position.play(position.legal_moves()[0])
        agent = EngineAgent(depth=30)
        assert agent.choose(position, Limit()) == position.legal_moves()[0]
        assert agent.analysis is None

    def test_the_ending_is_exact(self, random_game):
        position = random_game(8, seed=2, plies=52).position
        agent = EngineAgent(depth=1)
        agent.choose(position, Limit())
        assert agent.analysis.exact

    def test_no_exact_ending_if_not_wanted(self, random_game):
        position = random_game(8, seed=2, plies=50).position
        agent = EngineAgent(depth=1, exact_from=0)
        agent.choose(position, Limit())
        assert not agent.analysis.exact
