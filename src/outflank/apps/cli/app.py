"""The commands there are, each in a module that is imported when it is asked for."""

from __future__ import annotations

import re
from keyword import iskeyword

from cyclopts import App, CycloptsError, Group, Parameter

from ... import __version__
from ..._core import LEVEL, IllegalMoveError, ParseError
from ...agents import AgentError
from ...agents.failure import one_line
from ...rules.text import is_board
from .errors import UsageError, sentence
from .help import HelpText
from .options import converted

_COMMANDS = {
    "web": ("", "Play and study in the browser."),
    "play": ("[AGENT | BLACK WHITE]", "Play against an agent, or watch two agents play."),
    "tui": ("[AGENT | BLACK WHITE]", "Play and study at a board in the terminal."),
    "match": ("AGENT AGENT...", "Let agents play a match, with honest statistics."),
    "grade": ("FILE", "Play your agent against a ladder of ours; learn from its games."),
    "comp424": ("export AGENT FILE", "Hand an agent to the simulator of the COMP424 course."),
    "analyze": ("GAME...", "Judge every move of a game, or of many."),
    "puzzles": ("GAME...", "Make puzzles of endings in which a player went wrong."),
    "solve": ("POSITION...", "Prove the result of positions with best play to the end."),
    "convert": ("FILE... FILE", "Convert games and positions from any format into any other."),
    "explain": ("POSITION", "Show what an agent sees in a position, feature by feature."),
    "database": ("COMMAND", "See what was played in a position, in many games."),
    "database build": ("FILE...", "Make the database of files of games."),
    "database show": ("[POSITION]", "Show what was played in a position."),
    "database games": ("", "List games."),
    "database info": ("", "Say what the database was made of."),
    "book": ("COMMAND", "Grow and read the book of openings that the engine plays from."),
    "book build": ("BOOK", "Grow a book, the best lines first."),
    "book learn": ("BOOK FILE...", "Put the positions of games into a book."),
    "book show": ("[POSITION]", "Show what a book knows of a position."),
    "book import": ("BOOK FILE", "Put the positions of a text into a book."),
    "book export": ("BOOK FILE", "Write a book as text."),
    "tune": ("AGENT", "Learn the weights of an agent's features from games."),
    "train": ("", "Learn an evaluation from nothing, by self-play."),
    "gtp": ("", "Serve an agent to Quarry, GoGui and programs like them."),
    "nboard": ("", "Serve an agent to NBoard and programs like it."),
    "engine": ("", "Serve an agent in the protocol that is spoken first."),
    "agents": ("[NAME]", "List the agents that there are."),
    "perft": ("", "Count positions, to check and time the rules."),
    "bench": ("", "Time the engine on fixed positions."),
}
"""What each takes, apart from options, and what it is for; its own help is its docstring.

One that takes a command is nothing but a place for these.
"""

_WITH_BOARDS = [
    [name]
    for name in (
        *("analyze", "book", "convert", "database", "explain"),
        *("play", "puzzles", "solve", "tui"),
    )
]
"""Commands that take boards, or `-`."""
_HYPHEN = re.compile(r"-(?!-[a-z][a-z-]*=)")
"""What begins with one, and is no option with its value."""


def build(typed: str = "") -> App:
    """The parser of a command line that begins so."""
    app = App(
        name="outflank",
        help="Reversi/Othello on every board from 4x4 to 16x16.",
        usage="Usage: outflank COMMAND [OPTIONS]",
        help_epilogue="",
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
    apps = {"": app}
    for order, (name, (takes, purpose)) in enumerate(_COMMANDS.items()):
        above, _, own = name.rpartition(" ")
        usage = " ".join(filter(None, ["Usage: outflank", name, takes, "[OPTIONS]"]))
        if takes == "COMMAND":
            apps[name] = App(name=own, help=purpose, usage=usage, help_epilogue="", sort_key=order)
            apps[above].command(apps[name])
            continue
        apps[above].command(
            f"outflank.apps.cli.{above or own}:{own}{'_' * iskeyword(own)}",
            name=own,
            usage=usage,
            help=None if f"{typed} ".startswith(f"{name} ") else purpose,
            help_epilogue="",
            sort_key=order,
        )
    return app


def run(words: list[str]) -> int | str:
    """Runs a command line; returns its exit status, or what is wrong with it."""
    try:
        status = build(" ".join(words[:2]))(_no_options(words))
    except CycloptsError as error:
        return one_line(sentence(error))
    except (UsageError, ParseError, IllegalMoveError, AgentError) as error:
        return one_line(str(error))
    except MemoryError as error:
        return one_line(f"there is not enough memory: {error}")
    return status if isinstance(status, int) else 0


def _no_options(words: list[str]) -> list[str]:
    """Puts a space before a lone hyphen, and a board, which the parser would take for options."""
    if words[:1] not in _WITH_BOARDS or "--" in words:
        return words
    return [
        f" {word}" if word == "-" or (_HYPHEN.match(word) and is_board(word)) else word
        for word in words
    ]
