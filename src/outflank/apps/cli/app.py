"""The commands there are, each in a module that is imported when it is asked for."""

from __future__ import annotations

from cyclopts import App, CycloptsError, Group, Parameter

from ... import __version__
from ..._core import LEVEL, IllegalMoveError, ParseError
from ...agents import AgentError
from ...agents.failure import one_line
from .errors import UsageError, sentence
from .help import HelpText
from .options import converted, is_board

_COMMANDS = {
    "play": ("[AGENT | BLACK WHITE]", "Play against an agent, or watch two agents play."),
    "match": ("AGENT AGENT...", "Let agents play a match, with honest statistics."),
    "grade": ("FILE", "Play your agent against a ladder of ours; learn from its games."),
    "comp424": ("export AGENT FILE", "Hand an agent to the simulator of the COMP424 course."),
    "analyze": ("GAME", "Judge every move of a game."),
    "solve": ("POSITION...", "Prove the result of positions with best play to the end."),
    "explain": ("POSITION", "Show what an agent sees in a position, feature by feature."),
    "tune": ("AGENT", "Learn the weights of an agent's features from games."),
    "gtp": ("", "Serve an agent to Quarry, GoGui and programs like them."),
    "nboard": ("", "Serve an agent to NBoard and programs like it."),
    "engine": ("", "Serve an agent in the protocol that is spoken first."),
    "agents": ("[NAME]", "List the agents that there are."),
    "perft": ("", "Count positions, to check and time the rules."),
    "bench": ("", "Time the engine on fixed positions."),
}
"""What each takes, apart from options, and what it is for; its own help is its docstring."""

_EXAMPLES = """\
Examples:
  outflank play                                you against the engine
  outflank play engine:depth=4 greedy          one agent against another
  outflank analyze f5d6c3d3c4f4f6              every move of a game judged
"""


def build(command: str = "") -> App:
    """The parser of a command line that begins with that command."""
    app = App(
        name="outflank",
        help="Reversi/Othello on every board from 4x4 to 16x16.",
        usage="Usage: outflank COMMAND [OPTIONS]",
        help_epilogue=_EXAMPLES,
        help_format="plaintext",
        help_formatter=HelpText(),
        help_flags=["--help", "-h"],
        version=lambda: f"outflank {__version__} ({LEVEL})",
        default_parameter=Parameter(converter=converted, negative=(), show_choices=False),
        group_commands=Group("Commands"),
        group_parameters=Group("Options"),
        suppress_keyboard_interrupt=False,
        print_error=False,
        exit_on_error=False,
        result_action="return_value",
    )
    for order, (name, (takes, purpose)) in enumerate(_COMMANDS.items()):
        app.command(
            f"outflank.apps.cli.{name}:{name}",
            name=name,
            usage=" ".join(filter(None, ["Usage: outflank", name, takes, "[OPTIONS]"])),
            help=None if name == command else purpose,
            help_epilogue="",
            sort_key=order,
        )
    return app


def run(words: list[str]) -> int | str:
    """Runs a command line; returns its exit status, or what is wrong with it."""
    try:
        status = build(words[0] if words else "")(_no_options(words))
    except CycloptsError as error:
        return one_line(sentence(error))
    except (UsageError, ParseError, IllegalMoveError, AgentError) as error:
        return one_line(str(error))
    except MemoryError as error:
        return one_line(f"there is not enough memory: {error}")
    return status if isinstance(status, int) else 0


def _no_options(words: list[str]) -> list[str]:
    """Puts a space before a lone hyphen, and a board, which the parser would take for options."""
    if words[:1] not in (["analyze"], ["explain"], ["solve"]) or "--" in words:
        return words
    return [
        f" {word}" if word == "-" or (word[:1] == "-" and is_board(word)) else word
        for word in words
    ]
