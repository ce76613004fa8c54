"""A person at the prompt: what is understood, and what is said when it is not."""

import pytest

from outflank import Limit, Move, Position
from outflank.agents import COMMANDS, Command, First, Human, play_game


def human(*lines, commands=COMMANDS, board=False):
    """A Human with scripted lines, and the list of what it is told."""
    told, script = [], iter(lines)

    def ask(prompt):
        told.append(prompt)
        try:
            return next(script)
        except StopIteration:
            raise EOFError from None

    return Human(commands, ask=ask, tell=told.append, board=board), told


@pytest.mark.parametrize("typed", ["f5", "F5", "  f5 "])
def test_a_move_in_any_case(typed):
    agent, told = human(typed)
    assert agent.choose(Position.initial(), Limit()) == Move("f5")
    assert told == ["Black to move: "]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("a1", "a1 turns no disc: you can play d3, c4, f5, e6"),
        ("d4", "d4 is taken: you can play d3, c4, f5, e6"),
        ("j10", "j10 is not on the 8x8 board: you can play d3, c4, f5, e6"),
        ("pass", "you can only pass when you have no move: you can play d3, c4, f5, e6"),
        ("f55", "'f55' is neither a square such as d3 nor one of " + ", ".join(COMMANDS)),
        ("undoo", "'undoo' is neither a square nor a command: did you mean 'undo'?"),
    ],
)
def test_anything_else_is_answered_and_asked_again(typed, said):
    agent, told = human(typed, "", "f5")
    assert agent.choose(Position.initial(), Limit()) == Move("f5")
    assert told == ["Black to move: ", said, "Black to move: ", "Black to move: "]


@pytest.mark.parametrize("word", COMMANDS)
def test_commands_are_the_drivers(word):
    with pytest.raises(Command) as caught:
        human(word.upper())[0].choose(Position.initial(), Limit())
    assert caught.value.word == word


def test_the_end_of_input_is_quit():
    with pytest.raises(Command, match="quit"):
        human()[0].choose(Position.initial(), Limit())


def test_it_plays_in_the_library_too():
    agent, told = human("d3", "undo", "resign", commands=("resign", "quit"), board=True)
    game = play_game(agent, First)
    assert game.result.winner.name == "WHITE"
    assert str(Position.initial()) in told
    assert "'undo' is neither a square such as d3 nor one of resign, quit" in told
