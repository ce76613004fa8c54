"""Registers the agents that come with the package."""

from .engine import EngineAgent
from .human import Human
from .montecarlo import FlatMonteCarlo, HybridAgent, MonteCarloAgent
from .presets import PRESETS, factory
from .registry import register
from .simple import First, GptGreedyCorners, Greedy, GreedyCorners, RandomAgent
from .students.specs import comp424, student


def _human() -> Human:
    return Human()


register("human", _human, "you, typing moves")
register("engine", EngineAgent, "the engine of this package")
register("random", RandomAgent, "any legal move")
register("first", First, "the first legal move in board order")
register("greedy", Greedy, "the move that turns the most discs")
register("greedy-corners", GreedyCorners, "a corner if there is one, else as greedy")
register("gpt-greedy-corners", GptGreedyCorners, "discs, corners and moves one ply ahead (COMP424)")
register("flat-mc", FlatMonteCarlo, "the move that wins most games played by lot")
register("mcts", MonteCarloAgent, "Monte Carlo tree search (UCT)")
register("hybrid", HybridAgent, "search where the tree is narrow, Monte Carlo where it is wide")
register("comp424", comp424, "a file of the COMP424 course, in its own process")
register("student", student, "someone else's Python file, in its own process")
for preset in PRESETS:
    register(preset.name, factory(preset), preset.help)
