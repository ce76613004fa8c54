"""`student:PATH:NAME`: what may be asked, and how it is told apart."""

import os

import pytest

from outflank import Position
from outflank.agents import AgentError, play_game

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
START = Position.initial(6)
TEXT = """
from outflank import Limit, Move

class Chooser:
    def choose(self, position, limit):
        assert isinstance(limit, Limit)
        return position.legal_moves()[-1]

class Both(Chooser):
    def step(self, board, player, opponent):
        raise ValueError

class Stepper:
    def step(self, board, player, opponent):
        assert (player, opponent) == (1, 2) and board.shape == (6, 6)
        return 3, 4

class Watcher(Chooser):
    def watch(self, game):
        print(game.transcript() or "begins")

made = Chooser()
by_position = lambda position: "d5"
rest = lambda *arguments: made.choose(*arguments)

def limited(position, limit): return made.choose(position, limit)
def extra(position, limit, more=None): return made.choose(position, limit)
def board_style(board, player, opponent): return Stepper().step(board, player, opponent)
def preset(chess_board, player=1, opponent=2): return Stepper().step(chess_board, player, opponent)
def pieces(state, me, other): return Stepper().step(state, me, other)

nothing = 5
def four(a, b, c, d): return None
class Needy:
    def __init__(self, depth): pass
    def choose(self, position, limit): pass
class Idle:
    pass
def number(position): return 5
def word(position): return "zz"
def coordinates(position): return (3, 4)
"""


@pytest.mark.parametrize("name", ["Chooser", "Both", "made", "rest", "limited", "extra"])
def test_positions(name, student, play):
    agent = student(TEXT, name)
    assert play(agent, START) == [str(START.legal_moves()[-1])]
    assert (agent.faults, agent.name) == ([], name)


def test_a_watcher_sees_the_game(student, play):
    agent = student(TEXT, "Watcher")
    game = play_game("first", agent, Position.initial(4))
    seen = agent.printed.splitlines()
    assert seen[0] == str(game.moves[0])
    assert len(seen) > 2
    assert all(game.transcript().startswith(moves) for moves in seen)
    assert student(TEXT, "Chooser").watch is None


@pytest.mark.parametrize("name", ["Stepper", "board_style", "preset", "pieces"])
def test_boards(name, student, play):
    agent = student(TEXT, name)
    assert (play(agent, START), agent.faults) == (["e4"], [])


def test_names_of_moves(student, play):
    agent = student(TEXT, "by_position")
    assert (play(agent, START), agent.faults) == (["d5"], [])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nothing", "nothing is no agent: expected choose(position, limit), "
                    "step(board, player, opponent) or a function"),
        ("four", "the function four must take (position), (position, limit) or "
                 "(board, player, opponent)"),
        ("Needy", "the class Needy cannot be made without arguments: TypeError: "
                  "Needy.__init__() missing 1 required positional argument: 'depth'"),
        ("absent", None),
    ],
)  # fmt: skip
def test_what_is_no_agent(name, sentence, student):
    with pytest.raises(AgentError) as caught:
        student(TEXT, name)
    if sentence is None:
        assert "mine.py has nothing called 'absent': there are Chooser, Both, " in str(caught.value)
    else:
        assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("name", "said"), [("number", "5"), ("word", "'zz'"), ("coordinates", "(3, 4)")]
)
def test_what_is_no_move(name, said, student, play):
    agent = student(TEXT, name)
    play(agent, START)
    assert [f.message for f in agent.faults] == [
        f"returned {said}, expected a move or its name, such as d3"
    ]
