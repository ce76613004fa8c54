"""A stand-in for the simulator of the COMP424 course: plays the agents in a folder `agents`.

`python simulator.py FOLDER PLAYER_1 PLAYER_2 SIZE...` plays two games a size, sides swapped, each
with new agents, and prints JSON: the discs of both players, and whatever went wrong.
"""

import json
import random
import sys
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np

REGISTRY: dict[str, type] = {}
STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


class Agent:
    def __init__(self):
        self.name = "DummyAgent"
        self.autoplay = True


def register_agent(name):
    def enter(agent):
        assert name not in REGISTRY
        REGISTRY[name] = agent
        return agent

    return enter


def turned(board, square, player):
    """The squares that a move turns; none if it is illegal."""
    if board[square]:
        return []
    found = []
    for down, right in STEPS:
        row, column, line = square[0] + down, square[1] + right, []
        while 0 <= row < len(board) and 0 <= column < len(board) and board[row, column]:
            if board[row, column] == player:
                found += line
                break
            line.append((row, column))
            row, column = row + down, column + right
    return found


def moves(board, player):
    squares = [(row, column) for row in range(len(board)) for column in range(len(board))]
    return [square for square in squares if turned(board, square, player)]


def play(agents, size, faults):
    board = np.zeros((size, size), dtype=int)
    middle = size // 2
    board[middle - 1, middle] = board[middle, middle - 1] = 1
    board[middle - 1, middle - 1] = board[middle, middle] = 2
    player = 1
    while moves(board, 1) or moves(board, 2):
        if legal := moves(board, player):
            try:
                row, column = agents[player - 1].step(deepcopy(board), player, 3 - player)
                if (row, column) not in legal:
                    raise ValueError(f"illegal: {row}, {column}")
            except Exception as error:
                faults.append(f"{type(error).__name__}: {error}")
                row, column = random.choice(legal)
            for square in [(row, column), *turned(board, (row, column), player)]:
                board[square] = player
        player = 3 - player
    return [int((board == 1).sum()), int((board == 2).sum())]


def main(folder, first, second, *sizes):
    modules = {name: ModuleType(name) for name in ("store", "agents", "agents.agent")}
    modules["store"].register_agent = register_agent
    modules["agents"].__path__ = [str(Path(folder, "agents"))]
    modules["agents.agent"].Agent = Agent
    sys.modules.update(modules)
    for path in sorted(Path(folder, "agents").glob("*.py")):
        import_module(f"agents.{path.stem}").StudentAgent  # noqa: B018 (as the course imports it)
    random.seed(1)
    results, faults = [], []
    for size in map(int, sizes):
        for names in ((first, second), (second, first)):
            agents = [REGISTRY[name]() for name in names]
            assert all(agent.autoplay for agent in agents)
            results.append(play(agents, size, faults))
    print(json.dumps({"results": results, "faults": faults}))


if __name__ == "__main__":
    main(*sys.argv[1:])
