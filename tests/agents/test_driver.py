"""Two agents at play: the rules are kept, and whoever breaks them is named."""

from random import Random

import pytest

from outflank import PASS, Color, Game, IllegalMoveError, Limit, Move, Position
from outflank.agents import (
    AgentError,
    Command,
    EngineAgent,
    First,
    Greedy,
    RandomAgent,
    ask,
    play_game,
)


class Answers:
    """Says the same thing whatever the position is."""

    name = "parrot"

    def __init__(self, answer):
        self.answer = answer

    def choose(self, position, limit):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_a_game_goes_to_its_end(size):
    game = play_game(RandomAgent(size), Greedy(), Position.initial(size))
    assert game.position.is_over
    assert game.start == Position.initial(size)
    assert Game.parse(game.transcript(passes="--"), size=size) == game


def test_passes_are_played_without_asking():
    asked = []

    def first(position):
        assert not position.must_pass
        asked.append(position)
        return position.legal_moves()[0]

    games = [play_game(first, RandomAgent(seed)) for seed in range(20)]
    passes = sum(move is PASS for game in games for move in game)
    assert passes > 0
    whites_moves = sum(
        position.turn is Color.WHITE and move is not PASS
        for game in games
        for position, move in zip(game.positions, game.moves, strict=False)
    )
    assert len(asked) + whites_moves + passes == sum(map(len, games))


def test_it_tells_of_every_move():
    seen = []
    game = play_game(First, Greedy, on_move=seen.append)
    assert [len(one) for one in seen] == list(range(1, len(game) + 1))
    assert seen[-1] == game


def test_it_starts_anywhere_and_passes_the_limit_on():
    limits = set()

    def white(position, limit):
        limits.add(limit)
        return position.legal_moves()[0]

    start = Position.initial(6).play("d5")
    game = play_game(First, white, start, Limit(nodes=5))
    assert game.start == start
    assert limits == {Limit(nodes=5)}


def test_a_game_that_is_over_needs_nobody():
    over = Position.from_squares(4, ["a1"], [])
    assert len(play_game(Answers(None), Answers(None), over)) == 0


def test_a_move_may_be_a_name():
    assert ask(Answers("F5"), Position.initial(), Limit()) == Move("f5")


def test_an_illegal_move_names_agent_and_move():
    with pytest.raises(IllegalMoveError) as caught:
        play_game(Answers(Move("a1")), First)
    assert str(caught.value) == (
        "parrot (Black) played a1, which is illegal: it can play d3, c4, f5, e6"
    )


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "returned None instead of a move"),
        (19, "returned 19 instead of a move"),
        ((2, 3), "returned (2, 3) instead of a move"),
        ("z9", "returned 'z9', which is no move"),
        (["x"] * 99, "returned ['x', 'x', 'x', 'x', 'x', 'x', 'x', '... instead of a move"),
        (
            ZeroDivisionError("by zero"),
            "failed: ZeroDivisionError: by zero (test_driver.py, line 30)",
        ),
        (RuntimeError("two\nlines"), "failed: RuntimeError: two lines (test_driver.py, line 30)"),
        (RuntimeError(), "failed: RuntimeError (test_driver.py, line 30)"),
    ],
)
def test_other_failures_name_the_agent(answer, said):
    with pytest.raises(AgentError) as caught:
        play_game(First, Answers(answer))
    assert str(caught.value) == f"parrot (White) {said}"


def test_a_failure_in_a_library_is_placed_where_it_was_called():
    def careless(position):
        return Random(1).choice([])

    line = careless.__code__.co_firstlineno + 1
    with pytest.raises(AgentError, match=rf"\(test_driver\.py, line {line}\)$"):
        play_game(careless, First)


def test_a_failure_inside_the_package_has_no_place():
    with pytest.raises(AgentError) as caught:
        play_game(EngineAgent(evaluation=lambda position: "x"), First)
    assert str(caught.value).startswith("engine (Black) failed: TypeError: the evaluator returned")
    assert ".py" not in str(caught.value)


def test_a_failing_evaluation_is_placed():
    def failing(position):
        raise KeyError("x")

    line = failing.__code__.co_firstlineno + 1
    with pytest.raises(AgentError, match=rf"KeyError: 'x' \(test_driver\.py, line {line}\)$"):
        play_game(EngineAgent(evaluation=failing), First)


def test_players_may_be_named_by_specs():
    assert play_game("first", "random:seed=3") == play_game(First, RandomAgent(3))
    with pytest.raises(AgentError, match="unknown agent 'gredy': did you mean 'greedy'"):
        play_game(First, "gredy")


def test_a_limit_is_a_limit():
    with pytest.raises(
        TypeError, match=r"limit 1\.0: expected a Limit, such as Limit\(time=1\.0\)"
    ):
        play_game(First, First, limit=1.0)


def test_the_agents_own_exception_is_the_cause():
    error = KeyError("x")
    with pytest.raises(AgentError) as caught:
        play_game(Answers(error), First)
    assert caught.value.__cause__ is error


def test_resigning_ends_the_game():
    game = play_game(First, Answers(Command("resign")))
    assert game.resigned is Color.WHITE
    assert game.result.winner is Color.BLACK


@pytest.mark.parametrize("way_out", [Command("quit"), KeyboardInterrupt()])
def test_ways_out_pass_through(way_out):
    with pytest.raises(type(way_out)):
        play_game(Answers(way_out), First)
