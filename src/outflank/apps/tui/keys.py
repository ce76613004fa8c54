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
    name: str
    """As the page calls it."""
    more: str = ""

    @property
    def help(self) -> str:
        """What the list of keys says."""
        return f"{self.name}: {self.more}" if self.more else self.name


KEYS = (
    Key("question_mark,f1", "help", "Help", "?", "Help, rules and keys"),
    Key("n", "new_game", "New", "n", "New game", "players, size, clock, opening"),
    Key("left,k", "back", "", "←", "One move back"),
    Key("right,j", "forward", "", "→", "One move forward"),
    Key("home,0", "to_start", "", "Home", "First position"),
    Key("end,dollar_sign", "to_end", "", "End", "Last position"),
    Key("up", "aside(-1)", "", "↑", "Variation before"),
    Key("down", "aside(1)", "", "↓", "Variation after"),
    Key("tab", "focus_board", "", "Tab", "To the board", "arrows and Enter play there"),
    Key("enter", "pass", "", "Enter", "Pass", "when you have no move"),
    Key("backspace,u,ctrl+z", "take_back", "Take back", "⌫", "Take back", "to your last turn"),
    Key("y,ctrl+y", "redo", "", "y", "Redo", "what was taken back or deleted"),
    Key("space", "engine_move", "Engine", "Space", "Engine moves", "while it thinks, at once"),
    Key("h", "hint", "Hint", "h", "Hint"),
    Key("v,l", "values", "Values", "v", "Values", "of all moves, on or off"),
    Key("a", "review", "Review", "a", "Review", "every move judged"),
    Key("m", "mistake(1)", "", "m", "Next mistake"),
    Key("M", "mistake(-1)", "", "M", "Mistake before"),
    Key("i", "overlay", "", "i", "Next marks on the board", "stable, mobility, frontier"),
    Key("t", "comment", "", "t", "Comment", "a text on this move"),
    Key("x,delete", "delete", "", "x", "Delete", "this move and what follows"),
    Key("plus", "promote", "", "+", "Make main line"),
    Key("s", "swap", "", "s", "Swap sides"),
    Key("g", "resign", "", "g", "Resign"),
    Key("f", "turn_board", "", "f", "Turn the board"),
    Key("F", "mirror", "", "F", "Mirror the board"),
    Key("e", "edit", "", "e", "Edit board"),
    Key("p,ctrl+v", "paste", "", "p", "Paste a game or position", "of any format"),
    Key("o,ctrl+o", "open", "", "o", "Open a file", "or a game that was kept"),
    Key("ctrl+s", "save", "", "Ctrl+S", "Save", "to a file; its ending says how"),
    Key("c", "copy", "", "c", "Copy", "as moves, board, GGF, SGF and more"),
    Key("d", "dark", "", "d", "Light or dark"),
    Key("escape", "stop", "", "Esc", "Stop", "thinking; Space goes on"),
    Key("q,ctrl+q", "quit", "Quit", "q", "Leave"),
)


def bindings() -> list[Binding]:
    """What Textual makes of them."""
    return [
        Binding(key.keys, key.action, key.word, show=bool(key.word), key_display=key.shown)
        for key in KEYS
    ]
