"""Many games out of files, with whose moves count in them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from ..._core import Color
from ...agents.failure import one_line
from ...database.words import has_words
from ...formats import Problem, Record
from ...rules import Game
from ...rules.outcome import name_of
from .sources import Source


class Games:
    """The games of sources; what cannot be read is told on the standard error."""

    def __init__(self, words: Iterable[str], size: int, player: str | None = None) -> None:
        """Only those of a player whose name has these words, if there are any."""
        self._sources = [Source(word.strip(), size) for word in words]
        self._player = player
        self._has_player = player is None
        self.is_complete = True
        """Whether everything so far could be read."""
        self.numbers: list[int] = []
        """Those of the games so far: in their file, or one by one if there are several."""
        self.without_moves = 0
        """How many have none, and so are left out."""

    def __iter__(self) -> Iterator[Game]:
        for source in self._sources:
            for number, place, answer in source:
                if isinstance(answer, Problem):
                    where = f"{place}: " if place else ""
                    note = one_line(f"outflank: {where}{answer.reason}")
                    print(note, file=sys.stderr, flush=True)
                    self.is_complete &= answer.harmless
                elif isinstance(answer, Record) and self._is_wanted(answer.game):
                    is_only = len(self._sources) == 1
                    self.numbers.append(number if is_only else len(self.numbers) + 1)
                    yield answer.game

    @property
    def missing_player(self) -> str | None:
        """That there was no game of the player, if one is named; a clause."""
        return None if self._has_player else f"no game has a player {self._player!r}"

    def side(self, game: Game) -> Color | None:
        """Whose moves count in a game: the player's, or both sides' if none is named."""
        colors = self._colors(game) if self._player is not None else []
        return colors[0] if len(colors) == 1 else None

    def _is_wanted(self, game: Game) -> bool:
        is_named = self._player is None or bool(self._colors(game))
        self._has_player |= is_named
        self.without_moves += is_named and not game.moves
        return is_named and bool(game.moves)

    def _colors(self, game: Game) -> list[Color]:
        names = ((color, game.tags.get(name_of(color), "")) for color in Color)
        return [color for color, name in names if name and has_words(name, self._player or "")]
