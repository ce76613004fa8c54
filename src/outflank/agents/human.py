"""A person who types moves, as an agent."""

from __future__ import annotations

from collections.abc import Callable, Collection
from difflib import get_close_matches

from .._core import Move, ParseError, Position
from ..engine import Limit
from ..rules.outcome import name_of

COMMANDS = {
    "undo": "take back your last move",
    "hint": "ask the engine for a move",
    "moves": "list your legal moves",
    "board": "show the board again",
    "resign": "give the game up",
    "help": "show this list",
    "quit": "leave the game",
}
"""What a player can type instead of a move; each is its driver's to carry out."""


class Command(Exception):  # noqa: N818 (a request, no error)
    """What a player asked for instead of a move."""

    def __init__(self, word: str) -> None:
        """One of COMMANDS."""
        super().__init__(word)
        self.word = word


class Human:
    """Asks a person on the terminal; raises Command for a word of `commands`.

    The end of the input counts as "quit".
    """

    name = "human"

    def __init__(
        self,
        commands: Collection[str] = ("resign", "quit"),
        *,
        ask: Callable[[str], str] = input,
        tell: Callable[[str], object] = print,
        board: bool = True,
    ) -> None:
        """`ask` shows a prompt and returns a line, `tell` shows a sentence; `board` draws first."""
        self._commands = commands
        self._ask, self._tell, self._board = ask, tell, board

    def choose(self, position: Position, limit: Limit) -> Move:
        """The first legal move that is typed, in capitals or not."""
        if self._board:
            self._tell(str(position))
        while True:
            try:
                word = self._ask(f"{name_of(position.turn)} to move: ").strip().lower()
            except EOFError:
                raise Command("quit") from None
            if word in self._commands:
                raise Command(word)
            if not word:
                continue
            try:
                move = Move(word)
            except ParseError:
                self._tell(self._unknown(word))
                continue
            if position.is_legal(move):
                return move
            self._tell(why_illegal(move, position))

    def _unknown(self, word: str) -> str:
        near = get_close_matches(word, self._commands, n=1)
        if near:
            return f"{word!r} is neither a square nor a command: did you mean {near[0]!r}?"
        words = ", ".join(self._commands)
        return f"{word!r} is neither a square such as d3 nor one of {words}"


def why_illegal(move: Move, position: Position) -> str:
    """What is wrong with a move, and what can be played instead."""
    names = ", ".join(str(legal) for legal in position.legal_moves())
    if move.is_pass:
        reason = "you can only pass when you have no move"
    elif move not in position.shape:
        reason = f"{move} is not on the {position.size}x{position.size} board"
    elif position[move] is not None:
        reason = f"{move} is taken"
    else:
        reason = f"{move} turns no disc"
    return f"{reason}: you can play {names}"
