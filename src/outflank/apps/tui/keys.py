"""The keys of the board, their words and what they do: for bindings, the line below, and help."""

from __future__ import annotations

from typing import NamedTuple

from textual.binding import Binding


class Key(NamedTuple):
    """A key, or several that do the same."""

    keys: str
    """As Textual calls them, with commas between."""
    action: str
    word: str
    """For the line below the board; empty if it has no place there."""
    shown: str
    """How the key is shown."""
    help: str


KEYS = (
    Key("question_mark,f1", "help", "Help", "?", "this list"),
    Key("n", "new_game", "New", "n", "new game: players, size, clock, opening"),
    Key("left,k", "back", "", "←", "one move back"),
    Key("right,j", "forward", "", "→", "one move on"),
    Key("home,0", "to_start", "", "Home", "to the start"),
    Key("end,dollar_sign", "to_end", "", "End", "to the end"),
    Key("up", "aside(-1)", "", "↑", "the variation before this one"),
    Key("down", "aside(1)", "", "↓", "the next variation"),
    Key("tab", "focus_board", "", "Tab", "to the board: arrows and Enter play there"),
    Key("enter", "pass", "", "Enter", "pass, when you have no move"),
    Key("backspace,u,ctrl+z", "take_back", "Take back", "⌫", "take back your last move"),
    Key("y,ctrl+y", "redo", "", "y", "redo what was taken back or deleted"),
    Key("space", "engine_move", "Engine", "Space", "the engine moves; while it thinks: at once"),
    Key("h", "hint", "Hint", "h", "a good move"),
    Key("v,l", "values", "Values", "v", "values of all moves, on or off"),
    Key("a", "review", "Review", "a", "review the game: every move judged"),
    Key("m", "mistake(1)", "", "m", "to the next mistake"),
    Key("M", "mistake(-1)", "", "M", "to the mistake before"),
    Key("s", "swap", "", "s", "swap sides"),
    Key("g", "resign", "", "g", "give up"),
    Key("f", "turn_board", "", "f", "turn the board round"),
    Key("x,delete", "delete", "", "x", "delete this move and what follows"),
    Key("plus", "promote", "", "+", "make this variation the main line"),
    Key("e", "edit", "", "e", "edit the board"),
    Key("p,ctrl+v", "paste", "", "p", "paste moves, a board or games of any format"),
    Key("o,ctrl+o", "open", "", "o", "open a file"),
    Key("ctrl+s", "save", "", "Ctrl+S", "save to a file; its ending says how"),
    Key("c", "copy", "", "c", "copy as moves, board, GGF, SGF and more"),
    Key("d", "dark", "", "d", "dark or light"),
    Key("escape", "stop", "", "Esc", "stop thinking; Space goes on"),
    Key("q,ctrl+q", "quit", "Quit", "q", "leave"),
)


def bindings() -> list[Binding]:
    """What Textual makes of them."""
    return [
        Binding(key.keys, key.action, key.word, show=bool(key.word), key_display=key.shown)
        for key in KEYS
    ]
