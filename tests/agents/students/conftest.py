"""Agent files written as students write them, and processes that play them."""

from textwrap import dedent

import pytest

from outflank import Limit
from outflank.agents import agent_from_spec

HEAD = """
from agents.agent import Agent
from store import register_agent
import sys
import numpy as np
from copy import deepcopy
import time
from helpers import random_move, count_capture, execute_move, check_endgame, get_valid_moves
"""
STEP = """
@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"

    def step(self, chess_board, player, opponent):
"""


@pytest.fixture
def write(tmp_path):
    """Writes a file into the folder `agents` of a course and returns its path."""

    def write(text, name="student_agent.py"):
        path = tmp_path / "agents" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(dedent(text), "utf-8")
        return path

    return write


@pytest.fixture
def course(write):
    """Makes an agent of the course from a file or, with `step`, from the body of its `step`."""
    made = []

    def course(text="", options="", step=""):
        body = HEAD + STEP + "".join(f"        {line}\n" for line in dedent(step).splitlines())
        path = write(text or body)
        made.append(agent_from_spec(f"comp424:{path}:time=5,{options}", seed=1))
        return made[-1]

    yield course
    for agent in made:
        agent.close()


@pytest.fixture
def student(write):
    """Makes an agent from a name in a file."""
    made = []

    def student(text, name, options=""):
        path = write(text, "mine.py")
        made.append(agent_from_spec(f"student:{path}:{name}:time=5,{options}", seed=1))
        return made[-1]

    yield student
    for agent in made:
        agent.close()


@pytest.fixture
def play():
    """Asks an agent for a move in some positions; returns the moves."""
    return lambda agent, *positions: [str(agent.choose(p, Limit())) for p in positions]
