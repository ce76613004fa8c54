"""A whole game between two agents, in five lines."""

import outflank as of
from outflank.agents import agent_from_spec, play_game

engine, greedy = agent_from_spec("engine:depth=4"), agent_from_spec("greedy-corners")
game = play_game(engine, greedy, of.Position.initial(size=6))
print(game)
