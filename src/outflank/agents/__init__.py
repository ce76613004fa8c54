"""Agents: whatever picks a move, how to name one in text, and how to let two of them play."""

from . import builtin as _builtin  # noqa: F401 (fills the registry)
from .agent import Agent, agent_name, as_agent
from .driver import ask, let_go, play_game
from .engine import EngineAgent
from .failure import AgentError, AgentLost
from .human import COMMANDS, Command, Human
from .montecarlo import FlatMonteCarlo, HybridAgent, MonteCarloAgent
from .options import Option
from .registry import AgentInfo, describe, register, unknown_agent
from .search import AdaptiveAgent, SearchAgent, check_size, prepare
from .simple import First, GptGreedyCorners, Greedy, GreedyCorners, RandomAgent
from .spec import agent_from_spec
from .students import ProcessAgent, StudentFault, StudentLost

__all__ = [
    "COMMANDS",
    "AdaptiveAgent",
    "Agent",
    "AgentError",
    "AgentInfo",
    "AgentLost",
    "Command",
    "EngineAgent",
    "First",
    "FlatMonteCarlo",
    "GptGreedyCorners",
    "Greedy",
    "GreedyCorners",
    "Human",
    "HybridAgent",
    "MonteCarloAgent",
    "Option",
    "ProcessAgent",
    "RandomAgent",
    "SearchAgent",
    "StudentFault",
    "StudentLost",
    "agent_from_spec",
    "agent_name",
    "as_agent",
    "ask",
    "check_size",
    "describe",
    "let_go",
    "play_game",
    "prepare",
    "register",
    "unknown_agent",
]
